package dev.dragoman.azure.decision;

import dev.dragoman.azure.decision.OwnState.Operation;
import dev.dragoman.azure.decision.OwnState.Operation.Form;
import dev.dragoman.capability.status.Condition.Severity;
import dev.dragoman.reconcile.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Follows a PUT that Azure has accepted: polls the operation until it has ended, then reads the
 * resource until Azure shows its final state. Pure.
 */
final class Completion {
    /**
     * Wait between two polls when Azure sends no Retry-After. Microsoft's own clients use the same
     * wait.
     */
    static final Duration DEFAULT_WAIT = Duration.ofSeconds(10);

    /** Wait before the next read when Azure does not tell the state of an operation. */
    static final Duration LOST_WAIT = Duration.ofSeconds(30);

    /** Shortest wait: a Retry-After of zero would poll without pause. */
    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

    private Completion() {}

    /**
     * Polls the operation. While Azure's Retry-After is not over, ends and waits for the remaining
     * time instead, whatever started the reconciliation.
     */
    static AzureStep poll(AzureFacts facts, Operation operation) {
        return facts.timing().pollWait().isPresent()
                ? AzureDecision.quiet(facts, new Outcome.Pending(facts.timing().pollWait().get()))
                : new AzureStep.Poll(operation);
    }

    /**
     * Polls the operation until it has ended, even while a dependency is missing. After that, the
     * object waits for the dependency.
     */
    static AzureStep pollDespite(
            AzureFacts facts, AzureProgress done, Operation operation, Problem problem) {
        if (operation.asks(Form.RESOURCE)) {
            // no operation to poll; the resource is read once no dependency is missing
            return AzureDecision.failed(facts, facts.state(), problem, Creation.FAILED);
        }
        if (done.poll().isEmpty()) {
            return poll(facts, operation);
        }
        return switch (Polling.read(done.poll().get(), operation.form())) {
            case RUNNING -> still(facts, done.poll().get());
            // while a dependency is missing, there is no body to compare with the answer to a GET
            case SILENT, UNKNOWN -> unanswered(facts, done.poll().get());
            case FAILED ->
                    AzureDecision.failed(
                            facts,
                            facts.state().idle(),
                            AzureDecision.problem(
                                    facts,
                                    Polling.failure(done.poll().get()),
                                    "create or update " + facts.subject().display()),
                            Creation.FAILED);
            case LOST ->
                    AzureDecision.failed(
                            facts,
                            facts.state().running(Operation.ofResource("")),
                            problem,
                            Creation.FAILED);
            case SUCCEEDED ->
                    AzureDecision.failed(
                            facts,
                            facts.state().running(operation.byResource()),
                            problem,
                            Creation.FAILED);
        };
    }

    /** Continues after a poll of a provider that is being registered. */
    static AzureStep afterRegistration(AzureFacts facts, AzureProgress done, Answer polled) {
        return switch (Polling.read(polled, Form.PROVIDER)) {
            case RUNNING -> still(facts, polled);
            case SILENT, UNKNOWN ->
                    AzureDecision.unanswered(
                            facts,
                            polled,
                            "read the state of the registration that %s needs"
                                    .formatted(facts.subject().display()),
                            Creation.FAILED);
            case SUCCEEDED, FAILED, LOST -> Creation.next(facts.idle(), done);
        };
    }

