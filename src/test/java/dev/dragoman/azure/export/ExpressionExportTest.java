package dev.dragoman.azure.export;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.Export;
import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.azure.decision.Problem;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written for the expressions of an object, and what is said where nothing can be. */
class ExpressionExportTest {
    private static final String HIDDEN = "Sup3r/Secret=";
    private static final AzureKind ACCOUNT =
            Catalog.load().find("storage.azure.com", "StorageAccount").orElseThrow();
    private static final AzureVersion VERSION = ACCOUNT.version("v20230101").orElseThrow();
    private static final Map<String, Object> SELF =
            Map.of(
                    "metadata",
                    Map.of("name", "sample"),
                    "spec",
                    Map.of("location", "westeurope", "tags", Map.of("n", 7)));

    private static Map<String, Object> spec(Object secrets, Object configMaps, Object fields) {
        return Map.of(
                "operatorSpec",
                Map.of(
                        "secretExpressions", secrets,
                        "configMapExpressions", configMaps,
                        "secrets", fields));
    }

    private static Map<String, Object> one(String name, String key, String value) {
        var out = new HashMap<String, Object>(Map.of("name", name, "value", value));
        if (key != null) {
            out.put("key", key);
        }
        return out;
    }

    private static ExportPlan plan(Map<String, Object> spec) {
        var requests = ExportRequests.of(ACCOUNT, spec);
        var check = ExpressionCheck.of(ACCOUNT, VERSION, requests.expressions());
        assertThat(check.problem()).isEmpty();
        return ExportPlan.of(
                requests,
                check.values(),
                new ExportSource("ns", Map.of(), keys(), Set.of(), () -> SELF));
    }

    private static Map<ExportCall, Map<String, Object>> keys() {
        var out = new HashMap<ExportCall, Map<String, Object>>();
        ACCOUNT.exports().stream()
                .flatMap(each -> each.action().stream())
                .map(Export.Action::call)
                .forEach(
                        call ->
                                out.put(
                                        call,
                                        Map.of(
                                                "keys",
                                                List.of(
                                                        Map.of("keyName", "key1", "value", HIDDEN),
                                                        Map.of("keyName", "key2", "value", "b")))));
        return out;
    }

    private static String text(Map<String, Object> object, String key) {
        var value = (String) ((Map<?, ?>) object.get("data")).get(key);
        return "Secret".equals(object.get("kind"))
                ? new String(Base64.getDecoder().decode(value), UTF_8)
                : value;
    }

    @Test
    void textsAndMapsAreWrittenWhereTheyAreAskedFor() {
        var plan =
                plan(
                        spec(
                                List.of(
                                        one("s", "connection", "'key=' + secret.key1"),
                                        one("s", null, "{'location': self.spec.location}")),
                                List.of(one("c", "name", "self.metadata.name")),
                                Map.of("key2", Map.of("name", "s", "key", "plain"))));
        assertThat(plan.problem()).isEmpty();
        assertThat(plan.objects()).hasSize(2);
        for (var object : plan.objects()) {
            if ("Secret".equals(object.get("kind"))) {
                assertThat(text(object, "connection")).isEqualTo("key=" + HIDDEN);
                assertThat(text(object, "location")).isEqualTo("westeurope");
                assertThat(text(object, "plain")).isEqualTo("b");
            } else {
                assertThat(object.get("data")).isEqualTo(Map.of("name", "sample"));
            }
        }
    }

    @Test
    void labelsAndAnnotationsAreExpressionsThere() {
        var expression = one("s", "k", "'v'");
        expression.put("labels", Map.of("team", "'orders-' + self.spec.location"));
        expression.put("annotations", Map.of("reflect", "'\"true\"'"));
        var plan = plan(spec(List.of(expression), List.of(), Map.of()));
        assertThat(plan.objects().getFirst().get("metadata"))
                .isEqualTo(
                        Map.of(
                                "name",
                                "s",
                                "namespace",
                                "ns",
                                "labels",
                                Map.of("team", "orders-westeurope"),
                                "annotations",
                                Map.of("reflect", "\"true\"")));
    }

