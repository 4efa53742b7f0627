package dev.dragoman.namespaces.decision;

import dev.dragoman.capability.status.AnnotationStatus;
import dev.dragoman.kube.object.ReservedSecrets;
import java.util.Set;

/** Labels, annotations and fixed names of vended namespaces and their requests. */
public final class Keys {
    /** Label that the predecessor puts on its namespaces; users may select namespaces by it. */
    public static final String THANK_YOU = "nsplease.container.training/thank-you";

    /**
     * Label of vended namespaces, and of objects that Dragoman keeps in them. The admission policy
     * trusts this label.
     */
    public static final String VENDED = "dragoman.dev/vended";

    /** Annotation of the namespace: uid of the ConfigMap for which the namespace was made. */
    public static final String REQUEST_UID = "dragoman.dev/request-uid";

    /** Annotation of the namespace: namespace of the ConfigMap for which it was made. */
    public static final String REQUESTS_NAMESPACE = "dragoman.dev/requests-namespace";

    /** Annotation of the namespace: when the namespace has to be deleted. */
    public static final String EXPIRES_AT = "dragoman.dev/expires-at";

    /**
     * Annotation of the request, which is copied to the namespace when it is made: whether the
     * namespace is deleted with the request.
     */
    public static final String DELETE_WITH_REQUEST = "dragoman.dev/delete-with-request";

    /** Annotation of the request: lifetime of the namespace. */
    public static final String TIME_TO_LIVE = "dragoman.dev/time-to-live";

    /**
     * Annotation of the namespace, with the policy only-once: when the only token was published.
     */
    public static final String TOKEN_ISSUED = "dragoman.dev/token-issued";

    /**
     * Annotation of the request: uid of the namespace that was made for it. The request ends when
     * this namespace is deleted.
     */
    public static final String NAMESPACE_UID = "dragoman.dev/namespace-uid";

    /** Annotation of the request: its state, such as {@code Ready}. */
    public static final String STATE = "dragoman.dev/state";

    /** Annotation of the request: reason of the state, CamelCase. */
    public static final String REASON = "dragoman.dev/reason";

    /** Annotation of the request: message about the state, for people. */
    public static final String MESSAGE = "dragoman.dev/message";

    /** Annotation of the request: when the published token expires. */
    public static final String TOKEN_EXPIRES = "dragoman.dev/token-expires";

    /** Prefix of all annotations and labels of Dragoman. */
    public static final String PREFIX = "dragoman.dev/";

    /**
     * Annotations with {@link #PREFIX} that a request may have: those that users write, and those
     * that the operator writes.
     */
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
                    PREFIX + AnnotationStatus.UNTOLD,
                    PREFIX + AnnotationStatus.SEAL);

    /** Name of the ServiceAccount whose tokens are given out. */
    public static final String ACCOUNT = "admin";

    /**
     * Secret in the vended namespace to which tokens are bound: deleting the Secret revokes the
     * tokens.
     */
    public static final String HANDLE = ReservedSecrets.TOKEN;

    private Keys() {}
}
