package dev.dragoman.certificates.decision;

import dev.dragoman.capability.Ending;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.capability.status.Condition.Severity;
import dev.dragoman.capability.status.Note;
import dev.dragoman.capability.status.Outside;
import dev.dragoman.capability.status.Repairs;
import dev.dragoman.certificates.pki.CertificateHash;
import dev.dragoman.certificates.pki.Certificates;
import dev.dragoman.certificates.pki.Finding;
import dev.dragoman.certificates.pki.Finding.Reason;
import dev.dragoman.certificates.pki.Issuer;
import dev.dragoman.certificates.pki.PemFiles;
import dev.dragoman.certificates.pki.TlsSecret;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.Outcome;
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
import java.util.stream.Stream;

/** Makes status and conditions of a certificate's object at the end of a reconciliation. Pure. */
final class State {
    static final String HASH = "certificateHash";
    static final String TRUST = "trustBundleHash";
    static final String ISSUER = "issuer";
    static final String TRUSTED = "trusted";
    static final String NOT_AFTER = "notAfter";

    /**
     * Field of {@link CertificateObject#OWN}: whether an external signer has signed the
     * certificate.
     */
    private static final String OTHERS = "signedByOthers";

    /** Reason: the spec cannot be used. */
    static final String INVALID = "InvalidSpec";

    /** Reason: the Secret does not belong to the certificate. */
    static final String CONFLICT = "SecretConflict";

    /** Reason: nobody can write the Secret. */
    static final String IMMUTABLE = "SecretImmutable";

    static final String ISSUED = "Issued";
    static final String REFUSED = "IssueRefused";

    /** Condition that MARIN3R's DiscoveryServiceCertificateWatcher set. */
    private static final String NEEDS_RENEWAL = "CertificateNeedsRenewal";

    /** Reasons for which a certificate cannot be used, whichever CA has to sign it. */
    private static final Set<Reason> UNUSABLE =
            EnumSet.of(
                    Reason.MISSING,
                    Reason.UNREADABLE,
                    Reason.KEY_MISMATCH,
                    Reason.EXPIRED,
                    Reason.NOT_YET_VALID);

    /** Length of a hash in messages. */
    private static final int SHORT = 12;

    /** Longest pause, so that the operator soon notices if the clock was set. */
    private static final Duration LONGEST = Duration.ofHours(1);

    private static final Duration SHORTEST = Duration.ofMillis(100);

    private State() {}

    /** The end of a reconciliation that could not make the certificate as the spec says. */
    static Ending failed(CertificateFacts facts, String reason, String message, Outcome outcome) {
        return Ending.of(
                        Condition.notReady(
                                INVALID.equals(reason) ? Severity.ERROR : Severity.WARNING,
                                reason,
                                message,
                                facts.certificate().generation()),
                        Note.warning(reason, message),
                        outcome)
                .withOthers(others(facts))
                .withStatus(status(facts, Optional.empty()));
    }

    /**
     * The end of a reconciliation that could not make the certificate, without a retry. Only a
     * change of a watched object reconciles again.
     */
    static Ending failed(CertificateFacts facts, String reason, String message) {
        return failed(facts, reason, message, new Outcome.Fatal(reason, message));
    }

    /** The end of a reconciliation whose repair waits, because others undid earlier repairs. */
    static Ending paused(CertificateFacts facts, Instant until) {
        var message =
                "%s: the next repair is at %s"
                        .formatted(
                                Rewrites.of(facts.certificate()).message(facts.certificate()),
                                until);
        var rest = Duration.between(facts.now(), until);
        return failed(
                facts,
                Repairs.CONDITION,
                message,
                new Outcome.RequeueAfter(rest.compareTo(LONGEST) > 0 ? LONGEST : rest));
    }

