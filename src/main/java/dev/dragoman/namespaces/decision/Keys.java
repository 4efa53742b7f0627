package dev.dragoman.namespaces.decision;

import dev.dragoman.capability.status.AnnotationStatus;
import dev.dragoman.kube.object.ReservedSecrets;
import java.util.Set;

/** Labels, annotations and fixed names of vended namespaces and their requests. */
public final class Keys {
    /** Label that the predecessor puts on its namespaces; users may select by it. */
    public static final String THANK_YOU = "nsplease.container.training/thank-you";

    /**
     * Label of vended namespaces, and of objects that Dragoman keeps in them; the admission policy
     * trusts it.
     */
    public static final String VENDED = "dragoman.dev/vended";

    /** On the namespace: uid of the ConfigMap for which it was made. */
    public static final String REQUEST_UID = "dragoman.dev/request-uid";

    /** On the namespace: the namespace of that ConfigMap. */
    public static final String REQUESTS_NAMESPACE = "dragoman.dev/requests-namespace";

    /** On the namespace: when it is to be deleted. */
    public static final String EXPIRES_AT = "dragoman.dev/expires-at";

    /** On the request, then fixed on the namespace: whether it is deleted with the request. */
    public static final String DELETE_WITH_REQUEST = "dragoman.dev/delete-with-request";

    /** On the request: how long the namespace lives. */
    public static final String TIME_TO_LIVE = "dragoman.dev/time-to-live";

    /** On the namespace, with the policy only-once: when the only token was published. */
    public static final String TOKEN_ISSUED = "dragoman.dev/token-issued";

    /** On the request: uid of the namespace that was made for it; the request ends with it. */
    public static final String NAMESPACE_UID = "dragoman.dev/namespace-uid";

    /** On the request: its state, such as {@code Ready}. */
    public static final String STATE = "dragoman.dev/state";

    /** On the request: reason of the state, CamelCase. */
    public static final String REASON = "dragoman.dev/reason";

    /** On the request: message about the state, for people. */
    public static final String MESSAGE = "dragoman.dev/message";

    /** On the request: when the published token expires. */
    public static final String TOKEN_EXPIRES = "dragoman.dev/token-expires";

    /** Prefix of all annotations and labels of Dragoman. */
    public static final String PREFIX = "dragoman.dev/";

    /** Annotations with the prefix that a request may have: its wishes, and what we write on it. */
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

    /** Name of the ServiceAccount whose tokens are given out. */
    public static final String ACCOUNT = "admin";

    /** Secret in the vended namespace to which tokens are bound: deleting it revokes them. */
    public static final String HANDLE = ReservedSecrets.TOKEN;

    private Keys() {}
}
