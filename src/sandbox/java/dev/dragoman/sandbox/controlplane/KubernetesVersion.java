package dev.dragoman.sandbox.controlplane;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Version of a program of Kubernetes.
 *
 * @param minor the 36 of 1.36.3
 * @param text such as {@code 1.36.3}
 */
record KubernetesVersion(int minor, String text) {
    private static final Pattern VERSION = Pattern.compile("\\bv?(1\\.(\\d+)\\.\\d+[-+.\\w]*)");
    private static final int LIMIT_SECONDS = 20;

    /** The first version in the text. */
    static KubernetesVersion in(String text) {
        var found = VERSION.matcher(text);
        if (!found.find()) {
            throw new IllegalArgumentException("no version of Kubernetes: " + text);
        }
        return new KubernetesVersion(Integer.parseInt(found.group(2)), found.group(1));
    }

    /**
     * The version that the program prints with {@code --version}.
     *
     * @throws ControlPlaneException when the program does not run on this machine, or prints no
     *     version
     */
    static KubernetesVersion of(Path program) {
        try {
            var process =
                    new ProcessBuilder(List.of(program.toString(), "--version"))
                            .redirectErrorStream(true)
                            .start();
            try (var said = process.getInputStream()) {
                var text = new String(said.readNBytes(4096), StandardCharsets.UTF_8);
                if (process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0) {
                    return in(text);
                }
                throw new ControlPlaneException(program + " --version failed: " + text.strip());
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new ControlPlaneException(
                    "Cannot tell the version of " + program + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("Interrupted while asking " + program, e);
        }
    }

    /** The minor version, such as {@code 1.36}. */
    String line() {
        return "1." + minor;
    }
}
