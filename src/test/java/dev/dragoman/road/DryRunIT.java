package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.Recipe;
import dev.dragoman.camel.Overlays;
import dev.dragoman.cli.trial.GivenAnswers.Given;
import dev.dragoman.cli.trial.Trial;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.sandbox.azure.control.Exchange;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.tier.Full;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A dry run does what the operator does on a real API server with the local Azure: what is sent to
 * Azure and what is written in the cluster is the same, round by round, where Azure answers the
 * same. Left out of the comparison are what each run has of its own: uids, versions, times, and
 * hashes with the key of the installation.
 */
class DryRunIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** What a round of the operator is over with: nothing was written for so long. */
    private static final Duration QUIET = Duration.ofSeconds(3);

    private static final List<String> DELETED =
            List.of(
                    "ArmResource",
                    "NamespacesQueue",
                    "StorageAccountsBlobServicesContainer",
                    "StorageAccount",
                    "UserAssignedIdentity",
                    "ResourceGroup");

    @TempDir private Path overlays;

    @Full
    @ParameterizedTest(name = "{0} with {1}")
    @CsvSource({
        "resource-group, none",
        "resource-group, tag-by-namespace-label",
        "resource-group, approval-before-deletion",
        "storage-account, none",
        "storage-account, lock-after-creation",
        "storage-account, network-policy",
        "identity, none",
        "servicebus, none",
        "arm-resource, none"
    })
    void itDoesWhatTheOperatorDoes(String sample, String recipe) throws IOException {
        try (var road = new Road("dry-run")) {
            road.azure.control().operationDuration(".*", Duration.ZERO);
            road.environment.put("AZURE_SYNC_PERIOD", "2s");
            road.install.kindsAndRightsOnce(List.of("dragoman.dev/ArmResource"));
            if (!recipe.equals("none")) {
                var _ = Recipe.of(recipe).into(overlays, road::apply);
                road.environment.put("DRAGOMAN_OVERLAYS", overlays.toString());
            }
            road.start();
            var yaml = yaml(sample);
            var edited =
                    yaml.replace(
                                    "westeurope\n  tags:\n    team: orders",
                                    "westeurope\n  tags:\n    team: bills")
                            .replace("Hot", "Cool");
            try (var trial = trial(road)) {
                for (var each : yaml.split("---\n", -1)) {
                    same(
                            road,
                            trial,
                            "first",
                            () -> road.apply(each),
                            () -> apply(trial, each, road));
                }
                same(
                        road,
                        trial,
                        "edit",
                        () -> road.apply(edited),
                        () -> apply(trial, edited, road));
                drift(road, trial);
                same(road, trial, "resync", () -> {}, trial::resync);
                // how often a lock is tried again depends on the time
                if (!recipe.equals("lock-after-creation")) {
                    deletion(road, trial, sample);
                }
            }
        }
    }

    /**
     * What is made of a composition, and sent for it. How often its status is written depends on
     * the time.
     */
    @Full
    @Test
    @ResourceLock("webapplications")
    void itMakesTheObjectsOfAComposition() throws IOException {
        try (var road = new Road("dry-run")) {
            road.azure.control().operationDuration(".*", Duration.ZERO);
            road.environment.put("AZURE_SYNC_PERIOD", "1h");
            var _ = new WebApplications(road, overlays).start();
            try (var trial = trial(road)) {
                for (var accounts : List.of("[web, worker]", "[web]", "[web, other]")) {
                    var shop = shop(accounts, road);
                    same(
                            road,
                            trial,
                            accounts,
                            "^(PUT|DELETE|apply|delete) .*",
                            () -> road.apply(shop),
                            () -> apply(trial, shop, road));
                }
            }
        }
    }

    private static String shop(String accounts, Road road) {
        return WebApplications.block("shop.yaml")
                .replace("[web, worker]", accounts)
                .replace("name: shop", "name: shop, namespace: " + road.namespace);
    }

    /** Somebody changes the group in Azure, and the next comparison puts it right. */
    private void drift(Road road, Trial trial) throws IOException {
        var id = road.group("orders");
        var other = JSON.readTree("{\"tags\": {\"team\": \"others\"}}");
        same(
                road,
                trial,
                "drift",
                () -> {
                    var changed = road.azure.control().mutate(id, other);
                    trial.answers()
                            .resource(id, Json.copyMap(JSON.convertValue(changed, Map.class)));
                },
                trial::resync);
    }

    private static String yaml(String sample) throws IOException {
        var group = Files.readString(Path.of("kubernetes/samples/resource-group.yaml"));
        // a value that is in a Secret too is *** in all that a dry run shows
        return sample.equals("resource-group")
                ? group
                : group
                        + "---\n"
                        + Files.readString(Path.of("kubernetes/samples", sample + ".yaml"))
                                .replaceFirst("      blobEndpoint:\n.*\n.*\n", "");
    }

    private Trial trial(Road road) {
        var settings = new HashMap<String, String>();
        road.environment.forEach(
                (name, value) -> {
                    if (name.startsWith("AZURE_") && !name.equals("AZURE_SYNC_PERIOD")) {
                        settings.put(name, value);
                    }
                });
        return new Trial(
                new Trial.Setup(
                        new Overlays(List.of(overlays)),
                        settings,
                        Instant.parse("2026-01-01T00:00:00Z"),
                        Set.of(),
                        Set.of(),
                        false,
                        Optional.empty()));
    }

    private static void apply(Trial trial, String yaml, Road road) {
        for (var each : new Load(LoadSettings.builder().build()).loadAllFromString(yaml)) {
            var _ = trial.apply(Json.copyMap((Map<?, ?>) each), road.namespace);
        }
    }

    /** Deletes what lies in others first. */
    private static void deletion(Road road, Trial trial, String sample) {
        // when the garbage collector takes the children of an account depends on the time
        // and of a namespace of Service Bus
        boolean first = sample.equals("storage-account") || sample.equals("servicebus");
        for (var kind : first ? DELETED.subList(0, 3) : DELETED) {
            var all = trial.keys().stream().filter(each -> each.kind().equals(kind)).toList();
            for (var each : all) {
                var resource =
                        kind.toLowerCase(Locale.ROOT) + "." + each.group() + "/" + each.name();
                same(
                        road,
                        trial,
                        "deletion of " + each,
                        () -> {
                            var _ = road.kubectl("delete", resource, "--wait=false");
                        },
                        () -> trial.delete(each));
            }
        }
    }

    private static void same(Road road, Trial trial, String round, Runnable real, Runnable dry) {
        same(road, trial, round, ".*", real, dry);
    }

    /**
     * @param compared the beginnings of the lines that are compared
     */
    private static void same(
            Road road, Trial trial, String round, String compared, Runnable real, Runnable dry) {
        var mark = road.plane.audit().mark();
        road.azure.control().clearExchanges();
        real.run();
        settled(road);
        var exchanges = road.azure.control().exchanges();
        trial.answers().add(answers(exchanges));
        dry.run();
        var entries = trial.run(Duration.ofSeconds(60));
        assertThat(lines(dryLines(entries), compared))
                .as("%s: %s", round, entries)
                .isEqualTo(lines(realLines(road, exchanges, mark), compared));
    }

    /** Waits until the operator has written nothing for a while. */
    private static void settled(Road road) {
        await().pollInterval(QUIET)
                .pollDelay(QUIET)
                .until(
                        () -> {
                            var mark = road.plane.audit().mark();
                            await().pollDelay(QUIET).until(() -> true);
                            return road.requests(mark).stream()
                                    .filter(AuditLog.Event::write)
                                    .noneMatch(each -> road.namespace.equals(each.namespace()));
                        });
    }

    private static Map<String, List<Given>> answers(List<Exchange> exchanges) {
        var all = new LinkedHashMap<String, List<Given>>();
        for (var each : exchanges) {
            all.computeIfAbsent(
                            "%s %s".formatted(each.method(), each.path()), _ -> new ArrayList<>())
                    .add(
                            new Given(
                                    each.status(),
                                    each.responseHeaders(),
                                    each.responseBody() == null
                                                    || each.responseBody().isMissingNode()
                                            ? ""
                                            : JSON.convertValue(
                                                    each.responseBody(), Object.class)));
        }
        return all;
    }

    private static List<String> dryLines(List<Map<String, Object>> entries) {
        var all = new ArrayList<String>();
        for (var each : entries) {
            var verb = each.keySet().iterator().next();
            var what = String.valueOf(each.get(verb));
            switch (verb) {
                case "request" ->
                        all.add("%s %s".formatted(what, text(each.getOrDefault("body", ""))));
                case "status" -> all.add("status %s %s".formatted(what, text(each.get("value"))));
                case "patch" -> all.add("patch %s %s".formatted(what, text(each.get("change"))));
                // of Secrets and ConfigMaps the audit log has no content
                case "create", "apply" ->
                        all.add(
                                "apply %s %s"
                                        .formatted(
                                                what,
                                                what.matches("(Secret|ConfigMap) .*")
                                                        ? "{}"
                                                        : text(each.get("object"))));
                case "delete" -> all.add("delete " + what);
                case "event" ->
                        all.add(
                                "event %s %s %s"
                                        .formatted(
                                                each.get("type"),
                                                each.get("reason"),
                                                each.get("note")));
                default -> {
                    // what was read, and failures that no write tells of
                }
            }
        }
        return all;
    }

    private static List<String> realLines(Road road, List<Exchange> exchanges, AuditLog.Mark mark) {
        var all = new ArrayList<String>();
        exchanges.stream()
                .filter(each -> !each.method().equals("GET"))
                .filter(each -> each.path().startsWith("/subscriptions/"))
                .forEach(
                        each ->
                                all.add(
                                        "%s %s %s"
                                                .formatted(
                                                        each.method(),
                                                        each.url()
                                                                .replaceFirst("https://[^/]*", ""),
                                                        text(
                                                                each.requestBody() == null
                                                                        ? ""
                                                                        : JSON.convertValue(
                                                                                each.requestBody(),
                                                                                Object.class)))));
        road.requests(mark).stream()
                .filter(AuditLog.Event::write)
                .filter(each -> road.namespace.equals(each.namespace()))
                .filter(each -> each.code() < 300)
                .forEach(each -> all.add(real(each)));
        return all;
    }

    private static String real(AuditLog.Event event) {
        var body = JSON.convertValue(event.json().path("requestObject"), Object.class);
        if (body instanceof List<?> operations) {
            return "patch %s %s"
                    .formatted(
                            event.resource() + " " + event.name(),
                            text(
                                    operations.stream()
                                            .filter(
                                                    each ->
                                                            !(each instanceof Map<?, ?> map
                                                                    && "test"
                                                                            .equals(map.get("op"))))
                                            .toList()));
        }
        var object = body instanceof Map<?, ?> map ? Json.copyMap(map) : Json.object();
        if (event.resource().equals("events")) {
            return "event %s %s %s"
                    .formatted(object.get("type"), object.get("reason"), object.get("note"));
        }
        if (event.verb().equals("delete")) {
            return "delete %s %s".formatted(event.resource(), event.name());
        }
        if (event.subresource().equals("status")) {
            return "status %s %s %s"
                    .formatted(event.resource(), event.name(), text(object.get("status")));
        }
        object.remove("apiVersion");
        object.remove("kind");
        Fields.map(object, "metadata")
                .keySet()
                .removeAll(List.of("name", "namespace", "uid", "resourceVersion"));
        if (Fields.map(object, "metadata").isEmpty()) {
            object.remove("metadata");
        }
        return "apply %s %s %s".formatted(event.resource(), event.name(), text(object));
    }

    private static String text(Object value) {
        return value instanceof String text ? text : Json.canonical(value);
    }

    /** The lines in one order, without what each run has of its own. */
    private static String lines(List<String> all, String compared) {
        var sorted = new TreeMap<String, Integer>();
        for (var each : all) {
            if (!each.matches("(?s)" + compared)) {
                continue;
            }
            sorted.merge(
                    each.replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "UUID")
                            .replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME")
                            .replaceAll("[0-9a-f]{64}", "HASH")
                            .replaceAll("\"issuer\":\"[^\"]*\"", "ISSUER")
                            .replaceAll("\"fields\":\"[^\"]*\"", "FIELDS")
                            // kinds are resources in the audit log
                            .replaceFirst(
                                    "^(patch|status|apply|delete) (\\w+)(\\.[\\w.]+)? (?:[\\w-]+/)?(\\S+)",
                                    "$1 $4"),
                    1,
                    Integer::sum);
        }
        var text = new StringBuilder();
        sorted.forEach((line, times) -> text.append(times).append(" x ").append(line).append('\n'));
        return text.toString();
    }
}
