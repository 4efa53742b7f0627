package dev.dragoman.azure.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.FixedIdentity;
import dev.dragoman.azure.identity.Proof;
import dev.dragoman.azure.identity.Sensitive;
import dev.dragoman.kube.Reader;
import dev.dragoman.reconcile.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a reconciliation would do next, where that needs neither a cluster nor Azure. */
class RehearsalTest {
    private static final String TEAM = "team-a";
    private static final String UUID = "00000000-0000-0000-0000-000000000000";
    private static final String GROUP = "/subscriptions/%s/resourceGroups/orders".formatted(UUID);
    private static final AzureSettings SETTINGS = AzureSettings.from(Map.of());

    private final ReadOnce objects = new ReadOnce();
    private final Map<ObjectKey, Map<String, Object>> inCluster = new HashMap<>();
    private Optional<AzureIdentity> sender = Optional.empty();

    /** Reads from the API server what the cache does not have. */
    private final class Cluster implements Reader {
        @Override
        public Optional<Map<String, Object>> get(String apiVersion, ObjectKey key) {
            return Optional.ofNullable(inCluster.get(key));
        }

        @Override
        public <T> List<T> list(
                String apiVersion,
                String kind,
                String namespace,
                String labelSelector,
                Function<Map<String, Object>, T> part) {
            return List.of();
        }
    }

    @BeforeEach
    void prepare() {
        objects.put(
                new ObjectKey("", "Namespace", "", TEAM),
                Map.of("metadata", Map.of("name", TEAM, "annotations", Map.of())));
    }

    private Forecast forecast(ObjectKey key, Map<String, Object> object) {
        objects.put(key, object);
        return new Rehearsal(
                        Catalog.load(),
                        SETTINGS,
                        new FixedIdentity(
                                sender, new ObjectKey("", "Secret", "dragoman", "settings")),
                        objects,
                        new Cluster(),
                        new byte[32],
                        InstantSource.system())
                .of(key, object);
    }

    private static AzureIdentity identity() {
        return new AzureIdentity(
                UUID,
                UUID,
                UUID,
                new Proof.ClientSecret(new Sensitive("s")),
                List.of(),
                SETTINGS.cloud());
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The credential of the namespace, which a plan without one of Azure must not use either. */
    private void ownCredential() {
        var key = new ObjectKey("", "Secret", TEAM, "aso-credential");
        var metadata = Map.<String, Object>of("name", key.name(), "namespace", TEAM);
        objects.put(key, Map.of("metadata", metadata));
        inCluster.put(
                key,
                Map.of(
                        "metadata",
                        metadata,
                        "data",
                        Map.of(
                                "AZURE_SUBSCRIPTION_ID", base64(UUID),
                                "AZURE_TENANT_ID", base64(UUID),
                                "AZURE_CLIENT_ID", base64(UUID),
                                "AZURE_CLIENT_SECRET", base64("s"))));
    }

    /** A value that is not known may have changed or not. */
    @ParameterizedTest(name = "with a credential of the namespace: {0}")
    @ValueSource(booleans = {false, true})
    void whatAKeyVaultHasIsNotComparedWithoutACredential(boolean own) {
        if (own) {
            ownCredential();
        }
        var key = new ObjectKey("dbforpostgresql.azure.com", "FlexibleServer", TEAM, "db");
        var found =
                forecast(
                        key,
                        Map.of(
                                "apiVersion",
                                "dbforpostgresql.azure.com/v1api20230601preview",
                                "kind",
                                "FlexibleServer",
                                "metadata",
                                Map.of("namespace", TEAM, "name", "db", "uid", "u"),
                                "spec",
                                Map.of(
                                        "owner",
                                        Map.of("armId", GROUP),
                                        "location",
                                        "westeurope",
                                        "administratorLoginPassword",
                                        Map.of("name", "keyvault://team-vault/entry", "key", ""))));
        assertThat(found.plan()).isEqualTo(Forecast.Plan.NOT_COMPARED);
        assertThat(found.reasons().getFirst())
                .startsWith("KeyVaultNotRead: spec.administratorLoginPassword: ")
                .contains("is not read, because there is no credential for Azure");
    }

    private static ObjectKey account() {
        return new ObjectKey("storage.azure.com", "StorageAccount", TEAM, "acc");
    }

    /** An account that is being deleted and has an entry in a Key Vault. */
    private static Map<String, Object> deleted() {
        return Map.of(
                "apiVersion",
                "storage.azure.com/v20230101",
                "kind",
                "StorageAccount",
                "metadata",
                Map.of(
                        "namespace",
                        TEAM,
                        "name",
                        "acc",
                        "uid",
                        "u",
                        "deletionTimestamp",
                        "2026-11-01T00:00:00Z",
                        "finalizers",
                        List.of("serviceoperator.azure.com/finalizer")),
                "spec",
                Map.of("owner", Map.of("armId", GROUP)),
                "status",
                Map.of(
                        "id",
                        GROUP + "/providers/Microsoft.Storage/storageAccounts/acc",
                        "dragoman",
                        Map.of(
                                "keyVault",
                                Map.of("entries", List.of("team-vault.vault.azure.net/e")))));
    }

    private void definition(Map<String, Object> metadata) {
        inCluster.put(
                new ObjectKey(
                        "apiextensions.k8s.io",
                        "CustomResourceDefinition",
                        "",
                        "storageaccounts.storage.azure.com"),
                Map.of("metadata", metadata));
    }

    /** With a definition go its objects: that deletes nothing outside of the cluster. */
    @ParameterizedTest
    @CsvSource({"gone", "going"})
    void whatIsInAKeyVaultStaysWithTheResourceWhenTheDefinitionGoes(String definition) {
        sender = Optional.of(identity());
        if (definition.equals("going")) {
            definition(Map.of("deletionTimestamp", "2026-11-01T00:00:00Z"));
        }
        var found = forecast(account(), deleted());
        assertThat(found.plan()).isEqualTo(Forecast.Plan.RELEASE);
        assertThat(found.reasons().getFirst())
                .isEqualTo("the object is being deleted; nothing is deleted in Azure");
    }

    @Test
    void anObjectThatAloneIsDeletedTakesItsResourceWithIt() {
        sender = Optional.of(identity());
        definition(Map.of());
        assertThat(forecast(account(), deleted()).plan()).isEqualTo(Forecast.Plan.DELETE);
    }
}
