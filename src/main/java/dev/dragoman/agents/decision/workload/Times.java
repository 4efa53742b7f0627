package dev.dragoman.agents.decision.workload;

import dev.dragoman.agents.decision.CdTarget;
import java.time.Duration;

/**
 * Time limits of agents. Immutable.
 *
 * @param grace time that a busy agent has to end its job, unless the spec has
 *     terminationGracePeriodSeconds
 * @param idle time that an agent of a ScaledJob waits for a job
 */
public record Times(Duration grace, Duration idle) {
    /** Seconds that a busy agent of the target has to end its job. */
    long grace(CdTarget target) {
        return target.number("terminationGracePeriodSeconds")
                .map(Integer::longValue)
                .orElse(grace.toSeconds());
    }
}
