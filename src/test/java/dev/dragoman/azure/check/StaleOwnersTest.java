package dev.dragoman.azure.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.KnownObjects;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.claim.ClaimSeal;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.capability.status.Condition.Severity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The cluster has ResourceGroup orders with the uid 1. */
class StaleOwnersTest {
    private static final ClaimSeal SEAL = new ClaimSeal(() -> new byte[32]);
    private static final KnownObjects ORDERS =
            new KnownObjects(
                    key ->
                            Optional.of(Map.<String, Object>of("metadata", Map.of("uid", "1")))
                                    .filter(any -> key.name().equals("orders")));

    @ParameterizedTest
    @CsvSource({
        "resources.azure.com/v1api20200601, ResourceGroup, orders, 1, false",
        "resources.azure.com/v1api20200601, ResourceGroup, orders, 2, true",
        "resources.azure.com/v1api20200601, ResourceGroup, gone, 1, true",
        // of a controller of its own, about which nothing is known here
        "example.com/v1, Team, orders, 2, false",
        "v1, ConfigMap, orders, 2, false"
    })
    void anOwnerThatIsNotThereByItsUid(
            String version, String kind, String name, String uid, boolean stale) {
        var owner = Map.of("apiVersion", version, "kind", kind, "name", name, "uid", uid);
        var problem = problem(Map.of("metadata", Map.of("ownerReferences", List.of(owner))));
        assertThat(problem.isPresent()).isEqualTo(stale);
        problem.ifPresent(
                found -> {
                    assertThat(found.reason()).isEqualTo("StaleOwnerReference");
                    assertThat(found.severity()).isEqualTo(Severity.WARNING);
                    assertThat(found.message())
                            .contains("%s %s with the uid %s".formatted(kind, name, uid));
                });
    }

    @Test
    void mostObjectsHaveNone() {
        assertThat(problem(Map.of("metadata", Map.of("name", "orders")))).isEmpty();
    }

    private static Optional<Problem> problem(Map<String, Object> object) {
        var catalog = Catalog.load();
        return StaleOwners.problem(
                object, catalog, new ReferenceResolver("team", ORDERS, null, catalog, SEAL, false));
    }
}
