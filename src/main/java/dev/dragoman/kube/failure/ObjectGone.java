package dev.dragoman.kube.failure;

/** The object does not exist any more, or another one with a new uid has its name. */
public final class ObjectGone extends KubeException {
    public ObjectGone(String message) {
        super("ObjectGone", message, true, null);
    }
}
