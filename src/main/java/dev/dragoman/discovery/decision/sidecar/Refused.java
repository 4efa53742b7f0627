package dev.dragoman.discovery.decision.sidecar;

/** A pod that cannot get its sidecar. The message says which annotation, and what to write. */
final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Refused(String message) {
        // a decision about one pod; nobody reads where it was taken
        super(message, null, false, false);
    }
}
