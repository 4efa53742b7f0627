package dev.dragoman.azure.decision;

import dev.dragoman.capability.Before;
import dev.dragoman.reconcile.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Create or update: look, claim, send if different, wait, export, Ready. Nothing is claimed before
 * Azure has answered with the credential of the day: a claim that came from settings which never
 * worked would name a resource that nobody was ever asked for.
 */
final class Creation {
    /** Wait between two looks when Azure names none; the pace of Microsoft's own clients. */
    static final Duration DEFAULT_WAIT = Duration.ofSeconds(10);

    /** A Retry-After of zero would spin. */
    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

    /** Differing paths that an Event names. */
    private static final int SHOWN = 5;

    private static final String FAILED = "CreateOrUpdateActionError";

    private Creation() {}

    static Step next(Facts facts, Progress done) {
        var operation = facts.state().operation();
        if (operation.isPresent() && done.put().isEmpty()) {
            return done.poll().isEmpty()
                    ? poll(facts, operation.get())
                    : afterPoll(facts, done, operation.get(), done.poll().get());
        }
        if (done.put().isPresent()) {
            return afterPut(facts, done, done.put().get());
        }
        if (facts.settled() && !facts.timing().resync() && done.get().isEmpty()) {
            return Decision.quiet(facts, Outcome.done());
        }
        var desired = facts.desired().orElseThrow();
        var edited =
                facts.state().acceptedHash().filter(h -> !h.equals(desired.hash())).isPresent();
        if (done.get().isEmpty()) {
            return edited ? put(facts, done, facts.state()) : new Step.Get();
        }
        return afterGet(facts, done, facts.state(), done.get().get());
    }

    /** An event in between does not make Azure faster: its Retry-After counts. */
    static Step poll(Facts facts, OwnState.Operation operation) {
        return facts.timing().pollWait().isPresent()
                ? Decision.quiet(facts, new Outcome.RequeueAfter(facts.timing().pollWait().get()))
                : new Step.Poll(operation);
    }

    /** The operation ends, the next step waits for what is missing. */
    static Step pollDespite(
            Facts facts, Progress done, OwnState.Operation operation, Problem problem) {
        if (done.poll().isEmpty()) {
            return poll(facts, operation);
        }
        return switch (Polling.read(done.poll().get())) {
            case RUNNING, UNKNOWN, FAILED -> afterPoll(facts, done, operation, done.poll().get());
            case LOST -> Decision.failed(facts, facts.state().idle(), problem, FAILED);
            case SUCCEEDED ->
                    Decision.failed(
                            facts, facts.state().accepted(operation.bodyHash()), problem, FAILED);
        };
    }

    private static Step afterGet(Facts facts, Progress done, OwnState state, Answer got) {
        if (facts.claim().needed() && !done.claimed() && (got.ok() || got.notFound())) {
            return claim(facts, done, got);
        }
        if (got.notFound()) {
            return put(facts, done, state);
        }
        if (unregistered(got) && done.registered().isEmpty()) {
            return new Step.Register();
        }
        if (!got.ok()) {
            if (Decision.keepsReady(facts, got)) {
                return Decision.quiet(
                        facts,
                        Decision.problem(facts, got, "compare " + facts.subject().display())
                                .outcome());
            }
            return Decision.failed(
                    facts,
                    state,
                    Decision.problem(facts, got, "read " + facts.subject().display()),
                    FAILED);
        }
        if (got.transitional()) {
            return wanted(facts, state)
                    .flatMap(any -> StateChecks.blocked(facts, got.body()))
                    .orElseGet(() -> waiting(facts, state, got, List.of()));
        }
        var open = LookUps.next(facts, done, false);
        if (open.isPresent()) {
            return open.get();
        }
        var desired = facts.desired().orElseThrow();
        var differs =
                state.acceptedHash().filter(h -> !h.equals(desired.hash())).isPresent()
                        || !state.notEchoed().containsAll(drift(facts, done, got.body()))
                        || failedBefore(got);
        return differs
                ? put(facts, done, state)
                : Exporting.next(
                        facts,
                        done,
                        moved(facts, done, state.accepted(desired.hash()), got.body()),
                        got.body(),
                        List.of());
    }

    /** Remembers what was asked for of what others may move. */
    private static OwnState moved(
            Facts facts, Progress done, OwnState state, Map<String, Object> shown) {
        var against = facts.desired().orElseThrow().against();
        return state.withMoved(against.moved(LookUps.complete(facts, done), shown));
    }

    /** What is there and stays as it is needs nobody's leave. */
    private static Step claim(Facts facts, Progress done, Answer got) {
        if (got.notFound()) {
            return new Step.Claim(Optional.of(Before.create()));
        }
        boolean changes =
                facts.desired().orElseThrow().look()
                        && !facts.state().notEchoed().containsAll(drift(facts, done, got.body()));
        return new Step.Claim(changes ? before(facts, done) : Optional.empty());
    }

