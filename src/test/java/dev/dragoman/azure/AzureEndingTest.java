package dev.dragoman.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.decision.AzureProgress;
import dev.dragoman.azure.decision.AzureStep;
import dev.dragoman.azure.decision.OwnState;
import dev.dragoman.reconcile.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which id the status shows: references, claims and deletions go by it. */
class AzureEndingTest {
    private static Object id(AzureKind kind, Map<String, Object> resource) {
        var ending =
                AzureEnding.of(
                        ReadObjectTest.seen(kind, Map.of()),
                        ReadObjectTest.object(kind, Map.of()),
                        new AzureStep.Finish(
                                Optional.empty(),
                                OwnState.NONE,
                                Optional.of(resource),
                                Outcome.done(),
                                List.of()),
                        AzureProgress.NONE,
                        any -> Set.of());
        return ending.status().orElseThrow().getOrDefault("id", "");
    }

    /** The provider of such a type may be a tenant's, and name what is another's. */
    @Test
    void ofAnyTypeTheIdIsTheOneThatWasAsked() {
        var open =
                Catalog.load()
                        .row(
                                "dragoman.dev",
                                "ArmResource",
                                Map.of("spec", Map.of("type", "Microsoft.Maps/accounts")))
                        .orElseThrow();
        var asked = "/subscriptions/s/resourceGroups/g/providers/p/t/inazure";
        var other = Map.<String, Object>of("id", "/subscriptions/s/resourceGroups/theirs");
        assertThat(id(open, other)).isEqualTo(asked);
        assertThat(id(open, Map.of("id", asked.toUpperCase(java.util.Locale.ROOT))))
                .isEqualTo(asked);
        // Azure shows ids of some kinds in a wider scope
        var account = Catalog.load().find("storage.azure.com", "StorageAccount").orElseThrow();
        assertThat(id(account, other)).isEqualTo("/subscriptions/s/resourceGroups/theirs");
    }
}
