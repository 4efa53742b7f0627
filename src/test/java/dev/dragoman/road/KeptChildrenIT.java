package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.tier.Full;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Children that are part of their parent's body outlive an edit of the parent. */
@Full
class KeptChildrenIT {
    private Road road;
    private String network;

    @BeforeEach
    void start() {
        road = new Road("kept");
        road.install.kindsAndRightsOnce(
                List.of(
                        "network.azure.com/VirtualNetwork",
                        "network.azure.com/VirtualNetworksSubnet"));
        road.start();
        network =
                road.group("orders")
                        + "/providers/Microsoft.Network/virtualNetworks/"
                        + road.namespace;
        road.apply(Samples.group("orders", "orders"));
        road.applyServed(network("a"));
        road.ready("virtualnetwork/network");
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void anEditOfTheNetworkLeavesItsSubnets() {
        road.applyServed(subnet("front", 1));
        road.apply(subnet("back", 2));
        road.ready("virtualnetworkssubnet/front");
        road.ready("virtualnetworkssubnet/back");

        road.apply(network("b"));
        await().until(() -> "b".equals(road.azure(network, "/tags/team")));
        road.ready("virtualnetwork/network");
        assertThat(range("front")).isEqualTo("10.0.1.0/24");
        assertThat(range("back")).isEqualTo("10.0.2.0/24");

        var _ = road.kubectl("delete", "virtualnetworkssubnet/front", Patience.timeout());
        road.apply(network("c"));
        await().until(() -> "c".equals(road.azure(network, "/tags/team")));
        road.ready("virtualnetwork/network");
        assertThat(range("front")).isEmpty();
        assertThat(range("back")).isEqualTo("10.0.2.0/24");
    }

    private String range(String subnet) {
        return road.azure(network + "/subnets/" + subnet, "/properties/addressPrefix");
    }

    private String network(String team) {
        return """
        apiVersion: network.azure.com/v1api20240301
        kind: VirtualNetwork
        metadata:
          name: network
        spec:
          azureName: %s
          location: westeurope
          owner:
            name: orders
          addressSpace:
            addressPrefixes: ["10.0.0.0/8"]
          tags:
            team: %s
        """
                .formatted(road.namespace, team);
    }

    private static String subnet(String name, int range) {
        return """
        apiVersion: network.azure.com/v1api20240301
        kind: VirtualNetworksSubnet
        metadata:
          name: %s
        spec:
          owner:
            name: network
          addressPrefix: 10.0.%d.0/24
        """
                .formatted(name, range);
    }
}
