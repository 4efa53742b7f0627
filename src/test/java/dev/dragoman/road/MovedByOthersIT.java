package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.sandbox.azure.control.Exchange;
import dev.dragoman.tier.Full;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What others move in Azure by the user's wish stays, and children that others make are not lost.
 */
@Full
class MovedByOthersIT {
    private static final String CONTAINERS = "containerservice.azure.com/v1api20250801";
    private static final String POOL = "ManagedClustersAgentPool";

    private Road road;
    private String cluster;
    private String network;
    private String profile;

    @BeforeEach
    void start() {
        road = new Road("moved");
        road.install.kindsAndRightsOnce(
                List.of(
                        "containerservice.azure.com/ManagedCluster",
                        "containerservice.azure.com/ManagedClustersAgentPool",
                        "network.azure.com/VirtualNetwork",
                        "network.azure.com/VirtualNetworksSubnet",
                        "network.azure.com/TrafficManagerProfile",
                        "network.azure.com/TrafficManagerProfilesExternalEndpoint"));
        road.environment.put("AZURE_SYNC_PERIOD", "2s");
        road.start();
        var providers = road.group("orders") + "/providers/";
        cluster = providers + "Microsoft.ContainerService/managedClusters/" + road.namespace;
        network = providers + "Microsoft.Network/virtualNetworks/" + road.namespace;
        profile = providers + "Microsoft.Network/trafficmanagerprofiles/" + road.namespace;
        road.apply(Samples.group("orders", "orders"));
        road.azure.control().operationDuration(".*", java.time.Duration.ofMillis(200));
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void whatAnAutoscalerMovesIsNotMovedBack() {
        road.applyServed(cluster("a"));
        road.ready("managedcluster/cluster");
        road.applyServed(pool("a", 2, true));
        road.ready("managedclustersagentpool/user");
        int sent = road.puts("/user").size();
        var pool = cluster + "/agentPools/user";
        var _ = road.azure.control().mutate(pool, json("{'properties':{'count':7}}"));

        lookedAtTwice(pool);
        lookedAtTwice(cluster);
        assertThat(road.puts("/user")).hasSize(sent);
        assertThat(road.puts("/" + road.namespace)).as("its cluster shows it too").hasSize(1);
        await().until(() -> kept().contains("properties.count is 7 in Azure and 2 in the spec"));

        road.apply(pool("b", 2, true));
        await().until(() -> "b".equals(road.azure(pool, "/properties/nodeLabels/team")));
        assertThat(last("/user").at("/properties/count").asInt()).isEqualTo(7);

        road.apply(pool("b", 4, true));
        await().until(() -> "4".equals(road.azure(pool, "/properties/count")));
        await().until(() -> kept().isEmpty());

        var _ = road.azure.control().mutate(pool, json("{'properties':{'count':9}}"));
        road.apply(pool("b", 4, false));
        await().until(
                        () ->
                                "false".equals(road.azure(pool, "/properties/enableAutoScaling"))
                                        && "4".equals(road.azure(pool, "/properties/count")));

        road.apply(cluster("b"));
        await().until(() -> "b".equals(road.azure(cluster, "/tags/team")));
        assertThat(last("/" + road.namespace).at("/properties/agentPoolProfiles"))
                .as("a PUT has the pools of others")
                .hasSize(2);
        assertThat(road.azure(pool, "/properties/count")).isEqualTo("4");
    }

    /** A policy, or Azure itself: what is written again after each repair. */
    @Test
    void whatIsWrittenAgainAfterEachRepairIsSentWithPauses() {
        road.applyServed(network("a"));
        road.ready("virtualnetwork/network");
        for (int i = 1; i <= 3; i++) {
            int sent = road.puts("/" + road.namespace).size();
            var _ = road.azure.control().mutate(network, json("{'tags':{'team':'theirs'}}"));
            await().until(() -> road.puts("/" + road.namespace).size() == sent + 1);
        }
        var _ = road.azure.control().mutate(network, json("{'tags':{'team':'theirs'}}"));
        int sent = road.puts("/" + road.namespace).size();
        lookedAtTwice(network);
        assertThat(road.puts("/" + road.namespace)).hasSize(sent);
        assertThat(
                        String.valueOf(
                                Road.condition(
                                                Optional.ofNullable(
                                                        road.get(
                                                                "network.azure.com/v1api20240301",
                                                                "VirtualNetwork",
                                                                "network")),
                                                "RepairsDoNotHold")
                                        .get("message")))
                .startsWith(
                        "tags.team: the spec's value was sent 3 times, and each time Azure showed");

        road.apply(network("b"));
        await().until(() -> "b".equals(road.azure(network, "/tags/team")));
    }

    /** They are objects of their own, and the kind's spec has no such field. */
    @Test
    void anEditOfAProfileLeavesItsEndpoints() {
        road.applyServed(profile(30));
        road.ready("trafficmanagerprofile/profile");
        road.applyServed(endpoint());
        road.ready("trafficmanagerprofilesexternalendpoint/shop");

        road.apply(profile(60));
        await().until(() -> "60".equals(road.azure(profile, "/properties/dnsConfig/ttl")));
        assertThat(road.azure(profile + "/externalEndpoints/shop", "/properties/target"))
                .isEqualTo("contoso.com");
    }

    /** What somebody else does between the look and the PUT is not undone by it. */
    @Test
    void aBodyIsSentForTheStateThatWasLookedAt() {
        road.applyServed(network("a"));
        road.ready("virtualnetwork/network");
        var theirs = json("{'tags':{'by':'others'}}");
        road.azure
                .control()
                .before(
                        "PUT .*/virtualNetworks/[^/]+$",
                        () -> road.azure.control().mutate(network, theirs));
        road.apply(network("b"));
        await().until(() -> "b".equals(road.azure(network, "/tags/team")));
        assertThat(road.puts("/" + road.namespace))
                .extracting(Exchange::status)
                .containsSubsequence(412, 200);
        road.ready("virtualnetwork/network");
    }

    /** Of types without entity tags too. */
    @Test
    void childrenAndTheirParentAreWrittenOneAfterTheOther() {
        road.applyServed(network("a"));
        road.ready("virtualnetwork/network");
        for (int i = 0; i < 12; i++) {
            road.applyServed(subnet(i));
            road.apply(network("t" + i));
        }
        for (int i = 0; i < 12; i++) {
            road.ready("virtualnetworkssubnet/net-" + i);
        }
        await().until(() -> "t11".equals(road.azure(network, "/tags/team")));
        for (int i = 0; i < 12; i++) {
            assertThat(road.azure(network + "/subnets/net-" + i, "/properties/addressPrefix"))
                    .isEqualTo("10.0.%d.0/24".formatted(i));
        }
        road.applyServed(subnet(12));
        road.ready("virtualnetworkssubnet/net-12");
        var _ = road.kubectl("delete", "virtualnetwork/network", Patience.timeout());
        assertThat(road.azure.control().get(network)).isEmpty();
    }

    private static com.fasterxml.jackson.databind.JsonNode json(String text) {
        try {
            return new com.fasterxml.jackson.databind.ObjectMapper()
                    .readTree(text.replace('\'', '"'));
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private void lookedAtTwice(String id) {
        long before = looks(id);
        await().until(() -> looks(id) >= before + 2);
    }

    private long looks(String id) {
        return road.azure.control().exchanges().stream()
                .filter(each -> each.method().equals("GET") && each.path().equalsIgnoreCase(id))
                .count();
    }

    private com.fasterxml.jackson.databind.JsonNode last(String suffix) {
        return road.puts(suffix).getLast().requestBody();
    }

    /** The condition of the pool that names values of Azure's; empty when it has none. */
    private String kept() {
        Map<String, Object> condition =
                Road.condition(
                        Optional.ofNullable(road.get(CONTAINERS, POOL, "user")), "ValuesKept");
        return String.valueOf(condition.getOrDefault("message", ""));
    }

    private String cluster(String team) {
        return """
        apiVersion: containerservice.azure.com/v1api20250801
        kind: ManagedCluster
        metadata: { name: cluster }
        spec:
          azureName: %s
          location: westeurope
          owner: { name: orders }
          dnsPrefix: orders
          identity: { type: SystemAssigned }
          agentPoolProfiles:
            - { name: system, count: 1, vmSize: Standard_DS2_v2, osType: Linux, mode: System }
          tags: { team: %s }
        """
                .formatted(road.namespace, team);
    }

    private static String pool(String team, int count, boolean scaled) {
        return """
        apiVersion: containerservice.azure.com/v1api20250801
        kind: ManagedClustersAgentPool
        metadata: { name: user }
        spec:
          owner: { name: cluster }
          vmSize: Standard_DS2_v2
          osType: Linux
          mode: User
          count: %d
          enableAutoScaling: %s
          %s
          nodeLabels: { team: %s }
        """
                .formatted(count, scaled, scaled ? "minCount: 2\n  maxCount: 10" : "", team);
    }

    private String profile(int ttl) {
        return """
        apiVersion: network.azure.com/v1api20220401
        kind: TrafficManagerProfile
        metadata: { name: profile }
        spec:
          azureName: %1$s
          location: global
          owner: { name: orders }
          dnsConfig: { relativeName: %1$s, ttl: %2$d }
          monitorConfig: { port: 443, protocol: TCP }
          trafficRoutingMethod: Performance
        """
                .formatted(road.namespace, ttl);
    }

    private static String endpoint() {
        return """
        apiVersion: network.azure.com/v1api20220401
        kind: TrafficManagerProfilesExternalEndpoint
        metadata: { name: shop }
        spec:
          owner: { name: profile }
          endpointLocation: westus2
          target: contoso.com
        """;
    }

    private String network(String team) {
        return """
        apiVersion: network.azure.com/v1api20240301
        kind: VirtualNetwork
        metadata: { name: network }
        spec:
          azureName: %s
          location: westeurope
          owner: { name: orders }
          addressSpace: { addressPrefixes: ["10.0.0.0/8"] }
          tags: { team: %s }
        """
                .formatted(road.namespace, team);
    }

    private static String subnet(int number) {
        return """
        apiVersion: network.azure.com/v1api20240301
        kind: VirtualNetworksSubnet
        metadata: { name: net-%1$d }
        spec:
          owner: { name: network }
          addressPrefix: 10.0.%1$d.0/24
        """
                .formatted(number);
    }
}
