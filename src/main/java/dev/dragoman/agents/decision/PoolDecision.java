package dev.dragoman.agents.decision;

import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.capability.status.Note;
import dev.dragoman.reconcile.Outcome;
import java.util.Map;
import java.util.Optional;

/**
 * Decides which pods are marked as busy. KEDA counts marked pods, and scaling down spares them.
 * Pure.
 */
public final class PoolDecision {
    /** Type of the condition that says why busy agents are not spared. */
    public static final String SPARED = "BusyAgentsSpared";

    private PoolDecision() {}

    /** The next step, or the end of the reconciliation. */
    public static dev.dragoman.capability.Step next(PoolFacts facts, Results done) {
        if (facts.known() && !done.has(AgentStep.Mark.class)) {
            var changes =
                    facts.pods().stream()
                            .flatMap(
                                    pod ->
                                            pod.change(facts.jobs(), facts.target().name()).stream()
                                                    .map(each -> new AgentStep.Change(pod, each)))
                            .toList();
            if (!changes.isEmpty()) {
                return new AgentStep.Mark(changes);
            }
        }
        var marked = done.last(AgentStep.Mark.class, Marked.class);
        var trouble =
                facts.trouble()
                        .or(() -> marked.flatMap(Marked::refused).map(PoolTrouble::marks))
                        .or(() -> marked.isPresent() ? Optional.empty() : facts.refused());
        var outcome = facts.again().<Outcome>map(Outcome.RequeueAfter::new).orElse(Outcome.done());
        return new Ending(
                Optional.empty(),
                trouble.map(each -> condition(each, facts.target())).stream().toList(),
                Optional.of(Map.of()),
                Optional.empty(),
                trouble.map(each -> Note.warning(each.reason(), each.message())).stream().toList(),
                outcome);
    }

    private static Condition condition(PoolTrouble trouble, CdTarget target) {
        return new Condition(
                SPARED,
                false,
                Condition.Severity.INFO,
                trouble.reason(),
                trouble.message(),
                target.generation());
    }

    /**
     * Why the operator can never know which agents of a target are busy; empty when it can.
     *
     * @param refusedHost why the pool's host may not be asked; empty when it may
     */
    public static Optional<PoolTrouble> trouble(CdTarget target, Optional<String> refusedHost) {
        if (!target.agentName().isEmpty()) {
            return Optional.of(PoolTrouble.shared(target.agentName()));
        }
        if (!target.ownSigningOn().isEmpty()) {
            return Optional.of(PoolTrouble.elsewhere(target.ownSigningOn()));
        }
        if (target.tokenRef().isEmpty()) {
            return Optional.of(PoolTrouble.noToken());
        }
        return refusedHost.map(PoolTrouble::host);
    }
}
