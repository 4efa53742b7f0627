package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.tier.Landing;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Without vending, nothing but the kept watch shows namespaces: no reconciliation reads its own
 * live.
 */
@Landing
class NamespaceReadsIT {
    @Test
    void noPassReadsItsNamespace() {
        try (var road = new Road("namespace-reads")) {
            road.environment.put("AZURE_SYNC_PERIOD", "1s");
            var mark = road.plane.audit().mark();
            road.start();
            road.apply(Samples.group("orders", "orders"));
            road.ready("resourcegroup/orders");
            compared(road);

            assertThat(road.requests(mark))
                    .filteredOn(e -> e.resource().equals("namespaces"))
                    .isNotEmpty()
                    .extracting(AuditLog.Event::verb)
                    .doesNotContain("get");

            // the policy of the namespace is seen all the same, and wakes the object
            var _ =
                    road.install.kubectl(
                            List.of(
                                    "annotate",
                                    "namespace",
                                    road.namespace,
                                    "serviceoperator.azure.com/reconcile-policy=skip"));
            // the watch of namespaces may tell of it later than that of groups would
            compared(road);
            var puts = road.azure.control().count("PUT");
            road.apply(Samples.group("orders", "payments"));
            await().until(
                            () ->
                                    String.valueOf(
                                                    Road.condition(
                                                                    road.get(
                                                                            "resources.azure.com/v1api20200601",
                                                                            "ResourceGroup",
                                                                            "orders"))
                                                            .get("observedGeneration"))
                                            .equals("2"));
            assertThat(road.azure.control().count("PUT")).isEqualTo(puts);
        }
    }

    /** Three times more, one each second. */
    private static void compared(Road road) {
        long gets = road.azure.control().count("GET");
        await().until(() -> road.azure.control().count("GET") >= gets + 3);
    }
}
