package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No resource is lost, and none is deleted for an object that is not its own. */
@Landing
class ClaimsIT {
    private static final String STORAGE = "storage.azure.com/v20230101";
    private static final String GROUPS = "resources.azure.com/v1api20200601";

    private Road road;

    @BeforeEach
    void prepare() {
        road = new Road("claims");
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void aCopyDeletesNothing() {
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.apply(Samples.account("original"));
        road.ready("storageaccount/original");
        var copy = road.get(STORAGE, "StorageAccount", "original");
        copy.getMetadata().setName("copied");
        copy.getMetadata().setUid(null);
        copy.getMetadata().setResourceVersion(null);
        copy.getMetadata().setOwnerReferences(List.of());
        copy.getMetadata().setManagedFields(null);
        Map<String, Object> spec = copy.get("spec");
        spec.put("azureName", "original");
        spec.put("owner", Map.of("name", "notyet"));
        road.client().resource(copy).create();
        var _ = road.reason(STORAGE, "StorageAccount", "copied", "WaitingForOwner");
        delete(STORAGE, "StorageAccount", "copied");
        assertThat(road.azure.control().get(account("original"))).isPresent();

        var _ =
                road.kubectl(
                        "annotate",
                        "resourcegroup",
                        "orders",
                        "--overwrite",
                        "serviceoperator.azure.com/resource-id=" + account("original"));
        road.ready("resourcegroup/orders");
        assertThat(road.azure.control().get(account("original"))).isPresent();
    }

    @Test
    void aRenameWhileAzureCreatesIsRefusedUntilItIsTakenBack() {
        road.azure.control().operationDuration("storageAccounts", Duration.ofSeconds(10));
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.apply(named("firstname1"));
        await().until(() -> !road.puts("/firstname1").isEmpty());
        await().until(
                        () ->
                                Road.condition(road.get(STORAGE, "StorageAccount", "renamed"))
                                        .containsValue("Reconciling"));
        road.apply(named("secondname2"));
        var condition = road.reason(STORAGE, "StorageAccount", "renamed", "Failed");
        assertThat(condition.get("message").toString()).contains("firstname1");
        road.apply(named("firstname1"));
        road.ready("storageaccount/renamed");
        assertThat(road.puts("/secondname2")).isEmpty();
    }

    @Test
    void aRefusalAboutSomethingElseIsNoProofThatItIsGone() {
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        road.azure
                .control()
                .failNext("DELETE .*/orders", 404, "SubscriptionNotFound", "no such subscription");
        road.client()
                .genericKubernetesResources(GROUPS, "ResourceGroup")
                .inNamespace(road.namespace)
                .withName("orders")
                .delete();
        await().until(() -> road.get(GROUPS, "ResourceGroup", "orders") == null);
        assertThat(road.azure.control().get(road.group("orders"))).isEmpty();
    }

    @Test
    void driftIsRepairedHoweverOftenTheObjectIsTouched() throws InterruptedException {
        road.environment.put("AZURE_SYNC_PERIOD", "4s");
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        var tags = JsonNodeFactory.instance.objectNode();
        tags.putObject("tags").put("team", "nobody");
        road.azure.control().failNext("GET .*/orders", 500, "InternalServerError", "for once");
        var _ = road.azure.control().mutate(road.group("orders"), tags);
        var toucher =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    for (int i = 0; !Thread.currentThread().isInterrupted(); i++) {
                                        touch(i);
                                    }
                                });
        try {
            await().until(() -> road.azure(road.group("orders"), "/tags/team").equals("orders"));
            await().untilAsserted(
                            () ->
                                    assertThat(road.kubectl("get", "events"))
                                            .contains("Azure had other values in tags.team"));
        } finally {
            toucher.interrupt();
            toucher.join();
        }
    }

    private void touch(int number) {
        try {
            road.client()
                    .genericKubernetesResources(GROUPS, "ResourceGroup")
                    .inNamespace(road.namespace)
                    .withName("orders")
                    .edit(
                            object -> {
                                object.getMetadata()
                                        .getAnnotations()
                                        .put("touched", Integer.toString(number));
                                return object;
                            });
        } catch (RuntimeException interruptedOrConflict) {
            return;
        }
    }

    @Test
    void aRightThatIsGivenAsTheMessageSaysHeals() {
        road.environment.put("AZURE_SYNC_PERIOD", "never");
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        var _ = road.kubectl("delete", "rolebinding", "dragoman-secrets");
        road.apply(Samples.exporting("exporting", "exported"));
        var condition =
                road.reason(
                        STORAGE,
                        "StorageAccount",
                        "exporting",
                        "FailedWritingAdditionalKubernetesObjects");
        var remedy = condition.get("message").toString().replaceFirst(".*: kubectl ", "");
        assertThat(remedy.split(" ", -1))
                .containsExactlyElementsOf(Install.grantCommand(road.namespace));
        var _ = road.kubectl(remedy.split(" ", -1));
        road.ready("storageaccount/exporting");
    }

    @Test
    void aRequestWhoseAnswerWasLostIsNotForgotten(@TempDir Path directory)
            throws IOException, InterruptedException {
        road.azure.control().delay("PUT .*/ghost", Duration.ofSeconds(8));
        var process = road.process(directory.resolve("log"));
        road.apply(Samples.group("ghost", "ghost"));
        await().until(
                        () ->
                                annotations("ghost")
                                        .containsKey(
                                                "serviceoperator.azure.com/latest-reconciled-generation"));
        // the PUT has left, or leaves in a moment
        await().pollDelay(Duration.ofMillis(700)).until(() -> true);
        var _ = process.destroyForcibly().waitFor();
        road.client()
                .genericKubernetesResources(GROUPS, "ResourceGroup")
                .inNamespace(road.namespace)
                .withName("ghost")
                .delete();
        road.start();
        await(Duration.ofMinutes(3))
                .until(() -> road.get(GROUPS, "ResourceGroup", "ghost") == null);
        assertThat(road.azure.control().get(road.group("ghost"))).isEmpty();
    }

    private Map<String, String> annotations(String name) {
        GenericKubernetesResource object = road.get(GROUPS, "ResourceGroup", name);
        return object == null || object.getMetadata().getAnnotations() == null
                ? Map.of()
                : object.getMetadata().getAnnotations();
    }

    private void delete(String apiVersion, String kind, String name) {
        road.client()
                .genericKubernetesResources(apiVersion, kind)
                .inNamespace(road.namespace)
                .withName(name)
                .delete();
        await().until(() -> road.get(apiVersion, kind, name) == null);
    }

    private String account(String name) {
        return road.group("orders") + "/providers/Microsoft.Storage/storageAccounts/" + name;
    }

    private static String named(String azureName) {
        return Samples.account("renamed").replace("spec:", "spec:\n  azureName: " + azureName);
    }
}
