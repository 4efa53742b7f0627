package dev.dragoman.certificates.decision;

import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/**
 * A certificate whose spec names a CA, directly or through CAs below it. Read from the
 * certificate's object. Immutable.
 *
 * @param name namespace and name
 * @param signed whether the CA itself signs it, and not a CA below or an external signer
 * @param allowed whether the CA's Secret allows the certificate; every user can name the CA in a
 *     spec
 * @param has whether a certificate has been issued
 * @param blocked whether nothing is written for it: it is being deleted, or a user has to correct
 *     something first
 * @param trustHash hash of the trust bundle in its Secret; empty without one
 * @param issuer id of the CA that has signed it; empty if the CA is not known
 * @param ends end of its validity; {@link Instant#MAX} if the end is not known
 */
public record Follower(
        String name,
        boolean signed,
        boolean allowed,
        boolean has,
        boolean blocked,
        String trustHash,
        String issuer,
        Instant ends) {
    /**
     * Reasons of the condition Ready that last until a user corrects the cause; nothing is written
     * until then.
     */
    private static final Set<String> BLOCKING =
            Set.of(
                    State.INVALID,
                    State.CONFLICT,
                    Authority.NOT_ALLOWED,
                    Authority.UNREADABLE,
                    // reasons of dev.dragoman.kube.failure.WriteRefused
                    "Forbidden",
                    "Invalid");

    /**
     * Reads a follower from a certificate's object.
     *
     * @param signed whether the spec names the CA itself, and not a CA below
     * @param allowed whether the CA's Secret allows the certificate
     */
    public static Follower of(Map<String, Object> object, boolean signed, boolean allowed) {
        var certificate = new CertificateObject(object);
        var status = certificate.status();
        return new Follower(
                certificate.namespace() + "/" + certificate.name(),
                signed && !State.signedByOthers(status),
                allowed,
                !Json.text(status, State.HASH).isEmpty(),
                // nothing is written any more for a certificate that is being deleted
                certificate.deleting() || waits(certificate),
                Json.text(status, State.TRUST),
                Json.text(status, State.ISSUER),
                Fields.time(Json.text(status, State.NOT_AFTER)).orElse(Instant.MAX));
    }

    private static boolean waits(CertificateObject certificate) {
        return "False".equals(certificate.condition("Ready", "status"))
                && BLOCKING.contains(certificate.condition("Ready", "reason"));
    }

    /**
     * Whether a rotation waits for this certificate, because its Secret does not have the trust
     * bundle with this hash.
     */
    boolean lacks(String bundle) {
        return allowed && has && !blocked && !trustHash.equals(bundle);
    }

    /**
     * Whether the CA with this id may have signed the certificate. False for a certificate that is
     * not allowed, so that it cannot prolong the trust in a former CA.
     */
    boolean mayBeOf(String ca) {
        return has && allowed && (issuer.equals(ca) || (signed && issuer.isEmpty()));
    }
}
