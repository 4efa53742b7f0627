package dev.dragoman.azure.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class CustomResourcesTest {
    private static final String RULES = "x-kubernetes-validations";

    private static List<AzureKind> kinds() {
        return Catalog.load().kinds();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyVersionIsServedInEverySpellingAndTheNewestIsStored(AzureKind kind) {
        var versions = definition(kind).at("/spec/versions");
        assertThat(versions)
                .extracting(version -> version.path("name").asText())
                .containsExactlyElementsOf(
                        kind.versions().stream().flatMap(v -> v.names().stream()).toList());
        assertThat(versions).allMatch(version -> version.path("served").asBoolean());
        assertThat(versions)
                .filteredOn(version -> version.path("storage").asBoolean())
                .extracting(version -> version.path("name").asText())
                .containsExactly(kind.newest().names().getFirst());
        // one is read in another without conversion
        assertThat(versions)
                .extracting(version -> version.path("schema"))
                .containsOnly(versions.get(0).path("schema"));
        assertThat(definition(kind).at("/spec/conversion/strategy").asText()).isEqualTo("None");
    }

    @Test
    void isFoundByTheNamesThatUsersType() {
        var definition = definition(kind("storage", "StorageAccount"));
        assertThat(definition.at("/metadata/name").asText())
                .isEqualTo("storageaccounts.storage.azure.com");
        assertThat(definition.at("/metadata/labels/app").asText()).isEqualTo("x");
        assertThat(definition.at("/spec/scope").asText()).isEqualTo("Namespaced");
        assertThat(definition.at("/spec/names").toString())
                .isEqualTo(
                        """
                        {"kind":"StorageAccount","listKind":"StorageAccountList",\
                        "plural":"storageaccounts","singular":"storageaccount",\
                        "categories":["azure","storage"]}""");
    }

    @Test
    void kubectlShowsTheReadyCondition() {
        var columns = new TreeMap<String, String>();
        for (var column :
                definition(kind("resources", "ResourceGroup"))
                        .at("/spec/versions/0/additionalPrinterColumns")) {
            columns.put(column.path("name").asText(), column.path("jsonPath").asText());
        }
        assertThat(columns)
                .containsOnlyKeys("Ready", "Severity", "Reason", "Message")
                .containsEntry("Ready", ".status.conditions[?(@.type=='Ready')].status")
                .containsEntry("Reason", ".status.conditions[?(@.type=='Ready')].reason");
    }

    /** The API server keeps a compiled program for each rule of each version. */
    @Test
    void noSchemaHasARuleInCel() {
        for (var name : Catalog.load().names()) {
            var version = definition(Catalog.load().find(name.group(), name.kind()).orElseThrow());
            assertThat(version.findValues(RULES)).as(name.kind()).isEmpty();
        }
    }

    /** By this the operator knows a kind without reading its schema. */
    @Test
    void aDefinitionSaysInItsMetadataWhatItServes() {
        var definition = definition(kind("storage", "StorageAccount"));
        assertThat(definition.at("/metadata/annotations/dragoman.dev~1kind").asText())
                .isEqualTo("StorageAccount");
        assertThat(definition.at("/spec/versions"))
                .filteredOn(version -> version.path("storage").asBoolean())
                .extracting(version -> version.path("name").asText())
                .containsExactly(
                        definition
                                .at("/metadata/annotations/dragoman.dev~1stored-version")
                                .asText());
    }

    @Test
    void theStatusKeepsWhatItsSchemaDoesNotName() {
        var version = definition(kind("storage", "StorageAccount")).at("/spec/versions/0");
        var schema = version.at("/schema/openAPIV3Schema");
        assertThat(version.at("/subresources/status").isObject()).isTrue();
        assertThat(schema.at("/required/0").asText()).isEqualTo("spec");
        var status = schema.at("/properties/status");
        // the API server refuses a schema that leaves a type open
        assertThat(schema.path("properties")).allMatch(each -> each.has("type"));
        assertThat(status.path("properties")).allMatch(each -> each.has("type"));
        assertThat(status.path("x-kubernetes-preserve-unknown-fields").asBoolean()).isTrue();
        assertThat(status.at("/properties/conditions/items/properties/type/type").asText())
                .as("by which they are merged")
                .isEqualTo("string");
        assertThat(status.at("/properties/conditions/x-kubernetes-list-map-keys/0").asText())
                .isEqualTo("type");
    }

    /** In words the policy says it, at no cost for each kind. */
    @Test
    void nothingIsSaidOfTheOwner() {
        var spec = schema("{properties: {owner: {properties: {armId: {}, name: {}}}}}");
        assertThat(spec.findValues("oneOf")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{properties: {armId: {}, name: {}}} | /properties/field | armId name",
                "{properties: {owner: {properties: {armId: {}, name: {}}}}} | /properties/field/properties/owner | armId name",
                "{items: {properties: {armId: {}, name: {}}}} | /properties/field/items | armId name",
                "{additionalProperties: {properties: {armId: {}, name: {}}}} | /properties/field/additionalProperties | armId name",
                "{items: {items: {properties: {armId: {}, name: {}, wellKnownName: {}}}}} | /properties/field/items/items | armId name wellKnownName"
            })
    void aReferenceIsGivenInOneWay(String schema, String path, String ways) {
        var spec = schema("{properties: {field: %s}}".formatted(schema));
        assertThat(spec.at(path + "/oneOf"))
                .extracting(way -> way.at("/required/0").asText())
                .containsExactly(ways.split(" "));
        assertThat(spec.at(path + "/oneOf"))
                .allMatch(
                        way ->
                                way.at("/properties/" + way.at("/required/0").asText())
                                                .path("minLength")
                                                .asInt()
                                        == 1);
    }

    @ParameterizedTest
    @CsvSource({
        // kind, object, fields that exclude each other
        "authorization, RoleAssignment, '', principalId principalIdFromConfig",
        "kusto, DataConnection, '', cosmosDbDataConnection iotHubDataConnection",
        "cdn, Rule, /ruleconditions/items, clientPort cookies"
    })
    void fieldsThatExcludeEachOtherAreNotGivenTogether(
            String group, String kind, String path, String fields) {
        var at =
                definition(kind(group, kind))
                        .at("/spec/versions/0/schema/openAPIV3Schema/properties/spec")
                        .at(path.replaceAll("/(?!items)", "/properties/"));
        var rules = new java.util.ArrayList<JsonNode>();
        at.path("allOf").forEach(rules::add);
        rules.add(at);
        assertThat(rules)
                .anySatisfy(
                        rule -> {
                            var ways = new java.util.ArrayList<String>();
                            rule.path("oneOf")
                                    .forEach(way -> ways.add(way.at("/required/0").asText()));
                            assertThat(ways).contains(fields.split(" "));
                            assertThat(rule.path("oneOf").get(ways.size() - 1).has("not")).isTrue();
                        });
    }

    /** Wherever they are: in a variant of a one-of, and in the elements of a map. */
    @Test
    void severalWaysToGiveAValueExcludeEachOtherAtAnyDepth() {
        var ways =
                new BodyField(
                        "v",
                        List.of(
                                new BodyField.From("v", BodyField.Source.VALUE),
                                new BodyField.From("vFromConfig", BodyField.Source.CONFIG)),
                        BodyField.Shape.SCALAR,
                        false,
                        BodyField.WhenUnset.OMIT,
                        List.of());
        var fields =
                ExclusiveFields.of(
                        kind(
                                of("u", BodyField.Source.UNION, BodyField.Shape.OBJECT, ways),
                                of("m", BodyField.Source.VALUE, BodyField.Shape.MAP, ways),
                                of("o", BodyField.Source.VALUE, BodyField.Shape.OBJECT, ways),
                                of("s", BodyField.Source.VALUE, BodyField.Shape.SCALAR)));
        for (var path : List.of("u", "m[]", "o")) {
            assertThat(fields.at(path)).containsExactly(Set.of("v", "vFromConfig"));
        }
        assertThat(fields.at("")).as("one way excludes nothing").isEmpty();
    }

    private static BodyField of(
            String name, BodyField.Source source, BodyField.Shape shape, BodyField... inner) {
        return new BodyField(
                name,
                List.of(new BodyField.From(name, source)),
                shape,
                false,
                BodyField.WhenUnset.OMIT,
                List.of(inner));
    }

    private static AzureKind kind(BodyField... fields) {
        return new AzureKind(
                "g",
                "K",
                "ks",
                "P/k",
                AzureKind.Scope.TENANT,
                Optional.empty(),
                Optional.empty(),
                AzureKind.Naming.OBJECT,
                Set.of(),
                List.of(),
                KindRules.NONE,
                List.of(
                        new AzureVersion(
                                List.of("v1"), "v1", false, List.of(fields), List.of(), false)));
    }

    @Test
    void nothingOfTheSchemaIsLost() {
        assertThat(
                        schema(
                                "{type: object, required: [a], properties: {a: {type: array, items: {type: string}, maxItems: 3}}}"))
                .hasToString(
                        "{\"type\":\"object\",\"required\":[\"a\"],\"properties\":{\"a\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"maxItems\":3}}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{additionalProperties: {type: string}} | 50",
                "{additionalProperties: {type: string}, maxProperties: 15} | 15",
                // a list, or text: no map of tags
                "{items: {type: string}} | 0"
            })
    void tagsHaveALimitUnlessTheSchemaHasOne(String tags, int most) {
        assertThat(
                        schema("{properties: {tags: %s}}".formatted(tags))
                                .at("/properties/tags")
                                .path("maxProperties")
                                .asInt())
                .isEqualTo(most);
    }

    @Test
    void everyKindWithTagsTakesAsManyAsAzure() {
        int tagged = 0;
        for (var kind : kinds()) {
            for (var version : definition(kind).at("/spec/versions")) {
                var tags = version.at("/schema/openAPIV3Schema/properties/spec/properties/tags");
                if (tags.has("additionalProperties")) {
                    tagged++;
                    assertThat(tags.path("maxProperties").asInt()).as(kind.kind()).isEqualTo(50);
                }
            }
        }
        assertThat(tagged).isPositive();
    }

    private static AzureKind kind(String group, String kind) {
        return Catalog.load().find(group + ".azure.com", kind).orElseThrow();
    }

    private static JsonNode definition(AzureKind kind) {
        return new ObjectMapper().valueToTree(CustomResources.definition(kind, Map.of("app", "x")));
    }

    /** What becomes of this schema of a spec. */
    @SuppressWarnings("unchecked") // YAML mappings with text keys
    private static JsonNode schema(String spec) {
        var settings = LoadSettings.builder().build();
        return new ObjectMapper()
                .valueToTree(
                        CustomResources.schema(
                                (Map<String, Object>) new Load(settings).loadFromString(spec),
                                ExclusiveFields.of(kind("resources", "ResourceGroup"))))
                .at("/properties/spec");
    }
}
