package dev.dragoman.certificates.decision;

/** Names that are part of the API: kind, field manager, annotations. */
public final class CertificateNames {
    public static final String GROUP = "operator.marin3r.3scale.net";
    public static final String API_VERSION = GROUP + "/v1alpha1";
    public static final String KIND = "DiscoveryServiceCertificate";

    /**
     * Field manager of the Secrets; the route's line {@code kubernetes-apply} has the same value.
     */
    public static final String MANAGER = "dragoman-certificates";

    /**
     * Annotation of a Secret without owner: name of the DiscoveryServiceCertificate that may take
     * over the Secret.
     */
    public static final String ADOPT = "dragoman.dev/adopt-by";

    /**
     * Annotation of a CA's Secret: which namespaces may have which certificates, see {@link
     * Consent}.
     */
    public static final String ALLOW = "dragoman.dev/allow-namespaces";

    /** Annotation of a CA's Secret: entries like those of {@link #ALLOW}, from the CA's spec. */
    static final String SPEC_ALLOWS = "dragoman.dev/allowed-namespaces";

    /**
     * Annotation of a Secret: hash of the certificate that this operator has written to the Secret
     * or found in it.
     */
    static final String HASH = "dragoman.dev/certificate-hash";

    /** Annotation of a Secret: proves that this operator wrote its certificate and trust bundle. */
    static final String SEAL = "dragoman.dev/certificate-seal";

    /**
     * Annotation of a Secret: its certificate is not from this operator, which took over the
     * Secret.
     */
    static final String TAKEN_OVER = "dragoman.dev/taken-over";

    /**
     * Annotation of a Secret: an external signer has signed its certificate, and the signer's CAs
     * are in the Secret too.
     */
    static final String OTHERS = "dragoman.dev/signed-by-others";

    /** Annotation of a DiscoveryServiceCertificate: another value asks for another certificate. */
    static final String RENEW = "dragoman.dev/renew";

    /** Annotation of a Secret: the value of {@link #RENEW} when its certificate was issued. */
    static final String RENEWED = "dragoman.dev/renewed";

    /**
     * Annotation of the Secret of a CA that is being replaced: since when the next CA is in the
     * trust bundle.
     */
    static final String SINCE = "dragoman.dev/rotation-since";

    /**
     * Annotation of a CA's Secret: former CAs and until when each is trusted, {@code id=time,...}.
     */
    static final String FORMER = "dragoman.dev/trusted-until";

    /**
     * Annotation of a CA's DiscoveryServiceCertificate: hash of the trust bundle that all consumers
     * other than certificates have by now. While it differs from the hash of the current bundle,
     * the next CA does not sign.
     */
    static final String CONSUMERS = "dragoman.dev/trusted-by-consumers";

    private CertificateNames() {}
}
