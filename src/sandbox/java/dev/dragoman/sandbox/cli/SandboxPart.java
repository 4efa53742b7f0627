package dev.dragoman.sandbox.cli;

import dev.dragoman.sandbox.controlplane.ControlPlane;
import java.util.Map;

/** What a sandbox has beside its control plane, such as the local Azure. */
@FunctionalInterface
public interface SandboxPart {
    /** Starts it; it may keep files in the control plane's directory. */
    Running start(ControlPlane plane);

    /** A part that runs until it is closed. */
    interface Running extends AutoCloseable {
        /** Settings that the operator needs to use it, as environment variables. */
        Map<String, String> environment();

        @Override
        void close();
    }
}
