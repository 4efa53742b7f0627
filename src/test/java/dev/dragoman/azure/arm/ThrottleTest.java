package dev.dragoman.azure.arm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.reconcile.Acting;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Paces;
import dev.dragoman.reconcile.queue.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

class ThrottleTest {
    private static final Set<String> WRITES = Set.of("writes", "type");

    private Instant now = Instant.EPOCH;
    private final Throttle throttle = new Throttle(() -> now);

    private static <T> T as(String namespace, Callable<T> work) {
        try {
            return Acting.as("azure", namespace, work);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private Optional<Answer> held(String namespace) {
        return as(namespace, () -> throttle.held(WRITES));
    }

    private void close(String namespace, Optional<Duration> retryAfter) {
        as(
                namespace,
                () -> {
                    throttle.close("writes", retryAfter, "TooMany");
                    return true;
                });
    }

    private void later(int seconds) {
        now = now.plusSeconds(seconds);
    }

    @Test
    void holdsAllForTheTimeThatAzureNames() {
        close("a", Optional.of(Duration.ofSeconds(7)));
        later(3);
        assertThat(held("b").orElseThrow().retryAfter()).contains(Duration.ofSeconds(4));
        assertThat(throttle.held(Set.of("reads"))).isEmpty();
        later(4);
        assertThat(held("b")).isEmpty();
    }

    @Test
    void theLatestTimeCounts() {
        close("a", Optional.of(Duration.ofSeconds(60)));
        close("a", Optional.of(Duration.ofSeconds(10)));
        throttle.close("type", Optional.of(Duration.ofSeconds(5)), "Type");
        assertThat(held("a").orElseThrow().retryAfter()).contains(Duration.ofSeconds(60));
        later(59);
        assertThat(held("a").orElseThrow().retryAfter()).contains(Duration.ofSeconds(1));
    }

    @Test
    void takesTheUsualTimeWhereAzureNamedNone() {
        close("a", Optional.empty());
        var held = held("b").orElseThrow();
        assertThat(held.held()).isTrue();
        assertThat(held.sent()).isFalse();
        assertThat(held.retryAfter()).contains(Duration.ofSeconds(10));
    }

    /** Otherwise a team with thousands of requests would use the limit up again. */
    @Test
    void eachThatWasHeldComesOnceBeforeAnybodyComesTwice() {
        close("many", Optional.of(Duration.ofSeconds(1)));
        assertThat(held("one")).isPresent();
        later(1);
        assertThat(held("many")).isEmpty();
        assertThat(held("many").orElseThrow().retryAfter()).contains(Duration.ofSeconds(1));
        assertThat(held("another")).as("it was not held").isPresent();
        assertThat(held("one")).isEmpty();
        assertThat(held("many")).isEmpty();
        assertThat(held("many")).isEmpty();
    }

    @Test
    void whoDoesNotComeAgainIsNotWaitedForLong() {
        close("many", Optional.of(Duration.ofSeconds(1)));
        assertThat(held("gone")).isPresent();
        later(1);
        assertThat(held("many")).isEmpty();
        assertThat(held("many")).isPresent();
        now = now.plus(Throttle.GRACE);
        assertThat(held("many")).isEmpty();
    }

    /** A pause that grows would end after the time that the others wait. */
    @Test
    void whoIsHeldComesInTimeHoweverOften() {
        var backoff = new Backoff(() -> 0.99);
        var key = new ObjectKey("resources.azure.com", "ResourceGroup", "one", "a");
        close("many", Optional.of(Duration.ofSeconds(1)));
        var held = held("one").orElseThrow();
        var outcome = Problem.passing(held, "create a", Optional.empty()).outcome();
        for (int i = 0; i < 20; i++) {
            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            Outcome.Transient.class,
                            failed ->
                                    assertThat(
                                                    backoff.next(
                                                            key,
                                                            Paces.NONE.retry(
                                                                    key,
                                                                    failed.pace(),
                                                                    Duration.ZERO),
                                                            failed.notBefore()))
                                            .isLessThan(
                                                    Duration.ofSeconds(1).plus(Throttle.GRACE)));
        }
    }

    @Test
    void anotherRefusalBeginsAnotherRound() {
        close("many", Optional.of(Duration.ofSeconds(1)));
        assertThat(held("one")).isPresent();
        later(1);
        close("many", Optional.of(Duration.ofSeconds(1)));
        later(1);
        assertThat(held("many")).isEmpty();
        assertThat(held("many")).as("one still waits").isPresent();
        assertThat(held("one")).isEmpty();
    }
}
