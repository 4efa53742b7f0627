package dev.dragoman.sandbox.controlplane;

/**
 * The control plane cannot be started or used. The message is written for the user at the terminal.
 */
public final class ControlPlaneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ControlPlaneException(String message) {
        super(message);
    }

    public ControlPlaneException(String message, Throwable cause) {
        super(message, cause);
    }
}
