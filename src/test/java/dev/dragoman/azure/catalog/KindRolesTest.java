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
    private static JsonNode roles() {
        return json(KindRoles.of(Catalog.load().names(), Map.of("app", "x")));
    }

    private static JsonNode json(List<Map<String, Object>> objects) {
        return new ObjectMapper().valueToTree(objects);
    }

    @ParameterizedTest
    @CsvSource({
        // whose role, resource, verbs
        "dragoman.dev/aggregate-to-operator, storageaccounts, delete get list patch watch",
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
        for (var role : roles()) {
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
        for (var role : roles()) {
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

    @ParameterizedTest
    @CsvSource({
        // role, resource, names, verbs
        "dragoman-namespaces:op, customresourcedefinitions, '', get list watch",
        "dragoman-namespaces:op, namespaces, a b, get list watch",
        "dragoman-azure, secrets, aso-credential, get list watch",
        "dragoman-azure, serviceaccounts/token, dragoman-azure, create",
        "dragoman-azure, events, '', create",
        "dragoman-azure:storage.azure.com, storageaccounts, '', delete get list patch watch",
    })
    void anOperatorOfSomeNamespacesMayDoThis(
            String name, String resource, String names, String verbs) {
        var rules = new TreeSet<String>();
        for (var role : ofNamespaces()) {
            for (var rule : role.path("rules")) {
                if (role.at("/metadata/name").asText().equals(name)
                        && texts(rule.path("resources")).contains(resource)) {
                    rules.add(String.join(" ", texts(rule.path("resourceNames"))));
                    rules.add(String.join(" ", new TreeSet<>(texts(rule.path("verbs")))));
                }
            }
        }
        assertThat(rules).containsExactlyInAnyOrder(names, verbs);
    }

    /** Of the cluster it reads definitions and its own namespaces, and no kind. */
    @Test
    void anOperatorOfSomeNamespacesHasOneClusterRole() {
        var cluster = new ArrayList<JsonNode>();
        ofNamespaces()
                .forEach(
                        each -> {
                            if (each.path("kind").asText().equals("ClusterRole")) {
                                cluster.add(each);
                            }
                        });
        assertThat(cluster)
                .singleElement()
                .satisfies(role -> assertThat(role.path("rules")).hasSize(2));
    }

    private static JsonNode ofNamespaces() {
        return json(
                NamespaceRoles.of(
                        Catalog.load().names(), List.of("a", "b"), "op:dragoman", Map.of()));
    }

    /** Beside such an operator people have the same roles. */
    @Test
    void peopleHaveTheSameRolesWhateverTheOperatorHas() {
        var all = new ArrayList<JsonNode>();
        roles().forEach(all::add);
        all.removeIf(role -> role.at("/metadata/name").asText().startsWith("dragoman-azure"));
        assertThat(json(KindRoles.ofPeople(Catalog.load().names(), Map.of("app", "x"))))
                .containsExactlyElementsOf(all);
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
