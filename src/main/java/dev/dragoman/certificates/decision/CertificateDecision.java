package dev.dragoman.certificates.decision;

import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.status.Note;
import dev.dragoman.certificates.pki.Finding;
import dev.dragoman.certificates.pki.Issued;
import dev.dragoman.certificates.pki.Result;
import dev.dragoman.certificates.pki.SigningRequest;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Decides the next step for a DiscoveryServiceCertificate. Pure. */
public final class CertificateDecision {
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    /** Time until an external signer is asked again after an answer that could not be used. */
    private static final Duration OTHERS = Duration.ofMinutes(15);

    /** The end of the message about a Secret whose owner was in another cluster. */
    private static final String STALE =
            ". It names as its owner this certificate with another uid, so the garbage collector may delete it: save it, and remove its metadata.ownerReferences";

    private CertificateDecision() {}

    /** The next step, or the end of the reconciliation. */
    public static dev.dragoman.capability.Step next(CertificateFacts facts, Results done) {
        if (facts.certificate().deleting()) {
            // the garbage collector deletes the Secret
            return Ending.quiet(Outcome.done());
        }
        var problems = facts.certificate().problems();
        if (!problems.isEmpty()) {
            return State.failed(facts, State.INVALID, String.join("; ", problems));
        }
        if (facts.authority() instanceof Authority.None(var reason, var message)
                && Authority.STALE.equals(reason)) {
            return State.failed(facts, reason, message);
        }
        return switch (facts.secret().whose()) {
            case FOREIGN ->
                    facts.secret().stale(facts.certificate())
                            ? State.failed(facts, Authority.STALE, conflict(facts) + STALE)
                            : State.failed(facts, State.CONFLICT, conflict(facts));
            case OFFERED ->
                    done.has(CertificateStep.Adopt.class)
                            ? Ending.quiet(new Outcome.RequeueAfter(AT_ONCE))
                            : new CertificateStep.Adopt();
            case OURS, NOBODY -> own(facts, done);
        };
    }

    private static String conflict(CertificateFacts facts) {
        return "Secret %s does not belong to this certificate, so nothing is written to it: name another Secret in secretRef, or delete this Secret. To hand it over, annotate the Secret with %s=%s; it must have no owner, have the type kubernetes.io/tls, and not be immutable"
                .formatted(
                        facts.certificate().secretName(),
                        CertificateNames.ADOPT,
                        facts.certificate().name());
    }

    private static dev.dragoman.capability.Step own(CertificateFacts facts, Results done) {
        var written =
                done.all().reversed().stream()
                        .map(Results.Result::step)
                        .filter(CertificateStep.Apply.class::isInstance)
                        .map(CertificateStep.Apply.class::cast)
                        .findFirst();
        var refused =
                done.last(CertificateStep.Issue.class, Result.class)
                        .filter(each -> each.toOptional().isEmpty());
        if (written.isPresent()) {
            var after = owned(written.get().after());
            var now = remembering(facts, Rewrites.after(facts, written.get(), after)).with(after);
            return refused.isPresent()
                    ? refused(now, refused.get().problem())
                    : answered(facts, done, after, ending(now, written.get()));
        }
        if (facts.authority() instanceof Authority.None(var reason, var message)) {
            return State.failed(facts, reason, message);
        }
        var beyond = facts.beyond();
        if (beyond.isPresent()) {
            return State.failed(facts, Authority.NOT_ALLOWED, beyond.get());
        }
        var issued = done.last(CertificateStep.Issue.class, Result.class);
        if (issued.isPresent()) {
            return issued(facts, done, issued.get());
        }
        var step = step(facts);
        if (step instanceof Ending) {
            var settled = Rewrites.settled(facts);
            return settled.equals(Rewrites.of(facts.certificate()))
                    ? step
                    : step(remembering(facts, settled));
        }
        if (facts.secret().immutable() && !keepsData(facts, step)) {
            // before a key is made: no write can change the Secret
            return State.failed(
                    facts,
                    State.IMMUTABLE,
                    "Secret %s is immutable, so its certificate and its CAs cannot be renewed. Delete the Secret, and the operator makes it again with another key. To keep the key, create the Secret again without the field immutable"
                            .formatted(facts.certificate().secretName()));
        }
        return Rewrites.pausedUntil(facts, step)
                .<dev.dragoman.capability.Step>map(until -> State.paused(facts, until))
                .orElseGet(() -> asking(facts, done, step));
    }

    /** Puts the step Request before the step Issue if an external signer is to sign. */
    private static dev.dragoman.capability.Step asking(
            CertificateFacts facts, Results done, dev.dragoman.capability.Step step) {
        if (!(step instanceof CertificateStep.Issue issue) || !facts.asked()) {
            return step;
        }
        // writes the trust bundle first: an external signer may take long, and the replacement of a
        // CA waits for the bundle
        var trusting = trusting(facts).filter(each -> Rewrites.pausedUntil(facts, each).isEmpty());
        if (trusting.isPresent()) {
            return trusting.get();
        }
        return done.last(CertificateStep.Request.class, SigningRequest.class)
                .<dev.dragoman.capability.Step>map(issue::with)
                .orElseGet(() -> new CertificateStep.Request(issue.findings(), issue.exists()));
    }

    /** Whether the step writes annotations alone, which an immutable Secret lets be changed. */
    private static boolean keepsData(CertificateFacts facts, dev.dragoman.capability.Step step) {
        return step instanceof CertificateStep.Apply write
                && write.after().foreignNext().isEmpty()
                && Secrets.equal(write.after().data(), facts.secret().data());
    }

    private static dev.dragoman.capability.Step step(CertificateFacts facts) {
        return facts.certificate().root() ? Rotation.next(facts) : Leaves.next(facts);
    }

