package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.camel.Overlays;
import dev.dragoman.cli.trial.GivenAnswers.Given;
import dev.dragoman.cli.trial.Trial;
import dev.dragoman.kube.HashKey;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.sandbox.azure.control.Exchange;
import dev.dragoman.sandbox.controlplane.AuditLog;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * An operator on a road, and a dry run with the same overlays and settings. Left out of the
 * comparison are what each run has of its own: uids, versions, times, and hashes with the key of
 * the installation.
 */
final class DryRunComparison implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** What a round of the operator is over with: nothing was written for so long. */
    private static final Duration QUIET = Duration.ofSeconds(3);

    /** Paces, ways to hosts and names of a process, which a dry run has of its own. */
    private static final Set<String> OWN =
            Set.of("AZURE_SYNC_PERIOD", "HTTPS_PROXY", "NO_PROXY", "POD_NAME");

    /** Of a recipe. */
    private static final GroupKind CILIUM = new GroupKind("cilium.io", "CiliumNetworkPolicy");

    /** Writes that change no object. */
    private static final Set<String> OUTSIDE =
            Set.of(
                    "selfsubjectreviews/",
                    "selfsubjectaccessreviews/",
                    "serviceaccounts/token",
                    "tokenreviews/");

    final Trial trial;
    private final Road road;
    private final List<String> differences = new ArrayList<>();
    private Supplier<List<String>> others = List::of;

    /** When the round of the dry run begins; a round takes a minute at most. */
    private Instant time = Instant.parse("2026-01-01T00:00:00Z");

    DryRunComparison(Road road, Path overlays) {
        this.road = road;
        var settings = new HashMap<>(road.environment);
        settings.keySet().removeAll(OWN);
        trial =
                new Trial(
                        new Trial.Setup(
                                new Overlays(List.of(overlays)),
                                settings,
                                time,
                                Set.of(CILIUM),
                                Set.of(),
                                false,
                                Optional.empty()));
        dry(
                Serialization.asYaml(
                        new NamespaceBuilder()
                                .withNewMetadataLike(
                                        road.client()
                                                .namespaces()
                                                .withName(road.namespace)
                                                .get()
                                                .getMetadata())
                                .withUid(null)
                                .withResourceVersion(null)
                                .withManagedFields()
                                .endMetadata()
                                .build()));
    }

    /** Sets where requests to other hosts come to, all since the beginning. */
    void others(Supplier<List<String>> requests) {
        others = requests;
    }

    /** Applies objects in both. */
    void apply(String round, String compared, String yaml) {
        same(round, compared, () -> road.apply(yaml), () -> dry(yaml));
    }

    /** Applies objects in the dry run. */
    void dry(String yaml) {
        for (var each : new Load(LoadSettings.builder().build()).loadAllFromString(yaml)) {
            var _ = trial.apply(Json.copyMap((Map<?, ?>) each), road.namespace);
        }
    }

    /**
     * @param compared the beginnings of the lines that are compared
     */
    void same(String round, String compared, Runnable real, Runnable dry) {
        var mark = road.plane.audit().mark();
        road.azure.control().clearExchanges();
        int before = others.get().size();
        real.run();
        settled();
        var exchanges = road.azure.control().exchanges();
        trial.answers().add(answers(exchanges));
        time = time.plus(Duration.ofMinutes(2));
        trial.clock(time);
        dry.run();
        var entries = trial.run(Duration.ofSeconds(60));
        var made = realLines(exchanges, mark);
        var sent = others.get();
        made.addAll(sent.subList(before, sent.size()));
        var dryLines = lines(dryLines(entries), compared);
        var realLines = lines(made, compared);
        dryLines.stream()
                .filter(each -> !realLines.contains(each))
                .forEach(each -> differences.add("%s, dry: %s".formatted(round, each)));
        realLines.stream()
                .filter(each -> !dryLines.contains(each))
                .forEach(each -> differences.add("%s, real: %s".formatted(round, each)));
    }

    /** Waits until the operator has written nothing for a while. */
    private void settled() {
        await().pollInterval(QUIET)
                .pollDelay(QUIET)
                .until(
                        () -> {
                            var mark = road.plane.audit().mark();
                            await().pollDelay(QUIET).until(() -> true);
                            return writes(mark).isEmpty();
                        });
    }

    private List<AuditLog.Event> writes(AuditLog.Mark since) {
        return road.requests(since).stream()
                .filter(AuditLog.Event::write)
                .filter(each -> !OUTSIDE.contains(each.resource() + "/" + each.subresource()))
                .filter(each -> !each.name().equals(HashKey.SECRET))
                // a route of one's own reconciles what other tests have left, too
                .filter(each -> each.namespace().matches("|(.*-)?" + road.namespace))
                .toList();
    }

    private static Map<String, List<Given>> answers(List<Exchange> exchanges) {
        var all = new LinkedHashMap<String, List<Given>>();
        for (var each : exchanges) {
            if (each.ofVault()) {
                // values are not kept; a dry run has vaults of its own
                continue;
            }
            all.computeIfAbsent(
                            "%s %s"
                                    .formatted(
                                            each.method(),
                                            each.url().replaceFirst("https://[^/]*", "")),
                            _ -> new ArrayList<>())
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
                case "patch" ->
                        all.add(
                                what.startsWith("ConfigMap ")
                                        ? "apply %s {}".formatted(what)
                                        : "patch %s %s".formatted(what, text(each.get("change"))));
                // of these the audit log has no content
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

    private List<String> realLines(List<Exchange> exchanges, AuditLog.Mark mark) {
        var all = new ArrayList<String>();
        exchanges.stream()
                .filter(each -> !each.method().equals("GET"))
                .filter(each -> each.ofVault() || each.path().startsWith("/subscriptions/"))
                .forEach(
                        each ->
                                all.add(
                                        "%s %s %s"
                                                .formatted(
                                                        each.method(),
                                                        each.ofVault()
                                                                ? each.url()
                                                                : each.url()
                                                                        .replaceFirst(
                                                                                "https://[^/]*",
                                                                                ""),
                                                        text(
                                                                each.requestBody() == null
                                                                        ? ""
                                                                        : JSON.convertValue(
                                                                                each.requestBody(),
                                                                                Object.class)))));
        writes(mark).stream()
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
    private static List<String> lines(List<String> all, String compared) {
        var sorted = new TreeMap<String, Integer>();
        for (var each : all) {
            if (!each.matches("(?s)" + compared)) {
                continue;
            }
            sorted.merge(
                    each.replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "UUID")
                            .replace("***", "UUID")
                            .replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "UUID")
                            .replaceAll("\\b([0-9a-f]{64}|[0-9a-f]{32}|[0-9a-z]{50,56})\\b", "HASH")
                            .replaceAll("\"issuer\":\"[^\"]*\"", "ISSUER")
                            .replaceAll("\"fields\":\"[^\"]*\"", "FIELDS")
                            // kinds are resources in the audit log
                            .replaceFirst(
                                    "^(patch|status|apply|delete) (\\w+)(\\.[\\w.]+)? (?:[\\w-]+/)?(\\S+)",
                                    "$1 $4"),
                    1,
                    Integer::sum);
        }
        return sorted.entrySet().stream()
                .map(each -> "%s x %s".formatted(each.getValue(), each.getKey()))
                .toList();
    }

    /** Nothing differs in any round. */
    @Override
    public void close() {
        trial.close();
        assertThat(differences).isEmpty();
    }
}
