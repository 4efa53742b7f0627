package dev.dragoman.reconcile.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.watch.KindInfo;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KindStoreTest {
    private static final KubernetesSerialization JSON = new KubernetesSerialization();
    private static final KindInfo SECRETS =
            new KindInfo(new GroupKind("", "Secret"), "v1", "secrets", true, false, false);

    private final CacheBudget budget = new CacheBudget(20_000);
    private final List<String> told = new ArrayList<>();
    private final KindStore store =
            new KindStore(
                    SECRETS,
                    each -> Snapshot.full(each, JSON, Instant.EPOCH),
                    (key, before, after) ->
                            told.add(
                                    "%s %s %s"
                                            .formatted(
                                                    key.name(), version(before), version(after))),
                    Clock.systemUTC(),
                    KindStore.Index.NONE,
                    budget);

    @Test
    void theEndOfWhatWasNeverSeenIsTold() {
        assertThat(store.remove("ns/exported")).isNull();
        assertThat(told).containsExactly("exported none none");
    }

    /** The echo of a write is known by what was written, which is forgotten when it was told. */
    @Test
    void whatIsShownAndNotYetToldIsKnownToBeSo() {
        var key = new ObjectKey("", "Secret", "ns", "a");
        var during = new ArrayList<Boolean>();
        var one = new KindStore[1];
        one[0] =
                new KindStore(
                        SECRETS,
                        each -> Snapshot.full(each, JSON, Instant.EPOCH),
                        (any, before, after) -> {
                            assertThat(version(one[0].find(key).orElseThrow())).isEqualTo("1");
                            during.add(one[0].telling(key));
                        },
                        Clock.systemUTC(),
                        KindStore.Index.NONE,
                        budget);
        assertThat(one[0].telling(key)).isFalse();
        var _ = one[0].put("ns/a", object("a", 1, ""));
        assertThat(during).containsExactly(true);
        assertThat(one[0].telling(key)).isFalse();
    }

    @Test
    void anOlderStateIsTakenOnlyUntilAllIsListedAnew() {
        put("a", 10, "");
        put("a", 9, "");
        assertThat(told).as("older").containsExactly("a none 10");

        int before = store.listing();
        store.distrust();
        int since = store.listing();
        put("a", 8, "");
        assertThat(told).as("set back").contains("a 10 8");

        store.listed(before);
        put("a", 7, "");
        assertThat(told).as("an earlier list was late").contains("a 8 7");

        store.listed(since);
        put("a", 6, "");
        assertThat(told).as("trusted again").hasSize(3);
        put("a", 11, "");
        assertThat(told).contains("a 7 11");
    }

    @Test
    void allThatIsKeptTogetherHasABound() {
        for (int i = 0; i < 1000; i++) {
            put("small-" + i, 1, "x".repeat(1000));
        }
        assertThat(store.size()).isEqualTo(1000);
        long full = store.all().values().stream().filter(each -> !each.partial()).count();
        assertThat(full).isBetween(5L, 20L);
        assertThat(store.all().values())
                .filteredOn(Snapshot::partial)
                .allSatisfy(each -> assertThat(each.weight()).isLessThan(1000));
        assertThat(store.all().values()).noneMatch(Snapshot::heavy);

        for (int i = 0; i < 1000; i++) {
            var _ = store.remove("ns/small-" + i);
        }
        assertThat(budget.used()).as("what is gone takes nothing").isZero();
        put("after", 1, "x".repeat(1000));
        put("after", 2, "x".repeat(1000));
        assertThat(store.all().get("ns/after").partial()).isFalse();
        assertThat(budget.used()).isEqualTo(store.all().get("ns/after").weight());
        store.release();
        assertThat(budget.used()).isZero();
        put("late", 3, "");
        assertThat(budget.used()).isZero();
    }

    private void put(String name, int version, String text) {
        var object = object(name, version, text);
        var _ = store.put(store.getKey(object), object);
    }

    private static GenericKubernetesResource object(String name, int version, String text) {
        var object = new GenericKubernetesResource();
        object.setApiVersion("v1");
        object.setKind("Secret");
        object.setMetadata(
                new ObjectMetaBuilder()
                        .withNamespace("ns")
                        .withName(name)
                        .withUid("u-" + name)
                        .withResourceVersion(Integer.toString(version))
                        .build());
        object.setAdditionalProperty("data", text);
        return object;
    }

    private static String version(Snapshot snapshot) {
        return snapshot == null ? "none" : snapshot.version();
    }
}
