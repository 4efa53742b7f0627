package dev.dragoman.azure.claim;

import dev.dragoman.azure.decision.ReadyCondition;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.kube.Fields;
import dev.dragoman.reconcile.ObjectCache;
import dev.dragoman.reconcile.ObjectKey;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Which object holds which ARM id: one at a time, so that two objects do not overwrite each other's
 * resource. The first to claim an id keeps it. The claim is on the object itself and survives a
 * restart; what this class remembers bridges the time until the cache shows it. Thread-safe.
 */
final class Holders {
    /**
     * Of several that claim an id, the one whose resource Azure has, then one of which something
     * was sent, then the oldest. The order must not depend on who asks, nor on what an owner of the
     * object can set.
     */
    private static final Comparator<Candidate> ORDER =
            Comparator.comparing((Candidate each) -> !each.inAzure())
                    .thenComparing(each -> !each.sent())
                    .thenComparing(Candidate::created)
                    .thenComparing(Candidate::uid);

    /** Whether a claim, as it was read, is valid. */
    private record Proof(List<String> claim, boolean valid) {}

    private record Candidate(
            ObjectKey key, boolean inAzure, boolean sent, String created, String uid) {}

    /**
     * Who has just taken an id.
     *
     * @param acting under which identity
     * @param proven whether Azure has answered that; before, it is nobody's in other namespaces, as
     *     anybody can write down an identity
     */
    private record Taken(ObjectKey key, Acting acting, boolean proven) {
        boolean counts(String namespace) {
            return proven || key.namespace().equals(namespace);
        }
    }

    private final ObjectCache cache;
    private final ClaimSeal seal;
    private final BiFunction<ObjectKey, Map<String, Object>, Optional<String>> named;
    private final Function<Map<String, Object>, Optional<UUID>> whose;
    private final Predicate<String> served;
    private final Map<String, Taken> reserved = new HashMap<>();
    private final Map<ObjectKey, String> reservedBy = new HashMap<>();

    /** Anybody can write an id on a thousand objects: each is proven once, not for each other. */
    private final Map<ObjectKey, Proof> proofs = new HashMap<>();

    Holders(
            ObjectCache cache,
            ClaimSeal seal,
            BiFunction<ObjectKey, Map<String, Object>, Optional<String>> named,
            Function<Map<String, Object>, Optional<UUID>> whose,
            Predicate<String> served) {
        this.whose = whose;
        this.named = named;
        this.cache = cache;
        this.seal = seal;
        this.served = served;
    }

    /** The other object that holds the id, or empty; who asks counts as a candidate itself. */
    synchronized Optional<ObjectKey> other(String resourceId, Tenancy.Asker asker) {
        var id = ResourceId.key(resourceId);
        var key = asker.key();
        var first = reserver(id, key.namespace(), asker.acting());
        if (first.isPresent()) {
            return first.filter(each -> !each.equals(key));
        }
        var own = candidate(key, asker.object(), id);
        return best(id, key, key.namespace(), asker.acting())
                .filter(best -> own.isEmpty() || ORDER.compare(best, own.get()) < 0)
                .map(Candidate::key);
    }

    /**
     * Whether any other object has a claim to the id, whoever of them holds it; or has just taken
     * it.
     */
    synchronized boolean contested(String resourceId, ObjectKey key) {
        var id = ResourceId.key(resourceId);
        // as one that Azure cannot tell from the others: then each of them counts
        return reserver(id, key.namespace(), Acting.SHARED)
                        .filter(each -> !each.equals(key))
                        .isPresent()
                || best(id, key, key.namespace(), Acting.SHARED).isPresent();
    }

    /**
     * Takes an id that {@link #other} says is free, until the object itself shows that it has it.
     * An id that the same key took before is free again.
     *
     * @param answered whether Azure has answered, so that it counts for other namespaces too. The
     *     claim is on the object itself a moment later
     * @return false when another was faster
     */
    synchronized boolean take(String resourceId, Tenancy.Asker asker, boolean answered) {
        if (other(resourceId, asker).isPresent()) {
            return false;
        }
        var id = ResourceId.key(resourceId);
        var key = asker.key();
        var acting = asker.acting();
        var before = reserved.get(id);
        release(key);
        if (candidate(key, asker.object(), id).filter(Candidate::inAzure).isPresent()) {
            // from now on the status says it
            proofs.remove(key);
        } else {
            boolean proven =
                    answered || !acting.named() || new Taken(key, acting, true).equals(before);
            reserved.put(id, new Taken(key, acting, proven));
            reservedBy.put(key, id);
        }
        return true;
    }

    /** Who holds the id; empty when nobody does. */
    synchronized Optional<ObjectKey> of(String resourceId, String namespace, Acting acting) {
        var id = ResourceId.key(resourceId);
        return reserver(id, namespace, acting)
                .or(() -> best(id, null, namespace, acting).map(Candidate::key));
    }

    /** Whether Azure's own rights keep who asks from what the object holds. */
    synchronized boolean keptByAzure(ObjectKey key, Acting acting) {
        return cache.shown(key).filter(object -> keptByAzure(key, object, acting)).isPresent();
    }

    private boolean keptByAzure(ObjectKey key, Map<String, Object> object, Acting acting) {
        return acting.keptByAzure(own(key, object).or(() -> whose.apply(object)));
    }

    /** Whether the holder is of the same identity as who asks. */
    synchronized boolean alike(ObjectKey key, Acting acting) {
        return cache.shown(key).filter(object -> acting.own().equals(own(key, object))).isPresent();
    }

