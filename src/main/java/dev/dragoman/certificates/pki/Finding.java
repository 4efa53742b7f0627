package dev.dragoman.certificates.pki;

/**
 * Something that is wrong with a certificate, or a reason to issue another one.
 *
 * @param reason stable; its name may be shown
 * @param message what is found and what is wanted, without any key material
 */
public record Finding(Reason reason, String message) {
    /** Why a certificate is issued anew; the weightier first. */
    public enum Reason {
        /** There is no certificate, or no key. */
        MISSING("SecretMissing"),
        /** It is there, and is no PEM of a certificate or key. */
        UNREADABLE("SecretUnreadable"),
        /** The key is not that of the certificate. */
        KEY_MISMATCH("KeyMismatch"),
        /** Somebody has put another certificate in its place. */
        SWAPPED("CertificateSwapped"),
        /** It names the issuer, and the signature is not the issuer's. */
        NOT_SIGNED("NotSigned"),
        /** Another issuer made it, or an earlier certificate of the same one. */
        ISSUER_CHANGED("IssuerChanged"),
        /** What is between it and the root, or {@code ca.crt}, does not lead to the root. */
        CHAIN("ChainBroken"),
        /** The spec has another common name. */
        COMMON_NAME("CommonNameChanged"),
        /** The spec has other hosts. */
        HOSTS("HostsChanged"),
        /** It may not be used as the spec says. */
        USAGES("UsagesChanged"),
        /** It is a CA and should be none, or the reverse. */
        CA_FLAG("CaFlagChanged"),
        /** The spec has another length of life. */
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

        /** As reason of a condition or an Event; never changes. */
        public String text() {
            return text;
        }
    }
}
