package dev.dragoman.kube;

/** The object, or the incarnation of it that was meant (its uid), does not exist any more. */
public final class ObjectGone extends KubeException {
    ObjectGone(String message) {
        super("ObjectGone", message, true, null);
    }
}
