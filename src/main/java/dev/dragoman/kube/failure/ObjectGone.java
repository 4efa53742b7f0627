package dev.dragoman.kube.failure;

/** The object no longer exists, or another object with a new uid has its name. */
public final class ObjectGone extends KubeException {
    public ObjectGone(String message) {
        super("ObjectGone", message, true, null);
    }
}
