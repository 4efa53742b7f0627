package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.sandbox.azure.control.Exchange;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Vaults that nobody here made, entries that steps add, entries that stay, and whole Secrets. */
@Full
class VaultPromisesIT {
    private static final String EXTENSIONS = "kubernetesconfiguration.azure.com";

    @TempDir private Path directory;
    private VaultRoad road;

    @BeforeEach
    void prepare() {
        road = new VaultRoad("vault-promises");
    }

    @AfterEach
    void stop() {
        road.close();
    }

    private GenericKubernetesResource account() {
        return road.road.get("storage.azure.com/v20230101", "StorageAccount", road.account);
    }

    private Object remembered(String field) {
        return account().get("status", "dragoman", "keyVault", field);
    }

    private List<Exchange> puts() {
        return road.road.puts("/vaults/" + road.vault);
    }

    /** An object with the policy skip holds a vault that somebody else made. */
    @Test
    void aVaultThatIsNeitherChangedNorDeletedIsHeldByItsObject() {
        road.start();
        var vault = "vault/" + road.vault;
        var policy = "serviceoperator.azure.com/reconcile-policy";
        var _ = road.road.kubectl("annotate", vault, policy + "=detach-on-delete");
        var _ = road.road.kubectl("delete", vault, Patience.timeout());
        assertThat(puts()).hasSize(1);
        road.export(Map.of("key-vault", road.vault));
        road.told("KeyVaultNotAllowed", "create an object Vault for it");

        road.road.apply(
                road.vault()
                        .replace(
                                "{name: %s}".formatted(road.vault),
                                "{name: %s, annotations: {%s: skip}}"
                                        .formatted(road.vault, policy)));
        road.ready();
        assertThat(road.entry().latest().value()).isEqualTo(road.inCluster().orElseThrow());

        var _ = road.road.kubectl("delete", "storageaccount/" + road.account, Patience.timeout());
        var _ = road.road.kubectl("delete", vault, Patience.timeout());
        assertThat(road.road.azure.control().get(road.id())).isPresent();
        assertThat(puts()).hasSize(1);
    }

    /** Killed after the write, the operator would not know of the entry any more. */
    @Test
    void whatAStepAddsIsNamedInTheStatusBeforeItIsWritten() throws IOException {
        Files.writeString(
                directory.resolve("azure-exported.further.steps.yaml"),
                "- to: \"bean:exports?method=add('*', FURTHER, key)\"\n");
        road.road.environment.put("DRAGOMAN_OVERLAYS", directory.toString());
        road.start();
        var named = new ArrayList<>();
        road.road
                .azure
                .control()
                .before("PUT /" + road.vault, () -> named.add(remembered("intended")));
        road.export(Map.of("key-vault", road.vault, "key-vault-entry", "{secret}-{key}"));
        road.ready();
        var entries =
                List.of(
                        road.vault + ".vault.azure.net/keys-further",
                        road.vault + ".vault.azure.net/keys-key");
        assertThat(named).containsExactly(entries);
        assertThat(remembered("entries")).isEqualTo(entries);
        assertThat(remembered("intended")).isNull();
        assertThat(road.entries()).hasSize(2);
    }

    /** A Namespace says so: an object without a vault can not. */
    @Test
    void entriesThatNobodyAsksForAnyMoreAreToldToBeKept() {
        road.start();
        var _ =
                road.road.kubectl(
                        "annotate",
                        "namespace/" + road.road.namespace,
                        "dragoman.dev/key-vault-deletion=keep");
        road.export(Map.of("key-vault", road.vault));
        road.ready();
        var url =
                "https://%s.vault.azure.net/secrets/%s".formatted(road.vault, road.entry().name());
        said("Written", url);
        road.export(Map.of());
        said("Kept", url);
        road.ready();
        assertThat(road.entry().state().name()).isEqualTo("ACTIVE");

        var _ =
                road.road.kubectl(
                        "annotate",
                        "namespace/" + road.road.namespace,
                        "dragoman.dev/key-vault=" + road.vault);
        said("Written", url);
        var _ =
                road.road.kubectl(
                        "patch",
                        "storageaccount/" + road.account,
                        "--type=json",
                        "--patch",
                        "[{\"op\": \"remove\", \"path\": \"/spec/operatorSpec\"}]");
        said("Kept", url);
        road.ready();
    }

    /** The entries of the former vault are not what the object asks for now. */
    @Test
    void valuesThatAreNotWhereTheyAreAskedForNowAreToldAsIncomplete() {
        road.start();
        road.export(Map.of("key-vault", road.vault));
        road.ready();
        var url =
                "https://%s.vault.azure.net/secrets/%s".formatted(road.vault, road.entry().name());
        said("Written", url);
        road.export(Map.of("key-vault", "vault-of-another-team"));
        road.told("KeyVaultNotAllowed", "vault-of-another-team");
        said("Incomplete", "the entries are not yet as the object asks; it has " + url);
        road.export(Map.of("key-vault", road.vault));
        said("Written", url);
    }

    private void said(String reason, String message) {
        await().untilAsserted(
                        () ->
                                assertThat(inKeyVault())
                                        .containsEntry("reason", reason)
                                        .containsEntry("message", message));
    }

    private Map<String, Object> inKeyVault() {
        return Road.condition(Optional.ofNullable(account()), "InKeyVault");
    }

    @Test
    void aFieldThatTakesAllOfASecretTakesThePropertiesOfAnEntry() {
        var _ = road.road.install.kindsAndRightsOnce(List.of(EXTENSIONS + "/Extension"));
        road.start();
        road.client()
                .setSecret("all", "{\"url\": \"https://a\", \"port\": 1, \"deep\": {\"a\": 1}}");
        road.road.applyServed(
                """
                apiVersion: %s/v1api20230501
                kind: Extension
                metadata: {name: flux}
                spec:
                  owner: {group: resources.azure.com, kind: ResourceGroup, name: orders}
                  extensionType: microsoft.flux
                  configurationProtectedSettings: {name: "keyvault://%s/all"}
                """
                        .formatted(EXTENSIONS, road.vault));
        road.road.ready("extension.%s/flux".formatted(EXTENSIONS));
        var sent = road.road.puts("/extensions/flux");
        assertThat(sent).hasSize(1);
        assertThat(sent.getFirst().requestBody().at("/properties/configurationProtectedSettings"))
                .hasToString("{\"port\":\"1\",\"url\":\"https://a\"}");
    }
}
