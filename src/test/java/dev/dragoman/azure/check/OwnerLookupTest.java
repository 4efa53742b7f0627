package dev.dragoman.azure.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.KnownObjects;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.claim.ClaimSeal;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.capability.status.Condition.Severity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an object hangs below, and what its problem is named. */
class OwnerLookupTest {
    private static final ClaimSeal SEAL = new ClaimSeal(() -> new byte[32]);

    @ParameterizedTest
    @CsvSource({
        "'', '', spec.owner.group and spec.owner.kind are missing",
        "resources.azure.com, '', spec.owner.kind is missing",
        "'', ResourceGroup, spec.owner.group is missing"
    })
    void anOwnerOfAnyKindNeedsGroupAndKind(String group, String kind, String said) {
        var problem = problem("authorization.azure.com", "RoleAssignment", role(group, kind));
        assertThat(problem.reason()).isEqualTo("InvalidReference");
        assertThat(problem.severity()).isEqualTo(Severity.ERROR);
        assertThat(problem.message())
                .startsWith(said)
                .endsWith("name: shop, group: resources.azure.com, kind: ResourceGroup");
    }

    @Test
    void withBothItIsLookedFor() {
        var object = role("resources.azure.com", "ResourceGroup");
        assertThat(problem("authorization.azure.com", "RoleAssignment", object))
                .satisfies(
                        problem -> {
                            assertThat(problem.reason()).isEqualTo("WaitingForOwner");
                            assertThat(problem.message()).contains("ResourceGroup shop");
                        });
    }

    @Test
    void howToDeleteIsSaidWhereAFinalizerKeepsTheObject() {
        Map<String, Object> free = Map.of("metadata", Map.of("name", "people"));
        Map<String, Object> held =
                Map.of(
                        "metadata",
                        Map.of("name", "people", "finalizers", List.of(AsoNames.FINALIZER)));
        assertThat(problem("entra.azure.com", "SecurityGroup", free).message())
                .contains("does not serve the kind")
                .doesNotContain("To delete the object");
        assertThat(problem("entra.azure.com", "SecurityGroup", held).message())
                .contains("To delete the object", "detach-on-delete");
    }

    private static Map<String, Object> role(String group, String kind) {
        return Map.of(
                "spec", Map.of("owner", Map.of("name", "shop", "group", group, "kind", kind)));
    }

    private static Problem problem(String group, String kind, Map<String, Object> object) {
        var catalog = Catalog.load();
        var around = new ReferenceResolver("team", KnownObjects.none(), null, catalog, SEAL, false);
        return OwnerLookup.of(
                        catalog.find(group, kind).orElseThrow(), object, around, Optional.of("s"))
                .problem()
                .orElseThrow();
    }
}
