package dev.dragoman.certificates.decision;

/** Names that others know: of the kind, of field managers, of annotations. */
public final class CertificateNames {
    public static final String GROUP = "operator.marin3r.3scale.net";
    public static final String API_VERSION = GROUP + "/v1alpha1";
    public static final String KIND = "DiscoveryServiceCertificate";

    /** Field manager of the Secrets; the route says it too. */
    public static final String MANAGER = "dragoman-certificates";

    /** On a Secret of another: name of the certificate that may take it over. */
    public static final String ADOPT = "dragoman.dev/adopt-by";

    /** On the Secret of a CA: namespaces whose certificates it may sign, or {@code *}. */
    public static final String ALLOW = "dragoman.dev/allow-namespaces";

    /** The same, as the spec of the CA says it. */
    static final String SPEC_ALLOWS = "dragoman.dev/allowed-namespaces";

    /** On a Secret: hash of the certificate that belongs there. */
    static final String HASH = "dragoman.dev/certificate-hash";

    /** On a Secret: its certificate was there before this operator. */
    static final String TAKEN_OVER = "dragoman.dev/taken-over";

    /** On a Secret: its certificate was signed by others, whose CAs stand beside it. */
    static final String OTHERS = "dragoman.dev/signed-by-others";

    /** On a certificate: whoever sets another value asks for another certificate. */
    static final String RENEW = "dragoman.dev/renew";

    /** On a Secret: that value, when its certificate was issued. */
    static final String RENEWED = "dragoman.dev/renewed";

    /** On the Secret of a CA that is replaced: since when the next one is to be trusted. */
    static final String SINCE = "dragoman.dev/rotation-since";

    /** On the Secret of a CA: former CAs and until when they are trusted, {@code id=time,...}. */
    static final String FORMER = "dragoman.dev/trusted-until";

    /**
     * On the certificate of a CA: hash of the trust bundle that all have by now who are no
     * certificates. While it is another one, or empty, the CA that comes next signs nothing.
     */
    static final String CONSUMERS = "dragoman.dev/trusted-by-consumers";

    private CertificateNames() {}
}
