package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import dev.dragoman.tier.Campaign;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/**
 * Ten thousand objects and a hundred thousand events about them, and meanwhile an edit of another
 * team: what it takes is printed.
 */
@Campaign
class EventsFloodIT {
    private static final int OBJECTS = Integer.getInteger("events.objects", 10_000);
    private static final int BATCH = 100;

    @Test
    void aFloodTakesItsShareAndNoMore() {
        try (var events = new EventRoad("flood")) {
            var road = events.road;
            road.azure.control().unlimited();
            var other = road.namespace + "-other";
            road.client()
                    .resource(
                            new NamespaceBuilder()
                                    .withNewMetadata()
                                    .withName(other)
                                    .endMetadata()
                                    .build())
                    .create();
            road.environment.put("AZURE_TARGET_NAMESPACES", road.namespace + "," + other);
            road.start();
            for (int i = 0; i < OBJECTS; i += BATCH) {
                road.apply(events.groups(i, Math.min(OBJECTS, i + BATCH)));
            }
            await(Duration.ofMinutes(20)).until(() -> road.azure.control().count("PUT") >= OBJECTS);
            road.apply(other, events.groups(OBJECTS, OBJECTS + 1));
            var id = events.id("/resourceGroups/group-" + OBJECTS);
            await().until(() -> road.azure.control().get(id).isPresent());
            var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            long cpu = system.getProcessCpuTime();
            long memory = used();
            long gets = road.azure.control().count("GET");

            for (int round = 0; round < 10; round++) {
                for (int i = 0; i < OBJECTS; i += BATCH) {
                    var batch = new ArrayList<String>();
                    for (int j = i; j < Math.min(OBJECTS, i + BATCH); j++) {
                        batch.add(
                                EventRoad.event(
                                        "WriteSuccess",
                                        events.id("/resourceGroups/group-" + j),
                                        Instant.now()));
                    }
                    events.send("[" + String.join(",", batch) + "]");
                }
            }
            var begin = Instant.now();
            road.apply(
                    other,
                    events.groups(OBJECTS, OBJECTS + 1).replace("team: orders", "team: other"));
            await().pollInterval(Duration.ofMillis(20))
                    .until(
                            () ->
                                    road.azure
                                            .control()
                                            .get(id)
                                            .orElseThrow()
                                            .at("/tags/team")
                                            .asText()
                                            .equals("other"));
            var edit = Duration.between(begin, Instant.now());
            await(Duration.ofMinutes(20)).until(() -> events.left().isEmpty());
            System.out.printf(
                    "%d objects, %d events: %s, %d ms CPU of the test's process, %d MiB more, %d looks; the other team's edit took %s%n",
                    OBJECTS,
                    OBJECTS * 10,
                    Duration.between(begin, Instant.now()),
                    (system.getProcessCpuTime() - cpu) / 1_000_000,
                    (used() - memory) >> 20,
                    road.azure.control().count("GET") - gets,
                    edit);
            assertThat(edit).isLessThan(Duration.ofSeconds(1));
        }
    }

    private static long used() {
        System.gc();
        var runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
