package dev.dragoman.azure.decision;

import dev.dragoman.azure.decision.OwnState.Operation;
import dev.dragoman.azure.decision.OwnState.Operation.Form;
import dev.dragoman.capability.Condition.Severity;
import dev.dragoman.reconcile.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What became of a PUT that Azure has taken: it is asked until it has ended, and the resource is
 * seen settled once. Pure.
 */
final class Completion {
    /** Wait between two looks when Azure names none; the pace of Microsoft's own clients. */
    static final Duration DEFAULT_WAIT = Duration.ofSeconds(10);

    /** How long Azure may be at work on what it tells nothing of. */
    private static final Duration LOST_WAIT = Duration.ofSeconds(30);

    /** A Retry-After of zero would spin. */
    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

    private Completion() {}

    /** An event in between does not make Azure faster: its Retry-After counts. */
    static Step poll(Facts facts, Operation operation) {
        return facts.timing().pollWait().isPresent()
                ? Decision.quiet(facts, new Outcome.Pending(facts.timing().pollWait().get()))
                : new Step.Poll(operation);
    }

    /** The operation ends, the next step waits for what is missing. */
    static Step pollDespite(Facts facts, Progress done, Operation operation, Problem problem) {
        if (operation.asks(Form.RESOURCE)) {
            // it has ended as far as can be told; what came of it is seen when nothing is missing
            return Decision.failed(facts, facts.state(), problem, Creation.FAILED);
        }
        if (done.poll().isEmpty()) {
            return poll(facts, operation);
        }
        return switch (Polling.read(done.poll().get(), operation.form())) {
            case RUNNING -> still(facts, done.poll().get());
            // without a body a look tells nothing
            case SILENT, UNKNOWN -> unanswered(facts, done.poll().get());
            case FAILED ->
                    Decision.failed(
                            facts,
                            facts.state().idle(),
                            Decision.problem(
                                    facts,
                                    Polling.failure(done.poll().get()),
                                    "create or update " + facts.subject().display()),
                            Creation.FAILED);
            case LOST ->
                    Decision.failed(
                            facts,
                            facts.state().running(Operation.ofResource("")),
                            problem,
                            Creation.FAILED);
            case SUCCEEDED ->
                    Decision.failed(
                            facts,
                            facts.state().running(operation.byResource()),
                            problem,
                            Creation.FAILED);
        };
    }

    /** Azure was asked for a provider that it wanted to be registered. */
    static Step afterRegistration(Facts facts, Progress done, Answer polled) {
        return switch (Polling.read(polled, Form.PROVIDER)) {
            case RUNNING -> still(facts, polled);
            case SILENT, UNKNOWN ->
                    Decision.unanswered(
                            facts,
                            polled,
                            "look at the registration that %s needs"
                                    .formatted(facts.subject().display()),
                            Creation.FAILED);
            case SUCCEEDED, FAILED, LOST -> Creation.next(facts.idle(), done);
        };
    }

    /** What a poll says of a PUT. */
    static Step afterPoll(Facts facts, Progress done, Operation operation, Answer polled) {
        // of a resource that is asked itself, the poll was the look
        var look =
                done.get().or(() -> Optional.of(polled).filter(p -> operation.asks(Form.RESOURCE)));
        return switch (Polling.read(polled, operation.form())) {
            case RUNNING ->
                    operation.asks(Form.RESOURCE) && edited(facts, operation)
                            ? Creation.put(
                                    facts, done, facts.state().accepted(operation.bodyHash()))
                            : still(facts, polled);
            case UNKNOWN -> unanswered(facts, polled);
            case SILENT ->
                    operation.asks(Form.RESOURCE)
                            ? unanswered(facts, polled)
                            : look.map(got -> afterSilence(facts, done, operation, polled, got))
                                    .orElseGet(Step.Get::new);
            case FAILED ->
                    Creation.refused(
                            facts,
                            done,
                            Polling.failure(polled),
                            "create or update " + facts.subject().display());
            case LOST ->
                    look.map(got -> afterLoss(facts, done, operation, got))
                            .orElseGet(Step.Get::new);
            case SUCCEEDED ->
                    look.map(got -> afterEnd(facts, done, operation, got, List.of()))
                            .orElseGet(Step.Get::new);
        };
    }

    /** Some types show a state for ever that means nothing; an edit is not held up by it. */
    private static boolean edited(Facts facts, Operation operation) {
        return operation.accepted()
                && facts.desired().filter(d -> !d.hash().equals(operation.bodyHash())).isPresent();
    }

    /** The URL is in status already: an unchanged wait costs no write. */
    private static Step still(Facts facts, Answer polled) {
        return new Step.Finish(
                ReadyCondition.shown(facts.subject().object(), "Reconciling")
                        ? Optional.empty()
                        : Optional.of(ReadyCondition.reconciling(facts.subject().generation())),
                facts.state(),
                Optional.empty(),
                new Outcome.Pending(wait(polled)),
                List.of());
    }

