package dev.dragoman.azure.decision;

import dev.dragoman.azure.catalog.Export.Action;
import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.azure.model.ExportValue;
import dev.dragoman.azure.model.StoredEntries;
import dev.dragoman.capability.status.Repairs;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.Outcome;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Ends a successful reconciliation: exports values to the user's Secrets and ConfigMaps, then sets
 * Ready.
 */
record Exporting(
        AzureFacts facts,
        AzureProgress done,
        OwnState state,
        Map<String, Object> resource,
        List<AzureEvent> notes) {
    /** Leaves out what Azure shows, which may hold secrets. */
    @Override
    public String toString() {
        return "Exporting[%s]".formatted(facts);
    }

    /** States in which Azure may still be at work. */
    private static final Set<Polling.State> UNFINISHED =
            EnumSet.of(Polling.State.RUNNING, Polling.State.SILENT, Polling.State.UNKNOWN);

    /** Wait between recording in the status which Key Vault entries follow, and writing them. */
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    private static final Set<String> EXPRESSIONS =
            Set.of("secretExpressions", "configMapExpressions");

    static AzureStep next(
            AzureFacts facts,
            AzureProgress done,
            OwnState state,
            Map<String, Object> resource,
            List<AzureEvent> notes) {
        return new Exporting(facts, done, state, resource, notes).next();
    }

    /** Export requests that Azure has not finished, each with the URL to poll. */
    static Map<ExportCall, String> pending(AzureFacts facts, AzureProgress done) {
        Map<ExportCall, String> out = new HashMap<>();
        for (var call : facts.calls()) {
            var before = Optional.ofNullable(facts.exports().pending().get(call));
            var answer = done.calls().get(call);
            if (answer == null) {
                before.ifPresent(url -> out.put(call, url));
                continue;
            }
            if (UNFINISHED.contains(reached(facts, call, answer))) {
                answer.operation().or(() -> before).ifPresent(url -> out.put(call, url));
            }
        }
        return Map.copyOf(out);
    }

    private static Polling.State reached(AzureFacts facts, ExportCall call, Answer answer) {
        if (answer.status() == 202 || facts.exports().pending().containsKey(call)) {
            return Polling.read(answer);
        }
        return answer.ok() ? Polling.State.SUCCEEDED : Polling.State.FAILED;
    }

    private AzureStep next() {
        var unfinished =
                facts.subject().policy() == AzureFacts.Policy.SKIP
                        ? Optional.<Problem>empty()
                        : StateChecks.after(facts, resource);
        if (unfinished.isPresent()) {
            return ended(unfinished.get());
        }
        if (done.without().isPresent()) {
            return ended(done.without().get());
        }
        if (isStanding()) {
            return ready();
        }
        // each value by itself: what one request has not given keeps no other from being written
        var open = new LinkedHashMap<ExportCall, AzureStep>();
        for (var call : facts.calls()) {
            var answer = done.calls().get(call);
            var step = answer == null ? ask(call) : unlessAnswered(call, answer);
            if (step.isPresent() && !(step.get() instanceof AzureStep.Finish)) {
                return step.get();
            }
            step.ifPresent(end -> open.put(call, end));
        }
        if (facts.exports().any() && done.exported().isEmpty()) {
            return new AzureStep.Export(resource, Set.copyOf(open.keySet()));
        }
        var refused = done.exported().flatMap(p -> p);
        var stored = toStore();
        if (stored.isPresent() && done.vault().stored().isEmpty()) {
            return facts.intentRecorded()
                    ? new AzureStep.Store(stored.get(), !open.isEmpty())
                    : waiting(AT_ONCE);
        }
        var problem = refused.or(() -> done.vault().stored().flatMap(StoreResult::problem));
        return problem.map(this::unwritten)
                .or(() -> Optional.of(open).filter(any -> !any.isEmpty()).map(Exporting::worst))
                .orElseGet(this::ready);
    }

    private AzureStep ready() {
        var ready = ReadyCondition.succeeded(facts.subject().generation());
        return finish(Optional.of(ready), remembered(), Outcome.done());
    }

    private AzureStep finish(Optional<ReadyCondition> condition, OwnState now, Outcome outcome) {
        return new AzureStep.Finish(condition, now, shown(resource), outcome, notes);
    }

    /**
     * Whether the exports are as they were when the keys were asked for, so that nothing is asked
     * and written.
     */
    private boolean isStanding() {
        return facts.settled()
                && done.put().isEmpty()
                && facts.exports()
                        .standing()
                        .filter(sign -> sign == sign(facts, resource))
                        .isPresent();
    }

    /**
     * Hash of what the exports are made of, besides the keys: values that the resource shows, the
     * times of its keys, and all that expressions can read.
     */
    static int sign(AzureFacts facts, Map<String, Object> resource) {
        var values =
                facts.exports().asked().stream()
                        .map(each -> each.statusPath().or(() -> each.action().map(Action::time)))
                        .map(path -> ExportValue.at(resource, path.orElse("")))
                        .toList();
        var object = facts.subject().object();
        var metadata = Fields.map(object, "metadata");
        return Collections.disjoint(
                        Fields.map(object, "spec", "operatorSpec").keySet(), EXPRESSIONS)
                ? values.hashCode()
                : Objects.hash(
                        values, resource, metadata.get("labels"), metadata.get("annotations"));
    }

    private AzureStep unwritten(Problem problem) {
        // an entry that was not read is probably as it was when the object became Ready
        boolean stays =
                done.exported().flatMap(p -> p).isEmpty()
                        && done.vault()
                                .stored()
                                .flatMap(StoreResult::unread)
                                .filter(AzureDecision::passes)
                                .filter(any -> facts.unchanged())
                                .isPresent();
        if (done.vault().stored().filter(StoreResult::waits).isPresent()) {
            return ((AzureStep.Finish) ended(problem)).again(AzureDecision.AGAIN);
        }
        return stays ? finish(Optional.empty(), state, problem.outcome()) : ended(problem);
    }

    /**
     * The Secrets whose values Key Vaults must have. Empty if nothing is done in Key Vaults: the
     * object asks for none and has no entries, or the exports are not known.
     */
    private Optional<List<Map<String, Object>>> toStore() {
        boolean any = !facts.exports().vault().isEmpty() || state.stored().mayRemain();
        if (!any) {
            return Optional.empty();
        }
        return facts.exports().any() ? done.vault().secrets() : Optional.of(List.of());
    }

    /** The state with the entries of Key Vaults that the object has now. */
    private OwnState remembered() {
        var stored = done.vault().stored();
        if (stored.isEmpty()) {
            return state;
        }
        var entries = stored.get().entries();
        return repaired(stored.get().repaired())
                .withStored(
                        stored.get().problem().isEmpty() && !isOpen()
                                ? new StoredEntries(facts.exports().vault(), entries)
                                : new StoredEntries("", entries, state.stored().intended()));
    }

    /** Whether a call has not given its values, so that a Key Vault cannot have them all. */
    private boolean isOpen() {
        return done.calls().entrySet().stream()
                .map(each -> reached(facts, each.getKey(), each.getValue()))
                .anyMatch(each -> each != Polling.State.SUCCEEDED);
    }

    /** The state that also counts these repairs of entries. */
    private OwnState repaired(List<String> entries) {
        // the comparison of the resource, which showed no difference, may have ended the count
        var before =
                state.repairs().equals(Repairs.NONE) ? facts.state().repairs() : state.repairs();
        return entries.isEmpty()
                ? state
                : state.withRepairs(before.repaired(entries, facts.timing().now()));
    }

    /** The resource for the status; empty for a type that only answers HEAD. */
    private static Optional<Map<String, Object>> shown(Map<String, Object> resource) {
        return Optional.of(resource).filter(body -> !body.isEmpty());
    }

    private Optional<AzureStep> ask(ExportCall call) {
        var url = facts.exports().pending().get(call);
        if (url != null) {
            return Optional.of(
                    facts.timing()
                            .pollWait()
                            .map(this::waiting)
                            .orElseGet(() -> new AzureStep.Await(call, url)));
        }
        if (call.of().isEmpty()) {
            return Optional.of(new AzureStep.Call(call, Optional.empty()));
        }
        // if the resource has no ARM id at that path, no request is sent, and these values are
        // missing
        return ExportValue.at(resource, call.of())
                .filter(id -> id.startsWith("/"))
                .map(id -> new AzureStep.Call(call, Optional.of(id)));
    }

    private Optional<AzureStep> unlessAnswered(ExportCall call, Answer answer) {
        var doing =
                "export %s: %s of %s"
                        .formatted(fields(call), call.display(), facts.subject().display());
        var longest = facts.timing().longestPause();
        return switch (reached(facts, call, answer)) {
            case SUCCEEDED -> Optional.empty();
            case RUNNING ->
                    Optional.of(
                            pending(facts, done).containsKey(call)
                                    ? waiting(Completion.wait(answer))
                                    : ended(Problem.passing(withoutUrl(), doing, longest)));
            case FAILED, LOST, SILENT, UNKNOWN ->
                    Optional.of(
                            failed(
                                    answer,
                                    Problem.of(
                                            Polling.failure(answer),
                                            List.of(),
                                            doing,
                                            longest,
                                            wasReady())));
        };
    }

    /** A call on which Azure works, so that its end is noticed; else a failure with a condition. */
    private static AzureStep worst(Map<ExportCall, AzureStep> open) {
        var ends = open.values().stream().map(AzureStep.Finish.class::cast).toList();
        return ends.stream()
                .filter(each -> each.outcome() instanceof Outcome.Pending)
                .findFirst()
                .or(() -> ends.stream().filter(each -> each.condition().isPresent()).findFirst())
                .orElseGet(ends::getFirst);
    }

    /** A Ready object stays Ready after a failure that says nothing about its values. */
    private AzureStep failed(Answer answer, Problem problem) {
        return facts.unchanged() && AzureDecision.saysNothing(answer)
                ? finish(Optional.empty(), state, problem.outcome())
                : ended(problem);
    }

    /** The fields that ask for values of the request. */
    private String fields(ExportCall call) {
        return facts.exports().asked().stream()
                .filter(each -> each.action().filter(a -> a.call().equals(call)).isPresent())
                .map(each -> "operatorSpec.%s.%s".formatted(each.target(), each.key()))
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static Answer withoutUrl() {
        return Answer.failure(
                "OperationWithoutUrl",
                "Azure accepted the request, but sent no URL to poll for its result; the request is sent again",
                true);
    }

    private boolean wasReady() {
        return ReadyCondition.readyAt(facts.subject().object(), facts.subject().generation());
    }

    /**
     * Waits for Azure. Until there are newer values, the earlier exports are kept, and a Ready
     * object stays Ready.
     */
    private AzureStep waiting(Duration wait) {
        var stays = wasReady() && facts.exports().intact();
        var condition =
                Optional.of(ReadyCondition.reconciling(facts.subject().generation()))
                        .filter(any -> !stays);
        return finish(condition, state, new Outcome.Pending(wait));
    }

    private AzureStep ended(Problem problem) {
        var failed =
                new AzureEvent(
                        true,
                        "CreateOrUpdateActionError",
                        problem.reason() + ": " + problem.message());
        return new AzureStep.Finish(
                Optional.of(problem.condition(facts.subject().generation())),
                remembered(),
                shown(resource),
                problem.outcome(),
                Stream.concat(notes.stream(), Stream.of(failed)).toList());
    }
}
