package dev.dragoman.azure.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may do what with the kinds. */
class KindRolesTest {
    private static final JsonNode ROLES =
            new ObjectMapper()
                    .valueToTree(KindRoles.of(Catalog.load().kinds(), Map.of("app", "x")));

    @ParameterizedTest
    @CsvSource({
        // whose role, resource, verbs
        "dragoman.dev/aggregate-to-operator, storageaccounts, get list patch watch",
        "dragoman.dev/aggregate-to-operator, storageaccounts/status, patch",
        "dragoman.dev/aggregate-to-operator, storageaccounts/finalizers, update",
        "rbac.authorization.k8s.io/aggregate-to-view, storageaccounts, get list watch",
        "rbac.authorization.k8s.io/aggregate-to-view, storageaccounts/status, ''",
        "rbac.authorization.k8s.io/aggregate-to-edit, storageaccounts, create delete deletecollection patch update",
        "rbac.authorization.k8s.io/aggregate-to-edit, storageaccounts/status, ''",
        "rbac.authorization.k8s.io/aggregate-to-admin, storageaccounts, ''"
    })
    void mayDoThisAndNoMore(String label, String resource, String verbs) {
        var found = new TreeSet<String>();
        for (var role : ROLES) {
            if (role.at("/metadata/labels").path(label).asText().equals("true")) {
                role.path("rules").forEach(rule -> found.addAll(verbs(rule, resource)));
            }
        }
        assertThat(String.join(" ", found)).isEqualTo(verbs);
    }

    @Test
    void eachGroupHasRolesOfItsOwn() {
        var groups = Catalog.load().kinds().stream().map(AzureKind::group).distinct().toList();
        assertThat(ROLES)
                .hasSize(3 * groups.size())
                .allSatisfy(
                        role -> {
                            assertThat(role.path("kind").asText()).isEqualTo("ClusterRole");
                            assertThat(role.at("/metadata/labels/app").asText()).isEqualTo("x");
                            assertThat(role.path("rules"))
                                    .isNotEmpty()
                                    .allSatisfy(
                                            rule ->
                                                    assertThat(role.at("/metadata/name").asText())
                                                            .endsWith(
                                                                    ":"
                                                                            + rule.at(
                                                                                            "/apiGroups/0")
                                                                                    .asText()));
                        });
        assertThat(ROLES)
                .extracting(role -> role.at("/metadata/name").asText())
                .doesNotHaveDuplicates();
        assertThat(ROLES)
                .extracting(role -> role.at("/rules/0/apiGroups/0").asText())
                .containsAll(groups);
    }

    private static List<String> verbs(JsonNode rule, String resource) {
        return texts(rule.path("apiGroups")).contains("storage.azure.com")
                        && texts(rule.path("resources")).contains(resource)
                ? texts(rule.path("verbs"))
                : List.of();
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
    }
}
