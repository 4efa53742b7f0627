package dev.dragoman.reconcile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An informer for each kind that a lane wants; the same kind may be watched in several namespaces
 * for several lanes. Thread-safe.
 */
final class LaneInformers {
    /** One informer. */
    record Slot(Lane lane, GroupKind kind) {}

    /** An informer and what its objects add to the indexes. */
    private record Open(KindInformer informer, Indexes.Part index) {}

    private final List<Lane> lanes;
    private final Map<Slot, Open> open = new ConcurrentHashMap<>();

    /** Those whose first list is neither done nor known to fail. */
    private final Set<Slot> beginning = ConcurrentHashMap.newKeySet();

    /** Why there is no informer, of kinds that no CRD defines. */
    private final Map<Slot, String> missing = new ConcurrentHashMap<>();

    private final Map<Lane, KindSelectors> wanted = new ConcurrentHashMap<>();

    /** Those for whom an informer of each kind that there was has been opened. */
    private final Set<Lane> complete = ConcurrentHashMap.newKeySet();

    /**
     * @param lanes the lanes there are now; others change it
     */
    LaneInformers(List<Lane> lanes) {
        this.lanes = lanes;
    }

    boolean wants(Lane lane, GroupKind kind) {
        return wanted.computeIfAbsent(lane, any -> new KindSelectors(lane.request().kinds()))
                .matches(kind);
    }

    /** The lane whose passes visit the key. */
    Optional<Lane> laneOf(ObjectKey key) {
        return lanes.stream()
                .filter(lane -> wants(lane, GroupKind.of(key)))
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
        return laneOf(key)
                .flatMap(lane -> informer(new Slot(lane, GroupKind.of(key))))
                .filter(each -> sees(each, key));
    }

    private static boolean sees(KindInformer informer, ObjectKey key) {
        if (!informer.kind().namespaced()) {
            return key.namespace().isEmpty();
        }
        var only = informer.scope().namespace();
        return only.isEmpty() ? !key.namespace().isEmpty() : only.equals(key.namespace());
    }

    Optional<KindInformer> informer(Slot slot) {
        return Optional.ofNullable(open.get(slot)).map(Open::informer);
    }

    void start(Slot slot, KindInformer informer, Indexes.Part index) {
        beginning.add(slot);
        missing.remove(slot);
        open.put(slot, new Open(informer, index));
        informer.start();
    }

    /** Ends the informer of the slot; false when there is none. */
    boolean stop(Slot slot) {
        var ended = open.remove(slot);
        beginning.remove(slot);
        if (ended == null) {
            return false;
        }
        ended.informer().close();
        ended.index().clear();
        return true;
    }

    /**
     * The kind cannot be watched for now.
     *
     * @return whether that is news
     */
    boolean missing(Slot slot, String reason) {
        return !reason.equals(missing.put(slot, reason));
    }

    /** The lane has an informer of each kind that it wants and that there is. */
    void complete(Lane lane) {
        complete.add(lane);
    }

    void released(Lane lane) {
        complete.remove(lane);
        wanted.remove(lane);
        missing.keySet().removeIf(slot -> slot.lane() == lane);
    }

    /** Whether each informer that the lane wants was listed once or is known to fail. */
    boolean settled(Lane lane) {
        beginning.removeIf(
                slot -> {
                    return informer(slot).map(KindInformer::settled).orElse(true);
                });
        return complete.contains(lane) && beginning.stream().noneMatch(s -> s.lane() == lane);
    }

    /** The slots that there are now. */
    List<Slot> slots() {
        return List.copyOf(open.keySet());
    }

    List<KindInformer> all() {
        return open.values().stream().map(Open::informer).toList();
    }

    /** How each kind is doing that a lane wants and that is known. */
    List<EngineHealth.KindHealth> health() {
        var all = new ArrayList<EngineHealth.KindHealth>();
        open.forEach(
                (slot, each) ->
                        all.add(
                                EngineHealth.KindHealth.of(
                                        each.informer(), slot.lane().request().name())));
        missing.forEach(
                (slot, reason) ->
                        all.add(
                                EngineHealth.KindHealth.unopened(
                                        slot.kind(), slot.lane().request().name(), reason)));
        return all;
    }

    void close() {
        slots().forEach(this::stop);
    }
}
