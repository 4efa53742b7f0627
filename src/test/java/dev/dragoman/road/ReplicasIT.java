package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.cluster.Account;
import dev.dragoman.cluster.OwnCounts;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.sandbox.faults.FaultProxies;
import dev.dragoman.tier.Landing;
import dev.dragoman.tier.OneTry;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two replicas as processes of their own, of which the leader ends in ways that it does not choose.
 * Who wrote is known by the user agent, in the audit log of the API server.
 */
@OwnCounts(by = "an account, and user agents of replicas")
@Landing
@OneTry
class ReplicasIT {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    private final Map<String, Process> replicas = new HashMap<>();
    private Road road;

    @BeforeEach
    void two() throws IOException {
        road = new Road("replicas", Account.REPLICAS);
        road.environment.put("DRAGOMAN_LEADER_ELECTION", "true");
        lease().ifPresent(old -> road.client().resource(old).delete());
        for (var name : List.of("one", "two")) {
            replicas.put(name, replica(name));
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        for (var each : replicas.values()) {
            signal(each, "CONT");
            var _ = each.destroyForcibly().waitFor();
        }
        road.close();
    }

    @Test
    void theLeaderIsKilled() throws Exception {
        var leader = working();
        var _ = replicas.get(leader).destroyForcibly().waitFor();
        takenOver(leader, "killed");
    }

    @Test
    void theLeaderIsToldToEnd() throws Exception {
        var leader = working();
        replicas.get(leader).destroy();
        // it ends what it has begun, and what comes meanwhile may be among that
        assertThat(Patience.ends(replicas.get(leader))).isTrue();
        assertThat(replicas.get(leader).exitValue()).isZero();
        takenOver(leader, "told to end");
    }

    @Test
    void theLeaderSleepsInMidWriteAndWakesWhenAnotherLeads() throws Exception {
        var leader = working();
        // the reconciliation of this group is under way in the sleeper: Azure answers its GET when
        // it wakes
        road.azure.control().delay("GET .*/resourceGroups/asleep", Duration.ofSeconds(3));
        road.apply(Samples.group("asleep", "first"));
        await().until(() -> claimed("asleep") && signal(replicas.get(leader), "STOP"));
        takenOver(leader, "asleep");
        road.ready("resourcegroup/asleep");
        var asleep = road.puts("/asleep").size();
        var mark = road.plane.audit().mark();

        signal(replicas.get(leader), "CONT");
        assertThat(Patience.ends(replicas.get(leader))).as("it ends").isTrue();
        assertThat(replicas.get(leader).exitValue()).isEqualTo(1);
        // a write that had been looked at and was about to be sent when the process fell asleep is
        // sent when it wakes: the resourceVersion that it carries is old by then (409). One that
        // was half sent has no body for as long as the process sleeps, and ends by the API
        // server's timeout (504)
        var tried =
                writes(mark, leader).stream()
                        // a new object each time, which has no version; it changes no other
                        .filter(each -> !each.contains(" create events/"))
                        .toList();
        assertThat(tried)
                .as("what it tried to write after it woke")
                .hasSizeLessThan(2)
                .allMatch(each -> each.startsWith("409 ") || each.startsWith("504 "));
        assertThat(holder()).as("who leads").isNotEqualTo(leader);
        var sent = road.puts("/asleep");
        assertThat(sent.size() - asleep + tried.size())
                .as("requests that were about to be sent when it fell asleep")
                .isLessThan(2);
        assertThat(sent)
                .as("sent to Azure, by either: what the spec says")
                .allMatch(each -> each.requestBody().equals(sent.getFirst().requestBody()));
    }

    @Test
    void theLeaderIsCutOffFromTheApiServer() throws Exception {
        for (var each : replicas.values()) {
            var _ = each.destroyForcibly().waitFor();
        }
        try (var proxies = new FaultProxies(road.plane, road.azure)) {
            var through = proxies.kubeconfig(road.kubeconfig(), directory.resolve("through"));
            replicas.put("cut", road.process(log("cut"), through, name("cut")));
            await().until(() -> "cut".equals(holder()));
            replicas.put("two", replica("two"));
            road.apply(Samples.group("before", "x"));
            road.ready("resourcegroup/before");

            // it still reaches Azure
            proxies.kill("(cut)");
            takenOver("cut", "cut off");
            assertThat(Patience.ends(replicas.get("cut"))).as("it ends").isTrue();
            assertThat(replicas.get("cut").exitValue()).isEqualTo(1);
        }
    }

    /** Waits until one leads and works. */
    private String working() {
        await().until(() -> replicas.containsKey(holder()));
        road.apply(Samples.group("before", "x"));
        road.ready("resourcegroup/before");
        return holder();
    }

    /** The other replica leads and works; says how long that took. */
    private void takenOver(String from, String how) {
        var began = Instant.now();
        road.apply(Samples.group("after", "x"));
        road.ready("resourcegroup/after");
        assertThat(holder()).isNotEqualTo(from).isIn(replicas.keySet());
        System.out.printf(
                Locale.ROOT,
                "leader %s: the other made a group Ready after %.1f s%n",
                how,
                Duration.between(began, Instant.now()).toMillis() / 1000.0);
        assertThat(road.puts("/after")).hasSize(1);
    }

    private Process replica(String name) throws IOException {
        return road.process(log(name), road.kubeconfig(), name(name));
    }

    private Path log(String name) {
        return directory.resolve(name + ".log");
    }

    private static Map<String, String> name(String name) {
        return Map.of("POD_NAME", name);
    }

    private boolean claimed(String group) {
        var object = road.get("resources.azure.com/v1api20200601", "ResourceGroup", group);
        return object != null && !object.getMetadata().getFinalizers().isEmpty();
    }

    private Optional<Lease> lease() {
        return Optional.ofNullable(
                road.client()
                        .leases()
                        .inNamespace(road.account.namespace())
                        .withName("dragoman")
                        .get());
    }

    private String holder() {
        return lease().map(each -> each.getSpec().getHolderIdentity()).orElse("");
    }

    private List<String> writes(AuditLog.Mark since, String replica) {
        return road.plane.audit().writesBy(road.account.user(), since).stream()
                .filter(event -> event.userAgent().contains("(" + replica + ")"))
                .map(
                        event ->
                                "%d %s %s/%s %s"
                                        .formatted(
                                                event.code(),
                                                event.verb(),
                                                event.resource(),
                                                event.subresource(),
                                                event.name()))
                .toList();
    }

    private static boolean signal(Process process, String signal) {
        if (!process.isAlive()) {
            return true;
        }
        try {
            return new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
