package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Campaign;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two hundred Teams: what they take, at the beginning and later. */
class ManyTeamsIT {
    private static final int TEAMS = 200;
    private static final Duration LONG = Duration.ofMinutes(20);

    @TempDir private Path directory;

    @Campaign
    @Test
    void twoHundredTeams() throws Exception {
        try (var plane = ControlPlane.start(Options.defaults());
                var road = new Road("many", plane)) {
            TeamsComponent.install(road, Files.createDirectory(directory.resolve("overlays")));
            road.install.kindsAndRightsOnce(TeamsComponent.KINDS);
            // what is asked of Azure is asked for a Team
            road.environment.put("AZURE_SYNC_PERIOD", "never");
            var process = // as in a container of 512 MiB
                    road.process(directory.resolve("log"), "-XX:MaxRAM=512m");
            try {
                var before = plane.audit().mark();
                road.applyServed(platform(road, "bus-a"));
                road.applyServed(team(road, 0));
                long began = System.nanoTime();
                IntStream.range(1, TEAMS).forEach(i -> road.apply(team(road, i)));
                long made = System.nanoTime();
                await(LONG).pollInterval(Duration.ofSeconds(2)).until(() -> ready(road) == TEAMS);
                long ready = System.nanoTime();
                var writes = writes(road, before);
                var azure = road.azure.control().exchanges().size();
                System.out.printf(
                        Locale.ROOT,
                        "%d Teams: created in %.0f s, all Ready %.0f s later; %.1f writes and %.1f requests to Azure each; %s%n",
                        TEAMS,
                        (made - began) / 1e9,
                        (ready - made) / 1e9,
                        1.0 * writes / TEAMS,
                        1.0 * azure / TEAMS,
                        ManyBundlesIT.status(process.pid(), "VmHWM"));
                var idle = plane.audit().mark();
                await(LONG).during(Duration.ofMinutes(1)).until(() -> writes(road, idle) == 0);

                // an edit that concerns all Teams, and nothing of theirs in Azure
                int requests = road.azure.control().exchanges().size();
                road.apply(platform(road, "bus-b"));
                await().untilAsserted(
                                () ->
                                        assertThat(
                                                        road.client()
                                                                .configMaps()
                                                                .inNamespace(road.namespace)
                                                                .withName("platform-vars")
                                                                .get()
                                                                .getData())
                                                .containsEntry("SERVICEBUS_NS", "bus-b"));
                await(LONG).during(Duration.ofSeconds(20)).until(() -> ready(road) == TEAMS);
                System.out.printf(
                        Locale.ROOT,
                        "a minute without an event: 0 writes; an edit of the Platform: %d writes, %d requests to Azure%n",
                        writes(road, idle),
                        road.azure.control().exchanges().size() - requests);
                assertThat(road.azure.control().exchanges()).hasSize(requests);
            } finally {
                var _ = process.destroyForcibly().waitFor();
            }
        }
    }

    private static String platform(Road road, String bus) {
        return TeamsComponent.platform(
                road,
                """
                identities: { prefix: mid }
                infrastructure: { serviceBus: { resourceGroup: rg-bus, name: %s } }
                """
                        .formatted(bus));
    }

    private static String team(Road road, int number) {
        return """
        apiVersion: dragoman.dev/v1alpha1
        kind: Team
        metadata: { name: t%1$d, namespace: %2$s }
        spec: { namespace: %2$s-t%1$d, resourceGroup: rg-t%1$d }
        """
                .formatted(number, road.namespace);
    }

    private static long writes(Road road, AuditLog.Mark since) {
        return road.requests(since).stream()
                .filter(AuditLog.Event::write)
                .filter(each -> !each.json().toString().contains("/leases/"))
                .count();
    }

    private static long ready(Road road) {
        return road
                .client()
                .genericKubernetesResources("dragoman.dev/v1alpha1", "Team")
                .inNamespace(road.namespace)
                .list()
                .getItems()
                .stream()
                .filter(each -> "True".equals(each.get("status", "conditions", 0, "status")))
                .count();
    }
}
