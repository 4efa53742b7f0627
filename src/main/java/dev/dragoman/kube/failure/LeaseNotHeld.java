package dev.dragoman.kube.failure;

/**
 * Nothing was written, because this replica may no longer hold the Lease. Retriable, since it may
 * hold the Lease again; otherwise the leader does the work.
 */
public final class LeaseNotHeld extends KubeException {
    public LeaseNotHeld(String message, Throwable cause) {
        super("LeaseNotHeld", message, true, cause);
    }
}
