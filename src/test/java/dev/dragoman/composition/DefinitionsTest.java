package dev.dragoman.composition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.reconcile.GroupKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What an object becomes by the definition of its kind, and what the API server would refuse. */
class DefinitionsTest {
    private static final String END = "; correct the object, which the API server would refuse";

    private static final String DEFINITION =
            """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            spec:
              group: example.org
              scope: Cluster
              names: { kind: Shop, plural: shops }
              versions:
                - name: v1
                  storage: true
                  schema:
                    openAPIV3Schema:
                      type: object
                      required: [spec]
                      properties:
                        spec:
                          type: object
                          required: [name]
                          properties:
                            name: { type: string, maxLength: 5, pattern: "^[a-z]+$" }
                            size: { type: integer, minimum: 1, maximum: 9, default: 3 }
                            mode: { type: string, enum: [fast, slow] }
                            note: { type: string, nullable: true, default: none }
                            port: { x-kubernetes-int-or-string: true, anyOf: [ { type: integer }, { type: string } ] }
                            access: { type: object, default: {}, properties: { read: { type: boolean, default: true } } }
                            parts: { type: array, maxItems: 2, items: { type: object, properties: { id: { type: string, default: x } } } }
                            zones: { type: object, additionalProperties: { type: object, properties: { count: { type: integer, default: 1 } } } }
                            any: { type: object, x-kubernetes-preserve-unknown-fields: true, properties: { in: { type: object, properties: { a: { type: string } } } } }
                            whole: { type: object, x-kubernetes-embedded-resource: true, properties: { spec: { type: object } } }
            """;

    @TempDir private Path directory;
    private final List<String> problems = new ArrayList<>();

    private Definitions definitions() throws IOException {
        var file = Files.writeString(directory.resolve("shops.definition.yaml"), DEFINITION);
        return Definitions.of(any -> List.of(file), problems);
    }

    private Map<String, Object> admitted(String rest) throws IOException {
        var object = Trial.yaml("{ apiVersion: example.org/v1, kind: Shop, %s }".formatted(rest));
        return definitions().admitted(object, problems);
    }

    static Stream<Arguments> whole() {
        var rest = "size: 3, note: none, access: { read: true }";
        return Stream.of(
                arguments("name: a", "name: a, " + rest),
                arguments(
                        "name: a, size: 4, note: null, access: { read: false }",
                        "name: a, size: 4, note: null, access: { read: false }"),
                arguments(
                        "name: a, size: null, access: {}, parts: [ { id: a }, {} ]",
                        "name: a, parts: [ { id: a }, { id: x } ], " + rest),
                arguments(
                        "name: a, zones: { a: {}, b: { count: 2 } }",
                        "name: a, zones: { a: { count: 1 }, b: { count: 2 } }, " + rest),
                arguments(
                        "name: a, port: http, any: { x: { y: 1 }, in: { a: b } }, whole: { apiVersion: v1, kind: A, metadata: { name: a } }",
                        "name: a, port: http, any: { x: { y: 1 }, in: { a: b } }, whole: { apiVersion: v1, kind: A, metadata: { name: a } }, "
                                + rest));
    }

    @ParameterizedTest
    @MethodSource("whole")
    void defaultsAreSet(String spec, String whole) throws IOException {
        var admitted = admitted("metadata: { name: a }, spec: { " + spec + " }, status: { x: y }");
        assertThat(problems).isEmpty();
        assertThat(admitted.get("spec")).isEqualTo(Trial.yaml("{ " + whole + " }"));
        assertThat(admitted).containsEntry("status", Map.of("x", "y"));
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                arguments(
                        "nmae: a, name: a",
                        "spec.nmae: a Shop has no such field; the nearest is name"),
                arguments("size: 1", "spec: required property 'name' not found"),
                arguments("name: 5", "spec.name: integer found, string expected"),
                arguments("name: abcdef", "spec.name: must be at most 5 characters long"),
                arguments("name: A", "spec.name: does not match the regex pattern ^[a-z]+$"),
                arguments("name: a, size: 0", "spec.size: must have a minimum value of 1"),
                arguments("name: a, size: 10", "spec.size: must have a maximum value of 9"),
                arguments("name: a, size: 1.5", "spec.size: number found, integer expected"),
                arguments("name: a, zones: null", "spec.zones: null found, object expected"),
                arguments(
                        "name: a, mode: quick",
                        "spec.mode: does not have a value in the enumeration [\"fast\", \"slow\"]"),
                arguments(
                        "name: a, parts: [ {}, {}, {} ]",
                        "spec.parts: must have at most 2 items but found 3"),
                arguments(
                        "name: a, parts: [ {}, { id: 5 } ]",
                        "spec.parts[1].id: integer found, string expected"),
                arguments(
                        "name: a, parts: [ { ip: a } ]",
                        "spec.parts[0].ip: a Shop has no such field; the nearest is id"),
                arguments(
                        "name: a, zones: { a: { count: x } }",
                        "spec.zones.a.count: string found, integer expected"),
                arguments(
                        "name: a, any: { in: { b: c } }",
                        "spec.any.in.b: a Shop has no such field"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void whatDoesNotFitIsAMistakeWithItsPath(String spec, String problem) throws IOException {
        var _ = admitted("metadata: { name: a }, spec: { " + spec + " }");
        assertThat(problems).containsExactly(problem + END);
    }

    @Test
    void theObjectAndItsMetadataAreComparedToo() throws IOException {
        var _ = admitted("metadata: { name: A_, labels: { a: 1 }, lables: {} }, speck: {}");
        assertThat(problems)
                .containsExactlyInAnyOrder(
                        "metadata.name: does not match the regex pattern ^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$"
                                + END,
                        "metadata.labels.a: integer found, string expected" + END,
                        "metadata.lables: a Shop has no such field; the nearest is labels" + END,
                        "speck: a Shop has no such field; the nearest is spec" + END,
                        "the object: required property 'spec' not found" + END);
    }

    @Test
    void aVersionThatTheDefinitionLacksIsAMistake() throws IOException {
        var other = Map.<String, Object>of("apiVersion", "example.org/v2", "kind", "Shop");
        assertThat(definitions().admitted(other, problems)).isSameAs(other);
        assertThat(problems).containsExactly("apiVersion: the definition has only example.org/v1");
    }

    @Test
    void aKindWithoutADefinitionIsTakenAsItIs() throws IOException {
        var map = Map.<String, Object>of("apiVersion", "v1", "kind", "ConfigMap", "dada", 1);
        assertThat(definitions().admitted(map, problems)).isSameAs(map);
        assertThat(problems).isEmpty();
    }

    @Test
    void theScopeIsRead() throws IOException {
        assertThat(definitions().isClusterScoped(new GroupKind("example.org", "Shop"))).isTrue();
        assertThat(definitions().isClusterScoped(new GroupKind("", "Shop"))).isFalse();
    }
}
