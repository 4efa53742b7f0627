package dev.dragoman.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.capability.Capability;
import dev.dragoman.capability.Offline;
import dev.dragoman.capability.Trial;
import dev.dragoman.capability.point.PointResult;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What would be sent, without a cluster: of every kind that there is. */
class AzureOfflineTest {
    private final AzureCapabilities provider =
            new AzureCapabilities(AzureSettings.from(Map.of()), Optional.empty());

    private Trial<?> trial(Map<ObjectKey, Map<String, Object>> objects) {
        Capability<?> capability =
                provider.offline(
                                new Offline(
                                        objects,
                                        Map.of(),
                                        Clock.systemUTC(),
                                        (name, point) -> false))
                        .getFirst();
        return new Trial<>(capability, (name, point) -> false, name -> Map.of(), List.of());
    }

    private static Reconciliation reconciliation(Map<String, Object> object) {
        var key =
                new ObjectKey(
                        Fields.group(String.valueOf(object.get("apiVersion"))),
                        String.valueOf(object.get("kind")),
                        Fields.metadata(object, "namespace"),
                        Fields.metadata(object, "name"));
        return new Reconciliation(key, 1, Cause.OBSERVED, object, "uid", Instant.MAX);
    }

    private Optional<Trial.Tried> tried(Map<String, Object> object) {
        return trial(Map.of()).of(reconciliation(object), step -> new PointResult.Passed(Map.of()));
    }

    @Test
    void eachKindOfAzureGivesABodyToASample() {
        var all =
                Catalog.load().names().stream()
                        .map(each -> each.kind())
                        .collect(Collectors.joining(" "));
        var wrong = new ArrayList<String>();
        var samples = provider.samples(all);
        for (var sample : samples) {
            var tried = tried(sample).orElseThrow();
            if (tried.without().isEmpty() || !tried.making().startsWith("PUT /")) {
                wrong.add(
                        "%s: %s %s".formatted(sample.get("kind"), tried.making(), tried.trouble()));
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(samples)
                .as("and one of any type")
                .hasSize(
                        1 + (int) Catalog.load().kinds().stream().filter(AzureKind::inArm).count());
    }

    @Test
    void aSampleIsOfEachKindThatAFileNames() {
        assertThat(provider.samples("${header.CamelKubernetesReconcileKind} == 'Vault'"))
                .extracting(each -> each.get("kind"))
                .contains("Vault", "ResourceGroup")
                .doesNotContain("Server");
    }

    @Test
    void whatIsMissingIsSaidAsTheOperatorSaysIt() {
        var object =
                Map.<String, Object>of(
                        "apiVersion",
                        "storage.azure.com/v1api20230101",
                        "kind",
                        "StorageAccount",
                        "metadata",
                        Map.of("name", "orders", "namespace", "team-a"),
                        "spec",
                        Map.of("location", "westeurope"));
        var tried = tried(object).orElseThrow();
        assertThat(tried.without()).isEmpty();
        assertThat(tried.trouble().orElseThrow().message())
                .startsWith("spec.owner: neither name nor armId is set");
    }

    @Test
    void whatIsNotOursIsNotTried() {
        assertThat(
                        tried(
                                Map.of(
                                        "apiVersion",
                                        "apps/v1",
                                        "kind",
                                        "Deployment",
                                        "metadata",
                                        Map.of("name", "orders"))))
                .isEmpty();
    }
}
