package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.tier.Landing;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What people write into metadata by hand makes nobody else's resource theirs, and nothing
 * undeletable.
 */
@Landing
class HandEditedIT {
    private static final String ID = "serviceoperator.azure.com/resource-id";

    private Road road;

    @BeforeEach
    void start() {
        road = new Road("edited").start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void anEditedIdDeletesNobodyElsesResource() {
        road.apply(Samples.group("victim", "others"));
        road.ready("resourcegroup/victim");
        var _ =
                road.kubectl(
                        "annotate",
                        "--overwrite",
                        "resourcegroup/orders",
                        ID + "=" + road.group("victim"));
        var _ = road.kubectl("delete", "resourcegroup/orders", Patience.timeout());
        assertThat(road.azure.control().get(road.group("orders"))).isEmpty();
        assertThat(road.azure.control().get(road.group("victim"))).isPresent();
    }

    @Test
    void garbageInAnnotationsKeepsNothingFromBeingDeleted() {
        road.apply(Samples.account("sample"));
        road.ready("storageaccount/sample");
        var _ =
                road.kubectl(
                        "annotate",
                        "--overwrite",
                        "storageaccount/sample",
                        "kubectl.kubernetes.io/last-applied-configuration=null");
        var _ =
                road.kubectl(
                        "annotate",
                        "resourcegroup/orders",
                        "serviceoperator.azure.com/child-resource-id-override=garbage");
        assertThat(
                        road.reason(
                                        "storage.azure.com/v20230101",
                                        "StorageAccount",
                                        "sample",
                                        "Failed")
                                .get("message")
                                .toString())
                .contains("child-resource-id-override", "ResourceGroup orders");
        var _ = road.kubectl("delete", "storageaccount/sample", Patience.timeout());
        var _ = road.kubectl("delete", "resourcegroup/orders", Patience.timeout());
        assertThat(road.azure.control().resources()).isEmpty();
    }

    /**
     * The controller of vended namespaces has an informer for ConfigMaps of one namespace alone.
     */
    @Test
    void whatIsExportedToConfigMapsIsSettled() {
        road.apply(
                """
                apiVersion: managedidentity.azure.com/v1api20230131
                kind: UserAssignedIdentity
                metadata: {name: orders}
                spec:
                  owner: {name: orders}
                  location: westeurope
                  operatorSpec:
                    configMaps:
                      clientId: {name: exported, key: clientId}
                """);
        road.ready("userassignedidentity/orders");
        long asked = Patience.settled(Duration.ofSeconds(2), this::asked);
        for (int i = 0; i < 3; i++) {
            var _ =
                    road.kubectl(
                            "annotate",
                            "--overwrite",
                            "userassignedidentity/orders",
                            "by=hand-" + i);
        }
        await().during(Duration.ofSeconds(3)).until(() -> asked() == asked);

        var _ = road.kubectl("delete", "configmap/exported");
        await().until(() -> road.kubectl("get", "configmaps", "-o", "name").contains("exported"));
    }

    private long asked() {
        return road.azure.control().exchanges().stream()
                .filter(each -> each.path().contains("userAssignedIdentities"))
                .count();
    }
}