    @Test
    void onlyTheSecretsThatAreReadAreAskedFor() {
        assertThat(values("self.spec.location")).isEmpty();
        assertThat(values("secret.key1")).containsExactly("key1");
        assertThat(values("secret.map(k, k).join()")).contains("key1", "key2", "blobEndpoint");
    }

    private static List<String> values(String expression) {
        var requests =
                ExportRequests.of(
                        ACCOUNT, spec(List.of(one("s", "k", expression)), List.of(), Map.of()));
        return ExpressionCheck.of(ACCOUNT, VERSION, requests.expressions()).values().stream()
                .map(Export::key)
                .toList();
    }

    static Stream<Arguments> wrong() {
        var field = "spec.operatorSpec.secretExpressions[0]";
        return Stream.of(
                arguments(one("s", "k", "1 +"), field + ".value: line 1, column 4: mismatched"),
                arguments(
                        one("s", "k", "7"),
                        field + ".value: line 1, column 1: the expression gives int;"),
                arguments(
                        one("s", "k", "secret.nope"),
                        field + ".value: StorageAccount has no secret nope; it has blobEndpoint, "),
                arguments(
                        one("s", null, "'a'"),
                        field + ".key: the value is one string; write the key for it"),
                arguments(
                        one("s", "k", "{'a': 'b'}"),
                        field
                                + ".key: remove this field; the value is a map, and the map's own keys are used"),
                arguments(
                        one("s", "k", "'a' + self.spec.sku.allowSharedKeyAccess"),
                        field
                                + ".value: line 1, column 20: version v20230101 has no field self.spec.sku.allowSharedKeyAccess; correct its name"),
                arguments(
                        one("s", "k", "self.spec.nope.more"),
                        field
                                + ".value: line 1, column 10: version v20230101 has no field self.spec.nope;"),
                arguments(
                        // came with 2025-06-01
                        one("s", "k", "self.spec.zones.join()"),
                        field
                                + ".value: line 1, column 10: version v20230101 has no field self.spec.zones;"),
                arguments(
                        marked("annotations", "self.spec.nope"),
                        field
                                + ".annotations['x']: line 1, column 10: version v20230101 has no field"),
                arguments(
                        marked("labels", "secret.key1"),
                        field
                                + ".labels['x']: line 1, column 1: the variable secret is not available here: only"),
                arguments(
                        marked("annotations", "{'a': 'b'}"),
                        field
                                + ".annotations['x']: line 1, column 1: the expression gives a map;"));
    }

