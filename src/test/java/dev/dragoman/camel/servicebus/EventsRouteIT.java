package dev.dragoman.camel.servicebus;

import static dev.dragoman.Patience.await;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.EventsTrial;
import dev.dragoman.sandbox.azure.servicebus.TrialBus;
import dev.dragoman.tier.Full;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The route of change events against a broker in trouble, without a cluster. */
@Full
class EventsRouteIT {
    private TrialBus bus;
    private EventsTrial trial;

    @BeforeEach
    void start() {
        bus = new TrialBus();
        trial = new EventsTrial(bus.connectionString());
        trial.start();
    }

    @AfterEach
    void stop() {
        trial.close();
        bus.close();
    }

    private void woken(int n) {
        await().untilAsserted(() -> assertThat(trial.woken()).hasSize(n));
        await().untilAsserted(() -> assertThat(bus.left()).isEmpty());
        assertThat(trial.woken()).hasSize(n);
    }

    @Test
    void aReplicaThatStandsByTakesNothing() {
        trial.close();
        trial = new EventsTrial(bus.connectionString());
        trial.leads(false);
        trial.start();
        bus.send(trial.event(0, Instant.now()));
        assertThat(trial.live()).isTrue();
        assertThat(bus.connections()).isZero();
        assertThat(bus.left()).hasSize(1);
        trial.leads(true);
        woken(1);
    }

    @Test
    void twiceOutOfOrderAndWhatCannotBeRead() {
        var now = Instant.now();
        bus.deliverTwice(1);
        bus.send(trial.event(0, now));
        woken(1);
        bus.send(trial.event(0, now.minusSeconds(60)));
        bus.send("hello");
        bus.send("{\"event\": 1}");
        bus.send("x".repeat(1 << 20));
        bus.send(
                "["
                        + IntStream.range(0, 50)
                                .mapToObj(i -> trial.event(i, now.minusSeconds(1)))
                                .collect(joining(","))
                        + "]");
        woken(50);
        assertThat(trial.metric("dragoman_events_messages_total{result=\"unread\"}")).isEqualTo(3);
        assertThat(trial.problem()).isEmpty();
    }

    @Test
    void aBrokerThatIsAwayIsToldAndComesBack() {
        bus.send(trial.event(0, Instant.now()));
        woken(1);
        bus.away();
        await(Duration.ofMinutes(2)).untilAsserted(() -> assertThat(trial.problem()).isPresent());
        assertThat(trial.live()).isTrue();
        assertThat(trial.ready()).isTrue();
        assertThat(trial.metric("dragoman_events_connected")).isZero();
        bus.back();
        bus.send(trial.event(1, Instant.now()));
        await(Duration.ofMinutes(2)).untilAsserted(() -> assertThat(trial.woken()).hasSize(2));
        woken(2);
        assertThat(trial.problem()).isEmpty();
        assertThat(trial.metric("dragoman_events_connected")).isOne();
    }

    @Test
    void connectionsThatBreakAndLocksThatAreLostCostNothing() {
        for (int i = 0; i < 5; i++) {
            bus.send(trial.event(i, Instant.now()));
            bus.dropConnections();
        }
        await(Duration.ofMinutes(2)).untilAsserted(() -> assertThat(trial.woken()).hasSize(5));
        woken(5);
        trial.slow(Duration.ofSeconds(3));
        bus.send(trial.event(5, Instant.now()));
        await().untilAsserted(() -> assertThat(trial.woken()).hasSize(6));
        bus.expireLocks();
        woken(6);
    }

    /** 100,000 events about a thousand objects, and 10,000 messages about what nobody has. */
    @Test
    void aFloodIsWorkedOffAndLeavesNothing() {
        bus.send(trial.event(0, Instant.now()));
        woken(1);
        var now = Instant.now();
        var begin = System.nanoTime();
        for (int i = 0; i < 1000; i++) {
            int from = i * 100 % 1000;
            bus.send(
                    "["
                            + IntStream.range(from, from + 100)
                                    .mapToObj(n -> trial.event(n, now))
                                    .collect(joining(","))
                            + "]");
        }
        await(Duration.ofMinutes(5)).until(() -> bus.left().isEmpty());
        System.out.printf("100,000 events in %d ms%n", (System.nanoTime() - begin) / 1_000_000);
        assertThat(trial.woken()).as("each once for the flood, whatever comes twice").hasSize(1001);
        for (int i = 0; i < 10_000; i++) {
            bus.send(trial.event(1_000_000 + i, now));
        }
        await(Duration.ofMinutes(5)).until(() -> bus.left().isEmpty());
        System.out.printf(
                "and 10,000 messages in %d ms%n", (System.nanoTime() - begin) / 1_000_000);
        assertThat(trial.woken()).hasSize(1001);
        assertThat(trial.metric("dragoman_events_total{result=\"unknown\"}")).isEqualTo(10_000);
        assertThat(trial.problem()).isEmpty();
    }
}