    /** The identity of its namespace alone that Azure has answered last for the object. */
    private Optional<UUID> own(ObjectKey key, Map<String, Object> object) {
        return Optional.ofNullable(reservedBy.get(key))
                .map(reserved::get)
                .filter(taken -> taken.key().equals(key) && taken.proven())
                .map(taken -> taken.acting().own())
                .orElseGet(() -> RecordedResource.identity(object));
    }

    /**
     * Objects of other namespaces that hold what lies below the id, or have just taken it and are
     * about to be sent. One whose creation was refused holds nothing: or anybody could keep others
     * from a resource by naming one below it. What Azure itself keeps from who asks is not among
     * them.
     */
    synchronized Set<ObjectKey> below(String resourceId, String namespace, Acting acting) {
        var beginning = ResourceId.key(resourceId) + "/";
        var keys = new HashSet<ObjectKey>();
        for (var key : cache.byIndexBelow(RecordedResource.INDEX, beginning)) {
            if (!key.namespace().equals(namespace)
                    && served.test(key.namespace())
                    && cache.shown(key).filter(object -> holdsSome(key, object)).isPresent()
                    && !keptByAzure(key, acting)) {
                keys.add(key);
            }
        }
        reserved.forEach(
                (id, taken) -> {
                    var key = taken.key();
                    // first what is cheap: there may be thousands
                    if (id.startsWith(beginning)
                            && taken.proven()
                            && !key.namespace().equals(namespace)
                            && !keptByAzure(key, acting)
                            && cache.shown(key)
                                    .map(object -> names(key, object, id) && !refused(object))
                                    .orElse(true)) {
                        keys.add(key);
                    }
                });
        return keys;
    }

    private boolean holdsSome(ObjectKey key, Map<String, Object> object) {
        return RecordedResource.indexed(object)
                .flatMap(id -> candidate(key, object, id))
                .filter(each -> each.inAzure() || each.sent() || !refused(object))
                .isPresent();
    }

    private static boolean refused(Map<String, Object> object) {
        return !RecordedResource.hasBeenSent(object)
                && !RecordedResource.lost(object)
                && ReadyCondition.troubled(object);
    }

    /**
     * Whether an object holds anything where somebody else asks. One that Azure refuses under
     * another identity holds nothing: or whoever names an identity could keep others from what that
     * may not use. Within one identity the first keeps it, as Azure says nothing then.
     */
    private boolean holds(
            ObjectKey key, Map<String, Object> object, String namespace, Acting acting) {
        return key.namespace().equals(namespace)
                || !refused(object)
                || !keptByAzure(key, object, acting);
    }

    /** The object is gone. */
    synchronized void forget(ObjectKey key) {
        release(key);
        proofs.remove(key);
    }

    /** The object wants no id any more. */
    synchronized void release(ObjectKey key) {
        var id = reservedBy.remove(key);
        if (id != null) {
            reserved.computeIfPresent(id, (any, taken) -> taken.key().equals(key) ? null : taken);
        }
    }

    /** Who has just taken the id, and still names it. */
    private Optional<ObjectKey> reserver(String id, String namespace, Acting acting) {
        return Optional.ofNullable(reserved.get(id))
                .filter(taken -> taken.counts(namespace))
                .map(Taken::key)
                .filter(
                        key ->
                                cache.shown(key)
                                        .map(
                                                o ->
                                                        names(key, o, id)
                                                                && holds(key, o, namespace, acting))
                                        .orElse(true));
    }

    private Optional<Candidate> best(String id, ObjectKey except, String namespace, Acting acting) {
        return cache.byIndex(RecordedResource.INDEX, id).stream()
                .filter(key -> !key.equals(except) && served.test(key.namespace()))
                .flatMap(
                        key ->
                                cache
                                        .shown(key)
                                        .filter(o -> holds(key, o, namespace, acting))
                                        .flatMap(o -> candidate(key, o, id))
                                        .stream())
                .min(ORDER);
    }

    /**
     * Empty when the object only says that it has the id, and nothing proves it; and when it has a
     * claim of before, but nothing of it was sent and its spec names something else now.
     */
    private Optional<Candidate> candidate(ObjectKey key, Map<String, Object> object, String id) {
        var shown = RecordedResource.shown(object).map(ResourceId::key);
        boolean inAzure = shown.filter(id::equals).isPresent();
        boolean sent = RecordedResource.hasBeenSent(object);
        boolean claimed =
                inAzure
                        || (shown.isEmpty()
                                && id.equals(ResourceId.key(noted(object)))
                                && (sent || names(key, object, id))
                                && proven(key, object));
        var created = Fields.metadata(object, "creationTimestamp");
        var uid = Fields.metadata(object, "uid");
        return Optional.of(new Candidate(key, inAzure, sent, created, uid)).filter(any -> claimed);
    }

    /** Whether the spec names the id; also while what it names cannot be known. */
    private boolean names(ObjectKey key, Map<String, Object> object, String id) {
        return named.apply(key, object).map(ResourceId::key).map(id::equals).orElse(true);
    }

    private static String noted(Map<String, Object> object) {
        return Fields.annotation(object, AsoNames.RESOURCE_ID);
    }

    private boolean proven(ObjectKey key, Map<String, Object> object) {
        var claim =
                List.of(
                        Fields.metadata(object, "uid"),
                        noted(object),
                        Fields.annotation(object, AsoNames.CLAIMED_BY));
        var known = proofs.get(key);
        if (known == null || !known.claim().equals(claim)) {
            known = new Proof(claim, seal.valid(object));
            proofs.put(key, known);
        }
        return known.valid();
    }
}
