package dev.dragoman.reconcile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * An informer for each kind that a lane wants. Lanes that want it in the same namespace, or in all,
 * share one. Thread-safe.
 */
final class LaneInformers {
    /**
     * One informer.
     *
     * @param namespace the only one that it sees; empty for all, and for cluster-scoped kinds
     */
    record Slot(GroupKind kind, String namespace) {}

    /**
     * An informer, what its objects add to the indexes, and whom it tells.
     *
     * @param lanes changes when lanes come and go
     */
    record Open(KindInformer informer, Indexes.Part index, List<Lane> lanes) {}

    /** A kind that a lane names and that no CRD defines. */
    private record Named(Lane lane, GroupKind kind) {}

    private final List<Lane> lanes;
    private final Map<Slot, Open> open = new ConcurrentHashMap<>();

    /** Those whose first list is neither done nor known to fail. */
    private final Set<Slot> beginning = ConcurrentHashMap.newKeySet();

    /** Why there is no informer, of kinds that no CRD defines. */
    private final Map<Named, String> missing = new ConcurrentHashMap<>();

    private final Map<Lane, KindSelectors> wanted = new ConcurrentHashMap<>();

    /** Who wants a kind, as far as somebody asked; made anew when lanes come and go. */
    private volatile Map<GroupKind, List<Lane>> byKind = new ConcurrentHashMap<>();

    /** Those for whom an informer of each kind that there was has been opened. */
    private final Set<Lane> complete = ConcurrentHashMap.newKeySet();

    /**
     * @param lanes the lanes there are now; others change it, and say so: {@link #lanesChanged}
     */
    LaneInformers(List<Lane> lanes) {
        this.lanes = lanes;
    }

    void lanesChanged() {
        byKind = new ConcurrentHashMap<>();
    }

    boolean wants(Lane lane, GroupKind kind) {
        return wanted.computeIfAbsent(lane, any -> new KindSelectors(lane.request().kinds()))
                .matches(kind);
    }

    /** The lanes whose passes visit the key. */
    List<Lane> lanesOf(ObjectKey key) {
        var all =
                byKind.computeIfAbsent(
                        GroupKind.of(key),
                        kind -> lanes.stream().filter(lane -> wants(lane, kind)).toList());
        boolean each = key.namespace().isEmpty() || all.stream().allMatch(l -> visits(l, key));
        return each ? all : all.stream().filter(lane -> visits(lane, key)).toList();
    }

    private static boolean visits(Lane lane, ObjectKey key) {
        return lane.namespace().isEmpty() || lane.namespace().equals(key.namespace());
    }

    /** The lane with the name, if it visits the key; all that do for {@link Acting#NOBODY}. */
    List<Lane> lanesOf(Dependant dependant) {
        var all = lanesOf(dependant.key());
        var name = dependant.subscription();
        return name.equals(Acting.NOBODY)
                ? all
                : all.stream().filter(lane -> lane.request().name().equals(name)).toList();
    }

    /** An informer that sees the key; one that has synced before others. */
    Optional<KindInformer> informer(ObjectKey key) {
        var all = informers(key);
        return all.stream().filter(KindInformer::synced).findFirst().or(() -> first(all));
    }

    private static Optional<KindInformer> first(List<KindInformer> all) {
        return all.isEmpty() ? Optional.empty() : Optional.of(all.getFirst());
    }

    /**
     * The informers that see the key: one, or two where one lane wants a namespace of another's.
     */
    List<KindInformer> informers(ObjectKey key) {
        var kind = GroupKind.of(key);
        var wide = informer(new Slot(kind, "")).filter(each -> sees(each, key));
        var narrow =
                key.namespace().isEmpty()
                        ? Optional.<KindInformer>empty()
                        : informer(new Slot(kind, key.namespace())).filter(i -> sees(i, key));
        return Stream.concat(wide.stream(), narrow.stream()).toList();
    }

    /**
     * Whether all informers that see the key show the same of it, and have told it; those that know
     * nothing aside.
     */
    boolean agree(ObjectKey key) {
        var all = informers(key).stream().filter(KindInformer::synced).toList();
        if (all.stream().anyMatch(each -> each.store().telling(key))) {
            return false;
        }
        return all.size() < 2
                || all.stream()
                                .map(each -> each.store().find(key).map(Snapshot::version))
                                .distinct()
                                .count()
                        == 1;
    }

