package dev.dragoman.azure.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.azure.catalog.BodyField.Source;
import dev.dragoman.tools.catalog.RowWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogTest {
    private static AzureKind kind(String group, String kind) {
        return Catalog.load().find(group + ".azure.com", kind).orElseThrow();
    }

    @Test
    void storageAccountIsReachableUnderBothSpellingsOfAVersion() {
        AzureKind account = kind("storage", "StorageAccount");
        assertThat(account.newest().names()).containsExactly("v20250601");
        assertThat(account.version("v1api20230101"))
                .isEqualTo(account.version("v20230101"))
                .map(AzureVersion::apiVersion)
                .contains("2023-01-01");
        assertThat(account.version("v1api20250601")).isEmpty();
    }

    @Test
    void kindsKnowTheirOwnerNameAndVerbs() {
        AzureKind service = kind("storage", "StorageAccountsBlobService");
        assertThat(service.fixedName()).contains("default");
        assertThat(service.verbs()).isEqualTo(Set.of(AzureKind.Verb.GET, AzureKind.Verb.PUT));
        assertThat(service.owner())
                .contains(new AzureKind.Owner("storage.azure.com", "StorageAccount"));
        assertThat(kind("resources", "ResourceGroup").owner()).isEmpty();
        assertThat(kind("resources", "ResourceGroup").scope()).isEqualTo(AzureKind.Scope.LOCATION);
    }

    @Test
    void unsetCollectionsOfStorageAreSentAsNull() {
        assertThat(kind("storage", "StorageAccount").newest().body())
                .filteredOn(field -> field.whenUnset() == BodyField.WhenUnset.NULL)
                .extracting(BodyField::arm)
                .contains("tags", "zones");
        assertThat(kind("servicebus", "Namespace").newest().body())
                .allMatch(field -> field.whenUnset() == BodyField.WhenUnset.OMIT);
    }

    @Test
    void propertiesOfTheRootComeFromTheSpecItself() {
        assertThat(kind("servicebus", "NamespacesQueue").newest().body())
                .filteredOn(field -> field.arm().equals("properties"))
                .singleElement()
                .satisfies(
                        field ->
                                assertThat(field.from())
                                        .extracting(BodyField.From::source)
                                        .containsExactly(Source.FLATTENED));
    }

    @Test
    void exportsSayWhereTheValueComesFrom() {
        assertThat(kind("storage", "StorageAccount").exports())
                .contains(
                        new Export(
                                "secrets",
                                "key1",
                                Optional.empty(),
                                Optional.of(
                                        new Export.Action(
                                                new ExportCall("", "listKeys", "2024-01-01"),
                                                "keys[keyName=key1].value",
                                                false,
                                                "properties.keyCreationTime.key1"))),
                        new Export(
                                "configMaps",
                                "blobEndpoint",
                                Optional.of("properties.primaryEndpoints.blob"),
                                Optional.empty()));
        assertThat(kind("managedidentity", "UserAssignedIdentity").exports())
                .extracting(export -> export.target() + "." + export.key())
                .contains("secrets.subscriptionId", "configMaps.clientId")
                .doesNotContain("configMaps.subscriptionId");
    }

    @ParameterizedTest
    @CsvSource({
        // scope, ARM type, type of what it hangs below
        "RESOURCE_GROUP, Microsoft.Storage/storageAccounts,",
        "RESOURCE_GROUP, Microsoft.Storage/storageAccounts/blobServices, Microsoft.Storage/storageAccounts",
        "RESOURCE_GROUP, Microsoft.Storage/storageAccounts/blobServices/containers, Microsoft.Storage/storageAccounts/blobServices",
        "LOCATION, Microsoft.Resources/resourceGroups,",
        "EXTENSION, Microsoft.Authorization/roleAssignments,",
        "EXTENSION, Microsoft.Insights/diagnosticSettings/parts,",
        "TENANT, Microsoft.Management/managementGroups/settings,"
    })
    void anOwnerIsOfTheTypeThatTheArmTypeNames(AzureKind.Scope scope, String type, String parent) {
        assertThat(row(scope, type).parentType()).isEqualTo(Optional.ofNullable(parent));
    }

    @Test
    void aFileThatIsMissingIsNamed() {
        assertThatThrownBy(() -> CatalogFiles.specSchema(row(AzureKind.Scope.TENANT, "M.X/a")))
                .hasMessage("the catalog file /azure/g/K.schema.json is missing from this build");
    }

    @Test
    void aRowSurvivesWritingAndReading() {
        for (AzureKind kind : Catalog.load().kinds()) {
            assertThat(RowFormat.read(RowWriter.write(kind))).isEqualTo(kind);
        }
    }

    @Test
    void theFilesOfTheCatalogFitTogether() {
        var kinds = Catalog.load().kinds();
        assertThat(CatalogFiles.index())
                .isNotEmpty()
                .isEqualTo(RowFormat.readIndex(RowWriter.writeIndex(kinds)));
        for (var name : CatalogFiles.index()) {
            var row = CatalogFiles.kind(name);
            assertThat(KindName.of(row)).isEqualTo(name);
        }
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                ".properties.a, page, ''",
                ".a, page, ''",
                "., page, is not like .a.b",
                "a, page, is not like .a.b",
                ".a[].b, page, is not like .a.b",
                "none, page, lacks path",
                ".a, none, lacks source",
            })
    void aFixedFieldHasAPathAndAPageThatSaysSo(String path, String source, String problem) {
        var row = new HashMap<String, Object>();
        row.put("path", path);
        row.put("source", source);
        if (problem.isEmpty()) {
            assertThat(FixedField.read(row)).isEqualTo(new FixedField(path, source));
        } else {
            assertThatThrownBy(() -> FixedField.read(row)).hasMessageContaining(problem);
        }
    }

    @Test
    void whatIsUsualIsLeftOutOfARow() {
        var usual =
                new BodyField(
                        "location",
                        List.of(new BodyField.From("location", Source.VALUE)),
                        BodyField.Shape.SCALAR,
                        false,
                        BodyField.WhenUnset.OMIT,
                        List.of());
        var unusual =
                new BodyField(
                        "properties",
                        List.of(
                                new BodyField.From("", Source.FLATTENED),
                                new BodyField.From("other", Source.SECRET)),
                        BodyField.Shape.OBJECT,
                        true,
                        BodyField.WhenUnset.NULL,
                        List.of(usual),
                        List.of("A"),
                        true,
                        false,
                        "");
        var row =
                row(
                        AzureKind.Scope.EXTENSION,
                        "M.X/a",
                        version("2020-01-01", false, usual, List.of()),
                        version("2019-01-01", true, unusual, List.of("properties.sku")));
        var written = RowWriter.write(row);
        assertThat(RowFormat.read(written)).isEqualTo(row);
        assertThat(written.get("versions").toString())
                .startsWith("[{names=[v], apiVersion=2020-01-01, body=[{arm=location}]}, ");
        assertThatThrownBy(() -> RowFormat.read(Map.of("group", "g")))
                .hasMessageContaining("lacks kind");
    }

    @Test
    void everyKindHasASchemaForItsSpec() {
        var catalog = Catalog.of(Catalog.load().kinds());
        assertThat(catalog.kinds()).hasSizeGreaterThanOrEqualTo(7);
        for (AzureKind kind : catalog.kinds()) {
            assertThat(catalog.find(kind.group(), kind.kind())).contains(kind);
            assertThat(CatalogFiles.specSchema(kind)).containsKeys("type", "properties");
            assertThat(kind.versions()).extracting(AzureVersion::names).doesNotContain(List.of());
        }
    }

    private static AzureVersion version(
            String apiVersion, boolean preview, BodyField field, List<String> flattened) {
        return new AzureVersion(
                List.of("v"), apiVersion, preview, List.of(field), flattened, !preview);
    }

    private static AzureKind row(AzureKind.Scope scope, String armType, AzureVersion... versions) {
        return new AzureKind(
                "g",
                "K",
                "ks",
                armType,
                scope,
                Optional.empty(),
                Optional.empty(),
                AzureKind.Naming.OBJECT,
                Set.of(),
                List.of(),
                KindRules.NONE,
                List.of(versions));
    }
}
