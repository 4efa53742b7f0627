package dev.dragoman.kube.failure;

import java.util.Set;

/** The API server refused the request: a person must change something before a retry can help. */
public final class WriteRefused extends KubeException {
    /** Reason when the object is too large for the store: its author must make it smaller. */
    public static final String TOO_LARGE = "TooLarge";

    /** Reason when a NetworkPolicy was stored and opens more than was applied. */
    public static final String POLICY_WIDENED = "PolicyWidened";

    /** Reason when an owner could not be withdrawn from an object that may have keys of others. */
    public static final String NOT_LEFT = "ExportNotLeft";

    /** End of the reason when a Secret or ConfigMap is immutable; the kind comes before it. */
    public static final String IMMUTABLE = "Immutable";

    /** Reason when a field can be set only at the creation of the object. */
    public static final String FIELD_IMMUTABLE = "Field" + IMMUTABLE;

    /** Reasons that may pass without a change of the object. */
    public static final Set<String> HEALING = Set.of(NOT_LEFT, POLICY_WIDENED);

    /** Reasons that concern the author of the object rather than the operator's administrator. */
    public static final Set<String> FOR_OWNERS =
            Set.of(
                    TOO_LARGE,
                    NOT_LEFT,
                    POLICY_WIDENED,
                    FIELD_IMMUTABLE,
                    "Secret" + IMMUTABLE,
                    "ConfigMap" + IMMUTABLE);

    public WriteRefused(String reason, String message) {
        super(reason, message, false, null);
    }

    /**
     * This refusal as the reason why the deletion of an owner waits.
     *
     * @param exported kind and name of the object that the owner may not leave
     * @param namespace namespace of that object
     */
    public WriteRefused notLeft(String exported, String namespace) {
        return new WriteRefused(
                NOT_LEFT,
                "%s: it may have keys of others, and the garbage collector would delete it with this object. So this object waits until its owner reference there is removed, which was refused: %s. The operator needs get, patch and delete of it, which ClusterRole dragoman-secrets has. Look at its binding: kubectl describe rolebinding dragoman-secrets --namespace=%s"
                        .formatted(exported, getMessage(), namespace));
    }

    /** Whether a right or a credential is missing, rather than a fault in the request. */
    public boolean rights() {
        return "Forbidden".equals(reason()) || "Unauthorized".equals(reason());
    }
}
