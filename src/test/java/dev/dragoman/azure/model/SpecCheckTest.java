package dev.dragoman.azure.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What only the applied version forbids; the schema is shared by all versions. */
class SpecCheckTest {
    private static final AzureKind ACCOUNT =
            Catalog.load().find("storage.azure.com", "StorageAccount").orElseThrow();

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void finds(String why, String version, Map<String, Object> more, List<String> expected) {
        var spec =
                new HashMap<String, Object>(
                        Map.of(
                                "location",
                                "westeurope",
                                "kind",
                                "StorageV2",
                                "sku",
                                Map.of("name", "Standard_LRS"),
                                "owner",
                                Map.of("name", "rg")));
        spec.putAll(more);
        spec.values().removeIf(""::equals);
        var found = SpecCheck.of(ACCOUNT, ACCOUNT.version(version).orElseThrow(), spec).all();
        assertThat(found).hasSameSizeAs(expected);
        for (int i = 0; i < found.size(); i++) {
            assertThat(found.get(i)).startsWith(expected.get(i));
        }
    }

    static Stream<Arguments> rows() {
        return Stream.of(
                arguments("nothing to say", "v20230101", Map.of(), List.of()),
                arguments(
                        "for the operator, not for Azure",
                        "v20230101",
                        Map.of("azureName", "a", "operatorSpec", Map.of("secrets", Map.of())),
                        List.of()),
                arguments(
                        "a field of a later version",
                        "v20230101",
                        Map.of("zones", List.of("1")),
                        List.of("spec.zones is not sent: v20230101 does not have it")),
                arguments(
                        "a value of a later version",
                        "v20230101",
                        Map.of("minimumTlsVersion", "TLS1_3"),
                        List.of("spec.minimumTlsVersion is \"TLS1_3\", but v20230101 allows only")),
                arguments(
                        "the later version has both",
                        "v20250601",
                        Map.of("zones", List.of("1"), "minimumTlsVersion", "TLS1_3"),
                        List.of()),
                arguments(
                        "values in any case, as Azure takes them",
                        "v20230101",
                        Map.of("accessTier", "hot"),
                        List.of()),
                arguments(
                        "a value deep in a list",
                        "v20230101",
                        Map.of(
                                "networkAcls",
                                Map.of(
                                        "defaultAction",
                                        "Deny",
                                        "ipRules",
                                        List.of(Map.of("value", "1.2.3.4", "action", "Shout")))),
                        List.of("spec.networkAcls.ipRules[0].action is \"Shout\"")),
                arguments(
                        "what Azure requires",
                        "v20230101",
                        Map.of("location", ""),
                        List.of("spec.location is missing: v20230101 requires it")),
                arguments(
                        "no owner",
                        "v20230101",
                        Map.of("owner", Map.of()),
                        List.of("spec.owner is missing")));
    }
}
