package dev.dragoman.camel.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.CapturedLog;
import dev.dragoman.camel.EarlierConflicts;
import dev.dragoman.kube.failure.WriteConflict;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Reconciliation;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FailureLogTest {
    private static final Map<String, Object> THERE = Map.of("kind", "Thing");
    private static final Outcome LATER =
            new Outcome.Transient("No", "on purpose", Outcome.Pace.FAST, Optional.empty());

    private final FailureLog failures = new FailureLog();

    private void failed(String name, Map<String, Object> object, Outcome outcome) {
        failed(name, object, outcome, null);
    }

    private void failed(
            String name, Map<String, Object> object, Outcome outcome, Throwable failure) {
        failures.failed(
                new Reconciliation(
                        new ObjectKey("x.dev", "Thing", "ns", name),
                        1,
                        Cause.RETRY,
                        object,
                        "uid",
                        Instant.EPOCH),
                outcome,
                failure);
    }

    @Test
    void aFailureThatLastsIsLoggedOnceForADeletedObjectToo() {
        try (var log = new CapturedLog(FailureLog.class.getName())) {
            for (int i = 0; i < 3; i++) {
                failed("seen", THERE, LATER);
            }
            for (int i = 0; i < 3; i++) {
                failed("seen", Map.of(), LATER);
                failed("unseen", Map.of(), LATER);
            }
            assertThat(log.lines())
                    .as("one of each object")
                    .containsExactly(
                            "WARN No: on purpose; trying again",
                            "WARN No: on purpose; trying again");
            failed("seen", Map.of(), Outcome.done());
            failed("seen", Map.of(), LATER);
            assertThat(log.lines()).as("again after a success").hasSize(3);
        }
    }

    @Test
    void whatFailsForGoodForADeletedObjectSaysThatItIsGivenUp() {
        try (var log = new CapturedLog(FailureLog.class.getName())) {
            failed("a", THERE, new Outcome.Fatal("No", "on purpose"));
            failed("a", Map.of(), new Outcome.Fatal("No", "on purpose"));
            assertThat(log.lines())
                    .containsExactly(
                            "WARN No: on purpose; trying again after a change or a resync",
                            "WARN No: on purpose; not trying again, because the object no longer exists");
        }
    }

    @Test
    void conflictsAreLoggedOnceTheyAreManyInARow() {
        var conflict = new WriteConflict("apply Thing ns/a: retrying");
        try (var log = new CapturedLog(FailureLog.class.getName())) {
            for (int i = 1; i < EarlierConflicts.MANY; i++) {
                failed("a", THERE, LATER, conflict);
            }
            failed("a", THERE, Outcome.done());
            for (int i = 1; i < EarlierConflicts.MANY; i++) {
                failed("a", THERE, LATER, conflict);
                failed("b", THERE, LATER, conflict);
            }
            assertThat(log.lines()).filteredOn(line -> line.startsWith("WARN")).isEmpty();
            failed("a", THERE, LATER, conflict);
            failed("a", THERE, LATER, conflict);
            assertThat(log.lines())
                    .filteredOn(line -> line.startsWith("WARN"))
                    .as("once")
                    .containsExactly("WARN No: on purpose; trying again");
        }
    }
}
