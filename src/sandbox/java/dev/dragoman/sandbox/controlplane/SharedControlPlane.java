package dev.dragoman.sandbox.controlplane;

/**
 * One control plane for all tests of a JVM, started by the first that asks and ended with the JVM.
 * Tests keep apart by namespaces of their own; who stops or pauses the API server starts its own.
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
