package dev.dragoman.agents;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.agents.decision.AgentNames;
import dev.dragoman.tier.Campaign;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Full queues, and what happens to busy agents when their CDTarget changes or goes. */
@Campaign
class AgentScalingCampaignIT {
    private static final String SCALED =
            """
              ip: [ 10.20.0.1 ]
              minReplicaCount: 0
              maxReplicaCount: 60
            """;

    private static final String JOBS = SCALED + "  scaling: ScaledJob\n";

    private PlayedPool pool;

    @BeforeEach
    void start() throws Exception {
        pool = new PlayedPool();
    }

    @AfterEach
    void stop() {
        pool.close();
    }

    private long policies() {
        return List.of(PlayedPool.NAME, PlayedPool.NAME + "-pool").stream()
                .filter(
                        each ->
                                pool.targets
                                        .get("networking.k8s.io/v1", "NetworkPolicy", each)
                                        .isPresent())
                .count();
    }

    private List<Job> jobs() {
        return pool.targets
                .client()
                .batch()
                .v1()
                .jobs()
                .inNamespace(pool.targets.namespace)
                .list()
                .getItems();
    }

    private void image(String image) {
        pool.targets.kubectl(
                "patch",
                "cdtarget",
                PlayedPool.NAME,
                "--type=merge",
                "-p",
                "{\"spec\":{\"agentImage\":\"%s\"}}".formatted(image));
    }

    @Test
    void fiftyJobsHaveFiftyAgentsAndNoneIsLeftBehind() {
        pool.serve("scaledobject", SCALED);
        pool.calm(30);
        for (int jobs : new int[] {1, 5, 50}) {
            pool.queue(jobs);
            pool.until(jobs, jobs);
            assertThat(pool.queued()).isZero();
            pool.finish(pool.busy());
            pool.until(0, 0);
        }
        assertThat(pool.told).isEmpty();
        assertThat(pool.killed).isEmpty();
    }

    @Test
    void aRollOutWaitsForBusyAgents() {
        pool.serve("scaledobject", SCALED);
        pool.calm(30);
        pool.queue(3);
        pool.until(3, 3);
        var busy = Set.copyOf(pool.busy());
        image("example.com/agent:2");
        await().until(
                        () -> {
                            var _ = pool.play();
                            return pool.told.containsAll(busy);
                        });
        // a job that comes meanwhile gets a new agent
        pool.queue(1);
        await().until(
                        () -> {
                            var _ = pool.play();
                            return pool.busy().size() == 4;
                        });
        assertThat(pool.busy()).containsAll(busy);
        pool.finish(List.copyOf(busy));
        pool.until(1, 1);
        pool.finish(pool.busy());
        pool.until(0, 0);
        assertThat(pool.killed).isEmpty();
    }

    @Test
    void theDeletionOfPoliciesAndOfTheTargetWaitsForBusyAgents() {
        pool.serve("scaledobject", SCALED);
        pool.calm(30);
        pool.queue(2);
        pool.until(2, 2);
        pool.targets.kubectl("delete", "networkpolicy", "--all");
        await().until(() -> policies() == 2);
        assertThat(pool.told).as("nobody is disturbed by it").isEmpty();

        pool.targets.kubectl("delete", "cdtarget", PlayedPool.NAME, "--wait=false");
        await().until(() -> pool.told.size() == 2);
        pool.targets.reason(PlayedPool.NAME, "AgentsEnding");
        pool.finish(pool.busy().subList(0, 1));
        await().until(() -> pool.pods().size() == 1);
        assertThat(policies()).as("one agent is still there").isEqualTo(2);
        pool.finish(pool.busy());
        await().until(
                        () ->
                                pool.targets
                                        .get(
                                                AgentNames.API_VERSION,
                                                AgentNames.KIND,
                                                PlayedPool.NAME)
                                        .isEmpty());
        await().until(() -> policies() == 0 && pool.pods().isEmpty());
        assertThat(pool.killed).isEmpty();
    }

    @Test
    void eachJobHasAJobWhichNothingInterrupts() {
        pool.serve("scaledjob", JOBS);
        pool.queue(3);
        pool.untilJobs(3);
        var first = Set.copyOf(pool.busy());
        image("example.com/agent:2");
        pool.queue(2);
        pool.untilJobs(5);
        assertThat(pool.busy()).containsAll(first);
        assertThat(jobs()).as("none is spurious").hasSize(5);
        pool.finish(List.copyOf(first));
        pool.untilJobs(2);
        pool.finish(pool.busy());
        pool.untilJobs(0);
        assertThat(jobs()).hasSize(5);
        assertThat(pool.told).isEmpty();
        assertThat(pool.killed).isEmpty();
    }
}
