package dev.dragoman.composition.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.reconcile.GroupKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What is said of templates that do not fit the schemas of kinds. */
class SchemaCheckTest {
    private static final GroupKind MADE = new GroupKind("example.org", "Made");
    private static final GroupKind SHOP = new GroupKind("example.org", "Shop");

    private static final String SCHEMA =
            """
            type: object
            required: [name, size]
            properties:
              name: { type: string }
              size: { type: integer, default: 1 }
              share: { type: number }
              mode: { type: string, enum: [fast, slow] }
              on: { type: boolean }
              labels: { type: object, additionalProperties: { type: string } }
              any: { type: object, x-kubernetes-preserve-unknown-fields: true, properties: { a: {} } }
              port: { x-kubernetes-int-or-string: true }
              parts: { type: array, items: { type: object, properties: { id: { type: string } } } }
            """;

    private static List<String> problems(String spec, String rules, Map<GroupKind, String> kinds) {
        var file =
                Files.line(
                        "a",
                        "object:\n  apiVersion: example.org/v1\n  kind: Made\n  metadata: { name: a }\n"
                                + spec);
        var problems = new ArrayList<String>();
        var all = Templates.of(List.of(file, Files.rules(rules)), problems);
        all.get("shop").compare(List.of(SHOP), each -> schema(kinds.get(each)), problems);
        return problems;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> schema(String text) {
        return text == null
                ? Map.of()
                : (Map<String, Object>)
                        new Load(LoadSettings.builder().build()).loadFromString(text);
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                arguments("nmae: a, name: a", "a Made has no field spec.nmae; the nearest is name"),
                arguments("size: 1", "a Made must have spec.name"),
                arguments("name: 5", "spec.name of a Made must be of the type string"),
                arguments("name: a, size: 1.5", "spec.size of a Made must be of the type integer"),
                arguments("name: a, on: 'true'", "spec.on of a Made must be of the type boolean"),
                arguments("name: a, on: { a: b }", "spec.on of a Made must be of the type boolean"),
                arguments("name: a, parts: { id: a }", "spec.parts of a Made must be of the type"),
                arguments(
                        "name: a, parts: [ { id: a }, { ip: a } ]",
                        "a Made has no field spec.parts[].ip; the nearest is id"),
                arguments("name: a, labels: { a: 5 }", "spec.labels.a of a Made must be of the"),
                arguments(
                        "name: a, mode: quick", "spec.mode of a Made must be one of [fast, slow]"),
                arguments("name: '${1 + 1}'", "spec.name of a Made must be of the type string"),
                arguments(
                        "name: '${object.spec.nmae}'",
                        "a Shop has no field object.spec.nmae; the nearest is name"),
                arguments(
                        "name: '${object.spec.?nmae.orValue(\"a\")}'",
                        "a Shop has no field object.spec.?nmae; the nearest is name"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void aMistakeIsToldWithItsLine(String spec, String problem) {
        assertThat(problems("  spec: { " + spec + " }\n", "[]", both()))
                .singleElement()
                .asString()
                .startsWith("/etc/shop.a.object.yaml:5: " + problem);
    }

    private static Map<GroupKind, String> both() {
        return Map.of(MADE, SCHEMA, SHOP, SCHEMA);
    }

    static Stream<Arguments> right() {
        return Stream.of(
                arguments("name: a, size: 2, share: 1, mode: slow, on: false"),
                arguments("name: a, share: 1.5, labels: { a: b }, any: { b: c }, port: 80"),
                arguments("name: a, port: http, parts: [ { id: '${object.spec.name}' } ]"),
                arguments("name: '${object.spec.name}', size: '${object.spec.size}'"),
                arguments("name: 'a-${object.spec.labels.x}', on: '${object.spec.any.b.c}'"),
                arguments("name: '${object.spec.parts[0].ip}', on: null"));
    }

    @ParameterizedTest
    @MethodSource("right")
    void whatFitsIsRight(String spec) {
        assertThat(problems("  spec: { " + spec + " }\n", "[]", both())).isEmpty();
    }

    @Test
    void anObjectWithoutASpecLacksWhatIsRequired() {
        assertThat(problems("", "[]", both()))
                .containsExactly("/etc/shop.a.object.yaml:2: a Made must have spec.name");
    }

    @Test
    void aKindOfWhichNothingIsKnownIsNotCompared() {
        assertThat(problems("  spec: { x: '${object.spec.y}' }\n", "[]", Map.of())).isEmpty();
    }

    @Test
    void whatReadsTheWholeObjectIsToldOnce() {
        assertThat(problems("  spec: { name: '${object}' }\n", "[]", both())).hasSize(1);
    }

    @Test
    void aRuleIsComparedToo() {
        var rule = "- { rule: 'object.spec.sise < 5', reason: Size, message: too large }\n";
        assertThat(problems("  spec: { name: a }\n", rule, both()))
                .containsExactly(
                        "/etc/shop.rules.yaml:1: a Shop has no field object.spec.sise; the nearest is size");
    }
}
