package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.sandbox.faults.Fault;
import dev.dragoman.sandbox.faults.FaultProxies;
import dev.dragoman.sandbox.faults.Passing;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The token for Azure goes to Azure alone, whatever an answer or a status names. The other host is
 * a proxy in front of the same Azure: whoever asks it gets an answer, and is seen.
 */
@Full
class ForeignHostsIT {
    private static final String STORAGE = "storage.azure.com/v20230101";

    private Road road;
    private FaultProxies ours;
    private FaultProxies other;

    @BeforeEach
    void start() {
        road = new Road("hosts");
        ours = new FaultProxies(road.plane, road.azure);
        other = new FaultProxies(road.plane, road.azure);
        road.environment.putAll(ours.environment("hosts"));
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
    }

    @AfterEach
    void stop() {
        road.close();
        ours.close();
        other.close();
    }

    @Test
    void anOperationUrlOfAnAnswer() {
        for (var header : new String[] {"Azure-AsyncOperation", "Location"}) {
            var name = "named" + header.toLowerCase(java.util.Locale.ROOT).replace("-", "");
            var account = name.substring(0, Math.min(name.length(), 20));
            ours.faults()
                    .request(
                            request -> put(request, account),
                            1,
                            new Fault.Answer(
                                    202, Map.of(header, elsewhere(), "Retry-After", "1"), ""));
            road.apply(Samples.account(account));
            road.ready("storageaccount/" + account);
        }
        assertThat(other.faults().seen()).isEmpty();
    }

    @Test
    void anOperationUrlThatSomebodyWroteIntoAStatus() {
        road.azure.control().operationDuration("PUT .*storageAccounts/.*", Duration.ofSeconds(15));
        road.apply(Samples.account("written"));
        await().until(() -> road.get(STORAGE, "StorageAccount", "written") != null);
        road.reason(STORAGE, "StorageAccount", "written", "Reconciling");
        road.stop();
        var _ =
                road.client()
                        .genericKubernetesResources(STORAGE, "StorageAccount")
                        .inNamespace(road.namespace)
                        .withName("written")
                        .subresource("status")
                        .patch(
                                PatchContext.of(PatchType.JSON_MERGE),
                                """
                                {"status": {"dragoman": {"operation": {"url": "%s"}}}}"""
                                        .formatted(elsewhere()));
        road.start();
        // the resource itself is asked instead
        road.ready("storageaccount/written");
        assertThat(other.faults().seen()).isEmpty();
    }

    private static boolean put(Passing request, String account) {
        return request.method().equals("PUT")
                && request.pathOnly().endsWith("/storageAccounts/" + account);
    }

    private String elsewhere() {
        var host = other.environment("x").get("AZURE_RESOURCE_MANAGER_ENDPOINT");
        return "%s/subscriptions/%s/operationStatuses/x?api-version=2023-01-01"
                .formatted(host, road.azure.subscriptionId());
    }
}