    /** The body, if Azure has not accepted it yet. */
    private static Optional<Facts.Desired> wanted(Facts facts, OwnState state) {
        return facts.desired().filter(d -> !state.acceptedHash().equals(Optional.of(d.hash())));
    }

    /** Azure shows a failed resource as it stands; the same PUT again is how it is repaired. */
    private static boolean failedBefore(Answer got) {
        return "failed".equalsIgnoreCase(got.provisioningState());
    }

    /** The intent is persisted before it is sent, in the same write as the claim where possible. */
    private static Step put(Facts facts, Progress done, OwnState state) {
        var desired = facts.desired().orElseThrow();
        if ((desired.against().mustLook()
                        || desired.look()
                        || done.judged()
                        || StateChecks.look(facts))
                && done.get().isEmpty()) {
            return new Step.Get();
        }
        if (done.judged()) {
            return unsent(facts, done, state, done.get().orElseThrow());
        }
        var blocked = StateChecks.before(facts, done);
        if (blocked.isPresent()) {
            return blocked.get();
        }
        if (!done.claimed()
                && facts.claim().reconciledGeneration() != facts.subject().generation()) {
            return new Step.Claim(before(facts, done));
        }
        // a claim was written just now, so the object is there; without one, nobody has asked
        if (!done.claimed() && !done.confirmed()) {
            return new Step.Confirm();
        }
        return LookUps.next(facts, done, true)
                .orElseGet(
                        () -> {
                            var body = LookUps.complete(facts, done);
                            var shown = done.get().filter(Answer::ok);
                            return new Step.Put(
                                    shown.map(got -> desired.against().toSend(body, got.body()))
                                            .orElse(body),
                                    shown.filter(any -> desired.against().mustLook())
                                            .flatMap(Answer::etag),
                                    before(facts, done));
                        });
    }

    /** Where nobody looked, it is not known what is there, and nobody asks. */
    private static Optional<Before> before(Facts facts, Progress done) {
        return done.get()
                .map(
                        got ->
                                got.ok()
                                        ? Before.change(
                                                facts.desired().orElseThrow().look()
                                                        ? drift(facts, done, got.body())
                                                        : List.of())
                                        : Before.create());
    }

    /** A team's verdict: what exists keeps what is exported of it. */
    private static Step unsent(Facts facts, Progress done, OwnState state, Answer got) {
        return got.ok()
                ? Exporting.next(facts, done, state, got.body(), List.of())
                : Decision.quiet(facts, Outcome.done());
    }

    private static List<String> drift(Facts facts, Progress done, Map<String, Object> shown) {
        return facts.desired().orElseThrow().against().drift(LookUps.complete(facts, done), shown);
    }

    private static Step afterPut(Facts facts, Progress done, Answer sent) {
        var desired = facts.desired().orElseThrow();
        var doing = "create or update " + facts.subject().display();
        if (sent.outdated()) {
            return Decision.outdated(facts, doing);
        }
        if (!sent.ok()) {
            if (unregistered(sent) && done.registered().isEmpty()) {
                return new Step.Register();
            }
            return Decision.failed(
                    facts, facts.state().idle(), Decision.problem(facts, sent, doing), FAILED);
        }
        var begun = begun(facts, done);
        if (sent.operation().isPresent() && !finished(sent)) {
            var operation = new OwnState.Operation(sent.operation().get(), "PUT", desired.hash());
            return waiting(facts, facts.state().running(operation), sent, List.of(begun));
        }
        var accepted = facts.state().accepted(desired.hash());
        if (sent.transitional() || sent.status() == 202) {
            return waiting(facts, accepted, sent, List.of(begun));
        }
        if (sent.hasResource()) {
            return ready(facts, done, accepted, sent.body(), List.of(begun));
        }
        return done.get().isEmpty()
                ? new Step.Get()
                : afterAccepted(facts, done, accepted, done.get().get(), List.of(begun));
    }

    /** Who did not send it wants to know why it was sent. */
    private static AzureEvent begun(Facts facts, Progress done) {
        var id = facts.claim().resourceId().orElse(facts.subject().display());
        var known = facts.state().acceptedHash().isPresent();
        if (known && done.before().filter(Answer::notFound).isPresent()) {
            return begun("created %s again: it was gone from Azure".formatted(id), true);
        }
        var paths =
                done
                        .before()
                        .filter(Answer::ok)
                        .map(got -> drift(facts, done, got.body()))
                        .orElse(List.of())
                        .stream()
                        .filter(path -> !facts.state().notEchoed().contains(path))
                        .sorted()
                        .limit(SHOWN)
                        .toList();
        var hash = facts.desired().map(Facts.Desired::hash);
        boolean edited = !facts.state().acceptedHash().equals(hash);
        return edited || paths.isEmpty()
                ? begun("Azure accepted " + id, false)
                : begun(
                        "sent %s again: Azure had it different in %s"
                                .formatted(id, String.join(", ", paths)),
                        true);
    }

