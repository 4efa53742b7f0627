package dev.dragoman.vending;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.cluster.OwnCounts;
import dev.dragoman.namespaces.decision.TokenClaims;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.tier.Campaign;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many at once, and an operator that ends in the middle of it. */
@OwnCounts(by = "names of requests")
class ManyIT {
    private static final int AT_ONCE = 32;
    private static final Duration LONG = Duration.ofMinutes(4);

    /** What one request costs, killed or not; a kill may repeat what does not last. */
    private static final Map<String, Long> LASTING =
            Map.of(
                    "namespaces", 1L,
                    "serviceaccounts", 1L,
                    "rolebindings", 2L,
                    "roles", 1L,
                    "secrets", 2L,
                    "configmaps", 1L);

    @TempDir private Path directory;
    private Vending vending;

    @BeforeEach
    void prepare() {
        vending = new Vending();
    }

    @AfterEach
    void stop() {
        vending.close();
    }

    @Full
    @Test
    void aHundredAtOnceAreServedOnceThoughTheOperatorIsKilled() throws Exception {
        areServedOnce(100);
    }

    @Test
    @Campaign
    void fiveHundredAtOnceAreServedOnceThoughTheOperatorIsKilled() throws Exception {
        areServedOnce(500);
    }

    private void areServedOnce(int many) throws IOException, InterruptedException {
        var process = vending.process(directory.resolve("log"));
        var names = IntStream.range(0, many).mapToObj(i -> vending.name("many-" + i)).toList();
        var mark = vending.plane.audit().mark();
        create(names);
        await(LONG).until(() -> ready().size() > many / 4);
        var _ = process.destroyForcibly().waitFor();
        assertThat(ready()).as("killed in the middle").hasSizeLessThan(many);
        process = vending.process(directory.resolve("log"));
        try {
            await(LONG).until(() -> ready().size() == many);
        } finally {
            var _ = process.destroyForcibly().waitFor();
        }
        everyOneHasItsOwn(names);
        costs(mark, names);
    }

    /**
     * Each name is served once: what was made was made by one write. Only of what was in flight at
     * the kill, one write may have been said again.
     */
    private void costs(AuditLog.Mark mark, List<String> names) {
        var writes = new HashMap<String, Map<String, Long>>();
        for (var event : vending.plane.audit().writesBy(vending.account.user(), mark)) {
            // a client that is killed leaves a write behind that may be logged as a failure of the
            // server
            boolean done = event.code() < 400 || event.code() >= 500;
            if (done && event.subresource().isEmpty()) {
                var name = names.contains(event.namespace()) ? event.namespace() : event.name();
                writes.computeIfAbsent(name, any -> new HashMap<>())
                        .merge(event.resource(), 1L, Long::sum);
            }
        }
        var repeated = new TreeSet<String>();
        for (var name : names) {
            var of = writes.get(name);
            LASTING.forEach(
                    (resource, count) -> {
                        assertThat(of.get(resource))
                                .as("%s of %s: %s", resource, name, of)
                                .isBetween(count, count + 1);
                        if (of.get(resource) > count) {
                            repeated.add(name);
                        }
                    });
        }
        assertThat(repeated).as("in flight at the kill").hasSizeLessThanOrEqualTo(AT_ONCE);
    }

    private void everyOneHasItsOwn(List<String> names) {
        var secrets = new HashMap<String, Secret>();
        vending.client()
                .secrets()
                .inNamespace(vending.requests)
                .list()
                .getItems()
                .forEach(each -> secrets.put(each.getMetadata().getName(), each));
        for (var name : names) {
            var token =
                    new String(
                            java.util.Base64.getDecoder()
                                    .decode(secrets.get(name).getData().get("token")),
                            java.nio.charset.StandardCharsets.UTF_8);
            assertThat(TokenClaims.of(token))
                    .get()
                    .satisfies(claims -> assertThat(claims.namespace()).isEqualTo(name));
        }
        for (var name : List.of(names.getFirst(), names.get(names.size() / 2), names.getLast())) {
            assertThat(vending.as(name, "get", "pods").code()).isZero();
        }
    }

    private void create(List<String> names) {
        try (var pool = Executors.newFixedThreadPool(8)) {
            names.forEach(name -> pool.execute(() -> vending.request(name)));
        }
    }

    private List<String> ready() {
        return vending
                .client()
                .configMaps()
                .inNamespace(vending.requests)
                .list()
                .getItems()
                .stream()
                .filter(
                        each ->
                                each.getMetadata().getAnnotations() != null
                                        && "Ready"
                                                .equals(
                                                        each.getMetadata()
                                                                .getAnnotations()
                                                                .get("dragoman.dev/state")))
                .map(ConfigMap::getMetadata)
                .map(meta -> meta.getName())
                .toList();
    }

    @Full
    @Test
    void aMissingRightIsToldAndItsReturnHeals() {
        vending.start();
        var rights = Install.manifest(Install.VENDING);
        var fewer =
                rights.replaceFirst(
                        "(resources: \\[roles, rolebindings\\]\\s+verbs: )\\[[^]]*\\]",
                        "$1[get, list, watch]");
        assertThat(fewer).isNotEqualTo(rights);
        var _ = vending.install.apply(fewer, "fewer.yaml");
        var name = vending.name("right");
        try {
            // the API server learns of fewer rights a moment later
            await().until(
                            () ->
                                    vending.operator("auth", "can-i", "create", "rolebindings")
                                                    .code()
                                            != 0);
            vending.request(name);
            assertThat(vending.reason(name, "Forbidden")).contains("ClusterRole");
            assertThat(vending.annotations(name)).containsEntry("dragoman.dev/state", "Failed");
            await().until(() -> vending.events(name).contains("Forbidden"));
        } finally {
            var _ = vending.install.apply(rights, "all.yaml");
        }
        vending.ready(name);
    }
}