    /** The informer that tells the lane of the key. */
    Optional<KindInformer> informer(Lane lane, ObjectKey key) {
        var namespace = key.namespace().isEmpty() ? "" : lane.namespace();
        return informer(new Slot(GroupKind.of(key), namespace)).filter(each -> sees(each, key));
    }

    private static boolean sees(KindInformer informer, ObjectKey key) {
        if (!informer.kind().namespaced()) {
            return key.namespace().isEmpty();
        }
        var only = informer.scope().namespace();
        return only.isEmpty() ? !key.namespace().isEmpty() : only.equals(key.namespace());
    }

    private Optional<KindInformer> informer(Slot slot) {
        return find(slot).map(Open::informer);
    }

    Optional<Open> find(Slot slot) {
        return Optional.ofNullable(open.get(slot));
    }

    /** Whether the kind has an informer that tells the lane. */
    boolean serves(Lane lane, GroupKind kind) {
        return Stream.of(new Slot(kind, lane.namespace()), new Slot(kind, ""))
                .map(this::find)
                .flatMap(Optional::stream)
                .anyMatch(each -> each.lanes().contains(lane));
    }

    /** Opens the informer for its first lane. */
    void start(Slot slot, KindInformer informer, Indexes.Part index, Lane lane) {
        beginning.add(slot);
        missing.remove(new Named(lane, slot.kind()));
        open.put(slot, new Open(informer, index, new CopyOnWriteArrayList<>(List.of(lane))));
        informer.start();
    }

    /** The open informer tells one more lane from now on; what it has shown is queued for it. */
    void join(Open informer, Lane lane) {
        missing.remove(new Named(lane, informer.informer().kind().id()));
        // first the lane: what comes from now on reaches it as an event, what came is in the store
        informer.lanes().add(lane);
        informer.informer().store().keys().forEach(key -> lane.queue().add(key, Cause.OBSERVED));
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
    boolean missing(Lane lane, GroupKind kind, String reason) {
        return !reason.equals(missing.put(new Named(lane, kind), reason));
    }

    /** The lane has an informer of each kind that it wants and that there is. */
    void complete(Lane lane) {
        complete.add(lane);
    }

    /**
     * The lane is told nothing more.
     *
     * @return the informers that have nobody to tell any more
     */
    List<Slot> released(Lane lane) {
        complete.remove(lane);
        wanted.remove(lane);
        missing.keySet().removeIf(each -> each.lane() == lane);
        open.values().forEach(each -> each.lanes().remove(lane));
        lanesChanged();
        return slots().stream()
                .filter(slot -> find(slot).filter(o -> o.lanes().isEmpty()).isPresent())
                .toList();
    }

    /** Whether each informer that the lane wants was listed once or is known to fail. */
    boolean settled(Lane lane) {
        beginning.removeIf(slot -> informer(slot).map(KindInformer::settled).orElse(true));
        return complete.contains(lane) && beginning.stream().noneMatch(s -> tells(s, lane));
    }

    private boolean tells(Slot slot, Lane lane) {
        return find(slot).filter(each -> each.lanes().contains(lane)).isPresent();
    }

    /** The slots that there are now. */
    List<Slot> slots() {
        return List.copyOf(open.keySet());
    }

    List<KindInformer> all() {
        return open.values().stream().map(Open::informer).toList();
    }

    /** How each kind is doing that a lane wants and that is known: once for each lane. */
    List<EngineHealth.KindHealth> health() {
        var all = new ArrayList<EngineHealth.KindHealth>();
        for (var each : open.values()) {
            for (var lane : each.lanes()) {
                all.add(EngineHealth.KindHealth.of(each.informer(), lane.request().name()));
            }
        }
        missing.forEach(
                (each, reason) ->
                        all.add(
                                EngineHealth.KindHealth.unopened(
                                        each.kind(), each.lane().request().name(), reason)));
        return all;
    }

    void close() {
        slots().forEach(this::stop);
    }
}
