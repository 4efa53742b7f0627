package dev.dragoman.kube;

/**
 * Somebody else wrote first. The next reconciliation, which reads the object anew, sees what they
 * wrote.
 */
public final class WriteConflict extends KubeException {
    public WriteConflict(String message) {
        super("WriteConflict", message, true, null);
    }
}