    /**
     * The first look after Azure said it was done. Until it shows a settled resource, the resource
     * is asked: only then is known what Azure does not show as it was sent.
     */
    static Step afterEnd(
            Facts facts, Progress done, Operation operation, Answer got, List<AzureEvent> notes) {
        var unsettled = facts.state().running(operation.byResource());
        if (got.notFound() || got.transitional()) {
            // replication lags behind: look again before concluding that it is gone
            return waiting(facts, unsettled, got, notes);
        }
        if (!got.ok()) {
            return unreadable(facts, unsettled, got);
        }
        if (!operation.accepted()) {
            return adoptable(
                    facts, done, got, () -> Creation.put(facts, done, facts.state().idle()));
        }
        var state = facts.state().accepted(operation.bodyHash());
        if (edited(facts, operation)) {
            return Creation.put(facts, done, state);
        }
        return got.broken()
                ? broken(facts, state, got, notes)
                : Creation.ready(facts, done, state, got.body(), notes);
    }

    /**
     * Azure no longer knows the operation, so nobody knows what became of the PUT. It is sent again
     * after one wait: Azure may still be at work on it, or show it late.
     */
    private static Step afterLoss(Facts facts, Progress done, Operation operation, Answer got) {
        var unknown = facts.state().running(Operation.ofResource(""));
        if (!operation.accepted()) {
            return Creation.put(facts, done, facts.state().idle());
        }
        if (got.notFound() || got.transitional()) {
            return waiting(facts, unknown, got, List.of());
        }
        return got.ok()
                ? adoptable(facts, done, got, () -> waiting(facts, unknown, LOST_WAIT, List.of()))
                : unreadable(facts, unknown, got);
    }

    private static Step unanswered(Facts facts, Answer polled) {
        return Decision.unanswered(
                facts,
                polled,
                "ask for the operation of " + facts.subject().display(),
                Creation.FAILED);
    }

    /**
     * Azure fails to tell of the operation. It has ended where the resource is what it is to be. A
     * new resource that Azure calls done is asked once more, and then noted as it is. For all
     * others the operation counts as lost when a resync finds it still silent.
     */
    private static Step afterSilence(
            Facts facts, Progress done, Operation operation, Answer polled, Answer got) {
        boolean made =
                facts.state().acceptedHash().isEmpty()
                        && "succeeded".equalsIgnoreCase(got.provisioningState());
        if (got.ok() && operation.accepted() && made) {
            var told = facts.state().running(operation.byResource());
            return adoptable(facts, done, got, () -> waiting(facts, told, LOST_WAIT, List.of()));
        }
        if (facts.timing().resync()) {
            return afterLoss(facts, done, operation, got);
        }
        return got.ok() && !got.transitional() && operation.accepted()
                ? adoptable(facts, done, got, () -> unanswered(facts, polled))
                : unanswered(facts, polled);
    }

    /** A resource that is as it should be, where no other body was accepted before. */
    private static Step adoptable(
            Facts facts, Progress done, Answer got, Supplier<Step> otherwise) {
        var open = LookUps.next(facts, done, false);
        if (open.isPresent()) {
            return open.get();
        }
        var hash = facts.desired().orElseThrow().hash();
        boolean equal =
                facts.state().acceptedHash().filter(h -> !h.equals(hash)).isEmpty()
                        && !got.broken()
                        && facts.state()
                                .notEchoed()
                                .containsAll(Creation.drift(facts, done, got.body()));
        return equal
                ? Exporting.next(
                        facts,
                        done,
                        Creation.asAsked(facts, done, facts.state(), got.body()),
                        got.body(),
                        List.of())
                : otherwise.get();
    }

    private static Step unreadable(Facts facts, OwnState state, Answer got) {
        return Decision.failed(
                facts,
                state,
                Decision.problem(facts, got, "read " + facts.subject().display()),
                Creation.FAILED);
    }

    /**
     * Azure took it, and it is not what it is to be: the same PUT again is how it is repaired. What
     * is done once for a resource that exists waits for that.
     */
    private static Step broken(Facts facts, OwnState state, Answer got, List<AzureEvent> notes) {
        var text =
                "Azure took %s and shows it as %s, without an error; its activity log may say why; %s"
                        .formatted(
                                facts.subject().display(),
                                got.provisioningState(),
                                Problem.Retry.SLOW.told(
                                        got.retryAfter(), facts.timing().longestPause()));
        var problem =
                new Problem(
                        "ProvisioningFailed",
                        Severity.WARNING,
                        text,
                        Problem.Retry.SLOW,
                        got.retryAfter());
        return Decision.failed(facts, state, problem, Creation.FAILED, notes);
    }

    /** An operation header on an answer that already shows the final resource needs no poll. */
    static boolean finished(Answer sent) {
        return sent.status() == 200
                && sent.hasResource()
                && "succeeded".equalsIgnoreCase(sent.provisioningState());
    }

    /** Which header named the operation of an answer. */
    static Form form(Answer answer) {
        return answer.document() ? Form.STATUS : Form.RESULT;
    }

    static Step waiting(Facts facts, OwnState state, Answer answer, List<AzureEvent> notes) {
        return waiting(facts, state, wait(answer), notes);
    }

    private static Step waiting(
            Facts facts, OwnState state, Duration wait, List<AzureEvent> notes) {
        return new Step.Finish(
                Optional.of(ReadyCondition.reconciling(facts.subject().generation())),
                state,
                Optional.empty(),
                new Outcome.Pending(wait),
                notes);
    }

    static Duration wait(Answer answer) {
        var asked = answer.retryAfter().orElse(DEFAULT_WAIT);
        return asked.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : asked;
    }
}
