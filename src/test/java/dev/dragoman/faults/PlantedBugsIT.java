package dev.dragoman.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.PlantedAzure.Bug;
import dev.dragoman.tier.Full;
import dev.dragoman.tier.OneTry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A test of the test: mistakes that do no harm until something goes wrong are found. */
@Full
@OneTry
class PlantedBugsIT {
    @Test
    void aRequestBeforeTheFinalizerLeavesSomethingBehind() {
        assertThat(found(Bug.SENDS_BEFORE_IT_CLAIMS, Disturbance.KILL_AND_WITHDRAW))
                .startsWith("KILL_AND_WITHDRAW at PUT ")
                .contains("left behind in Azure");
    }

    @Test
    void aCachedReadAfterAWriteGetsStuck() {
        assertThat(found(Bug.READS_ITS_OWN_CACHE, Disturbance.LOST_REPLY))
                .startsWith("LOST_REPLY at PATCH ")
                .contains("stuck");
    }

    @Test
    void aForgottenRequeueGetsStuck() {
        assertThat(found(Bug.FORGETS_TO_COME_BACK, Disturbance.CONFLICT))
                .startsWith("CONFLICT at PATCH ")
                .contains("stuck");
    }

    /** The first deviation; none is without a disturbance, or any test would have found it. */
    private static String found(Bug bug, Disturbance disturbance) {
        var report =
                Matrix.of(StorageScenario.create(), bug.name(), PlantedOperator.with(bug))
                        .everyWrite(disturbance)
                        .untilOneDeviates(Duration.ofSeconds(6))
                        .run();
        assertThat(report.lines())
                .filteredOn(line -> line.what().equals("undisturbed"))
                .allMatch(line -> line.deviations().isEmpty());
        assertThat(report.deviating()).as("deviations").isNotEmpty();
        var first = report.deviating().getFirst();
        return first.what() + ": " + String.join(", ", first.deviations());
    }
}
