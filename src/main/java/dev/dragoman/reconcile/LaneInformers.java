package dev.dragoman.reconcile;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An informer for each kind that a lane wants; the same kind may be watched in several namespaces
 * for several lanes. Thread-safe.
 */
final class LaneInformers {
    /** One informer. */
    record Slot(Lane lane, GroupKind kind) {}

    private final List<Lane> lanes;
    private final Map<Slot, KindInformer> informers = new ConcurrentHashMap<>();

    /**
     * @param lanes the lanes there are now; others change it
     */
    LaneInformers(List<Lane> lanes) {
        this.lanes = lanes;
    }

    /** The lane whose passes visit the key. */
    Optional<Lane> laneOf(ObjectKey key) {
        return lanes.stream()
                .filter(lane -> lane.request().wants(GroupKind.of(key)))
                .filter(
                        lane ->
                                key.namespace().isEmpty()
                                        || lane.request()
                                                .namespace()
                                                .map(key.namespace()::equals)
                                                .orElse(true))
                .findFirst();
    }

    /** The informer that sees the key. */
    Optional<KindInformer> informer(ObjectKey key) {
        return laneOf(key).map(lane -> informers.get(new Slot(lane, GroupKind.of(key))));
    }

    Optional<KindInformer> informer(Slot slot) {
        return Optional.ofNullable(informers.get(slot));
    }

    void put(Slot slot, KindInformer informer) {
        informers.put(slot, informer);
    }

    Optional<KindInformer> remove(Slot slot) {
        return Optional.ofNullable(informers.remove(slot));
    }

    /** The slots that there are now. */
    List<Slot> slots() {
        return List.copyOf(informers.keySet());
    }

    Collection<KindInformer> all() {
        return informers.values();
    }

    void close() {
        informers.values().forEach(KindInformer::close);
        informers.clear();
    }
}
