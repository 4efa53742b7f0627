package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.cluster.Account;
import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two replicas as processes of their own, which read the queue with a token over TLS, and of which
 * the leader is killed while messages wait.
 */
@Full
class EventsReplicasIT {
    private static final int GROUPS = 20;
    private static final String ADDRESS = "127.3.0.1";
    private static final String HOST = EventRoad.BUS + ".servicebus.windows.net";
    private static final String RECEIVER = "4f6d3b9b-027b-4f4c-9142-0e5a2a2247e0";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    private final Map<String, Process> replicas = new HashMap<>();
    private EventRoad events;

    @BeforeEach
    void prepare() throws IOException {
        events = new EventRoad(new Road("eventsreplicas", Account.REPLICAS));
        events.bus.listen(InetAddress.getByName(ADDRESS));
        var road = events.road;
        var hosts =
                Files.writeString(
                        directory.resolve("hosts"),
                        "127.0.0.1 localhost\n%s %s\n".formatted(ADDRESS, HOST));
        road.environment.put("JDK_JAVA_OPTIONS", "-Djdk.net.hosts.file=" + hosts);
        road.environment.put("DRAGOMAN_LEADER_ELECTION", "true");
        road.environment.remove("DRAGOMAN_EVENTS_CONNECTION_STRING");
        road.environment.put("DRAGOMAN_EVENTS_QUEUE", HOST + "/q");
        var queue = "/resourceGroups/bus/providers/Microsoft.ServiceBus/namespaces/";
        events.put(
                queue
                        + EventRoad.BUS
                        + "/queues/q/providers/Microsoft.Authorization/roleAssignments/"
                        + UUID.randomUUID(),
                "2022-04-01",
                """
                {"properties": {"principalId": "%s", "principalType": "ServicePrincipal",
                 "roleDefinitionId": "%s"}}
                """
                        .formatted(
                                AzurePart.PRINCIPAL,
                                events.id(
                                        "/providers/Microsoft.Authorization/roleDefinitions/"
                                                + RECEIVER)));
    }

    @AfterEach
    void end() throws InterruptedException {
        for (var each : replicas.values()) {
            var _ = each.destroyForcibly().waitFor();
        }
        events.close();
    }

    private void start(String name) throws IOException {
        var log = directory.resolve(name + ".log");
        replicas.put(
                name, events.road.process(log, events.road.kubeconfig(), Map.of("POD_NAME", name)));
    }

    private String leader() {
        var lease =
                events.road
                        .client()
                        .leases()
                        .inNamespace(events.road.account.namespace())
                        .withName("dragoman")
                        .get();
        return lease == null ? "" : String.valueOf(lease.getSpec().getHolderIdentity());
    }

    private String id(int group) {
        return events.id("/resourceGroups/group-" + group);
    }

    private void change(int group) throws IOException {
        var _ =
                events.road
                        .azure
                        .control()
                        .mutate(
                                id(group),
                                new ObjectMapper().readTree("{\"tags\":{\"team\":\"nobody\"}}"));
        events.send(EventRoad.event("WriteSuccess", id(group), Instant.now()));
    }

    private void putRight(int from, int to) {
        await().untilAsserted(
                        () -> {
                            for (int i = from; i < to; i++) {
                                var group = events.road.azure.control().get(id(i)).orElseThrow();
                                assertThat(group.at("/tags/team").asText()).isEqualTo("orders");
                            }
                        });
        await().until(() -> events.left().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theNextLeaderTakesWhatIsLeft(boolean ofNamespace) throws Exception {
        var road = events.road;
        if (ofNamespace) {
            road.client()
                    .resource(
                            new SecretBuilder()
                                    .withNewMetadata()
                                    .withName("aso-credential")
                                    .withNamespace(road.namespace)
                                    .endMetadata()
                                    .addToStringData("AZURE_CLIENT_ID", AzurePart.CLIENT)
                                    .addToStringData("AZURE_CLIENT_SECRET", AzurePart.SECRET)
                                    .addToStringData(
                                            "AZURE_TENANT_ID",
                                            road.environment.get("AZURE_TENANT_ID"))
                                    .addToStringData(
                                            "AZURE_SUBSCRIPTION_ID", road.azure.subscriptionId())
                                    .build())
                    .create();
            road.environment.put("DRAGOMAN_EVENTS_IDENTITY", road.namespace);
        }
        road.client().leases().inNamespace(road.account.namespace()).withName("dragoman").delete();
        start("one");
        start("two");
        road.apply(events.groups(0, GROUPS));
        for (int i = 0; i < GROUPS; i++) {
            road.ready("resourcegroup/group-" + i);
        }
        change(0);
        putRight(0, 1);

        events.bus.expireTokens();
        change(1);
        putRight(0, 2);

        var leader = leader();
        for (int i = 2; i < GROUPS; i++) {
            change(i);
        }
        var _ = replicas.get(leader).destroyForcibly().waitFor();
        putRight(2, GROUPS);
        assertThat(leader()).isNotEqualTo(leader).isIn(replicas.keySet());
    }
}
