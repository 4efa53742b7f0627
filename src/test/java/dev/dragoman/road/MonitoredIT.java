package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.monitoring.Monitoring;
import dev.dragoman.sandbox.faults.Fault;
import dev.dragoman.sandbox.faults.FaultProxies;
import dev.dragoman.sandbox.faults.Passing;
import dev.dragoman.tier.Full;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What alerts and dashboard name is in a scrape of an operator that has met trouble. */
@Full
class MonitoredIT {
    /** More requests than are made meanwhile. */
    private static final int ALL = 500;

    /** Prometheus and its operator add these. */
    private static final Set<String> OF_THE_TARGET = Set.of("job", "namespace", "pod");

    private static final String READY_GROUP =
            "dragoman_objects\\{group=\"resources.azure.com\",kind=\"ResourceGroup\","
                    + "ready=\"True\",reason=\"Succeeded\"} [1-9]";

    @TempDir private Path directory;
    private Road road;
    private FaultProxies proxies;

    @BeforeEach
    void start() {
        road = new Road("monitored");
        road.environment.put("AZURE_SYNC_PERIOD", "1s");
        // nobody answers there, which is served too
        road.environment.put("DRAGOMAN_EVENTS_QUEUE", "localhost/q");
        road.environment.put(
                "DRAGOMAN_EVENTS_CONNECTION_STRING",
                "Endpoint=sb://localhost:1;SharedAccessKeyName=n;SharedAccessKey=a;UseDevelopmentEmulator=true");
        proxies = new FaultProxies(road.plane, road.azure);
    }

    @AfterEach
    void stop() {
        proxies.close();
        road.close();
    }

    @Test
    void whatAlertsAndDashboardNameIsServed() throws Exception {
        for (int n = 1; n <= ALL; n++) {
            proxies.faults().request(MonitoredIT::queues, n, Fault.kubernetes(403, "Forbidden"));
        }
        var kubeconfig = proxies.kubeconfig(road.kubeconfig(), directory.resolve("kubeconfig"));
        try (var operator = new Observed(road, kubeconfig, directory, Map.of())) {
            road.apply(Samples.group("orders", "x"));
            road.ready("resourcegroup/orders");
            var tags = new ObjectMapper().createObjectNode();
            tags.putObject("tags").put("team", "nobody");
            var _ = road.azure.control().mutate(road.group("orders"), tags);

            await().untilAsserted(() -> named(operator.get("/observe/metrics")));
            // awaited, since the group is not Ready while a difference is put right
            await().untilAsserted(
                            () ->
                                    assertThat(operator.get("/observe/metrics"))
                                            .containsPattern(READY_GROUP));
        }
    }

    /** Of a kind that this operator cannot list. */
    private static boolean queues(Passing request) {
        var path = request.pathOnly();
        return path.startsWith("/apis/servicebus.azure.com/") && path.endsWith("/namespaces");
    }

    private static void named(String scrape) {
        var served = labels(scrape);
        for (var each : Monitoring.expressions()) {
            var labels = new TreeSet<>(each.labels());
            labels.removeAll(OF_THE_TARGET);
            for (var metric : each.metrics()) {
                // what Prometheus says of the scrape itself
                if (!metric.equals("up")) {
                    assertThat(served).as(each.text()).containsKey(metric);
                    labels.removeAll(served.get(metric));
                }
            }
            assertThat(labels).as("labels that no metric has: " + each.text()).isEmpty();
        }
    }

    /** Names of labels by metric. */
    private static Map<String, Set<String>> labels(String scrape) {
        var all = new HashMap<String, Set<String>>();
        scrape.lines()
                .filter(line -> !line.startsWith("#") && !line.isBlank())
                .forEach(
                        line -> {
                            var name = line.split("[{ ]", 2)[0];
                            var labels = all.computeIfAbsent(name, any -> new TreeSet<>());
                            if (line.contains("{")) {
                                var inner = line.substring(line.indexOf('{') + 1);
                                Arrays.stream(inner.split("=\"[^\"]*\",?", -1))
                                        .filter(each -> each.matches("\\w+"))
                                        .forEach(labels::add);
                            }
                        });
        return all;
    }
}
