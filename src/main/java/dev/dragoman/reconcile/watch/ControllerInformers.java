package dev.dragoman.reconcile.watch;

import static java.util.stream.Collectors.toUnmodifiableSet;

import dev.dragoman.reconcile.Acting;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.Controller;
import dev.dragoman.reconcile.EngineHealth;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.KindSelector;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.cache.Indexes;
import dev.dragoman.reconcile.cache.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * The informers of the kinds that controllers want. Controllers that want a kind in the same
 * namespace, or in all namespaces, share one informer. Thread-safe.
 */
public final class ControllerInformers {
    /**
     * What one informer watches.
     *
     * @param namespace the only namespace; empty for all namespaces, and for cluster-scoped kinds
     */
    public record Slot(GroupKind kind, String namespace) {}

    /**
     * An open informer, its part of the indexes, and the controllers that it serves.
     *
     * @param controllers a live list: controllers come and go
     */
    public record Open(KindInformer informer, Indexes.Part index, List<Controller> controllers) {}

    /** A kind that a controller names and that no CRD defines. */
    private record Named(Controller controller, GroupKind kind) {}

    private final List<Controller> controllers;
    private final Map<Slot, Open> open = new ConcurrentHashMap<>();

    /** Slots whose first list is neither complete nor known to fail. */
    private final Set<Slot> beginning = ConcurrentHashMap.newKeySet();

    /** Why a kind that no CRD defines has no informer. */
    private final Map<Named, String> missing = new ConcurrentHashMap<>();

    private final Map<Controller, KindSelectors> wanted = new ConcurrentHashMap<>();

    /** Controllers by kind, found when first asked for; cleared when controllers come and go. */
    private volatile Map<GroupKind, List<Controller>> byKind = new ConcurrentHashMap<>();

    /** Controllers that have an informer of each kind that they want and that is served. */
    private final Set<Controller> complete = ConcurrentHashMap.newKeySet();

    /**
     * @param controllers a live list; a caller that changes it must call {@link
     *     #controllersChanged}
     */
    public ControllerInformers(List<Controller> controllers) {
        this.controllers = controllers;
    }

    void controllersChanged() {
        byKind = new ConcurrentHashMap<>();
    }

    boolean wants(Controller controller, GroupKind kind) {
        return wanted.computeIfAbsent(
                        controller, any -> new KindSelectors(controller.request().kinds()))
                .matches(kind);
    }

    /** Start of the oldest reconciliation of the dependant that runs; empty where none runs. */
    public Optional<Instant> began(Dependant dependant) {
        return began(controllersOf(dependant), dependant.key());
    }

    /**
     * Start of the oldest reconciliation of the key that runs in any controller; empty where none
     * runs.
     */
    public Optional<Instant> began(ObjectKey key) {
        return began(controllersOf(key), key);
    }

