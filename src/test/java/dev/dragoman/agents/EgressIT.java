package dev.dragoman.agents;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.agents.Cyclonus.Traffic;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** What agents may reach, at rest and at every moment of a change, as another program judges it. */
@Full
@ResourceLock("agents")
class EgressIT {
    private static final String NAME = "agents";
    private static final Map<String, String> POD = Map.of("app", "build-agents");
    private static final Map<String, String> DNS = Map.of("k8s-app", "kube-dns");

    private static final List<String> ADDRESSES =
            List.of(
                    "10.20.0.1",
                    "10.20.0.2",
                    "10.20.0.3",
                    "10.30.0.0",
                    "10.30.0.255",
                    "10.30.1.7",
                    "10.30.2.1",
                    "2001:db8::1",
                    "2001:db8::2",
                    "13.107.6.9",
                    "13.107.7.9",
                    "169.254.169.254",
                    "168.63.129.16",
                    "8.8.8.8",
                    "127.0.0.1");

    private static final List<Integer> PORTS = List.of(22, 53, 80, 443, 5986, 8443, 8500, 9000);

    @TempDir private Path directory;
    private AgentCluster targets;

    @BeforeEach
    void start() {
        targets = new AgentCluster();
        targets.install.kindsOfKeda();
        targets.token("hunter2");
        targets.start();
    }

    @AfterEach
    void stop() {
        targets.close();
    }

    /** What is specified: which addresses, on which ports. */
    private record Specified(Set<String> addresses, Set<String> ports) {
        boolean allows(Traffic traffic) {
            var port = traffic.port() + "/" + traffic.protocol();
            boolean target =
                    traffic.pod().isEmpty()
                            && addresses.contains(traffic.ip())
                            && ports.contains(port);
            boolean resolver = traffic.pod().equals(DNS) && traffic.port() == 53;
            return target || resolver || isAzure(traffic);
        }

        private static boolean isAzure(Traffic traffic) {
            return traffic.ip().startsWith("13.107.6.") && traffic.port() == 443;
        }
    }

    private static Set<String> both(int... ports) {
        var all = new HashSet<String>();
        for (int each : ports) {
            all.add(each + "/TCP");
            all.add(each + "/UDP");
        }
        return all;
    }

    private static List<Traffic> grid() {
        var grid = new ArrayList<Traffic>();
        for (var protocol : List.of("TCP", "UDP")) {
            for (int port : PORTS) {
                ADDRESSES.forEach(ip -> grid.add(new Traffic(ip, Map.of(), port, protocol)));
                grid.add(new Traffic("10.244.0.2", DNS, port, protocol));
                grid.add(new Traffic("10.244.0.3", Map.of("app", "other"), port, protocol));
            }
        }
        return grid;
    }

    private void apply(String lists) {
        targets.apply(AgentCluster.TARGET + lists.indent(2));
    }

    private Collection<NetworkPolicy> policies() {
        return targets.client()
                .network()
                .v1()
                .networkPolicies()
                .inNamespace(targets.namespace)
                .list()
                .getItems();
    }

    private List<Traffic> allowed(Collection<NetworkPolicy> policies) {
        var grid = grid();
        var judged =
                new Cyclonus(directory, targets.namespace, POD)
                        .allowed(List.copyOf(policies), grid);
        var allowed = new ArrayList<Traffic>();
        for (int i = 0; i < grid.size(); i++) {
            if (judged.get(i)) {
                allowed.add(grid.get(i));
            }
        }
        return allowed;
    }

    private static List<Traffic> expected(Specified specified) {
        return grid().stream().filter(specified::allows).toList();
    }

    @Test
    void allowedIsWhatIsSpecified() {
        apply(
                """
                ip: [10.20.0.1, "2001:db8::1", 169.254.169.254, 0.0.0.0/0]
                ipBlocks:
                - { cidr: 10.30.0.0/23, except: [10.30.0.0/24] }
                """);
        targets.reason(NAME, "InvalidTargets");
        assertThat(allowed(policies()))
                .isEqualTo(
                        expected(
                                new Specified(
                                        Set.of("10.20.0.1", "2001:db8::1", "10.30.1.7"),
                                        both(443, 22, 5986))));
        targets.ports("8400-8600/tcp\n53/udp");
        var ports = new HashSet<>(Set.of("8443/TCP", "8500/TCP", "53/UDP"));
        await().untilAsserted(
                        () ->
                                assertThat(allowed(policies()))
                                        .isEqualTo(
                                                expected(
                                                        new Specified(
                                                                Set.of(
                                                                        "10.20.0.1",
                                                                        "2001:db8::1",
                                                                        "10.30.1.7"),
                                                                ports))));
        apply("ip: []");
        targets.reason(NAME, "Reconciled");
        assertThat(allowed(policies())).isEqualTo(expected(new Specified(Set.of(), Set.of())));
    }

    /** The policies after each event of a watch. */
    private static final class Moments implements Watcher<NetworkPolicy> {
        private final Map<String, NetworkPolicy> now = new TreeMap<>();
        private final List<List<NetworkPolicy>> all = new CopyOnWriteArrayList<>();

        @Override
        public synchronized void eventReceived(Action action, NetworkPolicy policy) {
            if (action == Action.DELETED) {
                now.remove(policy.getMetadata().getName());
            } else {
                now.put(policy.getMetadata().getName(), policy);
            }
            all.add(List.copyOf(now.values()));
        }

        @Override
        public void onClose(WatcherException cause) {}
    }

    @Test
    void noMomentOfAChangeAllowsMore() {
        var moments = new Moments();
        try (var _ =
                targets.client()
                        .network()
                        .v1()
                        .networkPolicies()
                        .inNamespace(targets.namespace)
                        .watch(moments)) {
            apply("ip: [10.20.0.1]");
            targets.reason(NAME, "Reconciled");
            apply("ip: [10.20.0.2]");
            targets.reason(NAME, "Reconciled");
            apply("ip: [10.20.0.2, 10.20.0.3]\nscaling: ScaledJob");
            targets.reason(NAME, "Reconciled");
            await().until(() -> moments.all.size() >= 4);
        }
        var widest =
                new Specified(Set.of("10.20.0.1", "10.20.0.2", "10.20.0.3"), both(443, 22, 5986));
        // each list of targets is applied at once: never those before and after together
        assertThat(moments.all)
                .allSatisfy(
                        moment -> {
                            if (moment.stream()
                                    .anyMatch(each -> each.getMetadata().getName().equals(NAME))) {
                                var allowed = allowed(moment);
                                assertThat(expected(widest)).containsAll(allowed);
                                var ips = allowed.stream().map(Traffic::ip).distinct().toList();
                                assertThat(ips.containsAll(List.of("10.20.0.1", "10.20.0.2")))
                                        .as("both lists at once: %s", ips)
                                        .isFalse();
                            }
                        });
        assertThat(
                        targets.requests(new AuditLog.Mark(0)).stream()
                                .filter(AuditLog.Event::write)
                                .filter(each -> each.namespace().equals(targets.namespace))
                                .map(AuditLog.Event::resource)
                                .toList())
                .as("no agent before its policies")
                .startsWith("cdtargets", "networkpolicies", "networkpolicies");
    }
}
