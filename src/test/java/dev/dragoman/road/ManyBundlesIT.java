package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.composition.Bundles;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Campaign;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A thousand objects of a composition with nine lines: what they take. */
class ManyBundlesIT {
    private static final int OBJECTS = 1000;
    private static final Duration LONG = Duration.ofMinutes(20);

    @TempDir private Path directory;

    @Campaign
    @Test
    void aThousandOfNineLines() throws Exception {
        try (var plane = ControlPlane.start(Options.defaults());
                var road = new Road("many", plane)) {
            overlays(road);
            Bundles.install(plane, road.account.namespace());
            var process = // as in a container of 512 MiB
                    road.process(directory.resolve("log"), "-XX:MaxRAM=512m");
            try {
                var before = plane.audit().mark();
                long began = System.nanoTime();
                IntStream.range(0, OBJECTS)
                        .mapToObj(i -> Bundles.object(road.namespace, "b" + i, "first", 2, 80))
                        .forEach(each -> road.client().resource(each).create());
                long made = System.nanoTime();
                await(LONG).pollInterval(Duration.ofSeconds(2)).until(() -> ready(road) == OBJECTS);
                long ready = System.nanoTime();
                var writes = road.requests(before).stream().filter(AuditLog.Event::write).toList();
                long objects =
                        writes.stream().filter(each -> each.json().has("impersonatedUser")).count();
                System.out.printf(
                        Locale.ROOT,
                        "%d objects of nine lines: created in %.0f s, all Ready %.0f s later; %.1f writes of made objects and %.1f others each; %s; %s%n",
                        OBJECTS,
                        (made - began) / 1e9,
                        (ready - made) / 1e9,
                        1.0 * objects / OBJECTS,
                        1.0 * (writes.size() - objects) / OBJECTS,
                        status(process.pid(), "VmHWM"),
                        watches(road));
                assertThat(objects).isEqualTo(9L * OBJECTS);
            } finally {
                var _ = process.destroyForcibly().waitFor();
            }
        }
    }

    /** The files of the scenarios; roles of this many bundles need names of their own. */
    private void overlays(Road road) throws IOException {
        var overlays = Files.createDirectory(directory.resolve("overlays"));
        try (var files = Files.list(Path.of("src/test/resources/compositions/bundles"))) {
            for (var each : files.toList()) {
                Files.writeString(
                        overlays.resolve(each.getFileName()),
                        Files.readString(each)
                                .replace(
                                        "metadata: { name: bundle",
                                        "metadata: { name: \"${object.metadata.name}\""));
            }
        }
        road.environment.put("DRAGOMAN_OVERLAYS", overlays.toString());
    }

    private static long ready(Road road) {
        return road
                .client()
                .genericKubernetesResources(Bundles.API_VERSION, Bundles.KIND)
                .inNamespace(road.namespace)
                .list()
                .getItems()
                .stream()
                .filter(each -> "True".equals(each.get("status", "conditions", 0, "status")))
                .count();
    }

    /** All watches that the API server has open, those of its own and of the controllers too. */
    private static String watches(Road road) {
        double open =
                road.client()
                        .raw("/metrics")
                        .lines()
                        .filter(each -> each.startsWith("apiserver_longrunning_requests{"))
                        .filter(each -> each.contains("verb=\"WATCH\""))
                        .mapToDouble(each -> Double.parseDouble(each.replaceFirst(".* ", "")))
                        .sum();
        return "%.0f watches open in all".formatted(open);
    }

    static String status(long pid, String field) throws IOException {
        List<String> lines = Files.readAllLines(Path.of("/proc/" + pid + "/status"));
        return lines.stream().filter(each -> each.startsWith(field)).findFirst().orElse("");
    }
}
