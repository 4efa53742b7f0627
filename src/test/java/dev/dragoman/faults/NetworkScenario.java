package dev.dragoman.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/**
 * A network and a subnet that is an object of its own: every write of the network carries the
 * subnet, and names the state that it was made from (If-Match). Made, both edited at once, deleted.
 */
final class NetworkScenario extends AzureScenario {
    private static final String VERSION = "network.azure.com/v1api20240301";
    private static final Kind NETWORK = new Kind(VERSION, "VirtualNetwork");
    private static final Kind SUBNET = new Kind(VERSION, "VirtualNetworksSubnet");

    @Override
    public String name() {
        return "network";
    }

    @Override
    public List<Kind> kinds() {
        return List.of(GROUP, NETWORK, SUBNET);
    }

    @Override
    public void play(Stage stage) {
        group(stage, "orders");
        stage.apply(stage.run, network(stage.run, "orders"));
        ready(stage, NETWORK);
        stage.apply(stage.run, subnet(stage.run, "10.0.1.0/24"));
        ready(stage, SUBNET);
        shown(stage, "platform");
        stage.checkpoint("created");
        stage.apply(stage.run, subnet(stage.run, "10.0.2.0/24"));
        stage.apply(stage.run, network(stage.run, "billing"));
        ready(stage, SUBNET);
        ready(stage, NETWORK);
        shown(stage, "audit");
        stage.checkpoint("edited");
        deleteAll(stage);
        stage.checkpoint("deleted");
        assertThat(stage.azure().resources()).noneMatch(id -> id.contains(stage.run));
    }

    /** Whether the network has seen the subnet is a matter of chance, until it is sent again. */
    private static void shown(Stage stage, String team) {
        stage.apply(stage.run, network(stage.run, team));
        ready(stage, NETWORK);
    }

    private static String network(String run, String team) {
        return """
        apiVersion: %1$s
        kind: VirtualNetwork
        metadata: { name: %2$s }
        spec:
          location: westeurope
          owner: { name: %2$s }
          addressSpace: { addressPrefixes: ["10.0.0.0/8"] }
          tags: { team: %3$s }
        """
                .formatted(VERSION, run, team);
    }

    private static String subnet(String run, String addresses) {
        return """
        apiVersion: %1$s
        kind: VirtualNetworksSubnet
        metadata: { name: %2$s }
        spec:
          owner: { name: %2$s }
          addressPrefix: %3$s
        """
                .formatted(VERSION, run, addresses);
    }
}
