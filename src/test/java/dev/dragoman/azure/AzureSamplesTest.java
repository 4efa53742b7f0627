package dev.dragoman.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.camel.Overlays;
import dev.dragoman.cli.trial.Trial;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The samples on which files of teams are tried. */
class AzureSamplesTest {
    private final AzureCapabilities provider =
            new AzureCapabilities(AzureSettings.from(Map.of()), Optional.empty());

    @Test
    void eachKindOfAzureHasASample() {
        assertThat(samples())
                .as("and one of any type")
                .hasSize(
                        1 + (int) Catalog.load().kinds().stream().filter(AzureKind::inArm).count());
    }

    /** One kind of each group. */
    @Test
    void aSampleGivesABody() {
        var groups = new HashSet<String>();
        var first =
                samples().stream().filter(each -> groups.add(Fields.key(each).group())).toList();
        var sent = new HashSet<ObjectKey>();
        var setup =
                new Trial.Setup(
                        new Overlays(List.of()),
                        Map.of(),
                        Instant.parse("2026-01-01T00:00:00Z"),
                        Set.of(),
                        Set.of(),
                        true,
                        Optional.empty());
        try (var trial = new Trial(setup)) {
            first.forEach(each -> trial.apply(each, "default"));
            trial.entries(Duration.ofSeconds(1)).stream()
                    .filter(each -> String.valueOf(each.what().get("request")).startsWith("PUT /"))
                    .forEach(each -> sent.add(each.by().orElseThrow()));
        }
        assertThat(first).extracting(Fields::key).containsExactlyInAnyOrderElementsOf(sent);
    }

    private List<Map<String, Object>> samples() {
        return provider.samples(
                Catalog.load().names().stream()
                        .map(each -> each.kind())
                        .collect(Collectors.joining(" ")));
    }

    @Test
    void aSampleIsOfEachKindThatAFileNames() {
        assertThat(provider.samples("${header.CamelKubernetesReconcileKind} == 'Vault'"))
                .extracting(each -> each.get("kind"))
                .contains("Vault", "ResourceGroup")
                .doesNotContain("Server");
    }
}
