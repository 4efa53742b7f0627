package dev.dragoman.kube.failure;

/**
 * Somebody else wrote the object first. The next reconciliation reads the object again and sees
 * that write.
 */
public final class WriteConflict extends KubeException {
    public WriteConflict(String message) {
        super("WriteConflict", message, true, null);
    }
}
