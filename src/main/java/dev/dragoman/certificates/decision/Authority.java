package dev.dragoman.certificates.decision;

import dev.dragoman.certificates.pki.Certificates;
import dev.dragoman.certificates.pki.Issuer;
import dev.dragoman.certificates.pki.TlsSecret;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who is to sign a certificate. */
public sealed interface Authority {
    /** There is no Secret of the CA. */
    String MISSING = "CaMissing";

    /** What is in the Secret is no CA that can sign. */
    String UNUSABLE = "CaUnusable";

    /** The CA is in another namespace, and does not allow this one. */
    String NOT_ALLOWED = "CaNotAllowed";

    /** The operator has no right to read the Secret. */
    String UNREADABLE = "ReadRefused";

    /** The certificate itself. */
    record Itself() implements Authority {}

    /**
     * A CA.
     *
     * @param issuer its public half
     * @param former earlier certificates of it that are still trusted
     * @param consent what it lets the namespace have
     * @param secret what it was read from, with its key: for this reconciliation alone
     */
    record Ca(Issuer issuer, List<X509Certificate> former, Consent consent, TlsSecret secret)
            implements Authority {
        public Ca {
            former = List.copyOf(former);
        }
    }

    /**
     * None that may or can.
     *
     * @param reason CamelCase
     * @param message what is wrong and what to do
     */
    record None(String reason, String message) implements Authority {}

    /**
     * What follows from the Secret of the CA.
     *
     * @param secret as it was read; empty where there is none
     */
    static Authority of(CertificateObject certificate, Optional<Map<String, Object>> secret) {
        var named = certificate.ca();
        if (named.isEmpty()) {
            return new Itself();
        }
        if (secret.isEmpty() && named.get().namespace().equals(certificate.namespace())) {
            return new None(
                    MISSING,
                    "signer.caSigned.caSecretRef: there is no Secret %s; nothing is issued until it is there"
                            .formatted(named.get()));
        }
        // who may not use a Secret of another namespace does not learn whether it is there
        var consent = secret.map(each -> Consent.of(each, certificate.namespace()));
        if (consent.filter(Consent::any).isEmpty()) {
            return new None(
                    NOT_ALLOWED,
                    "signer.caSigned.caSecretRef: there is no Secret %s, or it does not let namespace %s have certificates of it. Its owner adds the namespace to the annotation %s. What was issued before stays as it is, and is not renewed"
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

    /** Whether its namespace may have it of this CA; reads the metadata alone. */
    static boolean allowed(CertificateObject certificate, Map<String, Object> secret) {
        return Consent.of(secret, certificate.namespace()).beyond(certificate.spec()).isEmpty();
    }
}
