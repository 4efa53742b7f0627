package dev.dragoman.azure.decision;

import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.azure.decision.AzureFacts.VaultValue;
import dev.dragoman.azure.model.StoredEntries;
import dev.dragoman.capability.Finish;
import dev.dragoman.capability.point.Verdict;
import dev.dragoman.capability.status.Condition.Severity;
import dev.dragoman.reconcile.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Decides the next step for an Azure object, from what was observed and what this reconciliation
 * has already done. Called again after every step until the result is an {@link AzureStep.Finish}.
 */
public final class AzureDecision {
    /** Wait before Azure is asked again for what it does not show at present, though it had it. */
    static final Duration AGAIN = Duration.ofSeconds(3);

    private AzureDecision() {}

    public static AzureStep next(AzureFacts facts, AzureProgress done) {
        if (facts.subject().foreignOperator().isPresent()) {
            return overlap(facts);
        }
        if (facts.subject().deleting()) {
            return withdrawn(facts, done, Deletion.next(facts, done));
        }
        if (facts.problem().isPresent()) {
            return obstructed(facts, done, facts.problem().get());
        }
        var intending = facts.intending();
        return facts.subject().policy() == AzureFacts.Policy.SKIP
                ? skipped(intending, done)
                : Creation.next(intending, done);
    }

    /**
     * Export requests that Azure has not finished, each with the URL to poll for its result. The
     * caller keeps them in memory for {@link AzureFacts.Exported}.
     */
    public static Map<ExportCall, String> pending(AzureFacts facts, AzureProgress done) {
        return Exporting.pending(facts, done);
    }

    /**
     * Hash of what the resource shows, if the reconciliation has asked for keys that stay, and has
     * written them. It is compared with {@link AzureFacts.Exported#standing}. What Azure has worked
     * for is a new credential each time, good for some hours, and values of other resources are no
     * keys: both are asked for at each comparison.
     */
    public static Optional<Integer> sign(
            AzureFacts facts, AzureProgress done, AzureStep.Finish finish) {
        boolean keys =
                done.calls().keySet().stream().noneMatch(call -> call.path().isEmpty())
                        && !done.calls().isEmpty()
                        && facts.exports().pending().isEmpty();
        return finish.condition()
                .filter(condition -> condition.ready() && keys)
                .map(any -> Exporting.sign(facts, finish.resource().orElse(Map.of())));
    }

    /** The body to send, completed with the values that this reconciliation has looked up. */
    public static Map<String, Object> body(AzureFacts facts, AzureProgress done) {
        return LookUps.complete(facts, done);
    }

    /**
     * The end of a reconciliation whose route has no line for a step that requests or writes
     * exported values. The end still records what Azure has accepted.
     *
     * @param verdict says which line is missing
     * @return empty for other steps
     */
    public static Optional<Finish> withoutLine(
            AzureFacts facts,
            AzureProgress done,
            dev.dragoman.capability.Step due,
            Verdict verdict) {
        var problem =
                new Problem(
                        verdict.reason(),
                        verdict.severity(),
                        verdict.message(),
                        Problem.Retry.SYNC_PERIOD,
                        Optional.empty());
        return switch (due) {
            case AzureStep.Call _, AzureStep.Await _, AzureStep.Export _, AzureStep.Store _ ->
                    Optional.of((Finish) next(facts, done.withoutExport(problem)));
            default -> Optional.empty();
        };
    }

    /**
     * The next step of a deletion. Before {@code next} releases the object, its entries in Key
     * Vaults are deleted, because they hold values of a resource that is gone.
     */
    private static AzureStep withdrawn(AzureFacts facts, AzureProgress done, AzureStep next) {
        boolean due = next instanceof AzureStep.Release && facts.exports().withdraws();
        if (!due) {
            return next;
        }
        var result = done.vault().withdrawn();
        if (result.isEmpty()) {
            return new AzureStep.Withdraw();
        }
        return result.get()
                .problem()
                .map(problem -> withdrawing(facts, result.get(), problem))
                .orElse(next);
    }

