package dev.dragoman.certificates.decision;

import dev.dragoman.certificates.pki.CertificateChecks;
import dev.dragoman.certificates.pki.CertificateSpec;
import dev.dragoman.certificates.pki.Certificates;
import dev.dragoman.certificates.pki.Finding;
import dev.dragoman.certificates.pki.Finding.Reason;
import dev.dragoman.certificates.pki.Issuer;
import dev.dragoman.certificates.pki.Observed;
import dev.dragoman.certificates.pki.Result;
import dev.dragoman.certificates.pki.TlsSecret;
import dev.dragoman.certificates.pki.Validity;
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
 * What is decided by. Immutable.
 *
 * @param certificate the object
 * @param secret its Secret
 * @param authority who is to sign
 * @param followers the certificates of this CA, while it is replaced
 * @param pace when things happen
 * @param now the time of day
 * @param asks whether others are asked to sign
 */
public record Facts(
        CertificateObject certificate,
        OwnSecret secret,
        Authority authority,
        List<Follower> followers,
        Pace pace,
        Instant now,
        boolean asks) {
    /** What time alone brings, and is left alone where renewal is off. */
    private static final Set<Reason> BY_TIME =
            EnumSet.of(Reason.DUE, Reason.EXPIRED, Reason.NOT_YET_VALID, Reason.OUTLIVES_ISSUER);

    /** Of it what a life that is too short brings again and again. */
    private static final Set<Reason> PASSING = EnumSet.of(Reason.DUE, Reason.EXPIRED);

    private static final Duration ANY = Duration.ofDays(1);

    public Facts {
        followers = List.copyOf(followers);
    }

    /** The same with another content of the Secret. */
    Facts with(OwnSecret other) {
        return new Facts(certificate, other, authority, followers, pace, now, asks);
    }

    /** The same with these certificates of the CA. */
    public Facts withFollowers(List<Follower> others) {
        return new Facts(certificate, secret, authority, others, pace, now, asks);
    }

    /**
     * Whether the certificates of the CA count: it is replaced, or is about to be, or has to be
     * made anew.
     */
    public boolean needsFollowers() {
        return certificate.root()
                && certificate.problems().isEmpty()
                && (secret.replacing() || !reasons().isEmpty());
    }

    /** Former CAs and until when they are trusted, as far as they are known to have been its. */
    Map<String, Instant> former() {
        var former = new LinkedHashMap<>(secret.former());
        former.keySet().removeIf(each -> !trustedOnce(each));
        return former;
    }

    /**
     * Whether the CA's status, which who may write its Secret cannot write, says that a CA was
     * trusted. It says nothing where this operator has not yet shown one.
     */
    boolean trustedOnce(String id) {
        return !(certificate.status().get(State.TRUSTED) instanceof List<?> shown)
                || shown.contains(id);
    }

    /** The same where this is wanted. */
    public Facts with(CertificateObject other) {
        return new Facts(other, secret, authority, followers, pace, now, asks);
    }

    /** Whether others are asked to sign it. CAs are this operator's own, which replaces them. */
    public boolean asked() {
        return asks && certificate.problems().isEmpty() && !certificate.spec().ca();
    }

    /**
     * What the certificate is to be. A CA of which nobody says how many may be below it keeps what
     * it has, or those below it could not be issued any more: MARIN3R's have no limit.
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

    /** What of it the CA does not let the namespace have; empty where it may have it. */
    Optional<String> beyond() {
        return authority instanceof Authority.Ca ca
                ? ca.consent()
                        .beyond(certificate.spec())
                        .map(
                                each ->
                                        "signer.caSigned.caSecretRef: Secret %s does not let namespace %s have this: %s. Its owner writes %s into the annotation %s, where that is meant. What was issued before stays as it is, is not renewed, and ends with the CA that signed it"
                                                .formatted(
                                                        certificate.ca().orElseThrow(),
                                                        certificate.namespace(),
                                                        each,
                                                        Consent.entry(
                                                                certificate.namespace(),
                                                                certificate.spec()),
                                                        CertificateNames.ALLOW))
                : Optional.empty();
    }

    /** What is wrong with the certificate, the weightiest first. */
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
            // nobody but these could write the rest anew
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
                            "the annotation %s asks for it".formatted(CertificateNames.RENEW)));
        }
        return List.copyOf(findings);
    }

    /** What of it keeps it from being used, also where the spec is none. */
    List<Finding> unusable() {
        return certificate.problems().isEmpty()
                ? findings()
                : CertificateChecks.findings(
                        new Observed(
                                CertificateSpec.client("any", ANY),
                                secret.data(),
                                issuer(secret),
                                List.of(),
                                secret.issuedByUs() && !secret.signedByOthers(),
                                secret.signedByOthers(),
                                pace.renewal(certificate).off()),
                        now);
    }

    /** What a certificate in this place would be found to be, but for its time of renewal. */
    List<Finding> findings(OwnSecret other) {
        return CertificateChecks.findings(observed(other, false), now);
    }

    private Observed observed(OwnSecret own, boolean renewing) {
        var renewal = pace.renewal(certificate);
        // a bundle alone is written anew: the certificate is as good as it was
        var data = renewing ? own.data().without(TlsSecret.TRUST) : own.data();
        return new Observed(
                spec(),
                data,
                issuer(own),
                authority instanceof Authority.Ca ca ? ca.former() : List.of(),
                own.issuedByUs() && !own.signedByOthers(),
                own.signedByOthers(),
                renewing ? renewal : renewal.off());
    }

    /** The issuer by what stands in the Secret; empty where nobody else has signed it. */
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

    /** The key that another certificate keeps; empty where it is to have a new one. */
    public Optional<KeyPair> keptKey() {
        var certificates = secret.certificate();
        if (!certificate.keepsKey() || certificates.isEmpty()) {
            return Optional.empty();
        }
        return secret.data()
                .key()
                .flatMap(Result::toOptional)
                .filter(each -> Certificates.belong(certificates.get(), each))
                .map(each -> new KeyPair(certificates.get().getPublicKey(), each));
    }

    /** What keeps it from being issued, each with its reason. */
    public List<String> lacking() {
        var problems = certificate.problems();
        if (!problems.isEmpty()) {
            return problems.stream().map(each -> State.INVALID + ": " + each).toList();
        }
        if (secret.whose() == OwnSecret.Whose.FOREIGN) {
            return List.of(State.CONFLICT + ": Secret " + certificate.secretName());
        }
        return authority instanceof Authority.None(var reason, var message)
                ? List.of(reason + ": " + message)
                : beyond().map(each -> Authority.NOT_ALLOWED + ": " + each).stream().toList();
    }

    /** Findings for which it is issued anew. */
    List<Finding> reasons() {
        boolean held = heldUntil().isPresent();
        return findings().stream()
                .filter(each -> !left(each))
                .filter(each -> !held || !PASSING.contains(each.reason()))
                .toList();
    }

    /**
     * Until when time alone is no reason for another certificate: the spec asks for such a short
     * life that its renewals would never end. Empty where it is none.
     */
    Optional<Instant> heldUntil() {
        return secret.certificate()
                .filter(each -> pace.tooShort(life(each)))
                .map(each -> each.getNotBefore().toInstant().plus(pace.leastPause()))
                .filter(now::isBefore);
    }

    /** Others may have given it less than was asked for. */
    private Duration life(X509Certificate each) {
        return secret.signedByOthers() ? Validity.of(each).life() : certificate.spec().validFor();
    }

    /** When time alone is the next reason for another certificate; empty where it is none. */
    Optional<Instant> renewedAt() {
        return secret.certificate()
                .filter(any -> certificate.renewed())
                .map(each -> pace.renewal(certificate).at(each))
                .map(at -> heldUntil().filter(at::isBefore).orElse(at));
    }

    /** Whether it had a certificate before, by what its status shows or remembers. */
    public boolean issuedBefore() {
        return certificate.status().containsKey(State.HASH)
                || !Rewrites.of(certificate).certificate().isEmpty();
    }

    /** What would be mended if renewal were on; empty where it is on. */
    Optional<Finding> needsRenewal() {
        if (certificate.renewed()) {
            return Optional.empty();
        }
        return findings().stream()
                .filter(this::left)
                .findFirst()
                .or(
                        () ->
                                secret.certificate()
                                        .filter(this::due)
                                        .map(
                                                each ->
                                                        new Finding(
                                                                Reason.DUE,
                                                                "its renewal is due since "
                                                                        + pace.renewal(certificate)
                                                                                .at(each))));
    }

    private boolean due(X509Certificate each) {
        return !now.isBefore(pace.renewal(certificate).at(each));
    }

    /** Whether renewal is off, and nobody but time asks for another certificate. */
    private boolean left(Finding finding) {
        return !certificate.renewed()
                && (BY_TIME.contains(finding.reason())
                        || (finding.reason() == Reason.ISSUER_CHANGED && byFormer()));
    }

    /** Whether the same CA has signed it, before it was replaced. */
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
