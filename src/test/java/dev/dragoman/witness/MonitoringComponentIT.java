package dev.dragoman.witness;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.Patience;
import dev.dragoman.cluster.Account;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.GoSources;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The component with the alerts, as the API server takes it with the Prometheus Operator's kinds.
 */
@Full
class MonitoringComponentIT {
    private static final Install INSTALL = Account.AZURE.on(SharedControlPlane.shared());
    private static final Path KUBERNETES = Path.of("kubernetes").toAbsolutePath();
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Added to an overlay in docs/operations.md. */
    private static final String RUNBOOKS = "### Where runbooks are";

    @TempDir Path overlay;

    @BeforeAll
    static void kinds() {
        INSTALL.kindsAndRightsOnce(Install.sampleKinds());
        // too large for the annotation of a client's apply
        for (var each : definitions()) {
            var _ = INSTALL.kubectl(List.of("apply", "--server-side", "-f", each));
        }
        var served =
                List.of(
                        "wait",
                        "--for=condition=Established",
                        "crd/podmonitors.monitoring.coreos.com",
                        "crd/prometheusrules.monitoring.coreos.com",
                        Patience.timeout());
        var _ = INSTALL.kubectl(served);
    }

    @AfterAll
    static void withoutThem() {
        definitions().forEach(each -> INSTALL.kubectl(List.of("delete", "-f", each)));
    }

    private static List<String> definitions() {
        var directory =
                GoSources.of(
                                "prometheus-operator",
                                "github.com/prometheus-operator/prometheus-operator",
                                _ -> {})
                        .resolve("example/prometheus-operator-crd");
        return List.of("podmonitors", "prometheusrules").stream()
                .map(each -> directory.resolve("monitoring.coreos.com_%s.yaml".formatted(each)))
                .map(Path::toString)
                .toList();
    }

    @Test
    void anOverlayIsAcceptedWithNothingBesides() throws IOException {
        var base = objects("");
        var with = objects("components: [%s]\n".formatted(component()));
        // a kind is served a moment after it is established
        await().ignoreExceptions()
                .untilAsserted(
                        () ->
                                assertThat(dryRun())
                                        .isNotEmpty()
                                        .allMatch(line -> line.endsWith("(server dry run)")));
        assertThat(with).containsAllEntriesOf(base);
        with.keySet().removeAll(base.keySet());
        assertThat(with)
                .containsOnlyKeys(
                        "ConfigMap/dragoman-dashboard",
                        "PodMonitor/dragoman",
                        "PrometheusRule/dragoman");
        var dashboard = with.get("ConfigMap/dragoman-dashboard");
        assertThat(dashboard.at("/metadata/labels/grafana_dashboard").asText()).isEqualTo("1");
        assertThat(JSON.readTree(dashboard.at("/data/dragoman.json").asText()))
                .isEqualTo(JSON.readTree(KUBERNETES.resolve("monitoring/dashboard.json").toFile()));
        portsAndLabels(base.get("Deployment/dragoman"), with.get("PodMonitor/dragoman"));
    }

    private static void portsAndLabels(JsonNode deployment, JsonNode monitor) {
        var pod = deployment.at("/spec/template");
        var endpoint = monitor.at("/spec/podMetricsEndpoints/0");
        assertThat(pod.at("/spec/containers/0/ports").findValuesAsText("name"))
                .contains(endpoint.path("port").asText());
        monitor.at("/spec/selector/matchLabels")
                .properties()
                .forEach(
                        each ->
                                assertThat(pod.at("/metadata/labels").path(each.getKey()))
                                        .isEqualTo(each.getValue()));
        // or no alert would find a series
        assertThat(pod.at("/metadata/labels").path(monitor.at("/spec/jobLabel").asText()).asText())
                .isEqualTo("dragoman");
    }

    @Test
    void runbooksAreWhereTheOverlaySays() throws IOException {
        var page = Files.readString(Path.of("docs", "operations.md"));
        var shown = new ArrayList<String>();
        page.substring(page.indexOf(RUNBOOKS))
                .lines()
                .skip(1)
                .takeWhile(line -> !line.startsWith("#"))
                .filter(line -> line.startsWith("    ") && !line.strip().startsWith("#"))
                .forEach(line -> shown.add(line.substring(4)));
        var rules =
                objects("components: [%s]\n%s\n".formatted(component(), String.join("\n", shown)))
                        .get("PrometheusRule/dragoman");
        var addresses = rules.findValuesAsText("runbook_url");
        assertThat(addresses)
                .isNotEmpty()
                .allMatch(
                        each ->
                                each.startsWith(
                                        "https://git.example.com/platform/dragoman/docs/operations.md#dragoman"))
                .hasSameSizeAs(Set.copyOf(addresses));
    }

    private Path component() {
        return overlay.relativize(KUBERNETES.resolve("monitoring"));
    }

    /** What kustomize makes of an overlay with these lines, by kind and name. */
    private Map<String, JsonNode> objects(String more) throws IOException {
        Files.writeString(
                overlay.resolve("kustomization.yaml"),
                "resources: [%s]\n%s"
                        .formatted(overlay.relativize(KUBERNETES.resolve("base")), more));
        var all = new TreeMap<String, JsonNode>();
        for (var text :
                INSTALL.kubectl(List.of("kustomize", overlay.toString())).split("(?m)^---$", -1)) {
            JsonNode object = JSON.valueToTree(Serialization.unmarshal(text, Object.class));
            all.put(
                    object.path("kind").asText() + "/" + object.at("/metadata/name").asText(),
                    object);
        }
        return all;
    }

    private List<String> dryRun() {
        return INSTALL.kubectl(
                        List.of(
                                "apply",
                                "--server-side",
                                "--force-conflicts",
                                "--dry-run=server",
                                "-k",
                                overlay.toString()))
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("Warning: "))
                .toList();
    }
}
