package dev.dragoman.azure.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.KnownObjects;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.claim.ClaimSeal;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.export.ExportRequests;
import dev.dragoman.azure.identity.VaultSettings;
import dev.dragoman.reconcile.ObjectKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which vaults an object may use, and which of its entries a deletion looks at. */
class VaultAskedTest {
    private static final Catalog CATALOG = Catalog.load();
    private static final String ID =
            "/subscriptions/s/resourceGroups/g/providers/Microsoft.KeyVault/vaults/";

    /** Two vaults of namespace team-a, the second with another name in Azure. */
    private static final Map<String, String> VAULTS =
            Map.of("own", "own", "object-name", "azure-name", "given", "given");

    private final Map<String, String> env = new HashMap<>();
    private final Map<String, Object> annotations = new HashMap<>();
    private final Map<String, Object> ofNamespace = new HashMap<>();
    private boolean shared = true;
    private Object status = Map.of();

    private Optional<Map<String, Object>> known(ObjectKey key) {
        if (key.kind().equals("Namespace")) {
            return Optional.of(
                    Map.of("metadata", Map.of("name", key.name(), "annotations", ofNamespace)));
        }
        return Optional.of(key)
                .filter(each -> each.kind().equals("Vault") && each.namespace().equals("team-a"))
                .map(each -> VAULTS.get(each.name()))
                .map(
                        azureName ->
                                Map.of(
                                        "metadata",
                                        Map.of("name", key.name(), "namespace", "team-a"),
                                        "status",
                                        Map.of(
                                                "id",
                                                ID + azureName,
                                                "conditions",
                                                List.of(
                                                        Map.of(
                                                                "type", "Ready", "status",
                                                                "True")))));
    }

    private VaultAsked asked(String namespace) {
        var object =
                Map.<String, Object>of(
                        "metadata",
                        Map.of("namespace", namespace, "name", "acc", "annotations", annotations),
                        "status",
                        status);
        var around =
                new ReferenceResolver(
                        namespace,
                        new KnownObjects(this::known),
                        (_, _) -> Optional.empty(),
                        CATALOG,
                        new ClaimSeal(() -> new byte[32]),
                        true);
        return VaultAsked.of(
                object,
                "StorageAccount.storage.azure.com",
                VaultSettings.from(env),
                new ClusterName("cluster", (_, _) -> Optional.empty()),
                new VaultAccess(
                        namespace,
                        VaultSettings.from(env),
                        List.of("vault.azure.net"),
                        shared,
                        false,
                        around),
                around);
    }

