package dev.dragoman;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.sandbox.controlplane.ControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Commands of a page, in bash, where kubectl and ./dragoman are the administrator's. */
public final class DocumentedCommands {
    /** Commands of a page wait some minutes by themselves, as with {@code kubectl wait}. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private DocumentedCommands() {}

    /** The indented lines of a page from one text to another. */
    public static String of(Path page, String from, String to) throws IOException {
        return Files.readString(page)
                .split(Pattern.quote(from), 2)[1]
                .split(Pattern.quote(to), 2)[0]
                .lines()
                .filter(line -> line.startsWith("    "))
                .collect(Collectors.joining("\n"));
    }

    /** Runs them; each must succeed. */
    public static void run(ControlPlane plane, Path directory, String commands)
            throws IOException, InterruptedException {
        var _ = said(plane, directory, commands);
    }

    /** Runs them, each of which must succeed; returns what they said. */
    public static String said(ControlPlane plane, Path directory, String commands)
            throws IOException, InterruptedException {
        var kubeconfig = plane.adminKubeconfig();
        script(directory, "kubectl", "%s --kubeconfig=%s".formatted(plane.kubectl(), kubeconfig));
        script(
                directory,
                "dragoman",
                "env KUBECONFIG=%s %s -cp %s dev.dragoman.cli.Dragoman"
                        .formatted(
                                kubeconfig,
                                Path.of(System.getProperty("java.home"), "bin", "java"),
                                System.getProperty(
                                        "surefire.test.class.path",
                                        System.getProperty("java.class.path"))));
        var builder =
                new ProcessBuilder("bash", "-euo", "pipefail", "-c", commands)
                        .directory(directory.toFile())
                        .redirectErrorStream(true);
        builder.environment().merge("PATH", directory.toString(), (old, own) -> own + ":" + old);
        var process = builder.start();
        var said = Patience.said(process, LONGEST);
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }

    private static void script(Path directory, String name, String command) throws IOException {
        var file = directory.resolve(name);
        Files.writeString(file, "#!/bin/sh\nexec %s \"$@\"\n".formatted(command));
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
