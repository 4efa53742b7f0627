package dev.dragoman.sandbox.controlplane;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * One control plane for all tests of a JVM, started by the first that asks and ended with the JVM.
 * Tests keep apart by namespaces of their own; who stops or pauses the API server starts its own.
 */
public final class SharedControlPlane {
    private static final List<Consumer<ControlPlane>> LISTENERS = new CopyOnWriteArrayList<>();

    private SharedControlPlane() {}

    public static ControlPlane shared() {
        return Holder.INSTANCE;
    }

    /** Is told of it when it has started; to be set before the first asks for it. */
    public static void whenStarted(Consumer<ControlPlane> told) {
        LISTENERS.add(told);
    }

    private static ControlPlane started() {
        var plane = ControlPlane.start(Options.defaults());
        LISTENERS.forEach(each -> each.accept(plane));
        return plane;
    }

    private static final class Holder {
        static final ControlPlane INSTANCE = started();
    }
}
