package dev.dragoman.certificates.pki;

/**
 * Something that is wrong with a certificate, or a reason to issue another one.
 *
 * @param reason the kind of finding
 * @param message what was found and what is wanted, without any key material
 */
public record Finding(Reason reason, String message) {
    /** Why a certificate is issued anew; the most important first. */
    public enum Reason {
        /** There is no certificate, or no key. */
        MISSING("SecretMissing"),
        /** A value is no PEM of a certificate or key. */
        UNREADABLE("SecretUnreadable"),
        /** The key does not belong to the certificate. */
        KEY_MISMATCH("KeyMismatch"),
        /** Somebody has put another certificate in its place. */
        SWAPPED("CertificateSwapped"),
        /** It names the issuer, but the signature is not the issuer's. */
        NOT_SIGNED("NotSigned"),
        /** Another CA issued it, or a former certificate of the same CA. */
        ISSUER_CHANGED("IssuerChanged"),
        /** The chain behind it, or {@code ca.crt}, does not lead to the root. */
        CHAIN("ChainBroken"),
        /** The spec has another common name. */
        COMMON_NAME("CommonNameChanged"),
        /** The spec has other hosts. */
        HOSTS("HostsChanged"),
        /** The spec has other usages. */
        USAGES("UsagesChanged"),
        /** It is a CA and should be none, or the reverse, or its path length is wrong. */
        CA_FLAG("CaFlagChanged"),
        /** The spec has another duration. */
        DURATION("DurationChanged"),
        /** The spec has another kind of key. */
        KEY_SPEC("KeyChanged"),
        /** It ends after its issuer. */
        OUTLIVES_ISSUER("OutlivesIssuer"),
        /** Its begin is in the future. */
        NOT_YET_VALID("NotYetValid"),
        /** Its end is past. */
        EXPIRED("Expired"),
        /** Its renewal is due. */
        DUE("RenewalDue"),
        /** Somebody asks for another one. */
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