    private static Optional<Instant> began(List<Controller> controllers, ObjectKey key) {
        return controllers.stream()
                .map(controller -> controller.queue().runningSince(key))
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder());
    }

    /** The controllers that reconcile the key. */
    public List<Controller> controllersOf(ObjectKey key) {
        var all =
                byKind.computeIfAbsent(
                        GroupKind.of(key),
                        kind ->
                                controllers.stream()
                                        .filter(controller -> wants(controller, kind))
                                        .toList());
        var namespace = key.namespace();
        boolean each = all.stream().allMatch(one -> one.reconciles(namespace));
        return each ? all : all.stream().filter(one -> one.reconciles(namespace)).toList();
    }

    /**
     * The controller of the dependant's subscription, if it reconciles the key; all controllers of
     * the key for {@link Acting#NOBODY}.
     */
    public List<Controller> controllersOf(Dependant dependant) {
        var all = controllersOf(dependant.key());
        var name = dependant.subscription();
        return name.equals(Acting.NOBODY)
                ? all
                : all.stream()
                        .filter(controller -> controller.request().name().equals(name))
                        .toList();
    }

    /** An informer that sees the key; one that has synced is preferred. */
    public Optional<KindInformer> informer(ObjectKey key) {
        var all = informers(key);
        return all.stream()
                .filter(KindInformer::synced)
                .findFirst()
                .or(() -> all.stream().findFirst());
    }

    /**
     * The informers that see the key: none, one, or two where controllers want both the key's
     * namespace and all namespaces.
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
     * Whether all synced informers that see the key show the same version, and their listeners have
     * been told of it.
     */
    public boolean agree(ObjectKey key) {
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

    /** The informer that tells the controller about the key. */
    public Optional<KindInformer> informer(Controller controller, ObjectKey key) {
        if (!controller.reconciles(key.namespace())) {
            return Optional.empty();
        }
        boolean wide = controller.request().namespaces().isEmpty();
        return informer(new Slot(GroupKind.of(key), wide ? "" : key.namespace()))
                .filter(each -> sees(each, key));
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

    public Optional<Open> find(Slot slot) {
        return Optional.ofNullable(open.get(slot));
    }

    /** The slots that together show all objects of the kind that the controller wants. */
    public static List<Slot> slots(Controller controller, KindInfo kind) {
        var only = controller.request().namespaces();
        return !kind.namespaced() || only.isEmpty()
                ? List.of(new Slot(kind.id(), ""))
                : only.stream().sorted().map(each -> new Slot(kind.id(), each)).toList();
    }

    /** Whether an informer of the kind serves the controller. */
    boolean serves(Controller controller, GroupKind kind) {
        return open.entrySet().stream()
                .anyMatch(
                        each ->
                                each.getKey().kind().equals(kind)
                                        && each.getValue().controllers().contains(controller));
    }

    /** Whether the slot has an informer that serves the controller. */
    boolean serves(Controller controller, Slot slot) {
        return find(slot).filter(each -> each.controllers().contains(controller)).isPresent();
    }

    /** Opens an informer for its first controller. */
    void start(Slot slot, KindInformer informer, Indexes.Part index, Controller controller) {
        beginning.add(slot);
        missing.remove(new Named(controller, slot.kind()));
        open.put(slot, new Open(informer, index, new CopyOnWriteArrayList<>(List.of(controller))));
        informer.start();
    }

    /**
     * Makes the open informer serve one more controller, and queues the objects that it already
     * shows.
     */
    void join(Open informer, Controller controller) {
        missing.remove(new Named(controller, informer.informer().kind().id()));
        // adds the controller first: later changes reach it as events, and earlier changes are in
        // the store
        informer.controllers().add(controller);
        informer.informer()
                .store()
                .keys()
                .forEach(key -> controller.queue().add(key, Cause.OBSERVED));
    }

    /** Closes the informer of the slot; false when there is none. */
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
     * Remembers why the kind cannot be watched for now.
     *
     * @return whether the reason is new
     */
    boolean missing(Controller controller, GroupKind kind, String reason) {
        return !reason.equals(missing.put(new Named(controller, kind), reason));
    }

    /**
     * Records that the controller has an informer of each kind that it wants and that is served.
     */
    void complete(Controller controller) {
        complete.add(controller);
    }

    /**
     * Makes the informers stop serving the controller.
     *
     * @return slots whose informers serve no controller any more
     */
    List<Slot> released(Controller controller) {
        complete.remove(controller);
        wanted.remove(controller);
        missing.keySet().removeIf(each -> each.controller() == controller);
        open.values().forEach(each -> each.controllers().remove(controller));
        controllersChanged();
        return slots().stream()
                .filter(slot -> find(slot).filter(o -> o.controllers().isEmpty()).isPresent())
                .toList();
    }

    /**
     * Whether each informer has listed once, or is known to fail. Those of other controllers count
     * too, because {@link Indexes} find their objects.
     */
    public boolean settled() {
        beginning.removeIf(slot -> informer(slot).map(KindInformer::settled).orElse(true));
        return complete.containsAll(controllers) && beginning.isEmpty();
    }

    /** The slots that have an informer now. */
    public List<Slot> slots() {
        return List.copyOf(open.keySet());
    }

    public List<KindInformer> all() {
        return open.values().stream().map(Open::informer).toList();
    }

    /**
     * Health of each known kind that a controller wants. A kind that several controllers want
     * appears once for each.
     */
    public List<EngineHealth.KindHealth> health() {
        var all = new ArrayList<EngineHealth.KindHealth>();
        for (var each : open.values()) {
            for (var controller : each.controllers()) {
                all.add(EngineHealth.KindHealth.of(each.informer(), controller.request().name()));
            }
        }
        missing.forEach(
                (each, reason) ->
                        all.add(
                                EngineHealth.KindHealth.unopened(
                                        each.kind(), each.controller().request().name(), reason)));
        return all;
    }

    void close() {
        slots().forEach(this::stop);
    }

    /**
     * The selectors of a subscription. Those that name one kind are looked up in a set. Immutable.
     */
    static final class KindSelectors {
        private final Set<GroupKind> exact;
        private final List<KindSelector> patterns;

        KindSelectors(List<KindSelector> selectors) {
            exact =
                    selectors.stream()
                            .filter(KindSelector::exact)
                            .map(each -> new GroupKind(each.group(), each.kind()))
                            .collect(toUnmodifiableSet());
            patterns = selectors.stream().filter(each -> !each.exact()).toList();
        }

        boolean matches(GroupKind kind) {
            return exact.contains(kind)
                    || patterns.stream().anyMatch(each -> each.matches(kind.group(), kind.kind()));
        }
    }
}
