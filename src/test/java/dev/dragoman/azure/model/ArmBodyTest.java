package dev.dragoman.azure.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ArmBodyTest {
    private static final String IDENTITY =
            "/subscriptions/s/resourceGroups/g/providers/Microsoft.ManagedIdentity/userAssignedIdentities/i";
    private static final AzureKind ACCOUNT =
            Catalog.load().find("storage.azure.com", "StorageAccount").orElseThrow();

    private static Map<String, Object> spec(Map<String, Object> more) {
        var out = new java.util.HashMap<String, Object>(more);
        out.put("location", "westcentralus");
        out.put("kind", "StorageV2");
        out.put("sku", Map.of("name", "Standard_LRS"));
        out.put("owner", Map.of("name", "rg"));
        return out;
    }

    private static ReferencedValues knowing(Optional<String> armId) {
        return new ReferencedValues() {
            @Override
            public Optional<String> armId(Reference reference) {
                return armId;
            }

            @Override
            public Optional<String> secret(String name, String key) {
                return Optional.empty();
            }

            @Override
            public Optional<Map<String, String>> secretMap(String name) {
                return Optional.empty();
            }

            @Override
            public Optional<String> config(String name, String key) {
                return Optional.of(name + "-" + key);
            }
        };
    }

    private static ArmBody.Result body(String version, Map<String, Object> spec) {
        return ArmBody.of(
                ACCOUNT.version(version).orElseThrow(),
                spec,
                "acc",
                knowing(Optional.of(IDENTITY)));
    }

    @Test
    void sendsWhatUsersOfTheseKindsAreUsedTo() {
        var result = body("v20250601", spec(Map.of("accessTier", "Hot")));
        assertThat(Canonical.json(result.body()))
                .isEqualTo(
                        """
                        {"kind":"StorageV2","location":"westcentralus","name":"acc",\
                        "properties":{"accessTier":"Hot"},"sku":{"name":"Standard_LRS"},\
                        "tags":null,"zones":null}""");
    }

    @Test
    void referencesBecomeKeysOfAMap() {
        var identity =
                Map.<String, Object>of(
                        "type",
                        "UserAssigned",
                        "userAssignedIdentities",
                        List.of(
                                Map.of(
                                        "reference",
                                        Map.of("name", "i", "kind", "K", "group", "g"))));
        var spec = spec(Map.of("identity", identity));
        assertThat(Values.at(body("v20250601", spec).body(), "identity", "userAssignedIdentities"))
                .isEqualTo(Map.of(IDENTITY, Map.of()));
        assertThat(ArmBody.references(ACCOUNT.newest(), spec))
                .singleElement()
                .satisfies(
                        reference -> {
                            assertThat(reference.type()).isEqualTo(Reference.Type.ARM);
                            assertThat(reference.path())
                                    .isEqualTo("identity.userAssignedIdentities[0].reference");
                        });
    }

    @Test
    void whatIsNotYetKnownIsMissingAndNotSent() {
        var rules = List.of(Map.of("reference", Map.of("name", "n", "kind", "K", "group", "g")));
        var spec =
                spec(
                        Map.of(
                                "networkAcls",
                                Map.of("defaultAction", "Deny", "virtualNetworkRules", rules)));
        var result = ArmBody.of(ACCOUNT.newest(), spec, "acc", knowing(Optional.empty()));
        assertThat(result.missing())
                .extracting(Reference::path)
                .containsExactly("networkAcls.virtualNetworkRules[0].reference");
        assertThat(Canonical.json(result.body())).contains("\"defaultAction\":\"Deny\"");
    }

    @Test
    void aValueOfAConfigMapTakesThePlaceOfThePlainOne() {
        var rule = Map.of("valueFromConfig", Map.of("name", "c", "key", "k"));
        var result =
                body(
                        "v20230101",
                        spec(
                                Map.of(
                                        "networkAcls",
                                        Map.of(
                                                "defaultAction",
                                                "Deny",
                                                "ipRules",
                                                List.of(rule)))));
        assertThat(Canonical.json(result.body())).contains("\"value\":\"c-k\"");
    }

    @Test
    void aFieldThatOnlyANewerVersionHasIsNotSentAndNamed() {
        var spec = spec(Map.of("zones", List.of("1")));
        assertThat(body("v20250601", spec).unsupportedFields()).isEmpty();
        var old = body("v20230101", spec);
        assertThat(old.unsupportedFields()).containsExactly("zones");
        assertThat(old.body()).doesNotContainKey("zones");
        assertThat(
                        SpecCheck.of(ACCOUNT, ACCOUNT.version("v20230101").orElseThrow(), spec)
                                .ignored())
                .containsExactly(
                        "spec.zones is not sent: version v20230101 does not have this field; remove it, or apply a"
                                + " version that has it (v20250601)");
    }

    @Test
    void theAppliedVersionsRulesNameFieldAndRemedy() {
        Map<String, Object> wrong = Map.of("location", "westus2", "kind", "Disk");
        var result = SpecCheck.of(ACCOUNT, ACCOUNT.newest(), wrong);
        assertThat(result.obstacles())
                .containsExactlyInAnyOrder(
                        "spec.owner is missing: set owner.name or owner.armId",
                        "spec.sku is missing: version v20250601 requires this field; set it",
                        "spec.kind is \"Disk\", but version v20250601 allows only BlobStorage,"
                                + " BlockBlobStorage, FileStorage, Storage, StorageV2; choose one of"
                                + " them");
    }

    @Test
    void theHashDependsOnKeyVersionAndBodyButNotOnOrder() {
        byte[] key = {1};
        Map<String, Object> body = new java.util.LinkedHashMap<>();
        body.put("b", 1.0);
        body.put("a", "x");
        String hash = BodyHash.hmac(key, body, "2023-01-01");
        assertThat(hash)
                .isEqualTo(BodyHash.hmac(key, Map.of("a", "x", "b", 1), "2023-01-01"))
                .isNotEqualTo(BodyHash.hmac(new byte[] {2}, body, "2023-01-01"))
                .isNotEqualTo(BodyHash.hmac(key, body, "2025-06-01"))
                .isNotEqualTo(BodyHash.hmac(key, Map.of("a", "x"), "2023-01-01"));
    }
}