    private static AzureStep withdrawing(AzureFacts facts, StoreResult result, Problem problem) {
        var state =
                facts.state()
                        .withStored(
                                new StoredEntries(
                                        "", result.entries(), facts.state().stored().intended()));
        var failed = (AzureStep.Finish) failed(facts, state, problem, "DeleteActionError");
        return result.waits() ? failed.again(AGAIN) : failed;
    }

    private static AzureStep overlap(AzureFacts facts) {
        var text =
                "%s is reconciled by the operator in namespace %s; this operator does nothing for the object until its annotation serviceoperator.azure.com/operator-namespace is removed or changed"
                        .formatted(
                                facts.subject().display(),
                                facts.subject().foreignOperator().orElseThrow());
        return quiet(facts.state(), Outcome.done(), new AzureEvent(true, "Overlap", text));
    }

    /**
     * Ends the reconciliation with the problem. If only a dependency is missing, a running PUT is
     * polled first, because Azure is still working on that PUT. A Ready object stays Ready while a
     * value of its spec or credential cannot be read from a Key Vault for a passing reason.
     */
    private static AzureStep obstructed(AzureFacts facts, AzureProgress done, Problem problem) {
        var value = facts.subject().vaultValue();
        var running = facts.state().operation().filter(op -> "PUT".equals(op.method()));
        // without a credential there is nothing to poll with
        boolean asked = facts.claim().subscription().isPresent();
        if (running.isPresent() && asked && (problem.dependency() || value != VaultValue.THERE)) {
            return Completion.pollDespite(facts, done, running.get(), problem);
        }
        boolean stays =
                (value == VaultValue.UNREAD || value == VaultValue.CREDENTIAL_UNREAD)
                        && ReadyCondition.readyAt(
                                facts.subject().object(), facts.subject().generation());
        return stays
                ? quiet(facts, problem.outcome())
                : failed(facts, facts.state(), problem, "DetermineCreateOrUpdateActionError");
    }

    /** Ends the reconciliation with a problem shown as condition and Event. */
    static AzureStep failed(AzureFacts facts, OwnState state, Problem problem, String event) {
        return failed(facts, state, problem, event, List.of());
    }

    /**
     * Ends the reconciliation with a problem shown as condition and Event.
     *
     * @param notes Events about earlier steps; they come before the Event about the problem
     */
    static AzureStep failed(
            AzureFacts facts,
            OwnState state,
            Problem problem,
            String event,
            List<AzureEvent> notes) {
        var told = new AzureEvent(true, event, problem.reason() + ": " + problem.message());
        return new AzureStep.Finish(
                Optional.of(problem.condition(facts.subject().generation())),
                state,
                Optional.empty(),
                problem.outcome(),
                Stream.concat(notes.stream(), Stream.of(told)).toList());
    }

    /**
     * The problem that an error answer stands for. The rules of the object's kind come before the
     * general rules.
     */
    static Problem problem(AzureFacts facts, Answer answer, String doing) {
        return problem(facts, answer, doing, List.of(), false);
    }

    /**
     * The problem of a change that Azure refused.
     *
     * @param fixed paths that the body would change, although Azure never changes them
     * @param absent whether Azure has no resource with the object's id
     */
    static Problem problem(
            AzureFacts facts, Answer answer, String doing, List<String> fixed, boolean absent) {
        return Problem.of(
                answer,
                facts.type().rules().errors(),
                doing,
                facts.timing().longestPause(),
                facts.accepted(),
                fixed,
                absent);
    }

    /** Ends the reconciliation without a change of the status. */
    static AzureStep quiet(AzureFacts facts, Outcome outcome) {
        return quiet(facts.state(), outcome);
    }

    static AzureStep quiet(OwnState state, Outcome outcome, AzureEvent... notes) {
        return new AzureStep.Finish(
                Optional.empty(), state, Optional.empty(), outcome, List.of(notes));
    }

