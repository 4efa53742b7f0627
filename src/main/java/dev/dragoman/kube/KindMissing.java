package dev.dragoman.kube;

/** The API server does not serve the kind. Retriable, because its definition may be installed. */
public final class KindMissing extends KubeException {
    /** With what is missing, and what to do. */
    public KindMissing(String message) {
        super("KindMissing", message, true, null);
    }
}
