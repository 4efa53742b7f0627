package dev.dragoman.reconcile.watch;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.cache.Snapshot;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Which definitions are read, and what is told of their kinds. */
class DefinedKindsTest {
    private final Map<String, KindInfo> cluster = new ConcurrentHashMap<>();
    private final List<String> reads = new CopyOnWriteArrayList<>();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final AtomicInteger completions = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private volatile CountDownLatch hold = new CountDownLatch(0);

    private final DefinedKinds kinds =
            new DefinedKinds(
                    this::read,
                    new DefinedKinds.Listener() {
                        @Override
                        public void served(KindInfo kind) {
                            told.add("+" + kind.id().kind() + " " + kind.version());
                        }

                        @Override
                        public void gone(KindInfo kind) {
                            told.add("-" + kind.id().kind());
                        }

                        @Override
                        public void complete() {
                            completions.incrementAndGet();
                        }
                    });

    private Optional<KindInfo> read(String name) {
        reads.add(name);
        var found = Optional.ofNullable(cluster.get(name));
        try {
            hold.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new KubernetesClientException("away");
        }
        return found;
    }

    private static KindInfo info(String kind, String version) {
        return new KindInfo(
                new GroupKind("example.org", kind), version, kind + "s", true, true, true);
    }

    private static ObjectKey key(String name) {
        return new ObjectKey("apiextensions.k8s.io", "CustomResourceDefinition", "", name);
    }

    private static Snapshot definition(String name, Map<String, String> annotations) {
        var crd = new GenericKubernetesResource();
        crd.setMetadata(
                new ObjectMetaBuilder()
                        .withName(name)
                        .withUid("u")
                        .withResourceVersion("1")
                        .withAnnotations(annotations)
                        .build());
        return CrdKinds.said(crd, Instant.EPOCH);
    }

    private void changes(String name, Map<String, String> annotations) {
        kinds.changed(key(name), null, definition(name, annotations));
    }

    private static Map<String, String> ours(String kind, String version) {
        return Map.of(
                DefinitionAnnotations.KIND, kind, DefinitionAnnotations.STORED_VERSION, version);
    }

    private void completed(int times) {
        await().until(() -> completions.get() >= times);
    }

    @Test
    void thoseThatSayWhatTheyServeAreNotReadAtTheStart() {
        changes("as.example.org", ours("A", "v2"));
        kinds.listed();
        completed(1);
        assertThat(reads).isEmpty();
        assertThat(told).containsExactly("+A v2");
        assertThat(kinds.all())
                .containsExactly(
                        new KindInfo(
                                new GroupKind("example.org", "A"), "v2", "as", true, true, true));
    }

    @Test
    void othersAreReadBeforeAllIsKnown() {
        cluster.put("bs.example.org", info("B", "v1"));
        changes("bs.example.org", Map.of());
        changes("cs.example.org", Map.of());
        assertThat(reads).as("the list is not complete").isEmpty();
        kinds.listed();
        completed(1);
        assertThat(reads).containsExactlyInAnyOrder("bs.example.org", "cs.example.org");
        assertThat(told).as("C is not established").containsExactly("+B v1");
    }

    @Test
    void whatChangesLaterIsReadWhateverItSays() {
        kinds.listed();
        completed(1);
        cluster.put("as.example.org", info("A", "v3"));
        changes("as.example.org", ours("A", "v2"));
        completed(2);
        assertThat(told).containsExactly("+A v3");
        cluster.put("as.example.org", info("A", "v4"));
        changes("as.example.org", ours("A", "v2"));
        completed(3);
        assertThat(told).containsExactly("+A v3", "-A", "+A v4");
    }

    @Test
    void anApiServerThatIsAwayIsAskedAgain() {
        failures.set(1);
        cluster.put("bs.example.org", info("B", "v1"));
        changes("bs.example.org", Map.of());
        kinds.listed();
        await().until(() -> reads.size() == 1 && failures.get() == 0);
        await().until(
                        () -> {
                            kinds.check();
                            return completions.get() > 0;
                        });
        assertThat(told).containsExactly("+B v1");
    }

    @Test
    void oneThatGoesWhileItIsReadDoesNotComeBack() {
        kinds.listed();
        completed(1);
        cluster.put("as.example.org", info("A", "v1"));
        hold = new CountDownLatch(1);
        changes("as.example.org", Map.of());
        await().until(() -> reads.size() == 1);
        cluster.clear();
        kinds.changed(key("as.example.org"), definition("as.example.org", Map.of()), null);
        hold.countDown();
        await().until(() -> reads.size() == 2 && completions.get() > 1);
        assertThat(kinds.all()).isEmpty();
        assertThat(told).endsWith("-A");
    }
}
