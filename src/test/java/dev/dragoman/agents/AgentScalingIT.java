package dev.dragoman.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Full;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Agents that the real KEDA scales on the jobs of a pool, with the real autoscaler. */
@Full
class AgentScalingIT {
    @Test
    void agentsFollowTheirJobsAndNoneIsInterrupted() throws Exception {
        try (var pool = new PlayedPool()) {
            pool.serve(
                    "scaledobject",
                    """
                      minReplicaCount: 0
                      maxReplicaCount: 20
                    """);
            pool.until(0, 0);
            pool.queue(1);
            pool.until(1, 1);
            pool.queue(4);
            pool.until(5, 5);
            // the count of waiting jobs alone would make one of five
            pool.queue(1);
            pool.until(6, 6);

            pool.queue(6);
            pool.until(12, 12);

            // those that began first: without the annotation a ReplicaSet ends the youngest
            pool.finish(pool.busy().subList(0, 9));
            var left = Set.copyOf(pool.busy());
            pool.until(3, 3);
            assertThat(Set.copyOf(pool.busy())).isEqualTo(left);

            pool.finish(pool.busy());
            pool.until(0, 0);
            assertThat(pool.writesOfAutoscalers())
                    .as("KEDA would write one anew without end whose behavior is filled in")
                    .isLessThan(6);
            assertThat(pool.told).isEmpty();
            assertThat(pool.killed).isEmpty();
        }
    }
}
