package dev.dragoman.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.ObjectReader;
import dev.dragoman.capability.MakersRun;
import dev.dragoman.capability.object.ObjectComparison;
import dev.dragoman.capability.object.Trouble;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.discovery.decision.DiscoveryNames;
import dev.dragoman.discovery.decision.EnvoyDeployment;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which DiscoveryService and EnvoyConfig are read for an EnvoyDeployment. */
class EnvoyReadingTest {
    private final Map<ObjectKey, Map<String, Object>> objects = new HashMap<>();
    private final Map<String, Object> spec =
            new HashMap<>(Map.of("discoveryServiceRef", "xds", "envoyConfigRef", "routes"));

    private Map<String, Object> there(
            String apiVersion, String kind, String namespace, String name, Object of) {
        var metadata = Json.object("name", name, "namespace", namespace, "uid", kind + name);
        var object =
                Json.object(
                        "apiVersion", apiVersion, "kind", kind, "metadata", metadata, "spec", of);
        objects.put(new ObjectKey(Fields.group(apiVersion), kind, namespace, name), object);
        return metadata;
    }

    private Map<String, Object> service(String namespace, List<String> enabled) {
        var of = Map.of("enabledNamespaces", enabled);
        there(
                "marin3r.3scale.net/v1alpha1",
                "EnvoyConfig",
                namespace,
                "routes",
                Map.of("nodeID", "n"));
        return there(DiscoveryNames.API_VERSION, DiscoveryNames.KIND, namespace, "xds", of);
    }

    /** The namespace of the EnvoyDeployment, as it is marked. */
    private void marked(String by) {
        there("v1", "Namespace", "", "team", Map.of())
                .put("annotations", Map.of(DiscoveryNames.OWNER, by));
    }

    private ObjectComparison compared() {
        var metadata =
                there(DiscoveryNames.API_VERSION, EnvoyDeployment.KIND, "team", "gateway", spec);
        assertThat(metadata).isNotEmpty();
        var key = new ObjectKey(DiscoveryNames.GROUP, EnvoyDeployment.KIND, "team", "gateway");
        var envoys =
                new EnvoyDeployments(
                        DiscoverySettings.from(Map.of()),
                        new ObjectReader(objects),
                        StatusForm.NONE);
        var seen =
                envoys.observe(
                                new Reconciliation(
                                        key, 1, Cause.EDITED, objects.get(key), "u", Instant.MAX))
                        .orElseThrow();
        return ObjectComparison.of(MakersRun.results(envoys, seen));
    }

    private String signer() {
        return compared().wanted().stream()
                .map(
                        each ->
                                Fields.map(each, "spec", "signer", "caSigned", "caSecretRef")
                                        .get("namespace"))
                .map(String::valueOf)
                .findFirst()
                .orElse("none");
    }

    private List<String> reasons() {
        return compared().troubles().all().stream().map(Trouble::reason).toList();
    }

    @Test
    void thatOfItsNamespaceComesFirst() {
        service("team", List.of());
        service("mesh", List.of("team"));
        marked("mesh/xds");
        assertThat(signer()).isEqualTo("team");
    }

    @Test
    void oneThatServesTheNamespaceCountsIfBothSaySo() {
        service("mesh", List.of("team"));
        assertThat(reasons()).containsExactly("DiscoveryServiceMissing");
        marked("mesh/other");
        assertThat(reasons()).containsExactly("DiscoveryServiceMissing");
        marked("mesh/xds");
        assertThat(signer()).isEqualTo("mesh");
        service("mesh", List.of());
        assertThat(reasons()).as("a mark alone").containsExactly("DiscoveryServiceMissing");
    }

    @Test
    void oneThatGoesIsNotThere() {
        service("team", List.of()).put("deletionTimestamp", "2026-01-01T00:00:00Z");
        assertThat(reasons()).containsExactly("DiscoveryServiceMissing");
    }

    @Test
    void whatIsNoNameIsNotRead() {
        spec.put("discoveryServiceRef", "../../secrets");
        assertThat(reasons()).containsExactly("InvalidSpec");
    }
}