    @ParameterizedTest(name = "{0} names {1}: {2}")
    @CsvSource({
        "team-a, own, own",
        "team-a, OWN, own",
        "team-a, object-name, azure-name",
        "team-a, azure-name, KeyVaultNotAllowed",
        "team-a, https://own.vault.azure.net, own",
        "team-b, own, KeyVaultNotAllowed",
        "team-b, https://own.vault.azure.net, KeyVaultNotAllowed",
        "team-b, listed, listed",
        "team-a, listed, KeyVaultNotAllowed",
        "team-a, given, KeyVaultNotAllowed",
        "team-b, given, given",
        "team-a, for-all, for-all",
        "team-b, everywhere, everywhere",
        "team-b, '', none",
    })
    void underASharedCredential(String namespace, String written, String expected) {
        env.put("DRAGOMAN_KEY_VAULTS", "team-b=listed,team-b=given,*=for-all");
        env.put("AZURE_OPERATOR_KEYVAULT", "everywhere");
        annotations.put("dragoman.dev/key-vault", written);
        var asked = asked(namespace);
        assertThat(
                        asked.problem()
                                .map(Problem::reason)
                                .or(() -> asked.choice().map(each -> each.vault().name()))
                                .orElse("none"))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "for-all, '{namespace}-{key}', true",
        "everywhere, '{namespace}-{key}', true",
        "everywhere, '{key}-{hash}', false",
        "listed, '{namespace}-{key}', false",
    })
    void inAVaultOfAllNobodyTakesTheNameOfAnother(String vault, String pattern, boolean refused) {
        env.put("DRAGOMAN_KEY_VAULTS", "team-b=listed,*=for-all");
        env.put("AZURE_OPERATOR_KEYVAULT", "everywhere");
        annotations.put("dragoman.dev/key-vault", vault);
        annotations.put("dragoman.dev/key-vault-entry", pattern);
        assertThat(asked("team-b").problem().isPresent()).isEqualTo(refused);
    }

    /** Else a user takes what the object of the same name writes in another cluster. */
    @ParameterizedTest(name = "{0}, object {1}, Namespace {2}: {3}")
    @CsvSource({
        "everywhere, true, , false",
        "for-all, true, false, false",
        "everywhere, , true, true",
        "everywhere, false, true, false",
        "listed, true, , true",
        "listed, , , false",
    })
    void inAVaultOfAllOnlyTheNamespaceAsksToTakeOver(
            String vault, String object, String namespace, boolean takesOver) {
        env.put("DRAGOMAN_KEY_VAULTS", "team-b=listed,*=for-all");
        env.put("AZURE_OPERATOR_KEYVAULT", "everywhere");
        annotations.put("dragoman.dev/key-vault", vault);
        var name = "dragoman.dev/key-vault-take-over";
        Optional.ofNullable(object).ifPresent(each -> annotations.put(name, each));
        Optional.ofNullable(namespace).ifPresent(each -> ofNamespace.put(name, each));
        assertThat(asked("team-b").choice().orElseThrow().takesOver()).isEqualTo(takesOver);
    }

    /** Whoever holds it by an object of policy skip would read all values of overlays. */
    @Test
    void theVaultOfOverlaysIsNotUsedByAnObjectThatHoldsIt() {
        annotations.put("dragoman.dev/key-vault", "own");
        assertThat(asked("team-a").problem()).isEmpty();
        env.put("DRAGOMAN_OVERLAY_KEY_VAULT", "own");
        assertThat(asked("team-a").problem().map(Problem::reason)).contains("KeyVaultNotAllowed");
        env.put("DRAGOMAN_KEY_VAULTS", "team-a=own");
        assertThat(asked("team-a").problem()).isEmpty();
    }

    @Test
    void withACredentialOfItsOwnAnyVaultOfTheCloud() {
        shared = false;
        annotations.put("dragoman.dev/key-vault", "any-vault");
        assertThat(asked("team-b").problem()).isEmpty();
        annotations.put("dragoman.dev/key-vault", "https://any-vault.example");
        assertThat(asked("team-b").problem().map(Problem::reason)).contains("InvalidKeyVault");
    }

    @Test
    void aDeletionLooksAtWhatIsRememberedAndAtWhatIsAskedFor() {
        annotations.put("dragoman.dev/key-vault", "own");
        annotations.put("dragoman.dev/key-vault-entry", "{secret}-{key}");
        var spec =
                Map.<String, Object>of(
                        "operatorSpec",
                        Map.of(
                                "secrets",
                                Map.of("key1", Map.of("name", "s", "key", "k")),
                                "configMaps",
                                Map.of("primaryEndpoints", Map.of("name", "c", "key", "k"))));
        var kind = CATALOG.find("storage.azure.com", "StorageAccount").orElseThrow();
        assertThat(
                        asked("team-a")
                                .entries(
                                        List.of("former.vault.azure.net/e"),
                                        ExportRequests.of(kind, spec)))
                .containsExactly("former.vault.azure.net/e", "own.vault.azure.net/s-k");
    }

    @ParameterizedTest
    @CsvSource({"keep, true", "Keep, true", "delete, false", ", false"})
    void entriesStayWhereAnAnnotationMaySaySo(String written, boolean keeps) {
        if (written != null) {
            annotations.put("dragoman.dev/key-vault-deletion", written);
        }
        annotations.put("dragoman.dev/key-vault", "not a vault");
        assertThat(asked("team-a").keeps()).isEqualTo(keeps);
    }

    @Test
    void aWrongAnnotationForgetsNoOwner() {
        status =
                Map.of(
                        "dragoman",
                        Map.of("keyVault", Map.of("entries", List.of("own.vault.azure.net/e"))));
        annotations.put("dragoman.dev/key-vault-only", "true");
        var asked = asked("team-a");
        assertThat(asked.problem()).isPresent();
        assertThat(asked.owner().name()).isEqualTo("acc");
    }
}
