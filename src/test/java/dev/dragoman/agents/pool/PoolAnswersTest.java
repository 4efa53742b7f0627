package dev.dragoman.agents.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.agents.decision.CdTarget;
import dev.dragoman.agents.decision.workload.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Teams choose the hosts, so what a host says must not stay, nor be much together. */
class PoolAnswersTest {
    private static final List<Job> MANY =
            Collections.nCopies(PoolAnswers.MOST_JOBS / 2, new Job("a", true));

    private Instant now = Instant.EPOCH;
    private final PoolAnswers answers = new PoolAnswers(() -> now, Duration.ofSeconds(15));

    private static PoolKey key(String pool) {
        return PoolKey.of(
                new CdTarget(
                        Map.of(
                                "metadata",
                                Map.of("name", "agents", "namespace", "team"),
                                "spec",
                                Map.of(
                                        "config",
                                        Map.of("url", "https://example.com/x", "poolName", pool)))),
                "token");
    }

    @Test
    void jobsOfAllPoolsAreBounded() {
        for (var pool : List.of("a", "b", "c")) {
            answers.jobs(key(pool), MANY);
        }
        assertThat(answers.jobs(key("a"))).isPresent();
        assertThat(answers.jobs(key("b"))).isPresent();
        assertThat(answers.jobs(key("c"))).as("no room").isEmpty();
        answers.jobs(key("a"), List.of());
        answers.jobs(key("c"), MANY);
        assertThat(answers.jobs(key("c"))).isPresent();
    }

    @Test
    void jobsThatAreTooOldLeaveRoom() {
        answers.jobs(key("a"), MANY);
        answers.jobs(key("b"), MANY);
        now = now.plusSeconds(15);
        answers.jobs(key("c"), MANY);
        assertThat(answers.jobs(key("c"))).isPresent();
        assertThat(answers.jobs(key("a"))).isEmpty();
    }
}
