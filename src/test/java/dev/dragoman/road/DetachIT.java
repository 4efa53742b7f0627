package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Full;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Objects that go while their resources in Azure stay. */
@Full
class DetachIT {
    private static final String GROUPS = "resources.azure.com/v1api20200601";
    private static final String POLICY = "serviceoperator.azure.com/reconcile-policy=";

    @Test
    void aDefinitionThatGoesTakesNothingInAzureWithIt() {
        try (var plane = ControlPlane.start(Options.defaults());
                var road = new Road("definition", plane)) {
            road.start();
            road.apply(Samples.group("orders", "orders"));
            road.apply(Samples.account("survives"));
            road.ready("storageaccount/survives");
            var crd = "crd/resourcegroups.resources.azure.com";
            var _ = road.kubectl("delete", crd, Patience.timeout());

            var id = road.group("orders");
            assertThat(road.azure.control().get(id)).isPresent();
            assertThat(road.azure.control().count("DELETE")).isZero();

            // the kind comes back, and with it what was there
            road.install.kindsAndRights(List.of("resources.azure.com/ResourceGroup"));
            road.kindsServed();
            road.apply(Samples.group("orders", "payments"));
            road.ready("resourcegroup/orders");
            assertThat(road.azure(id, "/tags/team")).isEqualTo("payments");
            assertThat(
                            road.azure
                                    .control()
                                    .get(
                                            id
                                                    + "/providers/Microsoft.Storage/storageAccounts/survives"))
                    .isPresent();
        }
    }

    @Test
    void detachOnDeleteLeavesTheResource() {
        try (var road = new Road("detach").start()) {
            road.apply(Samples.group("orders", "orders"));
            road.ready("resourcegroup/orders");
            var _ = road.kubectl("annotate", "resourcegroup/orders", POLICY + "detach-on-delete");
            var _ = road.kubectl("delete", "resourcegroup/orders", Patience.timeout());
            assertThat(road.azure.control().get(road.group("orders"))).isPresent();
            assertThat(road.azure.control().count("DELETE")).isZero();
        }
    }

    @Test
    void skipLooksAndNeverWrites() {
        try (var road = new Road("skip").start()) {
            road.apply(Samples.group("orders", "orders"));
            road.ready("resourcegroup/orders");
            var _ = road.kubectl("annotate", "resourcegroup/orders", POLICY + "skip");
            road.apply(Samples.group("orders", "nobody"));
            await().untilAsserted(
                            () -> {
                                var object = road.get(GROUPS, "ResourceGroup", "orders");
                                assertThat(Road.condition(object))
                                        .containsEntry(
                                                "observedGeneration",
                                                object.getMetadata().getGeneration().intValue());
                            });
            assertThat(road.azure(road.group("orders"), "/tags/team")).isEqualTo("orders");

            var _ = road.kubectl("delete", "resourcegroup/orders", Patience.timeout());
            assertThat(road.azure.control().get(road.group("orders"))).isPresent();
            assertThat(road.azure.control().count("PUT")).isEqualTo(1);
            assertThat(road.azure.control().count("DELETE")).isZero();
        }
    }
}
