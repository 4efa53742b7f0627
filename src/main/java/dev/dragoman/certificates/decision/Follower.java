package dev.dragoman.certificates.decision;

import dev.dragoman.kube.Fields;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/**
 * A certificate that a CA has signed or is to sign.
 *
 * @param name namespace and name
 * @param signed whether the CA itself signs it, and no CA below it
 * @param allowed whether the CA lets its namespace have it: others only know a name
 * @param has whether there is a certificate
 * @param blocked whether nothing can be done for it until somebody mends something
 * @param trustHash hash of the trust bundle that it has; empty without one
 * @param issuer id of the CA that has signed it; empty where that is not known
 * @param ends its end; {@link Instant#MAX} where that is not known
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
    /** With these nothing is written until somebody mends them. */
    private static final Set<String> BLOCKING =
            Set.of(
                    State.INVALID,
                    State.CONFLICT,
                    Authority.NOT_ALLOWED,
                    Authority.UNREADABLE,
                    // reasons of dev.dragoman.kube.WriteRefused
                    "Forbidden",
                    "Invalid");

    /**
     * What a certificate's object shows.
     *
     * @param signed whether the CA itself signs it
     * @param allowed whether the CA lets its namespace have certificates
     */
    public static Follower of(Map<String, Object> object, boolean signed, boolean allowed) {
        var certificate = new CertificateObject(object);
        var status = certificate.status();
        return new Follower(
                certificate.namespace() + "/" + certificate.name(),
                signed && !State.signedByOthers(status),
                allowed,
                !text(status, State.HASH).isEmpty(),
                // nothing is done any more for one whose deletion was asked for
                certificate.deleting() || waits(certificate),
                text(status, State.TRUST),
                text(status, State.ISSUER),
                ends(text(status, State.NOT_AFTER)));
    }

    private static boolean waits(CertificateObject certificate) {
        return "False".equals(certificate.condition("Ready", "status"))
                && BLOCKING.contains(certificate.condition("Ready", "reason"));
    }

    private static String text(Map<String, Object> status, String field) {
        return Fields.map(Map.of("s", status), "s").get(field) instanceof String text ? text : "";
    }

    private static Instant ends(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException unknown) {
            return Instant.MAX;
        }
    }

    /** Whether a rotation waits for it while it has not this bundle. */
    boolean lacks(String bundle) {
        return allowed && has && !blocked && !trustHash.equals(bundle);
    }

    /**
     * Whether it may have a certificate that this CA has signed. Whoever is not allowed any counts
     * as one without: neither a name nor what was signed before must prolong anything.
     */
    boolean mayBeOf(String ca) {
        return has && allowed && (issuer.equals(ca) || (signed && issuer.isEmpty()));
    }
}