    private static CertificateFacts remembering(CertificateFacts facts, Rewrites rewrites) {
        return facts.with(facts.certificate().remembering(rewrites));
    }

    private static dev.dragoman.capability.Step issued(
            CertificateFacts facts, Results done, Result<?> result) {
        if (!(result.toOptional().orElse(null) instanceof Issued issued)) {
            return trusting(facts)
                    .filter(each -> Rewrites.pausedUntil(facts, each).isEmpty())
                    .<dev.dragoman.capability.Step>map(each -> each)
                    .orElseGet(() -> refused(facts, result.problem()));
        }
        var step =
                done.all().stream()
                        .map(Results.Result::step)
                        .filter(CertificateStep.Issue.class::isInstance)
                        .map(CertificateStep.Issue.class::cast)
                        .findFirst()
                        .orElseThrow();
        var secret = issued.secret();
        var fresh = facts.secret().with(secret);
        var marked =
                fresh.annotated(CertificateNames.HASH, fresh.hash())
                        .annotated(CertificateNames.TAKEN_OVER, "")
                        .annotated(CertificateNames.OTHERS, step.byOthers() ? "true" : "")
                        .annotated(CertificateNames.RENEWED, facts.certificate().renewal());
        var wrong = facts.findings(marked);
        if (!wrong.isEmpty()) {
            // otherwise each reconciliation would issue another certificate
            return refused(
                    facts,
                    "the issued certificate is not as the spec asks: "
                            + wrong.getFirst().message());
        }
        var at = facts.pace().renewal(facts.certificate()).at(issued.certificate());
        if (step.byOthers() && facts.certificate().renewed() && !facts.now().isBefore(at)) {
            return refused(
                    facts,
                    "the certificate from the external signer would be renewed at once: the renewal was due at "
                            + at);
        }
        var why = step.findings().stream().map(Finding::message).collect(Collectors.joining("; "));
        if (step.next()) {
            return Leaves.write(
                    facts, CertificateStep.Move.TRUSTED, why, Rotation.announced(facts, secret));
        }
        return Leaves.write(
                facts,
                step.exists() ? CertificateStep.Move.RENEWED : CertificateStep.Move.ISSUED,
                why,
                facts.certificate().root()
                        ? Rotation.anew(facts, secret)
                        : Leaves.kept(facts, marked));
    }

    /**
     * The step that writes a changed trust bundle to a Secret that keeps its certificate. Empty if
     * the bundle has not changed.
     */
    private static Optional<CertificateStep.Apply> trusting(CertificateFacts facts) {
        if (facts.certificate().root() || facts.secret().certificate().isEmpty()) {
            return Optional.empty();
        }
        var after = Leaves.kept(facts, facts.secret());
        return Leaves.same(after, facts.secret())
                ? Optional.empty()
                : Optional.of(Leaves.write(facts, CertificateStep.Move.KEPT, "", after));
    }

    /**
     * The end of the reconciliation after a refusal. An external signer is asked again only after
     * {@link #OTHERS}, as it may sign a certificate for each request.
     */
    private static Ending refused(CertificateFacts facts, String problem) {
        return State.failed(
                facts,
                State.REFUSED,
                problem,
                facts.asked()
                        ? new Outcome.RequeueAfter(OTHERS)
                        : new Outcome.Transient(
                                State.REFUSED, problem, Outcome.Pace.SLOW, Optional.empty()));
    }

    private static Ending ending(CertificateFacts now, CertificateStep.Apply write) {
        var told = note(now.certificate(), write).map(List::of).orElse(List.of());
        // the next phase of a replacement depends on certificates that react to this write
        return now.certificate().root() ? Rotation.written(now, told) : Leaves.ending(now, told);
    }

    private static OwnSecret owned(OwnSecret after) {
        return new OwnSecret(
                OwnSecret.Whose.OURS, after.data(), after.annotations(), after.read(), List.of());
    }

    /**
     * Requeues the object if the API server has stored a Secret that differs from the written one,
     * because the watch ignores the operator's own writes.
     */
    private static Ending answered(
            CertificateFacts facts, Results done, OwnSecret after, Ending ending) {
        var stored =
                done.last(CertificateStep.Apply.class, Map.class)
                        .filter(
                                each ->
                                        Leaves.same(
                                                OwnSecret.of(
                                                        facts.certificate(),
                                                        facts.authority(),
                                                        Fields.map(
                                                                Map.of("answer", each), "answer"),
                                                        facts.seal()),
                                                after));
        return stored.isPresent() ? ending : ending.comingAgain(new Outcome.RequeueAfter(AT_ONCE));
    }

    private static Optional<Note> note(CertificateObject certificate, CertificateStep.Apply write) {
        var secret = "Secret " + certificate.secretName();
        return switch (write.move()) {
            case ISSUED -> told("CertificateIssued", secret + " has its certificate");
            case RENEWED ->
                    told(
                            "CertificateRenewed",
                            "%s has another certificate: %s".formatted(secret, write.why()));
            case TRUSTED ->
                    told(
                            "RotationStarted",
                            "%s: the next CA is trusted from now on beside the CA that signs, and will sign later: %s"
                                    .formatted(secret, write.why()));
            case REPLACED ->
                    told(
                            "CaReplaced",
                            "%s: the new CA signs from now on: %s".formatted(secret, write.why()));
            case DROPPED -> told("FormerCaDropped", "%s: %s".formatted(secret, write.why()));
            case KEPT -> Optional.empty();
        };
    }

    private static Optional<Note> told(String reason, String text) {
        return Optional.of(new Note(false, reason, text, Note.When.ALWAYS));
    }
}
