package dev.dragoman.certificates.decision;

/** Names that are part of the API: kind, field manager, annotations. */
public final class CertificateNames {
    public static final String GROUP = "operator.marin3r.3scale.net";
    public static final String API_VERSION = GROUP + "/v1alpha1";
    public static final String KIND = "DiscoveryServiceCertificate";

    /** Field manager of the Secrets; the route names it too. */
    public static final String MANAGER = "dragoman-certificates";

    /** On a Secret without owner: name of the certificate that may take it over. */
    public static final String ADOPT = "dragoman.dev/adopt-by";

    /** On the Secret of a CA: which namespaces may have which certificates, see {@link Consent}. */
    public static final String ALLOW = "dragoman.dev/allow-namespaces";

    /** On the Secret of a CA: the same entries from the CA's spec. */
    static final String SPEC_ALLOWS = "dragoman.dev/allowed-namespaces";

    /** On a Secret: hash of the certificate that this operator has written or found there. */
    static final String HASH = "dragoman.dev/certificate-hash";

    /** On a Secret: its certificate was issued before this operator. */
    static final String TAKEN_OVER = "dragoman.dev/taken-over";

    /** On a Secret: its certificate was signed by others, whose CAs are in it too. */
    static final String OTHERS = "dragoman.dev/signed-by-others";

    /** On a certificate's object: another value asks for another certificate. */
    static final String RENEW = "dragoman.dev/renew";

    /** On a Secret: the value of {@link #RENEW} when its certificate was issued. */
    static final String RENEWED = "dragoman.dev/renewed";

    /** On the Secret of a CA that is being replaced: since when the next one is in the bundle. */
    static final String SINCE = "dragoman.dev/rotation-since";

    /** On the Secret of a CA: former CAs and until when they are trusted, {@code id=time,...}. */
    static final String FORMER = "dragoman.dev/trusted-until";

    /**
     * On the object of a CA: hash of the trust bundle that all consumers other than certificates
     * have by now. While it differs from the current bundle, the next CA does not sign.
     */
    static final String CONSUMERS = "dragoman.dev/trusted-by-consumers";

    private CertificateNames() {}
}
