package dev.dragoman.azure.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.check.Allowance.Limit;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.kube.object.Json;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllowanceTest {
    private static final String ROWS =
            """
            {"shipped": [
              {"kinds": ["servicebus.azure.com/NamespacesQueue"], "owners": ["/Bus"], "names": ["{namespace}-*"]},
              {"kinds": ["storage.azure.com/*"], "owners": ["/groups/{resourceGroup}"], "regions": ["UK South"]}
            ], "rows": [
              {"kinds": ["authorization.azure.com/RoleAssignment"], "owners": ["/Bus/*/x"], "roles": ["Reader", "/a/b/ID-1"]}
            ]}
            """;

    private static Optional<Map<String, Object>> platform(String allow) {
        return Optional.of(
                Json.literal(
                        "{\"metadata\": {\"name\": \"adp\"}, \"status\": {\"allow\": %s}}"
                                .formatted(allow)));
    }

    private static Map<String, Object> namespace(String name, String group) {
        return Json.literal(
                """
                {"metadata": {"name": "%s", "labels": {"dragoman.dev/team": "t"},
                 "annotations": {"dragoman.dev/team-resource-group": "%s"}}}
                """
                        .formatted(name, group));
    }

    private static String refusal(Map<String, Object> namespace, String... wish) {
        var team =
                Json.literal(
                        """
                        {"metadata": {"name": "long"}, "spec": {"namespace": "a-b", "resourceGroup": "rg"}}
                        """);
        var all = new EnumMap<Limit, String>(Limit.class);
        var values = List.of(wish).iterator();
        for (var each : Limit.values()) {
            var value = values.hasNext() ? values.next() : "";
            if (!value.isEmpty()) {
                all.put(each, value);
            }
        }
        return Allowance.of(namespace, platform(ROWS), List.of(team))
                .problem(all)
                .map(Problem::message)
                .orElse("");
    }

    @ParameterizedTest
    @CsvSource({
        "servicebus.azure.com/NamespacesQueue, /bus, a-x, '', '', ''",
        "servicebus.azure.com/namespacesqueue, /BUS, A-x, '', '', ''",
        "servicebus.azure.com/NamespacesQueue, /bus, a-b-x, '', '', the name a-b-x",
        "servicebus.azure.com/NamespacesQueue, /bus, b-x, '', '', a-*",
        "servicebus.azure.com/NamespacesQueue, /bus2, a-x, '', '', the owner /bus2",
        "storage.azure.com/StorageAccount, /groups/RG-A, any, '', uk south, ''",
        "storage.azure.com/StorageAccount, /groups/rg-a, any, '', westus, the region westus",
        "storage.azure.com/StorageAccount, /groups/rg-a2, any, '', '', the owner /groups/rg-a2",
        "storagesync.azure.com/Service, /groups/rg-a, any, '', '', no row has the kind",
        "authorization.azure.com/RoleAssignment, /bus/q/x, any, /z/id-1, '', ''",
        "authorization.azure.com/RoleAssignment, /bus/q/x, any, READER, '', ''",
        "authorization.azure.com/RoleAssignment, /bus/q/x, any, Owner, '', the role Owner",
        "authorization.azure.com/RoleAssignment, /bus/x, any, Reader, '', the owner /bus/x",
    })
    void aRowAllowsOrTheNearestIsNamed(
            String kind, String owner, String name, String role, String region, String why) {
        var message = refusal(namespace("a", "rg-a"), kind, owner, name, role, region);
        if (why.isEmpty()) {
            assertThat(message).isEmpty();
        } else {
            assertThat(message).startsWith("Platform adp does not allow this").contains(why);
        }
    }

    @Test
    void aPlaceholderWithoutValueAllowsNothing() {
        assertThat(refusal(namespace("a", ""), "storage.azure.com/X", "/groups/"))
                .contains("the owner /groups/");
    }

    @Test
    void withoutRowsNothingIsAllowed() {
        assertThat(
                        Allowance.of(namespace("a", "rg"), Optional.empty(), List.of())
                                .problem(Map.of(Limit.KINDS, "x/y")))
                .map(Problem::message)
                .hasValueSatisfying(text -> assertThat(text).contains("and there is none"));
    }

    @ParameterizedTest
    @CsvSource({
        "'{}', false",
        "'{\"matchLabels\": {\"a\": \"1\"}}', true",
        "'{\"matchLabels\": {\"a\": \"2\"}}', false",
        "'{\"matchExpressions\": [{\"key\": \"a\", \"operator\": \"In\", \"values\": [\"1\"]}]}', true",
        "'{\"matchExpressions\": [{\"key\": \"b\", \"operator\": \"In\", \"values\": [\"1\"]}]}', false",
        "'{\"matchExpressions\": [{\"key\": \"a\", \"operator\": \"NotIn\", \"values\": [\"1\"]}]}', false",
        "'{\"matchExpressions\": [{\"key\": \"b\", \"operator\": \"NotIn\", \"values\": [\"1\"]}]}', true",
        "'{\"matchExpressions\": [{\"key\": \"a\", \"operator\": \"Exists\"}]}', true",
        "'{\"matchExpressions\": [{\"key\": \"a\", \"operator\": \"DoesNotExist\"}]}', false",
        "'{\"matchExpressions\": [{\"key\": \"a\", \"operator\": \"Unknown\"}]}', false",
    })
    void thePlatformSelectsNamespaces(String selector, boolean judged) {
        var namespace = Json.literal("{\"metadata\": {\"labels\": {\"a\": \"1\"}}}");
        var platform =
                Optional.of(
                        Json.literal(
                                "{\"spec\": {\"allow\": {\"namespaces\": %s}}}"
                                        .formatted(selector)));
        assertThat(Allowance.judges(namespace, platform)).isEqualTo(judged);
        assertThat(Allowance.judges(namespace("a", ""), platform)).isTrue();
    }
}
