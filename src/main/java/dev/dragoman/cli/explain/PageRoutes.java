package dev.dragoman.cli.explain;

import dev.dragoman.Operator;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.check.EffectiveRoutes;
import dev.dragoman.camel.check.EffectiveRoutes.Route;
import dev.dragoman.camel.check.EffectiveRoutes.RouteLine;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.cli.cluster.ClusterRequests.Refused;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.Names;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The routes that the operator runs, with how often each line has done its step since the leader
 * started. Immutable; {@link #json} reads the metrics.
 *
 * @param holder name of the replica that leads
 * @param metrics where its metrics are; empty for its pod, by the API server's proxy
 * @param files files of overlays by their names
 */
record PageRoutes(
        ClusterRequests cluster,
        String home,
        String holder,
        Optional<URI> metrics,
        Map<String, String> files) {
    private static final Pattern STEPS =
            Pattern.compile(
                    "(?m)^dragoman_steps_total\\{capability=\"([^\"]*)\",step=\"([^\"]*)\"\\} ([0-9.E]+)");

    /** How long metrics may take to begin or go on, in milliseconds. */
    private static final int PATIENCE = 5_000;

    /** Bytes of metrics that are read. */
    private static final int MOST = 8 << 20;

    Map<String, Object> json() {
        var counts = new HashMap<String, Long>();
        String unread = "";
        try {
            var steps = STEPS.matcher(text());
            while (steps.find()) {
                var count = (long) Double.parseDouble(steps.group(3));
                counts.put(steps.group(1) + "/" + steps.group(2), count);
            }
        } catch (Refused | IOException unreadable) {
            unread = String.valueOf(unreadable.getMessage());
        }
        try {
            return Json.object("unread", unread, "routes", routes(counts));
        } catch (EffectiveRoutes.YamlUnreadable broken) {
            return Json.object("unread", broken.getMessage(), "routes", List.of());
        }
    }

    private String text() throws IOException {
        if (metrics.isPresent()) {
            var connection = metrics.get().toURL().openConnection();
            connection.setConnectTimeout(PATIENCE);
            connection.setReadTimeout(PATIENCE);
            try (var in = connection.getInputStream()) {
                return new String(in.readNBytes(MOST), StandardCharsets.UTF_8);
            }
        }
        // a holder is the pod's name with an id, as whoever may edit the Lease has it
        var pod = holder.replaceFirst("_.*", "");
        if (!Names.isSubdomain(pod)) {
            throw new IOException("the Lease names no pod that leads");
        }
        return cluster.text(
                "/api/v1/namespaces/%s/pods/%s:8081/proxy/observe/metrics".formatted(home, pod));
    }

    private List<Map<String, Object>> routes(Map<String, Long> counts) {
        try {
            var directory = Files.createTempDirectory("dragoman-page");
            try {
                for (var file : files.entrySet()) {
                    // an API server that is none may name a path
                    var name = Path.of(file.getKey()).getFileName();
                    Files.writeString(directory.resolve(name), file.getValue());
                }
                var overlays = new Overlays(List.of(directory));
                var lines = Operator.lines(overlays);
                return EffectiveRoutes.of(Overlays.BUILT_IN_ROUTES, overlays, lines).stream()
                        .map(each -> route(each, counts))
                        .toList();
            } finally {
                delete(directory);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Object> route(Route route, Map<String, Long> counts) {
        return Json.object(
                "id", route.id(),
                "description", route.description(),
                "own", !route.file().isEmpty(),
                "lines", route.all().stream().map(each -> line(each, counts)).toList());
    }

    private static Map<String, Object> line(RouteLine line, Map<String, Long> counts) {
        return Json.object(
                "when", line.when(),
                "address", line.address(),
                "description", line.description(),
                "mark", line.mark(),
                "files", line.files().stream().map(each -> each.getFileName().toString()).toList(),
                "count", line.step().isEmpty() ? null : counts.get(line.step()));
    }

    private static void delete(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            for (var each : files.toList()) {
                Files.delete(each);
            }
        }
        Files.delete(directory);
    }
}
