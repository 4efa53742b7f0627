package dev.dragoman.agents.decision;

import java.time.Duration;

/**
 * How long agents are waited for. Immutable.
 *
 * @param grace that a busy agent has for its job, where the spec does not say it
 * @param idle that an agent of a ScaledJob waits for a job
 */
public record Times(Duration grace, Duration idle) {
    /** Seconds that a busy agent of the target has for its job. */
    long grace(CdTarget target) {
        return target.number("terminationGracePeriodSeconds")
                .map(Integer::longValue)
                .orElse(grace.toSeconds());
    }
}
