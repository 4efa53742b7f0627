package dev.dragoman.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.security.keyvault.secrets.SecretClient;
import com.azure.security.keyvault.secrets.SecretClientBuilder;
import dev.dragoman.sandbox.azure.SdkClient;
import dev.dragoman.sandbox.azure.vault.VaultView;
import dev.dragoman.sandbox.cli.AzurePart;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A group, and in it a Key Vault and a storage account that exports a key to it. */
final class VaultScenario extends AzureScenario {
    private static final Kind VAULT = new Kind("keyvault.azure.com/v1api20230701", "Vault");
    private static final Kind ACCOUNT = new Kind("storage.azure.com/v20230101", "StorageAccount");

    private static final String PATTERN = "{namespace}-{secret}-{key}";

    /** Gives the same names. */
    private static final String OTHER_PATTERN = "{name}-{secret}-{key}";

    private final boolean whole;

    private VaultScenario(boolean whole) {
        this.whole = whole;
    }

    /** Exported, robbed of the entry, deleted. */
    static VaultScenario exported() {
        return new VaultScenario(false);
    }

    /** The same; before it is deleted, it exports to no vault for a while. */
    static VaultScenario wholeLife() {
        return new VaultScenario(true);
    }

    @Override
    public String name() {
        return whole ? "vault-whole-life" : "vault-exported";
    }

    /** An account whose vault has gone waits half a minute for it. */
    @Override
    public Duration patience() {
        return Duration.ofSeconds(60);
    }

    @Override
    public List<Kind> kinds() {
        return List.of(GROUP, VAULT, ACCOUNT);
    }

    @Override
    public List<String> vaults(String run) {
        return List.of(run);
    }

    @Override
    public void play(Stage stage) {
        stage.azure().vaultRights(AzurePart.CLIENT, "all");
        stage.azure().vaultDelays(Duration.ZERO, Duration.ZERO);
        group(stage, "orders");
        stage.apply(stage.run, vault(stage));
        ready(stage, VAULT);
        export(stage, PATTERN);
        stage.checkpoint("created");
        versions(stage);
        client(stage).beginDeleteSecret(entry(stage).name());
        // nobody looks at an entry before the next comparison, unless something else is asked
        export(stage, OTHER_PATTERN);
        stage.checkpoint("recovered");
        versions(stage);
        if (whole) {
            stage.apply(stage.run, account(stage.run, "{}"));
            stage.until("no entry is left", () -> !there(stage) && !remembered(stage));
            ready(stage, ACCOUNT);
            stage.checkpoint("in the cluster alone");
            export(stage, PATTERN);
            stage.checkpoint("again");
            versions(stage);
        }
        delete(stage, ACCOUNT);
        stage.until("the account is gone", () -> get(stage, ACCOUNT) == null);
        stage.until("the garbage collector took the Secret", () -> secret(stage) == null);
        stage.checkpoint("deleted");
        assertThat(there(stage)).as("the entry is there").isFalse();
        deleteAll(stage);
        stage.checkpoint("all deleted");
        assertThat(stage.azure().resources()).noneMatch(id -> id.contains(stage.run));
    }

    private static void export(Stage stage, String pattern) {
        stage.apply(
                stage.run,
                account(
                        stage.run,
                        "{dragoman.dev/key-vault: %s, dragoman.dev/key-vault-entry: \"%s\"}"
                                .formatted(stage.run, pattern)));
        stage.until("the value is in the vault", () -> there(stage));
        // the object tells of a recovery for a moment
        stage.settle();
        ready(stage, ACCOUNT);
    }

    private static boolean there(Stage stage) {
        return stage.entries(stage.run).stream().anyMatch(Stage::active);
    }

    private static VaultView.Secret entry(Stage stage) {
        var all = stage.entries(stage.run);
        assertThat(all).as("entries").hasSize(1);
        return all.getFirst();
    }

    /** Who is not told that an entry was written may write it once more. */
    private static void versions(Stage stage) {
        assertThat(entry(stage).versions()).as("versions").hasSizeBetween(1, 2);
    }

    /** Whether the account says that it has entries. */
    private static boolean remembered(Stage stage) {
        GenericKubernetesResource account = get(stage, ACCOUNT);
        List<Map<String, Object>> conditions = account.get("status", "conditions");
        return conditions.stream().anyMatch(each -> "InKeyVault".equals(each.get("type")));
    }

    private static Secret secret(Stage stage) {
        return stage.client().secrets().inNamespace(stage.run).withName(stage.run).get();
    }

    private static SecretClient client(Stage stage) {
        var sandbox = stage.sandbox();
        return new SecretClientBuilder()
                .vaultUrl("https://%s.vault.azure.net".formatted(stage.run))
                .credential(SdkClient.secret(sandbox, AzurePart.CLIENT, AzurePart.SECRET))
                .httpClient(SdkClient.httpByProxy(sandbox))
                .buildClient();
    }

    private static String vault(Stage stage) {
        return """
        apiVersion: %s
        kind: Vault
        metadata: {name: %s}
        spec:
          owner: {name: %s}
          location: westeurope
          properties:
            tenantId: %s
            sku: {family: A, name: standard}
            enableRbacAuthorization: true
        """
                .formatted(VAULT.apiVersion(), stage.run, stage.run, stage.tenant());
    }

    private static String account(String run, String annotations) {
        return """
        apiVersion: %1$s
        kind: StorageAccount
        metadata:
          name: %2$s
          annotations: %3$s
        spec:
          owner: {name: %2$s}
          location: westeurope
          kind: StorageV2
          sku: {name: Standard_LRS}
          operatorSpec:
            secrets:
              key1: {name: %2$s, key: key}
        """
                .formatted(ACCOUNT.apiVersion(), run, annotations);
    }
}
