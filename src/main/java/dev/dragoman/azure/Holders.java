package dev.dragoman.azure;

import dev.dragoman.kube.Fields;
import dev.dragoman.reconcile.ObjectCache;
import dev.dragoman.reconcile.ObjectKey;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which object holds which ARM id: one at a time, so that two objects do not overwrite each other's
 * resource. The first to claim an id keeps it. The claim is on the object itself and survives a
 * restart; what this class remembers bridges the time until the cache shows it. Thread-safe.
 */
final class Holders {
    /** Name of the engine's index by ARM id, over {@link Standing#indexed}. */
    static final String INDEX = "arm-id";

    /**
     * Of several that claim an id, the one whose resource Azure has, then the oldest. The order
     * must not depend on who asks, nor on what an owner of the object can set.
     */
    private static final Comparator<Candidate> ORDER =
            Comparator.comparing((Candidate each) -> !each.inAzure())
                    .thenComparing(Candidate::created)
                    .thenComparing(Candidate::uid);

    /** Whether a claim, as it was read, is valid. */
    private record Proof(String uid, String id, String seal, boolean valid) {}

    private record Candidate(ObjectKey key, boolean inAzure, String created, String uid) {}

    private final ObjectCache cache;
    private final ClaimSeal seal;
    private final Predicate<String> served;
    private final Map<String, ObjectKey> reserved = new HashMap<>();
    private final Map<ObjectKey, String> reservedBy = new HashMap<>();

    /** Anybody can write an id on a thousand objects: each is proven once, not for each other. */
    private final Map<ObjectKey, Proof> proofs = new HashMap<>();

    /**
     * @param served whether this operator takes care of a namespace; objects elsewhere are another
     *     operator's, with a credential of its own
     */
    Holders(ObjectCache cache, ClaimSeal seal, Predicate<String> served) {
        this.cache = cache;
        this.seal = seal;
        this.served = served;
    }

    /**
     * The other object that holds the id, or empty.
     *
     * @param object the object that asks; it counts as a candidate itself
     */
    synchronized Optional<ObjectKey> other(
            String resourceId, ObjectKey key, Map<String, Object> object) {
        var id = resourceId.toLowerCase(Locale.ROOT);
        var first = reserved.get(id);
        if (first != null) {
            return first.equals(key) ? Optional.empty() : Optional.of(first);
        }
        var own = candidate(key, object, id);
        return best(id, key)
                .filter(best -> own.isEmpty() || ORDER.compare(best, own.get()) < 0)
                .map(Candidate::key);
    }

    /**
     * Takes an id that {@link #other} says is free, until the object itself shows that it has it.
     * An id that the same key took before is free again.
     *
     * @return false when another was faster
     */
    synchronized boolean take(String resourceId, ObjectKey key, Map<String, Object> object) {
        var id = resourceId.toLowerCase(Locale.ROOT);
        if (other(id, key, object).isPresent()) {
            return false;
        }
        if (candidate(key, object, id).filter(Candidate::inAzure).isPresent()) {
            release(key);
        } else if (!id.equals(reservedBy.get(key))) {
            release(key);
            reserved.put(id, key);
            reservedBy.put(key, id);
        }
        return true;
    }

    /** Who holds the id; empty when nobody does. */
    synchronized Optional<ObjectKey> of(String resourceId) {
        var id = resourceId.toLowerCase(Locale.ROOT);
        return Optional.ofNullable(reserved.get(id)).or(() -> best(id, null).map(Candidate::key));
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
            reserved.remove(id, key);
        }
    }

    private Optional<Candidate> best(String id, ObjectKey except) {
        Set<ObjectKey> keys = cache.byIndex(INDEX, id);
        return keys.stream()
                .filter(key -> !key.equals(except) && served.test(key.namespace()))
                .flatMap(key -> cache.shown(key).flatMap(o -> candidate(key, o, id)).stream())
                .min(ORDER);
    }

    /** Empty when the object only says that it has the id, and nothing proves it. */
    private Optional<Candidate> candidate(ObjectKey key, Map<String, Object> object, String id) {
        boolean inAzure = Standing.shown(object).filter(id::equalsIgnoreCase).isPresent();
        boolean unsent = Standing.shown(object).isEmpty();
        boolean claimed =
                inAzure
                        || (unsent
                                && id.equalsIgnoreCase(
                                        Fields.annotation(object, AsoNames.RESOURCE_ID))
                                && proven(key, object));
        return claimed
                ? Optional.of(
                        new Candidate(
                                key,
                                inAzure,
                                Fields.metadata(object, "creationTimestamp"),
                                Fields.metadata(object, "uid")))
                : Optional.empty();
    }

    private boolean proven(ObjectKey key, Map<String, Object> object) {
        var uid = Fields.metadata(object, "uid");
        var id = Fields.annotation(object, AsoNames.RESOURCE_ID);
        var shown = Fields.annotation(object, AsoNames.CLAIMED_BY);
        var known = proofs.get(key);
        if (known == null
                || !known.uid().equals(uid)
                || !known.id().equals(id)
                || !known.seal().equals(shown)) {
            known = new Proof(uid, id, shown, seal.valid(object));
            proofs.put(key, known);
        }
        return known.valid();
    }
}
