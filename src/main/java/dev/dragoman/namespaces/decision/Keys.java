package dev.dragoman.namespaces.decision;

import dev.dragoman.capability.AnnotationStatus;
import dev.dragoman.kube.ReservedSecrets;
import java.util.Set;

/** Labels and annotations of this capability. */
public final class Keys {
    /** Label that the predecessor puts on its namespaces; people select by it. */
    public static final String THANK_YOU = "nsplease.container.training/thank-you";

    /**
     * Label of namespaces that Dragoman made, and of what it keeps in them; admission trusts it.
     */
    public static final String VENDED = "dragoman.dev/vended";

    /** On the namespace: uid of the one ConfigMap that it was made for. */
    public static final String REQUEST_UID = "dragoman.dev/request-uid";

    /** On the namespace: the namespace of that ConfigMap. */
    public static final String REQUESTS_NAMESPACE = "dragoman.dev/requests-namespace";

    /** On the namespace: when it is deleted. */
    public static final String EXPIRES_AT = "dragoman.dev/expires-at";

    /** On the request, then fixed on the namespace: whether the one goes with the other. */
    public static final String DELETE_WITH_REQUEST = "dragoman.dev/delete-with-request";

    /** On the request: how long the namespace lives. */
    public static final String TIME_TO_LIVE = "dragoman.dev/time-to-live";

    /** On the namespace, under the policy only-once: when the one token was published. */
    public static final String TOKEN_ISSUED = "dragoman.dev/token-issued";

    /** On the request: uid of the namespace that was made for it, which ends with that. */
    public static final String NAMESPACE_UID = "dragoman.dev/namespace-uid";

    /** On the request: what came of it. */
    public static final String STATE = "dragoman.dev/state";

    /** On the request: why, CamelCase. */
    public static final String REASON = "dragoman.dev/reason";

    /** On the request: why, for people. */
    public static final String MESSAGE = "dragoman.dev/message";

    /** On the request: when the published token ends. */
    public static final String TOKEN_EXPIRES = "dragoman.dev/token-expires";

    /** What all annotations and labels of Dragoman begin with. */
    public static final String PREFIX = "dragoman.dev/";

    /** Annotations that a request may have: what it asks for, and what is written on it. */
    static final Set<String> OF_A_REQUEST =
            Set.of(
                    DELETE_WITH_REQUEST,
                    TIME_TO_LIVE,
                    NAMESPACE_UID,
                    STATE,
                    REASON,
                    MESSAGE,
                    TOKEN_EXPIRES,
                    PREFIX + AnnotationStatus.CREATED,
                    PREFIX + AnnotationStatus.UNTOLD);

    /** The one ServiceAccount whose tokens are given out. */
    public static final String ACCOUNT = "admin";

    /** Secret in the vended namespace that tokens are bound to: deleting it revokes them. */
    public static final String HANDLE = ReservedSecrets.TOKEN;

    private Keys() {}
}
