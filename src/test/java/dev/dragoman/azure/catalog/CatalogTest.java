package dev.dragoman.azure.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.BodyField.Source;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

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
                                                "listKeys", "2024-01-01", "keys.0.value"))),
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

    @Test
    void aRowSurvivesWritingAndReading() {
        for (AzureKind kind : Catalog.load().kinds()) {
            assertThat(RowFormat.read(RowFormat.write(kind))).isEqualTo(kind);
        }
    }

    @Test
    void everyKindHasASchemaForItsSpec() {
        assertThat(Catalog.load().kinds()).hasSizeGreaterThanOrEqualTo(7);
        for (AzureKind kind : Catalog.load().kinds()) {
            assertThat(CatalogFiles.specSchema(kind)).containsKeys("type", "properties");
            assertThat(kind.versions()).extracting(AzureVersion::names).doesNotContain(List.of());
        }
    }
}
