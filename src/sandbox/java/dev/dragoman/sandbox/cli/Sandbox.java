package dev.dragoman.sandbox.cli;

import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A running control plane with its parts, and the environment variables that the operator needs to
 * use them.
 */
public final class Sandbox implements AutoCloseable {
    static final String ENVIRONMENT = "environment";

    private final ControlPlane plane;
    private final List<SandboxPart.Running> parts = new ArrayList<>();
    private final Thread hook = new Thread(this::closeParts, "sandbox-end");

    private Sandbox(ControlPlane plane) {
        this.plane = plane;
    }

    /** Starts the control plane, then the parts in their order. */
    public static Sandbox start(Options options, List<SandboxPart> parts) {
        var sandbox = new Sandbox(ControlPlane.start(options));
        try {
            Runtime.getRuntime().addShutdownHook(sandbox.hook);
            for (var part : parts) {
                sandbox.parts.add(part.start(sandbox.plane));
            }
            sandbox.writeEnvironment();
            return sandbox;
        } catch (RuntimeException e) {
            sandbox.close();
            throw e;
        }
    }

    public ControlPlane plane() {
        return plane;
    }

    /** The running part of this class. */
    <T extends SandboxPart.Running> T part(Class<T> kind) {
        return parts.stream().filter(kind::isInstance).map(kind::cast).findFirst().orElseThrow();
    }

    /** The environment variables that {@code dragoman run} needs in this sandbox. */
    public Map<String, String> environment() {
        var environment = new TreeMap<String, String>();
        parts.forEach(part -> environment.putAll(part.environment()));
        environment.put("KUBECONFIG", plane.adminKubeconfig().toString());
        return environment;
    }

    /**
     * Writes the environment as a file for a shell. It is written last, so when it exists, the
     * control plane and all parts run.
     */
    private void writeEnvironment() {
        var text = new StringBuilder();
        environment()
                .forEach(
                        (name, value) ->
                                text.append("export ")
                                        .append(name)
                                        .append("='")
                                        .append(value.replace("'", "'\\''"))
                                        .append("'\n"));
        try {
            // the file contains secrets; only the owner can read the directory
            Files.writeString(environmentFile(plane.directory()), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path environmentFile(Path directory) {
        return directory.resolve(ENVIRONMENT);
    }

    private synchronized void closeParts() {
        parts.reversed().forEach(SandboxPart.Running::close);
        parts.clear();
    }

    @Override
    public void close() {
        closeParts();
        try {
            var _ = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is ending, and the shutdown hooks close the control plane
            return;
        }
        plane.close();
    }
}
