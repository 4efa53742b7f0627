package dev.dragoman.azure.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.BodyField;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.KindRules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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

    @Test
    void onlyVersionsThatHaveTheFieldAreNamed() {
        var kind = Catalog.load().find("servicebus.azure.com", "Namespace").orElseThrow();
        var preview = kind.version("v1api20210101preview").orElseThrow();
        assertThat(SpecCheck.of(kind, preview, Map.of("minimumTlsVersion", "1.2")).ignored())
                .singleElement()
                .satisfies(
                        text ->
                                assertThat(text)
                                        .startsWith("spec.minimumTlsVersion is not sent")
                                        .endsWith("(v1api20240101, v1api20221001preview)"));
    }

    @Test
    void onlyVersionsThatAllowTheValueAreNamed() {
        var older = ACCOUNT.version("v20230101").orElseThrow();
        var newer =
                Map.<String, Object>of(
                        "minimumTlsVersion", "TLS1_3", "owner", Map.of("name", "rg"));
        assertThat(SpecCheck.of(ACCOUNT, older, newer).obstacles())
                .filteredOn(text -> text.contains("TLS1_3"))
                .singleElement()
                .satisfies(
                        text ->
                                assertThat(text)
                                        .endsWith(
                                                "choose one of them, or apply a version that allows this value (v20250601)"));
        Map<String, Object> none = Map.of("minimumTlsVersion", "TLS9");
        assertThat(SpecCheck.of(ACCOUNT, older, none).obstacles())
                .filteredOn(text -> text.contains("TLS9"))
                .allSatisfy(text -> assertThat(text).endsWith("choose one of them"));
    }

    @Test
    void aFieldBelowOneThatAVersionLacksIsNotInThatVersion() {
        var kind =
                two(
                        field("outer", field("old")),
                        field("outer", field("old"), field("new")),
                        field("other"));
        Map<String, Object> spec = Map.of("outer", Map.of("new", "x"));
        assertThat(SpecCheck.of(kind, kind.versions().getFirst(), spec).ignored())
                .containsExactly(
                        "spec.outer.new is not sent: version a does not have this field; remove it, or apply a version that has it (b)");
        var list = Map.<String, Object>of("outer", List.of(Map.of("new", "x")));
        assertThat(SpecCheck.of(kind, kind.versions().getFirst(), list).ignored())
                .containsExactly(
                        "spec.outer[0].new is not sent: version a does not have this field; remove it, or apply a version that has it (b)");
        assertThat(SpecCheck.of(kind, kind.versions().getFirst(), Map.of("gone", "x")).ignored())
                .containsExactly(
                        "spec.gone is not sent: neither version a nor any other version has this field; remove it");
    }

    /** A kind with versions a, b and c, each with one field. */
    private static AzureKind two(BodyField a, BodyField b, BodyField c) {
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
                List.of(version("a", a), version("b", b), version("c", c)));
    }

    private static AzureVersion version(String name, BodyField field) {
        return new AzureVersion(List.of(name), name, false, List.of(field), List.of(), false);
    }

    private static BodyField field(String name, BodyField... fields) {
        return new BodyField(
                name,
                List.of(new BodyField.From(name, BodyField.Source.VALUE)),
                fields.length == 0 ? BodyField.Shape.SCALAR : BodyField.Shape.OBJECT,
                false,
                BodyField.WhenUnset.OMIT,
                List.of(fields));
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
                        List.of(
                                "spec.zones is not sent: version v20230101 does not have this field; remove it, or apply a version that has it (v20250601)")),
                arguments(
                        "a value of a later version",
                        "v20230101",
                        Map.of("minimumTlsVersion", "TLS1_3"),
                        List.of(
                                "spec.minimumTlsVersion is \"TLS1_3\", but version v20230101 allows only")),
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
                        List.of("spec.location is missing: version v20230101 requires this field")),
                arguments(
                        "no owner",
                        "v20230101",
                        Map.of("owner", Map.of()),
                        List.of("spec.owner is missing")));
    }

    /** Its fields are in the spec below the name of the variant. */
    @Test
    void aVariantOfAOneOfIsLookedInto() {
        var kind = Catalog.load().find("kusto.azure.com", "DataConnection").orElseThrow();
        var found =
                SpecCheck.of(
                        kind,
                        kind.newest(),
                        Map.of(
                                "owner",
                                Map.of("name", "o"),
                                "cosmosDbDataConnection",
                                Map.of("nope", "x", "kind", "Other")));
        assertThat(found.ignored())
                .singleElement()
                .asString()
                .startsWith("spec.cosmosDbDataConnection.nope is not sent");
        assertThat(found.obstacles())
                .anyMatch(text -> text.startsWith("spec.cosmosDbDataConnection.kind is \"Other\""));
    }

    @Test
    void ofAKindThatAzureResourceManagerDoesNotHaveNothingIsSaid() {
        var kind = Catalog.load().kinds().stream().filter(each -> !each.inArm()).findFirst();
        assertThat(SpecCheck.of(kind.orElseThrow(), ACCOUNT.newest(), Map.of("nope", "x")).all())
                .isEmpty();
    }
}
