package dev.dragoman.azure.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may do what with the kinds. */
class KindRolesTest {
    private final JsonNode roles =
            new ObjectMapper()
                    .valueToTree(KindRoles.of(Catalog.load().names(), Map.of("app", "x")));

    @ParameterizedTest
    @CsvSource({
        // whose role, resource, verbs
        "dragoman.dev/aggregate-to-operator, storageaccounts, get list patch watch",
        "dragoman.dev/aggregate-to-operator, storageaccounts/status, patch",
        "dragoman.dev/aggregate-to-operator, storageaccounts/finalizers, update",
        "rbac.authorization.k8s.io/aggregate-to-view, storageaccounts, get list watch",
        "rbac.authorization.k8s.io/aggregate-to-view, storageaccounts/status, ''",
        "dragoman.dev/aggregate-to-edit, storageaccounts, create delete deletecollection get list patch update watch",
        "dragoman.dev/aggregate-to-edit, storageaccounts/status, ''",
        "rbac.authorization.k8s.io/aggregate-to-edit, storageaccounts, ''",
        "rbac.authorization.k8s.io/aggregate-to-admin, storageaccounts, ''"
    })
    void mayDoThisAndNoMore(String label, String resource, String verbs) {
        var found = new TreeSet<String>();
        for (var role : roles) {
            if (role.at("/metadata/labels").path(label).asText().equals("true")) {
                role.path("rules").forEach(rule -> found.addAll(verbs(rule, resource)));
            }
        }
        assertThat(String.join(" ", found)).isEqualTo(verbs);
    }

    /** A later call for other groups must take nothing away. */
    @Test
    void eachGroupHasRolesOfItsOwn() {
        var groups = Catalog.load().names().stream().map(KindName::group).distinct().toList();
        var names = new ArrayList<String>();
        for (var role : roles) {
            assertThat(role.path("kind").asText()).isEqualTo("ClusterRole");
            assertThat(role.at("/metadata/labels/app").asText()).isEqualTo("x");
            var name = role.at("/metadata/name").asText();
            names.add(name);
            for (var rule : role.path("rules")) {
                assertThat(texts(rule.path("apiGroups")))
                        .containsExactly(name.substring(name.indexOf(':') + 1));
            }
        }
        assertThat(names).doesNotHaveDuplicates().hasSize(3 * groups.size());
        assertThat(groups).allMatch(group -> names.contains("dragoman-view:" + group));
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
