package dev.dragoman.certificates.pki;

/**
 * Something that is wrong with a certificate, or a reason to issue another one.
 *
 * @param reason the kind of finding
 * @param message what was found and what is wanted, without any key material
 */
public record Finding(Reason reason, String message) {
    /** Why another certificate is issued; the most important reason first. */
    public enum Reason {
        /** There is no certificate, or no key. */
        MISSING("SecretMissing"),
        /** A value is no PEM of a certificate or key. */
        UNREADABLE("SecretUnreadable"),
        /** The key does not belong to the certificate. */
        KEY_MISMATCH("KeyMismatch"),
        /** Somebody has replaced the certificate by another one. */
        SWAPPED("CertificateSwapped"),
        /** The certificate names the issuer, but the signature is not the issuer's. */
        NOT_SIGNED("NotSigned"),
        /** Another CA issued the certificate, or a former certificate of the same CA did. */
        ISSUER_CHANGED("IssuerChanged"),
        /** The chain in {@code tls.crt}, or {@code ca.crt}, does not lead to the root. */
        CHAIN("ChainBroken"),
        /** The spec has another common name. */
        COMMON_NAME("CommonNameChanged"),
        /** The spec has other hosts. */
        HOSTS("HostsChanged"),
        /** The spec has other usages. */
        USAGES("UsagesChanged"),
        /**
         * The certificate is a CA and the spec is not, or the reverse, or its path length is wrong.
         */
        CA_FLAG("CaFlagChanged"),
        /** The spec has another duration. */
        DURATION("DurationChanged"),
        /** The spec has another kind of key. */
        KEY_SPEC("KeyChanged"),
        /** The certificate ends after its issuer. */
        OUTLIVES_ISSUER("OutlivesIssuer"),
        /** The certificate begins in the future. */
        NOT_YET_VALID("NotYetValid"),
        /** The certificate has ended. */
        EXPIRED("Expired"),
        /** The renewal is due. */
        DUE("RenewalDue"),
        /** An annotation asks for another certificate. */
        REQUESTED("RenewalRequested");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        /** The reason in conditions and Events; it never changes. */
        public String text() {
            return text;
        }
    }
}
