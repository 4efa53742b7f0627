package dev.dragoman.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.OperatorProcess;
import dev.dragoman.Patience;
import dev.dragoman.sandbox.controlplane.Binaries;
import dev.dragoman.sandbox.controlplane.Program;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Containers as processes of this machine, as a kubelet would start them: with the arguments of
 * their pod, in which the paths of volumes are directories of this test.
 */
final class EnvoyPod implements AutoCloseable {
    private final Path directory;
    private final Map<String, String> changes = new HashMap<>();
    private final List<Process> processes = new ArrayList<>();

    EnvoyPod() throws IOException {
        directory = Files.createTempDirectory("dragoman-envoy");
    }

    /** A text of arguments is another one on this machine. */
    void change(String text, String here) {
        changes.put(text, here);
    }

    /** A volume that is empty; its directory. */
    Path volume(String path) throws IOException {
        var here = Files.createDirectories(directory.resolve(path.substring(1)));
        change(path, here.toString());
        return here;
    }

    /** A volume of a Secret. */
    void volume(String path, Secret secret) throws IOException {
        var here = volume(path);
        for (var entry : secret.getData().entrySet()) {
            Files.write(here.resolve(entry.getKey()), Base64.getDecoder().decode(entry.getValue()));
        }
    }

    private List<String> arguments(Container container) {
        return container.getArgs().stream()
                .map(
                        argument -> {
                            var here = argument;
                            for (var each : changes.entrySet()) {
                                here = here.replace(each.getKey(), each.getValue());
                            }
                            return here;
                        })
                .toList();
    }

    /** The container with the image of this project. */
    Process ours(Container container, Map<String, String> environment, String... more)
            throws IOException {
        var program = new ArrayList<>(List.of("dev.dragoman.cli.Dragoman"));
        program.addAll(arguments(container));
        program.addAll(List.of(more));
        return started(
                OperatorProcess.java(
                        log(container),
                        environment,
                        List.of("@src/main/jvm/dragoman.options"),
                        program));
    }

    /** The container with MARIN3R's image. */
    Process marin3r(Container container, Map<String, String> environment, String... more)
            throws IOException {
        return started(container, new Binaries(_ -> {}).path(Program.MARIN3R), environment, more);
    }

    /** The container with Envoy's image. */
    Process envoy(Container container, String... more) throws IOException, InterruptedException {
        assertThat(container.getCommand()).containsExactly("envoy");
        return started(container, EnvoyBinary.load(), Map.of(), more);
    }

    private Process started(
            Container container, Path program, Map<String, String> environment, String... more)
            throws IOException {
        var command = new ArrayList<>(List.of(program.toString()));
        command.addAll(arguments(container));
        command.addAll(List.of(more));
        var builder =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log(container).toFile()));
        builder.environment().putAll(environment);
        return started(builder.start());
    }

    private Process started(Process process) {
        processes.add(process);
        return process;
    }

    private Path log(Container container) {
        return directory.resolve(container.getName() + ".log");
    }

    /** What the container has said. */
    String said(Container container) {
        try {
            return Files.readString(log(container));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until a container's process has ended well. */
    void succeeds(Container container, Process process) throws InterruptedException {
        assertThat(Patience.ends(process) && process.exitValue() == 0)
                .as("%s ends: %s", container.getName(), said(container))
                .isTrue();
    }

    static void delete(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            for (var each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    @Override
    public void close() throws IOException {
        processes.forEach(Process::destroyForcibly);
        processes.forEach(each -> each.onExit().join());
        delete(directory);
    }
}