    /**
     * The end of a reconciliation that has nothing to do now.
     *
     * @param phase phase of the replacement of a CA; empty if no CA is being replaced
     * @param told notes about the writes of this reconciliation
     * @param again when to reconcile again at the latest
     */
    static Ending settled(
            CertificateFacts facts, Optional<Phase> phase, List<Note> told, Instant again) {
        var generation = facts.certificate().generation();
        var rest = Duration.between(facts.now(), again);
        var outcome = new Outcome.RequeueAfter(rest.compareTo(SHORTEST) < 0 ? SHORTEST : rest);
        var wrong = facts.findings().stream().filter(each -> UNUSABLE.contains(each.reason()));
        var worst = wrong.findFirst();
        var ready =
                worst.map(
                                each ->
                                        Condition.notReady(
                                                Severity.WARNING,
                                                each.reason().text(),
                                                facts.certificate().renewed()
                                                        ? each.message()
                                                        : each.message()
                                                                + "; it is not renewed, as certificateRenewal.enabled is false",
                                                generation))
                        .orElseGet(
                                () -> Condition.ready(ISSUED, message(facts, phase), generation));
        var note =
                worst.map(each -> Note.warning(ready.reason(), ready.message()))
                        .orElseGet(() -> Note.normal(ready.reason(), ready.message()));
        return new Ending(
                Optional.of(ready),
                others(facts),
                Optional.of(status(facts, phase)),
                Optional.empty(),
                told.isEmpty() ? List.of(note) : told,
                outcome,
                Optional.of(
                        new Outside(
                                facts.certificate().uid(),
                                Map.of("secret", facts.certificate().secretName()))),
                Optional.empty());
    }

    /**
     * The message of the condition Ready. Contains all values on which other objects depend:
     * objects that refer to this one are reconciled when a condition changes.
     */
    private static String message(CertificateFacts facts, Optional<Phase> phase) {
        return "all is as the spec says: certificate %s, trust bundle %s%s"
                .formatted(
                        shortened(facts.secret().hash()),
                        shortened(facts.secret().trustHash()),
                        phase.map(each -> ", rotation " + each.name()).orElse(""));
    }

    private static String shortened(String hash) {
        return hash.substring(0, Math.min(SHORT, hash.length()));
    }

    private static List<Condition> others(CertificateFacts facts) {
        var generation = facts.certificate().generation();
        var others = new ArrayList<Condition>();
        if (facts.certificate().problems().isEmpty()) {
            facts.needsRenewal()
                    .ifPresent(
                            each ->
                                    others.add(
                                            new Condition(
                                                    NEEDS_RENEWAL,
                                                    true,
                                                    Severity.NONE,
                                                    "CertificateAboutToExpire",
                                                    each.message()
                                                            + "; certificateRenewal.enabled is false: delete Secret %s, or set the field to true"
                                                                    .formatted(
                                                                            facts.certificate()
                                                                                    .secretName()),
                                                    generation)));
        }
        heldBack(facts).ifPresent(others::add);
        Rewrites.of(facts.certificate()).condition(facts.certificate()).ifPresent(others::add);
        facts.certificate()
                .otherNamespace()
                .ifPresent(
                        each ->
                                others.add(
                                        new Condition(
                                                "SecretNamespaceUsed",
                                                false,
                                                Severity.INFO,
                                                "OwnNamespace",
                                                "secretRef.namespace '%s' is not used: the Secret is in the namespace of this object; remove the field"
                                                        .formatted(each),
                                                generation)));
        return others;
    }

    private static Optional<Condition> heldBack(CertificateFacts facts) {
        var certificate = facts.certificate();
        if (!certificate.problems().isEmpty()
                || !certificate.renewed()
                || !facts.pace().tooShort(certificate.spec().validFor())) {
            return Optional.empty();
        }
        return Optional.of(
                new Condition(
                        "RenewedInTime",
                        false,
                        Severity.WARNING,
                        "ValidForTooShort",
                        "validFor is %d s: the certificate is renewed only every %d s, and is expired in between. Set validFor to %d s or more; the cluster's administrator may allow less by DRAGOMAN_CERTIFICATES_SHORTEST"
                                .formatted(
                                        certificate.spec().validFor().toSeconds(),
                                        facts.pace().leastPause().toSeconds(),
                                        facts.pace().shortest().toSeconds()),
                        certificate.generation()));
    }

