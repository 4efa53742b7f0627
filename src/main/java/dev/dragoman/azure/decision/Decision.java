package dev.dragoman.azure.decision;

import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.capability.Finish;
import dev.dragoman.capability.Verdict;
import dev.dragoman.reconcile.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What to do next for an Azure object: a function of what was observed and of what this
 * reconciliation has already done. Called again after every step until it answers {@link
 * Step.Finish}.
 */
public final class Decision {
    private Decision() {}

    public static Step next(Facts facts, Progress done) {
        if (facts.subject().foreignOperator().isPresent()) {
            return overlap(facts);
        }
        if (facts.subject().deleting()) {
            return Deletion.next(facts, done);
        }
        if (facts.problem().isPresent()) {
            return obstructed(facts, done, facts.problem().get());
        }
        return facts.subject().policy() == Facts.Policy.SKIP
                ? Observation.next(facts, done)
                : Creation.next(facts, done);
    }

    /**
     * Requests for values to export on which Azure still works after a reconciliation, and where to
     * ask for their results. Whoever ends the reconciliation keeps them in memory for {@link
     * Facts.Exported}.
     */
    public static Map<ExportCall, String> pending(Facts facts, Progress done) {
        return Exporting.pending(facts, done);
    }

    /** The body to send, with what this reconciliation has looked up for it. */
    public static Map<String, Object> body(Facts facts, Progress done) {
        return LookUps.complete(facts, done);
    }

    /**
     * The end where the values that are to be exported cannot be asked for or written, since the
     * route has no line for that. What Azure has taken is noted all the same.
     *
     * @param verdict what is told of it
     * @return empty for other steps
     */
    public static Optional<Finish> withoutLine(
            Facts facts, Progress done, dev.dragoman.capability.Step due, Verdict verdict) {
        var problem =
                new Problem(
                        verdict.reason(),
                        verdict.severity(),
                        verdict.message(),
                        Problem.Retry.SYNC_PERIOD,
                        Optional.empty());
        return switch (due) {
            case Step.Call _, Step.Await _, Step.Export _ ->
                    Optional.of((Finish) next(facts, done.withoutExport(problem)));
            default -> Optional.empty();
        };
    }

    private static Step overlap(Facts facts) {
        var text =
                "%s is reconciled by the operator in namespace %s; it is left alone here until the annotation serviceoperator.azure.com/operator-namespace is removed or changed"
                        .formatted(
                                facts.subject().display(),
                                facts.subject().foreignOperator().orElseThrow());
        return new Step.Finish(
                Optional.empty(),
                facts.state(),
                Optional.empty(),
                Outcome.done(),
                List.of(new AzureEvent(true, "Overlap", text)));
    }

    /** Azure works on what it was sent, whatever has become of an owner or a reference since. */
    private static Step obstructed(Facts facts, Progress done, Problem problem) {
        var running = facts.state().operation().filter(op -> "PUT".equals(op.method()));
        return running.isPresent() && problem.dependency()
                ? Completion.pollDespite(facts, done, running.get(), problem)
                : failed(facts, facts.state(), problem, "DetermineCreateOrUpdateActionError");
    }

    /** Ends the reconciliation with a problem shown as condition and Event. */
    static Step failed(Facts facts, OwnState state, Problem problem, String event) {
        return failed(facts, state, problem, event, List.of());
    }

    /** The same, with what was done before. */
    static Step failed(
            Facts facts, OwnState state, Problem problem, String event, List<AzureEvent> notes) {
        var told = new AzureEvent(true, event, problem.reason() + ": " + problem.message());
        return new Step.Finish(
                Optional.of(problem.condition(facts.subject().generation())),
                state,
                Optional.empty(),
                problem.outcome(),
                Stream.concat(notes.stream(), Stream.of(told)).toList());
    }

    /** What an answer about the resource itself means: the rules of its kind come first. */
    static Problem problem(Facts facts, Answer answer, String doing) {
        return problem(facts, answer, doing, List.of());
    }

    /**
     * The same where a change was refused.
     *
     * @param fixed paths that it would change, and that Azure does not change
     */
    static Problem problem(Facts facts, Answer answer, String doing, List<String> fixed) {
        return Problem.of(
                answer,
                facts.type().rules().errors(),
                doing,
                facts.timing().longestPause(),
                facts.accepted(),
                fixed);
    }

    /** Ends the reconciliation without touching the status. */
    static Step quiet(Facts facts, Outcome outcome) {
        return new Step.Finish(
                Optional.empty(), facts.state(), Optional.empty(), outcome, List.of());
    }

    /** Somebody else wrote in between: what is sent is made anew of what is there then. */
    static Step outdated(Facts facts, String doing) {
        return quiet(
                facts,
                new Outcome.Transient(
                        "PreconditionFailed",
                        "%s: it was changed since it was looked at; it is looked at again"
                                .formatted(doing),
                        Outcome.Pace.FAST,
                        Optional.empty()));
    }

    /**
     * Ends a reconciliation whose operation could not be asked for. What the next try may mend is
     * not written down; a refusal lasts until somebody does something about it.
     */
    static Step unanswered(Facts facts, Answer polled, String doing, String event) {
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
     * Ends a reconciliation that only wanted to look, and could not: what was true is not known to
     * be false.
     */
    static boolean keepsReady(Facts facts, Answer answer) {
        var code = answer.error().map(Answer.Failure::code).orElse("");
        return facts.settled()
                && (answer.throttled()
                        || Answer.UNREACHABLE.equals(code)
                        || Answer.CREDENTIAL_CHANGED.equals(code)
                        || answer.status() >= 500);
    }
}