    /** Continues after a poll of a PUT's operation. */
    static AzureStep afterPoll(
            AzureFacts facts, AzureProgress done, Operation operation, Answer polled) {
        // where the resource itself is polled, the answer to the poll is the answer to a GET
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
                                    .orElseGet(AzureStep.Get::new);
            case FAILED ->
                    Creation.refused(
                            facts,
                            done,
                            Polling.failure(polled),
                            "create or update " + facts.subject().display());
            case LOST ->
                    look.map(got -> afterLoss(facts, done, operation, got))
                            .orElseGet(AzureStep.Get::new);
            case SUCCEEDED ->
                    look.map(got -> afterEnd(facts, done, operation, got, List.of()))
                            .orElseGet(AzureStep.Get::new);
        };
    }

    /**
     * Whether the body was edited after it was sent. An edit does not wait for a transitional state
     * to end, because some types show such a state forever.
     */
    private static boolean edited(AzureFacts facts, Operation operation) {
        return operation.accepted()
                && facts.desired().filter(d -> !d.hash().equals(operation.bodyHash())).isPresent();
    }

    /**
     * Waits for the next poll. The status already has the URL, so the status is written only if the
     * condition changes.
     */
    private static AzureStep still(AzureFacts facts, Answer polled) {
        return new AzureStep.Finish(
                Optional.of(ReadyCondition.reconciling(facts.subject().generation(), polled))
                        .filter(each -> !each.isShown(facts.subject().object())),
                facts.state(),
                Optional.empty(),
                new Outcome.Pending(wait(polled)),
                List.of());
    }

    /**
     * Continues after the operation has ended, with the answer to a GET. The resource is read until
     * its state is final. Only then is it known at which paths Azure shows other values than were
     * sent.
     */
    static AzureStep afterEnd(
            AzureFacts facts,
            AzureProgress done,
            Operation operation,
            Answer got,
            List<AzureEvent> notes) {
        var unsettled = facts.state().running(operation.byResource());
        if (got.notFound() || got.transitional()) {
            // Azure's replication may lag, so the resource is read again before it counts as gone
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
     * Continues when Azure no longer knows the operation, so that the PUT's result is unknown. The
     * PUT is sent again, but only after a wait: Azure may still be working on the first PUT, or may
     * show its result late.
     */
    private static AzureStep afterLoss(
            AzureFacts facts, AzureProgress done, Operation operation, Answer got) {
        var unknown = facts.state().running(Operation.ofResource(""));
        if (!operation.accepted() && operation.asks(Form.RESOURCE)) {
            return Creation.put(facts, done, facts.state().idle());
        }
        if (got.notFound() || got.transitional()) {
            return waiting(facts, unknown, got, List.of());
        }
        return got.ok()
                ? adoptable(
                        facts, done, got, () -> waiting(facts, unknown, got, LOST_WAIT, List.of()))
                : unreadable(facts, unknown, got);
    }

    private static AzureStep unanswered(AzureFacts facts, Answer polled) {
        return AzureDecision.unanswered(
                facts,
                polled,
                "poll the operation of " + facts.subject().display(),
                Creation.FAILED);
    }

    /**
     * Continues when Azure cannot tell the operation's state. The operation has ended if the
     * resource equals the body. A new resource whose provisioning has succeeded is read once more
     * and then accepted, even if it differs from the body. Any other operation counts as lost if
     * Azure still cannot tell at a resync.
     */
    private static AzureStep afterSilence(
            AzureFacts facts, AzureProgress done, Operation operation, Answer polled, Answer got) {
        boolean made =
                facts.state().acceptedHash().isEmpty()
                        && "succeeded".equalsIgnoreCase(got.provisioningState());
        if (got.ok() && operation.accepted() && made) {
            var told = facts.state().running(operation.byResource());
            return adoptable(
                    facts, done, got, () -> waiting(facts, told, got, LOST_WAIT, List.of()));
        }
        if (facts.timing().resync()) {
            return afterLoss(facts, done, operation, got);
        }
        return got.ok() && !got.transitional() && operation.accepted()
                ? adoptable(facts, done, got, () -> unanswered(facts, polled))
                : unanswered(facts, polled);
    }

    /**
     * Accepts a resource that equals the body, if no other body was accepted before. Otherwise
     * returns the step from {@code otherwise}.
     */
    private static AzureStep adoptable(
            AzureFacts facts, AzureProgress done, Answer got, Supplier<AzureStep> otherwise) {
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

    private static AzureStep unreadable(AzureFacts facts, OwnState state, Answer got) {
        return AzureDecision.failed(
                facts,
                state,
                AzureDecision.problem(facts, got, "read " + facts.subject().display()),
                Creation.FAILED);
    }

    /**
     * Ends with a problem because Azure accepted the PUT but shows the resource as failed. The next
     * try sends the same PUT again. Until a PUT succeeds, nothing is exported, and no step after
     * creation runs.
     */
    private static AzureStep broken(
            AzureFacts facts, OwnState state, Answer got, List<AzureEvent> notes) {
        var text =
                "Azure accepted the PUT of %s without an error, but shows the resource as %s. The resource's activity log in Azure may say why; %s"
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
        return AzureDecision.failed(facts, state, problem, Creation.FAILED, notes);
    }

    /** Whether the answer already shows the final resource, so that its operation needs no poll. */
    static boolean finished(Answer sent) {
        return sent.status() == 200
                && sent.hasResource()
                && "succeeded".equalsIgnoreCase(sent.provisioningState());
    }

    /** What the operation's URL answers with. This depends on the header that named the URL. */
    static Form form(Answer answer) {
        return answer.document() ? Form.STATUS : Form.RESULT;
    }

    static AzureStep waiting(
            AzureFacts facts, OwnState state, Answer answer, List<AzureEvent> notes) {
        return waiting(facts, state, answer, wait(answer), notes);
    }

    private static AzureStep waiting(
            AzureFacts facts,
            OwnState state,
            Answer answer,
            Duration wait,
            List<AzureEvent> notes) {
        return new AzureStep.Finish(
                Optional.of(ReadyCondition.reconciling(facts.subject().generation(), answer)),
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