    private static Map<String, Object> status(CertificateFacts facts, Optional<Phase> phase) {
        var status = new LinkedHashMap<String, Object>();
        var own = facts.secret().whose() == OwnSecret.Whose.OURS;
        // computed even if the spec is invalid, as the former certificate may still be usable
        var findings =
                own
                        ? facts.unusable().stream().map(Finding::reason).toList()
                        : List.of(Reason.MISSING);
        status.put("ready", findings.stream().noneMatch(UNUSABLE::contains));
        status.put("observedGeneration", facts.certificate().generation());
        if (own) {
            facts.secret()
                    .certificate()
                    .ifPresent(
                            each -> {
                                status.put("notBefore", each.getNotBefore().toInstant().toString());
                                status.put(NOT_AFTER, each.getNotAfter().toInstant().toString());
                                status.put(ISSUER, issuer(facts, each));
                                status.put(HASH, hash(facts));
                            });
            if (!facts.secret().trustHash().isEmpty()) {
                status.put(TRUST, trustHash(facts));
            }
            if (facts.certificate().root()) {
                trusted(facts).ifPresent(each -> status.put(TRUSTED, each));
            }
        }
        phase.ifPresent(each -> each.show(status));
        var remembered = new LinkedHashMap<>(Rewrites.of(facts.certificate()).toStatus());
        if (own && facts.secret().signedByOthers()) {
            remembered.put(OTHERS, true);
        }
        if (!remembered.isEmpty()) {
            status.put(CertificateObject.OWN, remembered);
        }
        return status;
    }

    /** Whether a certificate's status says that an external signer has signed it. */
    static boolean signedByOthers(Map<String, Object> status) {
        return Boolean.TRUE.equals(
                Fields.map(Map.of("status", status), "status", CertificateObject.OWN).get(OTHERS));
    }

    /**
     * Whether the status says that an external signer has signed the certificate that is in the
     * Secret now.
     */
    static boolean signedByOthers(Map<String, Object> status, TlsSecret secret) {
        return signedByOthers(status)
                && secret.hash(TlsSecret.CERTIFICATE)
                        .filter(each -> each.equals(status.get(HASH)))
                        .isPresent();
    }

    /**
     * Hash of the trust bundle, by which the CA sees that its bundle has arrived. Does not cover
     * the roots of an external signer, which {@code ca.crt} has too.
     */
    private static String trustHash(CertificateFacts facts) {
        return facts.secret().signedByOthers()
                        && facts.authority() instanceof Authority.Ca ca
                        && facts.secret().trusted().containsAll(ca.issuer().anchors())
                ? CertificateHash.of(PemFiles.write(ca.issuer().anchors()))
                : facts.secret().trustHash();
    }

    /**
     * Ids of the trusted CAs. The status stores them so that nobody can add a CA by writing the
     * Secret. While the CA has to be replaced, the ids in the status do not change.
     */
    private static Optional<List<String>> trusted(CertificateFacts facts) {
        var shown =
                facts.certificate().status().get(TRUSTED) instanceof List<?> list
                        ? Optional.of(list.stream().map(String::valueOf).toList())
                        : Optional.<List<String>>empty();
        if (!facts.reasons().isEmpty()) {
            return shown;
        }
        return Optional.of(facts.secret().trusted().stream().map(OwnSecret::id).sorted().toList());
    }

    /**
     * Hash of the certificate. A certificate of MARIN3R keeps the hash that MARIN3R gave it,
     * because labels of pods have that hash.
     */
    private static String hash(CertificateFacts facts) {
        var shown = facts.certificate().status().get(HASH);
        return !facts.secret().issuedByUs()
                        && !facts.secret().swapped()
                        && shown instanceof String former
                        && !former.isEmpty()
                ? former
                : facts.secret().hash();
    }

    /**
     * Id of the CA that has signed the certificate; empty if no known CA has. If the CA cannot be
     * read, the id in the status stays as long as the certificate does not change.
     */
    private static String issuer(CertificateFacts facts, X509Certificate certificate) {
        var status = facts.certificate().status();
        if (facts.authority() instanceof Authority.None
                && hash(facts).equals(status.get(HASH))
                && status.get(ISSUER) instanceof String shown) {
            return shown;
        }
        var known =
                facts.authority() instanceof Authority.Ca ca
                        ? Stream.concat(Stream.of(ca.issuer().certificate()), ca.former().stream())
                        : Stream.of(certificate);
        var others = facts.others().map(Issuer::certificate).stream();
        return Stream.concat(others, known)
                .filter(each -> Certificates.signed(each, certificate))
                .map(OwnSecret::id)
                .findFirst()
                .orElse("");
    }
}
