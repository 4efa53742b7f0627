package dev.dragoman.sandbox.controlplane;

/**
 * One control plane for all tests of a JVM, started on first use and ended with the JVM. Each test
 * uses its own namespaces. A test that stops or pauses the API server must start its own control
 * plane.
 */
public final class SharedControlPlane {
    private SharedControlPlane() {}

    public static ControlPlane shared() {
        return Holder.INSTANCE;
    }

    private static final class Holder {
        static final ControlPlane INSTANCE = ControlPlane.start(Options.defaults());
    }
}
