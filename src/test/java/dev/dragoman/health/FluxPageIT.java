package dev.dragoman.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.cluster.Account;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.ControlPlaneException;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of docs/aks-flux.md, by Flux's definitions and by kustomize. */
@Full
class FluxPageIT {
    private static final Install INSTALL = Account.AZURE.on(SharedControlPlane.shared());
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CLUSTER = "fleet/clusters/production/dragoman.yaml";

    @TempDir private static Path directory;
    private static Fleet fleet;

    @BeforeAll
    static void kinds() throws Exception {
        FluxKinds.install(INSTALL);
        var _ = INSTALL.kubectl(List.of("create", "namespace", "flux-system"));
        fleet = Fleet.write(SharedControlPlane.shared(), directory);
    }

    @AfterAll
    static void withoutThem() {
        var _ = INSTALL.kubectl(List.of("delete", "namespace", "flux-system"));
        FluxKinds.remove(INSTALL);
    }

    private static String dryRun(String file) {
        return INSTALL.kubectl(
                List.of(
                        "apply",
                        "--server-side",
                        "--dry-run=server",
                        "-f",
                        directory.resolve(file).toString()));
    }

    @Test
    void sourceAndKustomizationsAreWhatFluxTakes() throws IOException {
        assertThat(dryRun(CLUSTER).lines())
                .hasSize(5)
                .allMatch(each -> each.endsWith("(server dry run)"));
        // or an unknown field would be dropped without a word
        fleet.put("wrong.yaml", fleet.text(CLUSTER).replace("deletionPolicy", "deletePolicy"));
        assertThatThrownBy(() -> dryRun("wrong.yaml"))
                .isInstanceOf(ControlPlaneException.class)
                .hasMessageContaining("deletePolicy");
        fleet.put("wrong.yaml", fleet.text(CLUSTER).replace("Orphan", "Keep"));
        assertThatThrownBy(() -> dryRun("wrong.yaml"))
                .isInstanceOf(ControlPlaneException.class)
                .hasMessageContaining("deletionPolicy");
    }

    @Test
    void eachPathIsThere() throws IOException {
        for (var each : Judge.ofCluster()) {
            if (each.path("kind").asText().equals("Kustomization")) {
                var source = each.at("/spec/sourceRef/name").asText();
                var root = source.equals("flux-system") ? "fleet" : source;
                assertThat(directory.resolve(root).resolve(each.at("/spec/path").asText()))
                        .isDirectory();
            }
        }
        var kinds =
                objects(
                        INSTALL.kubectl(
                                List.of(
                                        "kustomize",
                                        directory.resolve("fleet/dragoman/crds").toString())));
        assertThat(kinds)
                .extracting(each -> each.path("kind").asText())
                .contains("CustomResourceDefinition", "ClusterRole");
        assertThat(fleet.text("fleet/dragoman/crds/kinds.yaml"))
                .as("a substitution would change it")
                .doesNotContain("${");
    }

    /** As Flux puts it together: components, images and patches of the Kustomization. */
    @Test
    void definitionsAndNamespacesOfTheOperatorAreNotPruned() throws IOException {
        var wanted =
                Judge.ofCluster().stream()
                        .filter(each -> each.at("/metadata/name").asText().equals("dragoman"))
                        .filter(each -> each.path("kind").asText().equals("Kustomization"))
                        .findFirst()
                        .orElseThrow();
        var overlay = JSON.createObjectNode();
        var base = Path.of("kubernetes/base").toAbsolutePath();
        overlay.putArray("resources").add(relative(base));
        var components = overlay.putArray("components");
        wanted.at("/spec/components")
                .forEach(each -> components.add(relative(base.resolve(each.asText()).normalize())));
        overlay.set("images", wanted.at("/spec/images"));
        overlay.set("patches", wanted.at("/spec/patches"));
        fleet.put("overlay/kustomization.yaml", JSON.writeValueAsString(overlay));
        var all =
                objects(
                        INSTALL.kubectl(
                                List.of("kustomize", directory.resolve("overlay").toString())));
        var kept = new ArrayList<String>();
        for (var each : all) {
            if (each.at("/metadata/annotations/kustomize.toolkit.fluxcd.io~1prune")
                    .asText()
                    .equals("disabled")) {
                kept.add(each.path("kind").asText() + "/" + each.at("/metadata/name").asText());
            }
        }
        assertThat(kept)
                .containsExactlyInAnyOrder(
                        "Namespace/cdtarget-operator",
                        "Namespace/dragoman-system",
                        "CustomResourceDefinition/cdtargets.cnad.gofound.nl",
                        "CustomResourceDefinition/discoveryservices.operator.marin3r.3scale.net",
                        "CustomResourceDefinition/discoveryservicecertificates.operator.marin3r.3scale.net");
        assertThat(all)
                .filteredOn(each -> each.path("kind").asText().equals("Deployment"))
                .singleElement()
                .satisfies(
                        each ->
                                assertThat(each.findValuesAsText("image"))
                                        .containsExactly("registry.example.com/dragoman:0.1.0"));
    }

    @Test
    void expressionsAreTheSameForAllKinds() throws IOException {
        var first = Judge.expressions().getFirst();
        assertThat(Judge.expressions())
                .hasSize(2)
                .allSatisfy(
                        each -> {
                            assertThat(each.get("current")).isEqualTo(first.get("current"));
                            assertThat(each.get("failed")).isEqualTo(first.get("failed"));
                        });
    }

    /** The page's own entry for requests of namespaces, which have no status. */
    @Test
    void aRequestForANamespaceIsReadByItsAnnotation() throws Exception {
        var page = Files.readString(Path.of("docs/aks-flux.md"));
        var entry =
                page.substring(page.indexOf("      healthCheckExprs:\n      - apiVersion: v1\n"));
        var lines =
                entry.lines()
                        .takeWhile(each -> each.startsWith("      "))
                        .map(each -> each.substring(4))
                        .toList();
        var judge = new Judge(directory, "v1/ConfigMap");
        Files.writeString(
                directory.resolve("exprs.yaml"), "spec:\n" + String.join("\n", lines) + "\n");
        var request =
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"nsp\"%s}}";
        var said =
                judge.of(
                        List.of(
                                JSON.readTree(request.formatted("")),
                                JSON.readTree(request.formatted(",\"annotations\":{\"a\":\"b\"}")),
                                JSON.readTree(
                                        request.formatted(
                                                ",\"annotations\":{\"dragoman.dev/state\":\"Failed\"}")),
                                JSON.readTree(
                                        request.formatted(
                                                ",\"annotations\":{\"dragoman.dev/state\":\"Ready\"}"))));
        assertThat(said).extracting(Judge.Judgement::kstatus).containsOnly("Current");
        assertThat(said)
                .extracting(Judge.Judgement::flux)
                .containsExactly("InProgress", "InProgress", "InProgress", "Current");
    }

    @Test
    void theSettingOfArgoCdIsAConfigMap() throws IOException {
        fleet.put(
                "argocd.yaml",
                fleet.text("argocd/argocd-cm.yaml")
                        .replace("namespace: argocd", "namespace: flux-system"));
        assertThat(dryRun("argocd.yaml")).contains("configmap/argocd-cm");
    }

    private static String relative(Path to) {
        return directory.resolve("overlay").relativize(to).toString();
    }

    private static List<JsonNode> objects(String yaml) {
        return Pattern.compile("(?m)^---$")
                .splitAsStream(yaml)
                .<JsonNode>map(
                        each -> JSON.valueToTree(Serialization.unmarshal(each, Object.class)))
                .toList();
    }
}
