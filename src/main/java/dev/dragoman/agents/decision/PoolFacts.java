package dev.dragoman.agents.decision;

import dev.dragoman.agents.decision.workload.AgentPod;
import dev.dragoman.agents.decision.workload.Job;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The agents of a CDTarget and their jobs, as far as the operator knows them. Immutable.
 *
 * @param target the CDTarget
 * @param pods pods of its agents
 * @param jobs jobs of the pool that are assigned to an agent; empty if the pool was not asked, or
 *     gave no answer
 * @param known whether pods may be marked according to {@code jobs}: the pool answered, or is never
 *     asked
 * @param trouble why it is not known which agents are busy; empty when it is
 * @param again time until the pool is asked again; empty if only an event reconciles the target
 *     again
 */
public record PoolFacts(
        CdTarget target,
        List<AgentPod> pods,
        List<Job> jobs,
        boolean known,
        Optional<PoolTrouble> trouble,
        Optional<Duration> again) {
    /**
     * The last refusal to mark pods, from the target's condition; empty if the condition shows
     * none.
     */
    Optional<PoolTrouble> refused() {
        return target.condition(PoolDecision.SPARED)
                .filter(each -> PoolTrouble.MARKS.equals(each.get("reason")))
                .map(
                        each ->
                                new PoolTrouble(
                                        PoolTrouble.MARKS, String.valueOf(each.get("message"))));
    }

    public PoolFacts {
        pods = List.copyOf(pods);
        jobs = List.copyOf(jobs);
    }
}
