package dev.dragoman.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** A group, and in it a storage account that takes its time and exports a key. */
final class StorageScenario implements Scenario {
    private static final String GROUPS = "resources.azure.com/v1api20200601";
    private static final String ACCOUNTS = "storage.azure.com/v20230101";

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
    public Map<String, String> environment() {
        return Map.of();
    }

    @Override
    public List<String> namespaces(String run) {
        return List.of(run);
    }

    @Override
    public List<Kind> kinds() {
        return List.of(new Kind(GROUPS, "ResourceGroup"), new Kind(ACCOUNTS, "StorageAccount"));
    }

    @Override
    public void play(Stage stage) {
        group(stage, "orders");
        stage.apply(stage.run, account(stage.run, "Hot"));
        ready(stage);
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
        ready(stage);
        stage.checkpoint("edited");
        for (var kind : kinds().reversed()) {
            // or it would depend on the machine whether the group takes the account along
            delete(stage, kind);
            stage.until(kind + " is gone", () -> get(stage, kind) == null);
        }
        stage.until("the garbage collector took the Secret", () -> secret(stage) == null);
        stage.checkpoint("deleted");
        assertThat(stage.azure().resources()).noneMatch(id -> id.contains(stage.run));
    }

    /** Waits, or it would depend on the machine how far the group is when the account begins. */
    private static void group(Stage stage, String team) {
        stage.apply(stage.run, group(stage.run, team));
        stage.until("the group is Ready", () -> ready(stage, new Kind(GROUPS, "ResourceGroup")));
    }

    private static void ready(Stage stage) {
        stage.until(
                "group and account are Ready",
                () ->
                        ready(stage, new Kind(GROUPS, "ResourceGroup"))
                                && ready(stage, new Kind(ACCOUNTS, "StorageAccount")));
    }

    private static boolean ready(Stage stage, Kind kind) {
        var object = get(stage, kind);
        List<Map<String, Object>> conditions =
                object == null ? null : object.get("status", "conditions");
        return conditions != null
                && conditions.stream()
                        .anyMatch(
                                c ->
                                        "Ready".equals(c.get("type"))
                                                && "True".equals(c.get("status"))
                                                && object.getMetadata()
                                                        .getGeneration()
                                                        .equals(generation(c)));
    }

    private static Long generation(Map<String, Object> condition) {
        return condition.get("observedGeneration") instanceof Number n ? n.longValue() : null;
    }

    private static GenericKubernetesResource get(Stage stage, Kind kind) {
        return stage.client()
                .genericKubernetesResources(kind.apiVersion(), kind.kind())
                .inNamespace(stage.run)
                .withName(stage.run)
                .get();
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

    @Override
    public void withdraw(Stage stage) {
        kinds().forEach(kind -> delete(stage, kind));
    }

    private static void delete(Stage stage, Kind kind) {
        var _ =
                stage.client()
                        .genericKubernetesResources(kind.apiVersion(), kind.kind())
                        .inNamespace(stage.run)
                        .withName(stage.run)
                        .delete();
    }

    @Override
    public boolean withdrawn(Stage stage) {
        return kinds().stream().allMatch(kind -> get(stage, kind) == null);
    }

    private static String group(String run, String team) {
        return """
        apiVersion: %s
        kind: ResourceGroup
        metadata: {name: %s}
        spec:
          location: westeurope
          tags: {team: %s}
        """
                .formatted(GROUPS, run, team);
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
                .formatted(ACCOUNTS, run, run, tier, run);
    }
}
