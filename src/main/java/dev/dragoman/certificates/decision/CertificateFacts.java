package dev.dragoman.certificates.decision;

import dev.dragoman.certificates.pki.CertificateChecks;
import dev.dragoman.certificates.pki.CertificateSpec;
import dev.dragoman.certificates.pki.Certificates;
import dev.dragoman.certificates.pki.Finding;
import dev.dragoman.certificates.pki.Finding.Reason;
import dev.dragoman.certificates.pki.Issuer;
import dev.dragoman.certificates.pki.ObservedCertificate;
import dev.dragoman.certificates.pki.TlsSecret;
import dev.dragoman.certificates.pki.Validity;
import dev.dragoman.kube.object.Seal;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The facts of a certificate. Immutable.
 *
 * @param certificate the object
 * @param secret the Secret that holds the certificate
 * @param authority the signer
 * @param followers the certificates of this CA while it is being replaced; otherwise empty
 * @param pace times of renewal and replacement
 * @param now the current time
 * @param asks whether teams' steps at the point {@code sign} ask an external signer
 * @param seal proves what this operator has written
 */
public record CertificateFacts(
        CertificateObject certificate,
        OwnSecret secret,
        Authority authority,
        List<Follower> followers,
        Pace pace,
        Instant now,
        boolean asks,
        Seal seal) {
    /** Reasons that arise only as time passes; they are ignored if renewal is off. */
    private static final Set<Reason> BY_TIME =
            EnumSet.of(Reason.DUE, Reason.EXPIRED, Reason.NOT_YET_VALID, Reason.OUTLIVES_ISSUER);

    /** Reasons that come again and again if the life of a certificate is too short. */
    private static final Set<Reason> PASSING = EnumSet.of(Reason.DUE, Reason.EXPIRED);

    private static final Duration ANY = Duration.ofDays(1);

    public CertificateFacts {
        followers = List.copyOf(followers);
    }

    /** Copy with another content of the Secret. */
    CertificateFacts with(OwnSecret other) {
        return new CertificateFacts(
                certificate, other, authority, followers, pace, now, asks, seal);
    }

    /** Copy with the certificates of the CA. */
    public CertificateFacts withFollowers(List<Follower> others) {
        return new CertificateFacts(certificate, secret, authority, others, pace, now, asks, seal);
    }

    /**
     * Whether the followers must be read: the certificate is a root CA that is being replaced, or
     * that has a reason to be replaced.
     */
    public boolean needsFollowers() {
        return certificate.root()
                && certificate.problems().isEmpty()
                && (secret.replacing() || !reasons().isEmpty());
    }

    /** Until when former CAs are trusted, by id; without those that fail {@link #trustedOnce}. */
    Map<String, Instant> former() {
        var former = new LinkedHashMap<>(secret.former());
        former.keySet().removeIf(each -> !trustedOnce(each));
        return former;
    }

    /**
     * Whether the status says that a CA was trusted. Users who write Secrets cannot forge the
     * status. True if the status has no list of trusted CAs yet.
     */
    boolean trustedOnce(String id) {
        return !(certificate.status().get(State.TRUSTED) instanceof List<?> shown)
                || shown.contains(id);
    }

    /** Copy with another object. */
    public CertificateFacts with(CertificateObject other) {
        return new CertificateFacts(other, secret, authority, followers, pace, now, asks, seal);
    }

    /**
     * Whether an external signer is asked for the certificate; never for a CA, which this operator
     * replaces itself.
     */
    public boolean asked() {
        return asks && certificate.problems().isEmpty() && !certificate.spec().ca();
    }

    /**
     * The wanted certificate. A CA without pathLength in its spec keeps its path length. CAs of
     * MARIN3R have no limit; with a limit, CAs below them could no longer be issued.
     */
    public CertificateSpec spec() {
        var spec =
                authority instanceof Authority.Ca ca
                        ? ca.consent().limited(certificate.spec())
                        : certificate.spec();
        return spec.ca() && !certificate.saysPathLength()
                ? secret.certificate()
                        .map(X509Certificate::getBasicConstraints)
                        .filter(each -> each >= 0)
                        .map(spec::withPathLength)
                        .orElse(spec)
                : spec;
    }

    /** Why the CA does not let the namespace have the certificate; empty if it does. */
    Optional<String> beyond() {
        if (!(authority instanceof Authority.Ca ca)) {
            return Optional.empty();
        }
        var spec = certificate.spec();
        var namespace = certificate.namespace();
        return ca.consent()
                .beyond(spec)
                .map(
                        each ->
                                "signer.caSigned.caSecretRef: Secret %s does not let namespace %s have this certificate: %s. To allow it, the Secret's owner adds %s to its annotation %s. A certificate that exists stays, is not renewed, and is valid no longer than the CA that signed it"
                                        .formatted(
                                                certificate.ca().orElseThrow(),
                                                namespace,
                                                each,
                                                Consent.entry(namespace, spec),
                                                CertificateNames.ALLOW));
    }

    /** Findings about the certificate, the most important first. */
    List<Finding> findings() {
        var findings = new ArrayList<>(CertificateChecks.findings(observed(secret, true), now));
        if (secret.swapped()
                && findings.stream().noneMatch(each -> each.reason() == Reason.MISSING)) {
            findings.add(
                    0,
                    new Finding(
                            Reason.SWAPPED,
                            "tls.crt is not the certificate that was issued; somebody else wrote it"));
        }
        if (secret.signedByOthers()) {
            // the chain and ca.crt must fit, as only the external signer could provide them again
            var issuer = Issuer.behind(secret.data());
            if (issuer.toOptional().isEmpty()) {
                findings.add(new Finding(Reason.CHAIN, issuer.problem()));
            }
        }
        var asked = certificate.renewal();
        if (!asked.isEmpty() && !asked.equals(secret.annotations().get(CertificateNames.RENEWED))) {
            findings.add(
                    new Finding(
                            Reason.REQUESTED,
                            "the annotation %s asks for another certificate"
                                    .formatted(CertificateNames.RENEW)));
        }
        return List.copyOf(findings);
    }

    /** Findings because of which the certificate cannot be used, even if the spec is invalid. */
    List<Finding> unusable() {
        return certificate.problems().isEmpty()
                ? findings()
                : CertificateChecks.findings(
                        new ObservedCertificate(
                                CertificateSpec.client("any", ANY),
                                secret.data(),
                                issuer(secret),
                                List.of(),
                                secret.issuedByUs() && !secret.signedByOthers(),
                                secret.signedByOthers(),
                                pace.renewal(certificate).off()),
                        now);
    }

    /**
     * Findings about another content of the Secret, without the finding that the renewal is due.
     */
    List<Finding> findings(OwnSecret other) {
        return CertificateChecks.findings(observed(other, false), now);
    }

    private ObservedCertificate observed(OwnSecret own, boolean renewing) {
        var renewal = pace.renewal(certificate);
        // a wrong bundle is only rewritten, so it is no reason for another certificate
        var data = renewing ? own.data().without(TlsSecret.TRUST) : own.data();
        return new ObservedCertificate(
                spec(),
                data,
                issuer(own),
                authority instanceof Authority.Ca ca ? ca.former() : List.of(),
                own.issuedByUs() && !own.signedByOthers(),
                own.signedByOthers(),
                renewing ? renewal : renewal.off());
    }

    /**
     * The issuer in the certificate's own Secret; empty if no external signer has signed the
     * certificate.
     */
    Optional<Issuer> others() {
        return secret.signedByOthers()
                ? Issuer.behind(secret.data()).toOptional()
                : Optional.empty();
    }

    private Optional<Issuer> issuer(OwnSecret own) {
        return with(own)
                .others()
                .or(
                        () ->
                                authority instanceof Authority.Ca ca
                                        ? Optional.of(ca.issuer())
                                        : Optional.empty());
    }

    /** The key that the next certificate keeps; empty if it gets a new key. */
    public Optional<KeyPair> keptKey() {
        return certificate.keepsKey() ? secret.pair() : Optional.empty();
    }

    /** Findings that are a reason to issue another certificate. */
    List<Finding> reasons() {
        boolean held = heldUntil().isPresent();
        return findings().stream()
                .filter(each -> !ignored(each))
                .filter(each -> !held || !PASSING.contains(each.reason()))
                .toList();
    }

    /**
     * Until when a renewal has to wait, because the life is so short that renewals would never
     * pause. Empty if no renewal has to wait.
     */
    Optional<Instant> heldUntil() {
        return secret.certificate()
                .filter(each -> pace.tooShort(life(each)))
                .map(each -> each.getNotBefore().toInstant().plus(pace.leastPause()))
                .filter(now::isBefore);
    }

    /**
     * Life of the certificate: the actual life if an external signer has signed, otherwise as in
     * the spec.
     */
    private Duration life(X509Certificate each) {
        return secret.signedByOthers() ? Validity.of(each).life() : certificate.spec().validFor();
    }

    /** When the certificate is renewed; empty if there is no certificate, or renewal is off. */
    Optional<Instant> renewedAt() {
        return secret.certificate()
                .filter(any -> certificate.renewed())
                .map(each -> pace.renewal(certificate).at(each))
                .map(at -> heldUntil().filter(at::isBefore).orElse(at));
    }

    /** Whether the status says that a certificate was issued before. */
    public boolean issuedBefore() {
        return certificate.status().containsKey(State.HASH)
                || !Rewrites.of(certificate).certificate().isEmpty();
    }

    /** A finding that is ignored because renewal is off; empty if there is none. */
    Optional<Finding> needsRenewal() {
        if (certificate.renewed()) {
            return Optional.empty();
        }
        return findings().stream()
                .filter(this::ignored)
                .findFirst()
                .or(() -> secret.certificate().filter(this::due).map(this::dueSince));
    }

    private Finding dueSince(X509Certificate each) {
        var since = pace.renewal(certificate).at(each);
        return new Finding(Reason.DUE, "the renewal is due since " + since);
    }

    private boolean due(X509Certificate each) {
        return !now.isBefore(pace.renewal(certificate).at(each));
    }

    /** Whether a finding is ignored, because renewal is off and only time has brought it. */
    private boolean ignored(Finding finding) {
        return !certificate.renewed()
                && (BY_TIME.contains(finding.reason())
                        || (finding.reason() == Reason.ISSUER_CHANGED && byFormer()));
    }

    /** Whether an earlier certificate of the same CA has signed the certificate. */
    private boolean byFormer() {
        return authority instanceof Authority.Ca ca
                && secret.certificate()
                        .filter(
                                mine ->
                                        ca.former().stream()
                                                .anyMatch(each -> Certificates.signed(each, mine)))
                        .isPresent();
    }
}
