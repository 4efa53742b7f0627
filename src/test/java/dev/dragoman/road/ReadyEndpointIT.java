package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.cluster.Account;
import dev.dragoman.sandbox.faults.Fault;
import dev.dragoman.sandbox.faults.FaultProxies;
import dev.dragoman.sandbox.faults.Passing;
import dev.dragoman.sandbox.faults.WatchFault;
import dev.dragoman.tier.Full;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the kubelet is answered when the loop does not work, and when it works again. */
@Full
class ReadyEndpointIT {
    /** More requests than are made meanwhile. */
    private static final int ALL = 500;

    @TempDir private Path directory;
    private Road road;
    private FaultProxies proxies;

    @BeforeEach
    void start() {
        road = new Road("readiness", Account.READINESS);
        proxies = new FaultProxies(road.plane, road.azure);
    }

    @AfterEach
    void stop() {
        proxies.close();
        road.close();
    }

    @Test
    void aWatchThatEndedAndCannotBeOpenedAgain() throws IOException {
        try (var operator = operator(Map.of())) {
            await().until(operator::ready);
            Predicate<Passing> groups =
                    request -> request.watch() && request.pathOnly().endsWith("/resourcegroups");
            fail(groups, Fault.kubernetes(500, "InternalError"));
            proxies.faults().event(event -> groups.test(event.watch()), 1, WatchFault.GONE);
            road.apply(Samples.group("orders", "x"));
            await().until(() -> operator.notReady().contains("ResourceGroup"));
            proxies.faults().clear();
            await().until(operator::ready);
        }
    }

    @Test
    void aLeaseThatCannotBeRead() throws IOException {
        fail(request -> request.pathOnly().contains("/leases"), Fault.kubernetes(403, "Forbidden"));
        try (var operator = operator(Map.of("DRAGOMAN_LEADER_ELECTION", "true"))) {
            await().until(() -> operator.notReady().contains("Lease"));
            proxies.faults().clear();
            await().until(operator::ready);
        }
    }

    private void fail(Predicate<Passing> which, Fault fault) {
        for (int n = 1; n <= ALL; n++) {
            proxies.faults().request(which, n, fault);
        }
    }

    private Observed operator(Map<String, String> settings) throws IOException {
        var kubeconfig = proxies.kubeconfig(road.kubeconfig(), directory.resolve("kubeconfig"));
        var operator = new Observed(road, kubeconfig, directory, settings);
        assertThat(operator.ready()).as("before it has started").isFalse();
        return operator;
    }
}
