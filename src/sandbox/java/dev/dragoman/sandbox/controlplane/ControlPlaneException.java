package dev.dragoman.sandbox.controlplane;

/** The control plane cannot be had; the message is for the person at the terminal. */
public final class ControlPlaneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ControlPlaneException(String message) {
        super(message);
    }

    public ControlPlaneException(String message, Throwable cause) {
        super(message, cause);
    }
}
