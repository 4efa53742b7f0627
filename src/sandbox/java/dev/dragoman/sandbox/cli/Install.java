package dev.dragoman.sandbox.cli;

import dev.dragoman.cli.Dragoman;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.ControlPlaneException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Installs what a user installs: the kinds that {@code dragoman crds} prints and the rights of {@code
 * kubernetes/base}, and gives the operator its own service account, never more.
 */
public final class Install {
    private static final String NAMESPACE = "dragoman-system";

    private final ControlPlane plane;

    public Install(ControlPlane plane) {
        this.plane = plane;
    }

    /** Kinds and rights. Safe to repeat. */
    public void kindsAndRights() {
        var kinds = new StringWriter();
        int code = Dragoman.commandLine().setOut(new PrintWriter(kinds)).execute("crds");
        if (code != 0) {
            throw new ControlPlaneException("dragoman crds failed with " + code);
        }
        var unused = apply(kinds.toString(), "kinds.yaml", "--server-side", "--force-conflicts");
        unused = apply(manifest("base/namespace.yaml"), "namespace.yaml");
        unused = apply(manifest("base/rbac.yaml"), "rbac.yaml");
        unused = apply(manifest("base/namespaces.yaml"), "namespaces.yaml");
        unused =
                kubectl(
                        List.of(
                                "wait",
                                "--for=condition=Established",
                                "crd",
                                "-l",
                                "app.kubernetes.io/name=dragoman",
                                "--timeout=60s"));
    }

    /** Kubeconfig of the operator: a token of its service account. */
    public Path operatorKubeconfig() {
        return plane.serviceAccountKubeconfig(NAMESPACE, "dragoman");
    }

    /** Applies YAML; returns what kubectl said. */
    public String apply(String yaml, String name, String... options) {
        try {
            var file = plane.directory().resolve("applied-" + name);
            Files.writeString(file, yaml);
            var arguments = new ArrayList<>(List.of("apply", "-f", file.toString()));
            arguments.addAll(List.of(options));
            return kubectl(arguments);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file of {@code kubernetes/}. */
    public static String manifest(String name) {
        try (var in = Install.class.getResourceAsStream("/sandbox/kubernetes/" + name)) {
            if (in == null) {
                throw new ControlPlaneException("kubernetes/" + name + " is not in the sandbox jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Runs kubectl as the administrator.
     *
     * @throws ControlPlaneException with its output when it fails
     */
    public String kubectl(List<String> arguments) {
        var command = new ArrayList<>(List.of(plane.kubectl().toString()));
        command.add("--kubeconfig=" + plane.adminKubeconfig());
        command.addAll(arguments);
        try {
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            var output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new ControlPlaneException(
                        "kubectl %s: %s".formatted(String.join(" ", arguments), output.strip()));
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("interrupted while kubectl ran");
        }
    }
}
