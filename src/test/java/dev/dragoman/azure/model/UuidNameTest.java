package dev.dragoman.azure.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expected names were computed by another implementation of RFC 9562 (Python's uuid5). */
class UuidNameTest {
    private static final AzureKind ASSIGNMENT =
            Catalog.load().find("authorization.azure.com", "RoleAssignment").orElseThrow();
    private static final Map<String, Object> BY_NAME =
            Map.of("name", "mine", "group", "resources.azure.com", "kind", "ResourceGroup");
    private static final Map<String, Object> BY_ID =
            Map.of("armId", "/subscriptions/s/resourceGroups/g");

    private static String name(String version, String object, Map<String, Object> spec) {
        return UuidName.of(
                ASSIGNMENT,
                version,
                Map.of(
                        "metadata",
                        Map.of("name", object, "namespace", "team", "uid", "the-uid"),
                        "spec",
                        spec));
    }

    @ParameterizedTest
    @CsvSource({
        // version, whether the owner is given by ARM id, expected
        "v20220401, false, ef869bcf-8359-558a-901e-4d26e7df0149",
        "v1api20220401, false, ef869bcf-8359-558a-901e-4d26e7df0149",
        "v20220401, true, 72efe0cb-a2f3-5126-a6f1-1eaf25e2e0ec",
        "v1api20220401, true, 51742917-45e3-527c-826c-683126414c09"
    })
    void isMadeFromOwnerNamespaceAndName(String version, boolean byId, String expected) {
        assertThat(name(version, "reader", Map.of("owner", byId ? BY_ID : BY_NAME)))
                .isEqualTo(expected);
    }

    @Test
    void anObjectThatIsNamedByAUuidGivesItsName() {
        var uuid = "6F9619FF-8B86-D011-B42D-00CF4FC964FF".toLowerCase(java.util.Locale.ROOT);
        assertThat(name("v20220401", uuid, Map.of("owner", BY_NAME))).isEqualTo(uuid);
    }

    @Test
    void aRandomNameIsThatOfThisObjectAndNoOther() {
        assertThat(
                        name(
                                "v20220401",
                                "reader",
                                Map.of(
                                        "owner",
                                        BY_NAME,
                                        "operatorSpec",
                                        Map.of("namingConvention", "random"))))
                .isEqualTo("the-uid");
    }
}
