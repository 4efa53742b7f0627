package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.cluster.Account;
import dev.dragoman.cluster.OperatorAgent;
import dev.dragoman.sandbox.azure.control.Exchange;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.tier.Campaign;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An unchanged world costs no write but that of the Lease. */
class IdleIT {
    @TempDir private Path directory;

    /** With sync and probe periods of a second: twenty hours of the defaults, as far as they go. */
    @Full
    @Test
    void twentySyncPeriodsWithoutAWrite() throws Exception {
        idle(Map.of("AZURE_SYNC_PERIOD", "1s", "DRAGOMAN_WATCH_PROBE_PERIOD", "1s"), 20, 2);
    }

    /** Nothing shortened; comparisons come once in about an hour then. */
    @Test
    @Campaign
    void aRealHourWithoutAWrite() throws Exception {
        idle(Map.of(), 3600, 0);
    }

    private void idle(Map<String, String> settings, int seconds, int comparisons) throws Exception {
        try (var road = new Road("idle", Account.IDLE)) {
            road.environment.put("DRAGOMAN_LEADER_ELECTION", "true");
            road.environment.putAll(settings);
            var process = road.process(directory.resolve("log"));
            try {
                settle(road);
                var mark = road.plane.audit().mark();
                road.azure.control().clearExchanges();
                var end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
                await(Duration.ofSeconds(seconds + 60L)).until(() -> System.nanoTime() > end);

                assertThat(process.isAlive()).isTrue();
                assertThat(writes(road, mark)).as("writes to Kubernetes").isEmpty();
                assertThat(changes(road)).as("changes in Azure").isEmpty();
                assertThat(road.azure.control().count("GET"))
                        .as("it compared meanwhile")
                        .isGreaterThanOrEqualTo(comparisons);
                planted(road);
                assertThat(writes(road, mark)).as("a write elsewhere is seen").hasSize(1);
            } finally {
                var _ = process.destroyForcibly().waitFor();
            }
        }
    }

    private static void settle(Road road) {
        road.apply(Samples.group("orders", "orders"));
        road.apply(Samples.exporting("idle", "exported"));
        road.ready("resourcegroup/orders");
        road.ready("storageaccount/idle");
        // what the last writes wake has had its reconciliation
        var settled = road.plane.audit();
        await().pollDelay(Duration.ofSeconds(3))
                .until(
                        () -> {
                            var mark = settled.mark();
                            await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
                            return writes(road, mark).isEmpty();
                        });
    }

    /** One in the account's namespace, which nothing of the operator needs. It is refused. */
    private static void planted(Road road) {
        var config = Config.fromKubeconfig(road.kubeconfig().toFile());
        config.setUserAgent(OperatorAgent.of(road.namespace));
        try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
            var object =
                    client.configMaps().inNamespace(road.account.namespace()).withName("planted");
            assertThatThrownBy(object::delete).isInstanceOf(KubernetesClientException.class);
        }
    }

    private static List<String> writes(Road road, AuditLog.Mark since) {
        return road.writesAnywhere(since).stream()
                .filter(each -> !each.contains(" leases "))
                .toList();
    }

    /** A list of keys is read by POST. */
    private static List<String> changes(Road road) {
        return road.azure.control().exchanges().stream()
                .filter(each -> !each.method().equals("GET"))
                .filter(each -> !each.path().endsWith("/listKeys"))
                .map(IdleIT::words)
                .toList();
    }

    private static String words(Exchange exchange) {
        return exchange.method() + " " + exchange.path();
    }
}
