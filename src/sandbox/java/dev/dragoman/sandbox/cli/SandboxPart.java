package dev.dragoman.sandbox.cli;

import dev.dragoman.sandbox.controlplane.ControlPlane;
import java.util.Map;

/** A part of a sandbox besides its control plane, such as the local Azure. */
@FunctionalInterface
public interface SandboxPart {
    /** Starts the part. It may keep files in the directory of the control plane. */
    Running start(ControlPlane plane);

    /** A part that runs until it is closed. */
    interface Running extends AutoCloseable {
        /** The environment variables that the operator needs to use this part. */
        Map<String, String> environment();

        @Override
        void close();
    }
}
