package dev.dragoman.agents.decision;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What is known of the agents of a CDTarget and of their jobs. Immutable.
 *
 * @param target the CDTarget
 * @param pods its agents
 * @param jobs of the pool that some agent has; empty where nobody asked, or there was no answer
 * @param known whether the jobs are all that there are, or nobody will ever ask
 * @param trouble why it is not known which agents are busy; empty when it is
 * @param again time until the pool is asked again; empty where an event tells
 */
public record PoolFacts(
        CdTarget target,
        List<AgentPod> pods,
        List<Job> jobs,
        boolean known,
        Optional<PoolTrouble> trouble,
        Optional<Duration> again) {
    /** What kept pods from being marked last, as the target shows it; empty where nothing did. */
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
