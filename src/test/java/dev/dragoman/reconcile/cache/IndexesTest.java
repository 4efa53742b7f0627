package dev.dragoman.reconcile.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What an index shows after each thing that a watch may tell. */
class IndexesTest {
    private static final KindInfo THINGS =
            new KindInfo(new GroupKind("x.dev", "Thing"), "v1", "things", true, true, true);
    private static final String COLOUR = "colour";

    private final KubernetesSerialization json = new KubernetesSerialization();
    private final Indexes indexes = new Indexes();
    private final List<Set<ObjectKey>> seenByEvents = new ArrayList<>();
    private final Indexes.Part part = indexes.part();
    private final KindStore store = store(part);

    IndexesTest() {
        indexes.add(
                COLOUR,
                object ->
                        Optional.ofNullable((Map<?, ?>) object.get("spec"))
                                .map(spec -> (String) spec.get(COLOUR)));
    }

    private KindStore store(KindStore.Index index) {
        return new KindStore(
                THINGS,
                each -> Snapshot.full(each, json, Instant.EPOCH),
                (key, before, after) -> seenByEvents.add(indexes.find(COLOUR, "red")),
                Clock.systemUTC(),
                index,
                new CacheBudget(1 << 30));
    }

    @Test
    void followsWhatAppearsChangesAndVanishes() {
        put(store, "a", "1", Map.of(COLOUR, "red"));
        put(store, "b", "2", Map.of(COLOUR, "red"));
        put(store, "c", "3", Map.of());
        assertThat(red()).containsExactlyInAnyOrder(key("a"), key("b"));
        assertThat(seenByEvents.getFirst()).as("visible when told").containsExactly(key("a"));

        put(store, "a", "4", Map.of(COLOUR, "blue"));
        assertThat(red()).containsExactly(key("b"));
        assertThat(indexes.find(COLOUR, "blue")).containsExactly(key("a"));

        put(store, "a", "5", Map.of());
        assertThat(indexes.find(COLOUR, "blue")).isEmpty();

        store.remove("ns/b");
        assertThat(red()).isEmpty();
        assertThat(seenByEvents.getLast()).isEmpty();
    }

    /** Of two values one changes and one stays; and the object is told of again unchanged. */
    @Test
    void howeverOftenAnObjectIsToldOfNothingOfItStays() {
        indexes.add(
                "size",
                object ->
                        Optional.ofNullable((Map<?, ?>) object.get("spec"))
                                .map(spec -> (String) spec.get("size")));
        put(store, "a", "1", Map.of(COLOUR, "red", "size", "small"));
        put(store, "a", "2", Map.of(COLOUR, "red", "size", "small"));
        put(store, "a", "3", Map.of(COLOUR, "red", "size", "large"));
        put(store, "b", "4", Map.of(COLOUR, "red"));
        put(store, "b", "5", Map.of(COLOUR, "red"));
        assertThat(red()).containsExactlyInAnyOrder(key("a"), key("b"));
        assertThat(indexes.find("size", "small")).isEmpty();

        store.remove("ns/a");
        assertThat(red()).containsExactly(key("b"));
        assertThat(indexes.find("size", "large")).isEmpty();
        store.remove("ns/b");
        assertThat(red()).isEmpty();
    }

    @Test
    void anOlderStateThanTheKnownOneChangesNothing() {
        put(store, "a", "7", Map.of(COLOUR, "red"));
        put(store, "a", "6", Map.of(COLOUR, "blue"));
        assertThat(red()).containsExactly(key("a"));
        assertThat(indexes.find(COLOUR, "blue")).isEmpty();
    }

    @Test
    void aLargeObjectIsIndexedByAllOfIt() {
        put(store, "a", "1", Map.of(COLOUR, "red", "padding", "x".repeat(1 << 20)));
        assertThat(store.find(key("a")).orElseThrow().partial()).isTrue();
        assertThat(red()).containsExactly(key("a"));
    }

    @Test
    void whatItsInformerHeldGoesWithIt() {
        put(store, "a", "1", Map.of(COLOUR, "red"));
        var next = indexes.part();
        var other = store(next);
        put(other, "a", "1", Map.of(COLOUR, "red"));
        part.clear();
        assertThat(red()).as("held by another informer too").containsExactly(key("a"));
        put(store, "b", "2", Map.of(COLOUR, "red"));
        assertThat(red()).as("told after its end").containsExactly(key("a"));
        next.clear();
        assertThat(red()).isEmpty();
    }

    @Test
    void whatTwoInformersShowStaysUntilNeitherDoes() {
        put(store, "a", "1", Map.of(COLOUR, "red"));
        var narrow = indexes.part();
        put(store(narrow), "a", "1", Map.of(COLOUR, "red"));
        narrow.clear();
        assertThat(red()).containsExactly(key("a"));
        part.clear();
        assertThat(red()).isEmpty();
    }

    @Test
    void anIdIsFoundHoweverItIsSpelt() {
        indexes.addOfIds(
                "id",
                object -> Optional.of("THING/" + ((Map<?, ?>) object.get("spec")).get("id")),
                id -> id.toUpperCase(Locale.ROOT));
        put(store, "a", "1", Map.of("id", "7"));
        put(store, "b", "2", Map.of("id", "8", COLOUR, "red"));
        assertThat(indexes.findId("thing/7")).containsExactly(key("a"));
        assertThat(indexes.findId("thing/9")).isEmpty();
        assertThat(indexes.findId("red")).as("a value of another index").isEmpty();
    }

    @Test
    void aFunctionThatThrowsEndsNoWatch() {
        indexes.add(
                "bad",
                object -> {
                    throw new IllegalStateException("on purpose");
                });
        put(store, "a", "1", Map.of(COLOUR, "red"));
        assertThat(red()).containsExactly(key("a"));
        assertThat(store.find(key("a"))).isPresent();
    }

    @Test
    void unknownAndDoubleNamesAreRefused() {
        assertThatThrownBy(() -> indexes.find("size", "1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("size");
        assertThatThrownBy(() -> indexes.add(COLOUR, object -> Optional.empty()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(COLOUR);
    }

    private Set<ObjectKey> red() {
        return indexes.find(COLOUR, "red");
    }

    private static ObjectKey key(String name) {
        return THINGS.key("ns", name);
    }

    private static void put(
            KindStore store, String name, String version, Map<String, Object> spec) {
        var thing = new GenericKubernetesResource();
        thing.setApiVersion("x.dev/v1");
        thing.setKind("Thing");
        thing.setMetadata(
                new ObjectMetaBuilder()
                        .withNamespace("ns")
                        .withName(name)
                        .withUid(name)
                        .withResourceVersion(version)
                        .build());
        thing.setAdditionalProperty("spec", spec);
        store.put("ns/" + name, thing);
    }
}
