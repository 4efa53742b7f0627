package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.Patience;
import dev.dragoman.tier.Landing;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From {@code kubectl apply} to Ready, and what it costs. */
@Landing
class AzureRoadIT {
    private static final String GROUP =
            """
            apiVersion: resources.azure.com/v1api20200601
            kind: ResourceGroup
            metadata: {name: orders}
            spec:
              location: westeurope
              tags: {team: orders}
            """;
    private static final String ACCOUNT =
            """
            apiVersion: storage.azure.com/v20230101
            kind: StorageAccount
            metadata: {name: %s}
            spec:
              owner: {name: orders}
              location: westeurope
              kind: StorageV2
              sku: {name: Standard_LRS}
              accessTier: Hot
              operatorSpec:
                secrets:
                  key1: {name: orders-storage, key: key}
                  blobEndpoint: {name: orders-storage, key: endpoint}
            """;

    private Road road;

    @BeforeEach
    void start() {
        road = new Road("road").start();
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void anAppliedGroupBecomesReadyForThreeWrites() {
        var mark = road.plane.audit().mark();
        road.apply(GROUP);
        road.ready("resourcegroup/orders");

        var id = "/subscriptions/" + road.azure.subscriptionId() + "/resourceGroups/orders";
        assertThat(road.azure.control().get(id)).isPresent();
        assertThat(road.azure.control().count("PUT")).isEqualTo(1);
        await().untilAsserted(
                        () ->
                                assertThat(road.writes(mark, "orders"))
                                        .containsExactly(
                                                "patch resourcegroups",
                                                "patch resourcegroups/status",
                                                "create events"));
    }

    @Test
    void anAsynchronousAccountBecomesReadyAndItsSecretAppears() {
        road.apply(GROUP);
        road.ready("resourcegroup/orders");
        var mark = road.plane.audit().mark();
        road.apply(ACCOUNT.formatted("ordersroad"));
        road.ready("storageaccount/ordersroad");

        var secret =
                road.client()
                        .secrets()
                        .inNamespace(road.namespace)
                        .withName("orders-storage")
                        .get();
        assertThat(secret.getData()).containsKeys("key", "endpoint");
        assertThat(secret.getMetadata().getOwnerReferences()).hasSize(1);
        // the log tells of a write a moment after its answer
        await().untilAsserted(
                        () ->
                                assertThat(road.writes(mark, "ordersroad", "orders-storage"))
                                        .containsExactly(
                                                "patch storageaccounts",
                                                "patch storageaccounts/status",
                                                "create events",
                                                "patch secrets",
                                                "patch storageaccounts/status"));
        assertThat(road.azure.control().count("PUT")).isEqualTo(2);
    }

    @Test
    void anEditIsOnePutAndDeletionIsExplicit() {
        road.apply(GROUP);
        road.ready("resourcegroup/orders");
        road.apply(GROUP.replace("team: orders", "team: payments"));
        road.ready("resourcegroup/orders");
        var id = "/subscriptions/" + road.azure.subscriptionId() + "/resourceGroups/orders";
        assertThat(road.azure.control().get(id).orElseThrow().at("/tags/team").asText())
                .isEqualTo("payments");
        assertThat(road.azure.control().count("PUT")).isEqualTo(2);

        var _ = road.kubectl("delete", "resourcegroup/orders", Patience.timeout());
        await().untilAsserted(() -> assertThat(road.azure.control().get(id)).isEmpty());
    }

    @Test
    void driftIsPutRightByOnePutAndAnUnchangedWorldCostsNothing() throws Exception {
        road.stop();
        road.environment.put("AZURE_SYNC_PERIOD", "2s");
        road.start();
        var begin = road.plane.audit().mark();
        road.apply(GROUP);
        road.ready("resourcegroup/orders");
        var id = "/subscriptions/" + road.azure.subscriptionId() + "/resourceGroups/orders";
        // the last of its writes
        await().until(() -> road.writes(begin, "orders").contains("create events"));
        assertThat(road.kubectl("get", "events")).contains("BeginCreate");
        var mark = road.plane.audit().mark();
        long gets = road.azure.control().count("GET");
        await().until(() -> road.azure.control().count("GET") >= gets + 2);
        assertThat(road.writes(mark, "orders")).isEmpty();
        assertThat(road.azure.control().count("PUT")).isEqualTo(1);

        var _ =
                road.azure
                        .control()
                        .mutate(
                                id,
                                new ObjectMapper().readTree("{\"tags\":{\"team\":\"nobody\"}}"));
        await().untilAsserted(
                        () ->
                                assertThat(
                                                road.azure
                                                        .control()
                                                        .get(id)
                                                        .orElseThrow()
                                                        .at("/tags/team")
                                                        .asText())
                                        .isEqualTo("orders"));
        assertThat(road.azure.control().count("PUT")).isEqualTo(2);
    }

    private void lookedAgain(int times) {
        long gets = road.azure.control().count("GET");
        await().until(() -> road.azure.control().count("GET") >= gets + times);
    }

    @Test
    void aChangedPropertyOfAnExportingAccountIsPutRightByOnePut() throws Exception {
        road.stop();
        road.environment.put("AZURE_SYNC_PERIOD", "2s");
        road.start();
        road.apply(GROUP);
        road.apply(ACCOUNT.formatted("driftingroad"));
        road.ready("storageaccount/driftingroad");
        var id =
                "/subscriptions/%s/resourceGroups/orders/providers/Microsoft.Storage/storageAccounts/driftingroad"
                        .formatted(road.azure.subscriptionId());
        // the log may tell of the write that said Ready a little later
        lookedAgain(2);
        var mark = road.plane.audit().mark();
        lookedAgain(4);
        assertThat(road.writes(mark, "driftingroad", "orders-storage")).isEmpty();
        long puts = road.azure.control().count("PUT");
        assertThat(puts).isEqualTo(2);

        var patch = new ObjectMapper().readTree("{\"properties\":{\"accessTier\":\"Cool\"}}");
        var _ = road.azure.control().mutate(id, patch);
        await().untilAsserted(
                        () ->
                                assertThat(
                                                road.azure
                                                        .control()
                                                        .get(id)
                                                        .orElseThrow()
                                                        .at("/properties/accessTier")
                                                        .asText())
                                        .isEqualTo("Hot"));
        road.ready("storageaccount/driftingroad");
        assertThat(road.azure.control().count("PUT")).isEqualTo(puts + 1);
    }

    @Test
    void aMissingOwnerIsNamedAndItsAppearanceHeals() {
        road.apply(ACCOUNT.formatted("orphanroad"));
        var condition =
                road.reason(
                        "storage.azure.com/v20230101",
                        "StorageAccount",
                        "orphanroad",
                        "WaitingForOwner");
        assertThat(condition.get("message").toString()).contains("ResourceGroup orders");
        assertThat(List.of("Warning")).contains(condition.get("severity").toString());
        road.apply(GROUP);
        road.ready("storageaccount/orphanroad");
    }
}
