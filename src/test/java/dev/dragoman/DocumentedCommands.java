package dev.dragoman;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.sandbox.controlplane.ControlPlane;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Commands of a page, in bash, where kubectl is the administrator's. */
public final class DocumentedCommands {
    private DocumentedCommands() {}

    /** The indented lines of a page from one text to another. */
    public static String of(Path page, String from, String to) throws IOException {
        return Files.readString(page)
                .split(from, 2)[1]
                .split(to, 2)[0]
                .lines()
                .filter(line -> line.startsWith("    "))
                .collect(Collectors.joining("\n"));
    }

    /** Runs them; each must succeed. */
    public static void run(ControlPlane plane, Path directory, String commands)
            throws IOException, InterruptedException {
        var kubectl = directory.resolve("kubectl");
        Files.writeString(
                kubectl,
                "#!/bin/sh\nexec %s --kubeconfig=%s \"$@\"\n"
                        .formatted(plane.kubectl(), plane.adminKubeconfig()));
        assertThat(kubectl.toFile().setExecutable(true)).isTrue();
        var builder =
                new ProcessBuilder("bash", "-euo", "pipefail", "-c", commands)
                        .directory(directory.toFile())
                        .redirectErrorStream(true);
        builder.environment().merge("PATH", directory.toString(), (old, own) -> own + ":" + old);
        var process = builder.start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }
}
