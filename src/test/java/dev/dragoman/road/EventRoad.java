package dev.dragoman.road;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.sandbox.azure.SdkClient;
import dev.dragoman.sandbox.azure.servicebus.ServiceBus;
import dev.dragoman.sandbox.cli.AzurePart;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A road with a queue of change events, which the operator reads with a key; a resync of an hour.
 */
final class EventRoad implements AutoCloseable {
    static final String BUS = "events-bus";
    private static final String VERSION = "2021-11-01";
    private static final String NAMESPACE =
            "/resourceGroups/bus/providers/Microsoft.ServiceBus/namespaces/" + BUS;

    final Road road;
    final ServiceBus bus;
    private final SdkClient arm;

    EventRoad(String name) {
        this(new Road(name));
    }

    /** On a road that it closes. */
    EventRoad(Road road) {
        this.road = road;
        var duration = Duration.ofMillis(1);
        road.azure.control().operationDuration(".*", duration);
        arm =
                new SdkClient(
                        road.azure,
                        SdkClient.secret(road.azure, AzurePart.CLIENT, AzurePart.SECRET));
        bus = road.azure.serviceBus();
        put("/resourceGroups/bus", "2020-06-01", "{\"location\":\"westeurope\"}");
        put(NAMESPACE, VERSION, "{\"location\":\"westeurope\",\"sku\":{\"name\":\"Standard\"}}");
        Patience.await()
                .untilAsserted(
                        () ->
                                put(
                                        NAMESPACE + "/queues/q",
                                        VERSION,
                                        "{\"properties\":{\"lockDuration\":\"PT5S\"}}"));
        road.environment.put("AZURE_SYNC_PERIOD", "1h");
        road.environment.put("DRAGOMAN_EVENTS_QUEUE", "localhost/q");
        road.environment.put(
                "DRAGOMAN_EVENTS_CONNECTION_STRING",
                bus.connectionString(BUS, "RootManageSharedAccessKey"));
    }

    void put(String path, String version, String body) {
        var reply = arm.send("PUT", path, version, body);
        assertThat(reply.status()).as("%s: %s", path, reply.body()).isIn(200, 201, 202);
    }

    String id(String path) {
        return "/subscriptions/" + road.azure.subscriptionId() + path;
    }

    /** A group in Kubernetes for each name. */
    String groups(int from, int to) {
        return String.join(
                "---\n",
                IntStream.range(from, to)
                        .mapToObj(
                                i ->
                                        """
                                        apiVersion: resources.azure.com/v1api20200601
                                        kind: ResourceGroup
                                        metadata: {name: group-%d}
                                        spec: {location: westeurope, tags: {team: orders}}
                                        """
                                                .formatted(i))
                        .toList());
    }

    static String event(String type, String id, Instant at) {
        return """
               {"id": "e", "subject": "%s", "eventType": "Microsoft.Resources.Resource%s", "eventTime": "%s", "data": {"operationName": "any/write"}}"""
                .formatted(id, type, at);
    }

    void send(String body) {
        bus.send(BUS, "q", body, Map.of());
    }

    List<ServiceBus.Seen> left() {
        return bus.messages(BUS, "q");
    }

    @Override
    public void close() {
        road.close();
    }
}
