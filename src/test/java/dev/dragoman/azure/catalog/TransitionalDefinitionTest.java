package dev.dragoman.azure.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.tools.catalog.Yaml;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The definition of a kind while its objects are rewritten; what it does, TakeOverIT shows. */
class TransitionalDefinitionTest {
    private static final AzureKind KIND =
            Catalog.load().find("storage.azure.com", "StorageAccount").orElseThrow();

    /** As Azure Service Operator leaves it. */
    private static final String PRESENT =
            """
            metadata: {resourceVersion: '7', uid: u, labels: {app: aso}, annotations: {a: b}}
            spec:
              versions:
              - {name: v20230101, served: true, storage: false}
              - {name: v20230101storage, served: true, storage: true}
            status: {storedVersions: [v20230101storage]}
            """;

    @Test
    void everyVersionIsServedAndNoSchemaPrunes() {
        var out = json(TransitionalDefinition.of(KIND, Yaml.object(PRESENT)));
        assertThat(out.at("/metadata/name").asText())
                .isEqualTo("storageaccounts.storage.azure.com");
        assertThat(out.at("/metadata/resourceVersion").asText()).isEqualTo("7");
        assertThat(out.at("/metadata/uid").asText()).isEqualTo("u");
        assertThat(out.at("/metadata/labels/app").asText()).isEqualTo("aso");
        assertThat(out.at("/spec/versions"))
                .extracting(version -> version.path("name").asText())
                .contains("v20250601", "v20230101", "v1api20230101", "v20230101storage")
                .doesNotHaveDuplicates();
        for (var version : out.at("/spec/versions")) {
            assertThat(version.path("served").asBoolean()).isTrue();
            assertThat(version.at("/subresources/status").isObject()).isTrue();
            assertThat(version.path("storage").asBoolean())
                    .isEqualTo(version.path("name").asText().equals("v20250601"));
            var schema = version.at("/schema/openAPIV3Schema");
            for (var field : new String[] {"spec", "status"}) {
                assertThat(
                                schema.path("properties")
                                        .path(field)
                                        .path("x-kubernetes-preserve-unknown-fields")
                                        .asBoolean())
                        .isTrue();
            }
        }
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {metadata: {}, spec: {versions: [{name: v20250601}]}, status: {storedVersions: [v20250601]}} | false | false | as Dragoman has it
                    {metadata: {}, spec: {versions: [{name: v20250601}]}} | false | false | nothing was stored yet
                    {metadata: {}, spec: {versions: [{name: v20250601}]}, status: {storedVersions: [v20230101storage]}} | true | false | stored at a version that is not served any more
                    {metadata: {}, spec: {versions: [{name: v20230101storage}]}, status: {storedVersions: [v20250601]}} | true | false | with a version that Dragoman has not
                    {metadata: {annotations: {dragoman.dev/taking-over: 'true'}}, spec: {versions: [{name: v20250601}]}} | true | true | a transitional one itself
                    {metadata: {annotations: {other: 'true'}}} | false | false | with nothing in it
                    """)
    void isNeededWhereObjectsMayHaveTheOtherForm(
            String present, boolean needed, boolean marked, String why) {
        var definition = Yaml.object(present);
        assertThat(TransitionalDefinition.needed(KIND, definition)).isEqualTo(needed);
        assertThat(TransitionalDefinition.marked(definition)).isEqualTo(marked);
    }

    @Test
    void knowsItself() {
        var present = Yaml.object(PRESENT);
        assertThat(TransitionalDefinition.versions(present))
                .containsExactly("v20230101", "v20230101storage");
        assertThat(TransitionalDefinition.needed(KIND, present)).isTrue();
        assertThat(TransitionalDefinition.marked(TransitionalDefinition.of(KIND, present)))
                .isTrue();
        assertThat(TransitionalDefinition.needed(KIND, CustomResources.definition(KIND, Map.of())))
                .isFalse();
    }

    private static JsonNode json(Map<String, Object> object) {
        return new ObjectMapper().valueToTree(object);
    }
}
