package dev.dragoman.certificates.decision;

import dev.dragoman.certificates.pki.Certificates;
import dev.dragoman.certificates.pki.Issuer;
import dev.dragoman.certificates.pki.TlsSecret;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The signer of a certificate, as its spec names it. */
public sealed interface Authority {
    /** Reason: there is no Secret of the CA. */
    String MISSING = "CaMissing";

    /** Reason: the Secret holds no CA that can sign. */
    String UNUSABLE = "CaUnusable";

    /** Reason: the CA is in another namespace and does not allow this certificate. */
    String NOT_ALLOWED = "CaNotAllowed";

    /** Reason: the operator has no right to read the Secret. */
    String UNREADABLE = "ReadRefused";

    /** Reason: the owner of the certificate's object is not in this cluster. */
    String STALE = "StaleOwnerReference";

    /** The certificate signs itself. */
    record Itself() implements Authority {}

    /**
     * A CA signs the certificate.
     *
     * @param issuer the CA without its key
     * @param former earlier certificates of the CA that are still trusted
     * @param consent which certificates of this CA the certificate's namespace may have
     * @param secret the Secret of the CA, with its key; for use in this reconciliation only
     */
    record Ca(Issuer issuer, List<X509Certificate> former, Consent consent, TlsSecret secret)
            implements Authority {
        public Ca {
            former = List.copyOf(former);
        }
    }

    /**
     * No CA can or may sign.
     *
     * @param reason one of the reasons above
     * @param message what is wrong and what to do
     */
    record None(String reason, String message) implements Authority {}

    /**
     * Derives the signer from the Secret of the CA.
     *
     * @param secret the Secret that the spec names; empty if there is none
     */
    static Authority of(CertificateObject certificate, Optional<Map<String, Object>> secret) {
        var named = certificate.ca();
        if (named.isEmpty()) {
            return new Itself();
        }
        if (secret.isEmpty() && named.get().namespace().equals(certificate.namespace())) {
            return new None(
                    MISSING,
                    "signer.caSigned.caSecretRef: there is no Secret %s; nothing is issued until it exists"
                            .formatted(named.get()));
        }
        // one message for both cases, so as not to tell whether another namespace has the Secret
        var consent = secret.map(each -> Consent.of(each, certificate.namespace()));
        if (consent.filter(Consent::any).isEmpty()) {
            return new None(
                    NOT_ALLOWED,
                    "signer.caSigned.caSecretRef: there is no Secret %s, or it does not let namespace %s have certificates of its CA. To allow them, the Secret's owner adds the namespace to its annotation %s. A certificate that exists stays, and is not renewed"
                            .formatted(
                                    named.get(), certificate.namespace(), CertificateNames.ALLOW));
        }
        var content = Secrets.read(secret.get());
        var issuer = Issuer.read(content);
        if (issuer.toOptional().isEmpty()) {
            return new None(
                    UNUSABLE,
                    "signer.caSigned.caSecretRef: Secret %s: %s"
                            .formatted(named.get(), issuer.problem()));
        }
        var ca = issuer.toOptional().get();
        return new Ca(
                ca,
                ca.anchors().stream()
                        .filter(each -> !each.equals(ca.certificate()))
                        .filter(Certificates::signsOthers)
                        .toList(),
                consent.get(),
                content);
    }

    /**
     * For a certificate whose owner, or its Secret's, came from another cluster with a backup.
     *
     * @param owner kind and name of the owner
     */
    static None stale(String owner) {
        return new None(
                STALE,
                "metadata.ownerReferences names %s with a uid that is not in this cluster. The garbage collector may delete this object, and its Secret with it, so nothing is done for it. Remove metadata.ownerReferences"
                        .formatted(owner));
    }
}