    /**
     * Ends because the resource was changed after it was read. The next reconciliation reads the
     * resource again and makes a new body.
     */
    static AzureStep outdated(AzureFacts facts, String doing) {
        return quiet(
                facts,
                new Outcome.Transient(
                        "PreconditionFailed",
                        "%s: the resource was changed in Azure after it was read; the resource is read again"
                                .formatted(doing),
                        Outcome.Pace.FAST,
                        Optional.empty()));
    }

    /**
     * Ends a reconciliation whose poll failed. If Azure refused the credential, the condition says
     * so, because somebody must correct that. Other failures are only retried.
     */
    static AzureStep unanswered(AzureFacts facts, Answer polled, String doing, String event) {
        var problem =
                Problem.passing(Polling.failure(polled), doing, facts.timing().longestPause());
        boolean refused =
                polled.status() == 401
                        || polled.status() == 403
                        || Answer.AUTHENTICATION.equals(problem.reason());
        return refused
                ? failed(facts, facts.state(), problem, event)
                : quiet(facts, problem.outcome());
    }

    /**
     * Whether a Ready object stays Ready after a failed read of its resource. It does after
     * failures that say nothing about the resource.
     */
    static boolean keepsReady(AzureFacts facts, Answer answer) {
        return facts.unchanged() && saysNothing(answer);
    }

    /**
     * Whether a failed read says nothing about the resource or value that it asked for. True also
     * for a Key Vault that is not found, because it may come back.
     */
    public static boolean saysNothing(Answer answer) {
        var code = answer.error().map(Answer.Failure::code).orElse("");
        return answer.throttled()
                || Answer.UNREACHABLE.equals(code)
                || answer.noVault()
                || Answer.CREDENTIAL_CHANGED.equals(code)
                || answer.status() >= 500
                // not from Azure, but from a proxy
                || (answer.notFound() && code.isEmpty() && answer.correlationId().isEmpty());
    }

    /**
     * Whether the failed read of a value in a Key Vault probably succeeds soon. False for a vault
     * that is not found: it is told, because it seldom appears by itself.
     */
    public static boolean passes(Answer answer) {
        return saysNothing(answer) && !answer.noVault();
    }

    /**
     * Decides under the policy {@code skip}: nothing is sent, but status and exports are kept up to
     * date.
     */
    private static AzureStep skipped(AzureFacts facts, AzureProgress done) {
        if (facts.settled() && !facts.timing().resync() && done.get().isEmpty()) {
            return AzureDecision.quiet(facts, Outcome.done());
        }
        if (done.get().isEmpty()) {
            return new AzureStep.Get();
        }
        var got = done.get().get();
        if (got.notFound()) {
            return AzureDecision.failed(
                    facts,
                    facts.state(),
                    Problem.slow(
                            "AzureResourceNotFound",
                            "%s does not exist in Azure, and the object's reconcile policy is skip; create the resource in Azure, or change the policy to manage"
                                    .formatted(facts.subject().display())),
                    "CreateOrUpdateActionError");
        }
        if (got.ok() && facts.claim().needed() && !done.claimed()) {
            return new AzureStep.Claim(Optional.empty());
        }
        if (got.transitional()) {
            return Completion.waiting(facts, facts.state(), got, List.of());
        }
        if (got.broken()) {
            return shownAsFailed(facts, got);
        }
        if (got.ok()) {
            return Exporting.next(facts, done, facts.state(), got.body(), List.of());
        }
        return Creation.unread(facts, facts.state(), got);
    }

    /** Ends with a problem because Azure shows the resource as failed. No PUT repairs it. */
    private static AzureStep shownAsFailed(AzureFacts facts, Answer got) {
        return AzureDecision.failed(
                facts,
                facts.state(),
                new Problem(
                        "ProvisioningFailed",
                        Severity.WARNING,
                        "Azure shows %s as %s. Its reconcile policy is skip, so nothing is sent; mend the resource where it is managed, or change the policy to manage"
                                .formatted(facts.subject().display(), got.provisioningState()),
                        Problem.Retry.SLOW,
                        got.retryAfter()),
                "CreateOrUpdateActionError");
    }
}