    private static AzureEvent begun(String text, boolean repair) {
        return new AzureEvent(false, "BeginCreateOrUpdate", text, repair);
    }

    /** An operation header on an answer that already shows the final resource needs no poll. */
    private static boolean finished(Answer sent) {
        return sent.status() == 200
                && sent.hasResource()
                && "succeeded".equalsIgnoreCase(sent.provisioningState());
    }

    private static Step afterPoll(
            Facts facts, Progress done, OwnState.Operation operation, Answer polled) {
        var doing = "create or update " + facts.subject().display();
        return switch (Polling.read(polled)) {
            // the URL is in status already: an unchanged wait costs no write
            case RUNNING ->
                    new Step.Finish(
                            ReadyCondition.shown(facts.subject().object(), "Reconciling")
                                    ? Optional.empty()
                                    : Optional.of(
                                            ReadyCondition.reconciling(
                                                    facts.subject().generation())),
                            facts.state(),
                            Optional.empty(),
                            new Outcome.RequeueAfter(wait(polled)),
                            List.of());
            case UNKNOWN ->
                    Decision.unanswered(
                            facts,
                            polled,
                            "ask for the operation of " + facts.subject().display(),
                            FAILED);
            case FAILED ->
                    Decision.failed(
                            facts,
                            facts.state().idle(),
                            Decision.problem(facts, Polling.failure(polled), doing),
                            FAILED);
            case LOST -> afterOperation(facts, done, facts.state().idle());
            case SUCCEEDED ->
                    afterOperation(facts, done, facts.state().accepted(operation.bodyHash()));
        };
    }

    private static Step afterOperation(Facts facts, Progress done, OwnState state) {
        return done.get().isEmpty()
                ? new Step.Get()
                : afterAccepted(facts, done, state, done.get().get(), List.of());
    }

    /** The first look after Azure said it was done. */
    private static Step afterAccepted(
            Facts facts, Progress done, OwnState state, Answer got, List<AzureEvent> notes) {
        if (got.notFound()) {
            // replication lags behind: look again before concluding that it is gone
            return waiting(facts, state, got, notes);
        }
        if (got.ok() && !got.transitional()) {
            var desired = facts.desired().orElseThrow();
            var accepted = state.acceptedHash().filter(h -> h.equals(desired.hash())).isPresent();
            return accepted && !failedBefore(got)
                    ? ready(facts, done, state, got.body(), notes)
                    : resend(facts, done, state, got);
        }
        return got.ok()
                ? waiting(facts, state, got, notes)
                : Decision.failed(
                        facts,
                        state,
                        Decision.problem(facts, got, "read " + facts.subject().display()),
                        FAILED);
    }

    /** Fresh from Azure: what it shows differently now is its way, not drift. */
    private static Step ready(
            Facts facts,
            Progress done,
            OwnState accepted,
            Map<String, Object> resource,
            List<AzureEvent> notes) {
        var open = LookUps.next(facts, done, false);
        if (open.isPresent()) {
            return open.get();
        }
        var differing = drift(facts, done, resource);
        var mark =
                facts.desired()
                        .orElseThrow()
                        .against()
                        .fields(LookUps.complete(facts, done), resource);
        return Exporting.next(
                facts,
                done,
                moved(facts, done, accepted.echoed(differing).withFields(mark), resource),
                resource,
                notes);
    }

    /** Edited while Azure was busy, or the operation's result is unknown. */
    private static Step resend(Facts facts, Progress done, OwnState state, Answer got) {
        if (done.put().isPresent()) {
            return waiting(facts, state, got, List.of());
        }
        return state.acceptedHash().isEmpty()
                ? afterGet(facts, done, state, got)
                : put(facts, done, state);
    }

    static Step waiting(Facts facts, OwnState state, Answer answer, List<AzureEvent> notes) {
        return new Step.Finish(
                Optional.of(ReadyCondition.reconciling(facts.subject().generation())),
                state,
                Optional.empty(),
                new Outcome.RequeueAfter(wait(answer)),
                notes);
    }

    static Duration wait(Answer answer) {
        var asked = answer.retryAfter().orElse(DEFAULT_WAIT);
        return asked.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : asked;
    }

    private static boolean unregistered(Answer answer) {
        return answer.error()
                .map(Answer.Failure::code)
                .orElse("")
                .equals("MissingSubscriptionRegistration");
    }
}
