package dev.dragoman.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;

/**
 * A pool of nodes that Azure's autoscaler moves: made, moved, edited beside that, counted anew,
 * deleted.
 */
final class PoolScenario extends AzureScenario {
    private static final String VERSION = "containerservice.azure.com/v1api20250801";
    private static final Kind CLUSTER = new Kind(VERSION, "ManagedCluster");
    private static final Kind POOL = new Kind(VERSION, "ManagedClustersAgentPool");

    @Override
    public String name() {
        return "pool";
    }

    @Override
    public List<Kind> kinds() {
        return List.of(GROUP, CLUSTER, POOL);
    }

    @Override
    public void play(Stage stage) {
        group(stage, "orders");
        stage.apply(stage.run, cluster(stage.run, "orders"));
        ready(stage, CLUSTER);
        stage.apply(stage.run, pool(stage.run, "orders", 2));
        ready(stage, POOL);
        shown(stage, "platform");
        stage.checkpoint("created");
        var count = JsonNodeFactory.instance.objectNode();
        count.putObject("properties").put("count", 7);
        var _ = stage.azure().mutate(id(stage), count);
        stage.apply(stage.run, pool(stage.run, "billing", 2));
        stage.apply(stage.run, cluster(stage.run, "billing"));
        ready(stage, POOL);
        ready(stage, CLUSTER);
        shown(stage, "audit");
        stage.checkpoint("edited");
        assertThat(count(stage)).as("nodes, which the autoscaler has added").isEqualTo(7);
        stage.apply(stage.run, pool(stage.run, "billing", 4));
        ready(stage, POOL);
        shown(stage, "billing");
        stage.checkpoint("counted");
        assertThat(count(stage)).as("nodes, as the user has counted them").isEqualTo(4);
        deleteAll(stage);
        stage.checkpoint("deleted");
        assertThat(stage.azure().resources()).noneMatch(id -> id.contains(stage.run));
    }

    /** Whether the cluster has seen the pool is a matter of chance, until it is sent again. */
    private static void shown(Stage stage, String team) {
        stage.apply(stage.run, cluster(stage.run, team));
        ready(stage, CLUSTER);
    }

    private static int count(Stage stage) {
        return stage.azure().get(id(stage)).orElseThrow().at("/properties/count").asInt();
    }

    private static String id(Stage stage) {
        return get(stage, POOL).get("status", "id");
    }

    private static String cluster(String run, String team) {
        return """
        apiVersion: %1$s
        kind: ManagedCluster
        metadata: { name: %2$s }
        spec:
          location: westeurope
          owner: { name: %2$s }
          dnsPrefix: orders
          identity: { type: SystemAssigned }
          agentPoolProfiles:
            - { name: system, count: 1, vmSize: Standard_DS2_v2, osType: Linux, mode: System }
          tags: { team: %3$s }
        """
                .formatted(VERSION, run, team);
    }

    private static String pool(String run, String team, int count) {
        return """
        apiVersion: %1$s
        kind: ManagedClustersAgentPool
        metadata: { name: %2$s }
        spec:
          owner: { name: %2$s }
          vmSize: Standard_DS2_v2
          osType: Linux
          mode: User
          count: %4$d
          enableAutoScaling: true
          minCount: 2
          maxCount: 10
          nodeLabels: { team: %3$s }
        """
                .formatted(VERSION, run, team, count);
    }
}