    private static Map<String, Object> marked(String field, String expression) {
        var out = one("s", "k", "'a'");
        out.put(field, Map.of("x", expression));
        return out;
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void isToldBeforeAzureIsAsked(Map<String, Object> expression, String message) {
        var requests = ExportRequests.of(ACCOUNT, spec(List.of(expression), List.of(), Map.of()));
        var problem =
                ExpressionCheck.of(ACCOUNT, VERSION, requests.expressions())
                        .problem()
                        .orElseThrow();
        assertThat(problem.reason()).isEqualTo("InvalidExpression");
        assertThat(problem.message()).startsWith(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "self.spec.azureName",
                "self.spec.owner.name",
                "self.spec.tags.anything",
                "self.spec.tags['a'] + self.spec.sku.name",
                "self.spec.encryption.keyvaultproperties.keyname",
                "self.spec.networkAcls.ipRules[0].value",
                "self.spec.operatorSpec.secretExpressions[0].name",
                "has(self.spec.nope) ? 'a' : 'b'",
                "self.spec.?nope.orValue('')",
                "self.status.anything"
            })
    void fieldsOfTheAppliedVersionAndOfMapsMayBeRead(String expression) {
        var requests =
                ExportRequests.of(
                        ACCOUNT, spec(List.of(one("s", "k", expression)), List.of(), Map.of()));
        assertThat(ExpressionCheck.of(ACCOUNT, VERSION, requests.expressions()).problem())
                .isEmpty();
    }

    @Test
    void oneObjectHasNoMoreThanCanBeCheckedInTime() {
        var all = java.util.Collections.nCopies(101, one("s", "k", "self.metadata.name"));
        var many = ExportRequests.of(ACCOUNT, spec(all, List.of(), Map.of()));
        assertThat(ExpressionCheck.of(ACCOUNT, VERSION, many.expressions()).problem())
                .hasValueSatisfying(
                        p ->
                                assertThat(p.message())
                                        .isEqualTo(
                                                "spec.operatorSpec has 101 expressions, but at most 100 are allowed"));
        var some = ExportRequests.of(ACCOUNT, spec(all.subList(1, 101), List.of(), Map.of()));
        assertThat(ExpressionCheck.of(ACCOUNT, VERSION, some.expressions()).problem()).isEmpty();
    }

    @Test
    void aKindWithoutSecretsSaysSo() {
        var group = Catalog.load().find("resources.azure.com", "ResourceGroup").orElseThrow();
        var requests =
                ExportRequests.of(
                        group, spec(List.of(one("s", "k", "secret.a")), List.of(), Map.of()));
        assertThat(ExpressionCheck.of(group, group.newest(), requests.expressions()).problem())
                .hasValueSatisfying(
                        p ->
                                assertThat(p.message())
                                        .endsWith("ResourceGroup has no secrets; remove secret.a"));
    }

    static Stream<Arguments> failing() {
        var field = "spec.operatorSpec.secretExpressions[0]";
        return Stream.of(
                arguments(
                        List.of(one("s", "k", "self.status.nope + secret.key1")),
                        field + ".value: line 1, column 5: there is no field self.status;"),
                arguments(
                        List.of(one("s", "k", "string(int(secret.key1))")),
                        field + ".value: line 1, column 11: the text does not have the form"),
                arguments(
                        List.of(one("s", null, "{secret.key1: 'v'}")),
                        field + ".value: the expression gives a key, which no Secret can have;"),
                arguments(
                        List.of(one("s", null, "{'a/b': 'v'}")),
                        field
                                + ".value: the expression gives the key 'a/b', which no Secret can have;"),
                arguments(
                        List.of(one("s", null, "self.spec.location")),
                        field + ".key: the value is one string;"),
                arguments(
                        List.of(one("s", "k", "dyn({'a': 'b'})")),
                        field + ".key: remove this field;"),
                arguments(
                        List.of(marked("labels", "self.spec.tags.nope")),
                        field
                                + ".labels['x']: line 1, column 15: there is no field self.spec.tags.nope;"),
                arguments(
                        List.of(marked("annotations", "self.spec.tags.nope")),
                        field
                                + ".annotations['x']: line 1, column 15: there is no field self.spec.tags.nope;"),
                arguments(
                        List.of(marked("labels", "dyn({'a': 'b'})")),
                        field + ".labels['x']: line 1, column 1: the expression gives a map;"),
                arguments(
                        List.of(one("s", "k", "'a'"), one("s", "k", "'b'")),
                        "spec.operatorSpec.secretExpressions[1] writes to key k of Secret s, and so does another field;"),
                arguments(
                        List.of(one("s", "k", "'a'"), one("s", null, "{'k': 'b'}")),
                        "spec.operatorSpec.secretExpressions[1] writes to key k of Secret s, and so does another field;"),
                arguments(
                        List.of(
                                one("s", null, "{'x' + secret.key2: 'a'}"),
                                one("s", null, "{'x' + secret.key2: 'b'}")),
                        "spec.operatorSpec.secretExpressions[1] writes to a key of Secret s, and so does another field;"),
                arguments(
                        List.of(marked("labels", "'1'"), other(marked("labels", "'2'"))),
                        "spec.operatorSpec.secretExpressions[1].labels: x is set to another value on Secret s by another field; set it once"));
    }

    private static Map<String, Object> other(Map<String, Object> expression) {
        expression.put("key", "other");
        return expression;
    }

    @ParameterizedTest
    @MethodSource("failing")
    void writesNothingAndSaysWhyWithoutAnyValue(
            List<Map<String, Object>> expressions, String message) {
        var plan = plan(spec(expressions, List.of(), Map.of()));
        assertThat(plan.objects()).isEmpty();
        Problem problem = plan.problem().orElseThrow();
        assertThat(problem.reason()).isEqualTo("FailedWritingAdditionalKubernetesObjects");
        assertThat(problem.message()).startsWith(message).doesNotContain(HIDDEN);
    }

    @Test
    void expressionsAndFieldsThatWriteOneKeyAreKnownBeforeAzureIsAsked() {
        var requests =
                ExportRequests.of(
                        ACCOUNT,
                        spec(
                                List.of(one("s", "k", "'a'"), one("t", null, "{'k': 'a'}")),
                                List.of(one("s", "k", "'a'")),
                                Map.of("key1", Map.of("name", "s", "key", "k"))));
        assertThat(ExportPlan.colliding(requests).orElseThrow().message())
                .isEqualTo(
                        "spec.operatorSpec.secretExpressions[0] writes to key k of Secret s, and so"
                                + " does spec.operatorSpec.secrets.key1; give them different keys");
    }

    @Test
    void valuesAreNotPrinted() {
        assertThat(
                        new ExportSource("ns", Map.of("a", HIDDEN), keys(), Set.of(), () -> SELF)
                                .toString())
                .doesNotContain(HIDDEN);
    }

    @Test
    void anyOfThemIsSomethingToWrite() {
        var fields = Map.of("key2", Map.of("name", "s", "key", "k"));
        var expressions = List.of(one("s", "k", "'a'"));
        assertThat(ExportRequests.of(ACCOUNT, Map.of()).any()).isFalse();
        assertThat(ExportRequests.of(ACCOUNT, spec(List.of(), List.of(), fields)).any()).isTrue();
        assertThat(ExportRequests.of(ACCOUNT, spec(expressions, List.of(), Map.of())).any())
                .isTrue();
    }

    @Test
    void thoseOfLabelsAndAnnotationsCountAsWell() {
        var names = IntStream.range(0, 33).boxed().toList();
        var marks = names.stream().collect(Collectors.toMap(i -> "n" + i, _ -> "'v'"));
        var three = new ArrayList<Map<String, Object>>();
        for (var name : List.of("a", "b")) {
            var expression = one(name, "k", "'v'");
            expression.put(name.equals("a") ? "labels" : "annotations", marks);
            three.add(expression);
        }
        names.forEach(i -> three.add(one("c" + i, "k", "'v'")));
        assertThat(problem(three).map(Problem::message))
                .contains("spec.operatorSpec has 101 expressions, but at most 100 are allowed");
        assertThat(problem(three.subList(0, three.size() - 1))).isEmpty();
    }

    /** What its kind writes to ConfigMaps is a field of the resource, and no secret. */
    @Test
    void aValueForConfigMapsIsNoSecret() {
        var server = Catalog.load().find("sql.azure.com", "Server").orElseThrow();
        var expression = one("s", "k", "secret.fullyQualifiedDomainName");
        var requests =
                ExportRequests.of(server, spec(List.of(expression), List.of(), Map.of()))
                        .expressions();
        assertThat(ExpressionCheck.of(server, server.newest(), requests).problem())
                .map(Problem::message)
                .contains(
                        "spec.operatorSpec.secretExpressions[0].value: Server has no secrets; remove secret.fullyQualifiedDomainName");
    }

    private static Optional<Problem> problem(List<Map<String, Object>> expressions) {
        var requests = ExportRequests.of(ACCOUNT, spec(expressions, List.of(), Map.of()));
        return ExpressionCheck.of(ACCOUNT, VERSION, requests.expressions()).problem();
    }

    @Test
    void itsSourceHasNoValueInItsText() {
        assertThat(new ExportSource("ns", Map.of(), keys(), Set.of(), () -> SELF))
                .hasToString("ExportSource[ns]");
    }
}
