package dev.dragoman.kube.failure;

/** The API server refused the request: a person must change something before a retry can help. */
public final class WriteRefused extends KubeException {
    /** Reason when the object is too large for the store: its author must make it smaller. */
    public static final String TOO_LARGE = "TooLarge";

    /** Reason when a NetworkPolicy was stored and opens more than was applied. */
    public static final String POLICY_WIDENED = "PolicyWidened";

    public WriteRefused(String reason, String message) {
        super(reason, message, false, null);
    }

    /** Whether a right or a credential is missing, rather than a fault in the request. */
    public boolean rights() {
        return "Forbidden".equals(reason()) || "Unauthorized".equals(reason());
    }
}
