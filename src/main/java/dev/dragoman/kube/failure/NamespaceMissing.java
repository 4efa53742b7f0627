package dev.dragoman.kube.failure;

/** The namespace of an object does not exist. Retriable, since it may be created later. */
public final class NamespaceMissing extends KubeException {
    public NamespaceMissing(String message) {
        super("NamespaceMissing", message, true, null);
    }
}
