package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.security.keyvault.secrets.SecretClient;
import com.azure.security.keyvault.secrets.SecretClientBuilder;
import dev.dragoman.cluster.OperatorCluster;
import dev.dragoman.sandbox.azure.SdkClient;
import dev.dragoman.sandbox.azure.control.Exchange;
import dev.dragoman.sandbox.azure.vault.VaultView;
import dev.dragoman.sandbox.cli.AzurePart;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A road with a group, a Key Vault that an object holds, and an account to export keys of. */
final class VaultRoad implements AutoCloseable {
    private static final String API = "storage.azure.com/v20230101";

    final Road road;

    /** Name of the vault; no other test has it. */
    final String vault;

    /** Name of the account. */
    final String account;

    VaultRoad(String name) {
        road = new Road(name);
        vault = "v" + road.namespace.replaceAll("[^a-z0-9]", "");
        account = "acc" + road.namespace.replaceAll("[^a-z0-9]", "");
        road.environment.put("HTTPS_PROXY", road.azure.vaultProxy());
        road.environment.put("NO_PROXY", "localhost");
        road.environment.put("DRAGOMAN_KEY_VAULT_SUFFIXES", "vault.azure.net");
        road.environment.put("AZURE_SYNC_PERIOD", "1s");
        road.azure.control().vaultRights(AzurePart.CLIENT, "all");
    }

    /** Starts the operator, and makes group and vault. */
    VaultRoad start() {
        var _ = road.install.kindsAndRightsOnce(List.of("keyvault.azure.com/Vault"));
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.applyServed(vault());
        road.ready("vault/" + vault);
        return this;
    }

    /** ARM id of the vault. */
    String id() {
        return "/subscriptions/%s/resourceGroups/orders/providers/Microsoft.KeyVault/vaults/%s"
                .formatted(road.azure.subscriptionId(), vault);
    }

    /** An object for the vault. */
    String vault() {
        return """
        apiVersion: keyvault.azure.com/v1api20230701
        kind: Vault
        metadata: {name: %s}
        spec:
          owner: {name: orders}
          location: westeurope
          properties:
            tenantId: %s
            sku: {family: A, name: standard}
            enableRbacAuthorization: true
        """
                .formatted(vault, road.azure.tenantId());
    }

    /** Applies the account with two keys to export, and annotations below dragoman.dev. */
    void export(Map<String, String> annotations) {
        export(annotations, "");
    }

    /** The same with one more value to export. */
    void export(Map<String, String> annotations, String more) {
        var written = new StringBuilder();
        annotations.forEach(
                (key, value) ->
                        written.append("    dragoman.dev/%s: \"%s\"%n".formatted(key, value)));
        road.apply(
                (Samples.exporting(account, "keys") + more.indent(6).stripTrailing() + "\n")
                        .replace(
                                "metadata: {name: %s}".formatted(account),
                                "metadata:%n  name: %s%n  annotations:%n    a: b%n%s"
                                        .formatted(account, written)));
    }

    /** Microsoft's client, as somebody else who works in the vault. */
    SecretClient client() {
        return new SecretClientBuilder()
                .vaultUrl("https://%s.vault.azure.net".formatted(vault))
                .credential(SdkClient.secret(road.azure, AzurePart.CLIENT, AzurePart.SECRET))
                .httpClient(SdkClient.httpByProxy(road.azure))
                .buildClient();
    }

    void ready() {
        road.ready("storageaccount/" + account);
    }

    Map<String, Object> reason(String reason) {
        return road.reason(API, "StorageAccount", account, reason);
    }

    /** The condition about repairs that do not hold; empty if there is none. */
    Map<String, Object> repairs() {
        return OperatorCluster.condition(
                Optional.ofNullable(road.get(API, "StorageAccount", account)), "RepairsDoNotHold");
    }

    /** Waits for a message of the condition Ready. */
    void told(String reason, String... texts) {
        await().untilAsserted(
                        () -> assertThat(reason(reason).get("message").toString()).contains(texts));
    }

    List<VaultView.Secret> entries() {
        return road.azure.control().vault(vault).secrets();
    }

    /** The one entry that there is. */
    VaultView.Secret entry() {
        assertThat(entries()).hasSize(1);
        return entries().getFirst();
    }

    /** The value of the key in the Secret; empty if there is none. */
    Optional<String> inCluster() {
        return Optional.ofNullable(
                        road.client().secrets().inNamespace(road.namespace).withName("keys").get())
                .map(Secret::getData)
                .map(data -> data.get("key"))
                .map(each -> new String(Base64.getDecoder().decode(each), StandardCharsets.UTF_8));
    }

    /** Requests to the vault that begin with the method. */
    List<Exchange> sent(String method) {
        return road.azure.control().exchanges().stream()
                .filter(Exchange::ofVault)
                .filter(each -> each.method().equals(method))
                .toList();
    }

    /** Waits until the operator has looked at the entry that many times more. */
    void looks(int more) {
        int before = sent("GET").size();
        await().until(() -> sent("GET").size() >= before + more);
    }

    @Override
    public void close() {
        road.close();
    }
}
