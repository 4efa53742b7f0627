package dev.dragoman.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** A group, and in it a storage account that takes its time and exports a key. */
final class StorageScenario extends AzureScenario {
    private static final Kind ACCOUNT = new Kind("storage.azure.com/v20230101", "StorageAccount");

    private final boolean whole;

    private StorageScenario(boolean whole) {
        this.whole = whole;
    }

    /** Made until Ready. */
    static StorageScenario create() {
        return new StorageScenario(false);
    }

    /** Made, robbed of its Secret, edited, deleted. */
    static StorageScenario wholeLife() {
        return new StorageScenario(true);
    }

    @Override
    public String name() {
        return whole ? "storage-whole-life" : "storage-create";
    }

    @Override
    public List<Kind> kinds() {
        return List.of(GROUP, ACCOUNT);
    }

    @Override
    public void play(Stage stage) {
        group(stage, "orders");
        stage.apply(stage.run, account(stage.run, "Hot"));
        ready(stage, ACCOUNT);
        stage.checkpoint("created");
        exported(stage);
        if (!whole) {
            return;
        }
        var _ = stage.client().secrets().inNamespace(stage.run).withName(stage.run).delete();
        stage.until("the Secret is back", () -> secret(stage) != null);
        stage.checkpoint("restored");
        exported(stage);
        group(stage, "billing");
        stage.apply(stage.run, account(stage.run, "Cool"));
        ready(stage, ACCOUNT);
        stage.checkpoint("edited");
        deleteAll(stage);
        stage.until("the garbage collector took the Secret", () -> secret(stage) == null);
        stage.checkpoint("deleted");
        assertThat(stage.azure().resources()).noneMatch(id -> id.contains(stage.run));
    }

    private static Secret secret(Stage stage) {
        return stage.client().secrets().inNamespace(stage.run).withName(stage.run).get();
    }

    private static void exported(Stage stage) {
        var secret = secret(stage);
        assertThat(secret).as("the exported Secret").isNotNull();
        var key =
                new String(
                        Base64.getDecoder().decode(secret.getData().get("key")),
                        StandardCharsets.UTF_8);
        assertThat(key).as("the exported key").isNotBlank();
    }

    private static String account(String run, String tier) {
        return """
        apiVersion: %s
        kind: StorageAccount
        metadata: {name: %s}
        spec:
          owner: {name: %s}
          location: westeurope
          kind: StorageV2
          sku: {name: Standard_LRS}
          accessTier: %s
          operatorSpec:
            secrets:
              key1: {name: %s, key: key}
        """
                .formatted(ACCOUNT.apiVersion(), run, run, tier, run);
    }
}
