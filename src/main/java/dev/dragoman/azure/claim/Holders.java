package dev.dragoman.azure.claim;

import dev.dragoman.azure.decision.ReadyCondition;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.cache.ObjectCache;
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
 * Decides which object holds an ARM id. Only one object at a time holds an id, so that two objects
 * do not overwrite the same resource. The first object that claims an id keeps it. The claim is
 * stored on the object and survives a restart. This class remembers a claim until the cache shows
 * it. Thread-safe.
 */
public final class Holders {
    /**
     * Order of objects that claim the same id: first the object whose status shows the id, then an
     * object that was sent, then the oldest object. The order must not depend on the asking object,
     * nor on anything that users can set.
     */
    private static final Comparator<Candidate> ORDER =
            Comparator.comparing((Candidate each) -> !each.inAzure())
                    .thenComparing(each -> !each.sent())
                    .thenComparing(Candidate::created)
                    .thenComparing(Candidate::uid);

    /** The annotations of a claim, as they were read, and whether its seal is valid. */
    private record Proof(List<String> claim, boolean valid) {}

    private record Candidate(
            ObjectKey key, boolean inAzure, boolean sent, String created, String uid) {}

    /**
     * An object that has just taken an id.
     *
     * @param acting identity under which it is sent
     * @param proven whether Azure has answered that identity. Until then, the id counts as free in
     *     other namespaces, because anybody can name an identity
     */
    private record Taken(ObjectKey key, ActingIdentity acting, boolean proven) {
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

    /**
     * Checked claims. Anybody can write one id on a thousand objects, so a seal is checked once,
     * not for each object that asks.
     */
    private final Map<ObjectKey, Proof> proofs = new HashMap<>();

    /**
     * @param named ARM id that an object's spec names, from the informers' caches; empty while it
     *     is not known
     * @param whose client id of the identity that an object belongs to; empty if it is not known
     * @param served whether this operator serves a namespace; objects of other namespaces belong to
     *     another operator with a credential of its own
     */
    public Holders(
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

    /**
     * The other object that holds the id; empty if there is none, or if the asking object comes
     * first.
     */
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

    /** Whether the asking object's status shows the id, and no id is remembered for it here. */
    synchronized boolean settled(String resourceId, Tenancy.Asker asker) {
        return !reservedBy.containsKey(asker.key())
                && RecordedResource.shown(asker.object())
                        .map(ResourceId::key)
                        .filter(ResourceId.key(resourceId)::equals)
                        .isPresent();
    }

    /**
     * Whether any other object claims the id or has just taken it, even if the asking object comes
     * first.
     */
    synchronized boolean contested(String resourceId, ObjectKey key) {
        var id = ResourceId.key(resourceId);
        // asked with the shared identity, so that every other object counts
        return reserver(id, key.namespace(), ActingIdentity.SHARED)
                        .filter(each -> !each.equals(key))
                        .isPresent()
                || best(id, key, key.namespace(), ActingIdentity.SHARED).isPresent();
    }

    /**
     * Takes an id for the asking object if {@link #other} finds no holder. The id is remembered
     * here until the object's status shows it. An id that the object took before is released.
     *
     * @param answered whether Azure has answered the identity, so that the id counts as taken in
     *     other namespaces too
     * @return false when another object holds the id
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
            // the status shows the id, so it need not be remembered here
            proofs.remove(key);
        } else {
            boolean proven =
                    answered || !acting.named() || new Taken(key, acting, true).equals(before);
            reserved.put(id, new Taken(key, acting, proven));
            reservedBy.put(key, id);
        }
        return true;
    }

    /** The holder of the id, if its claim counts against the asking namespace and identity. */
    synchronized Optional<ObjectKey> of(
            String resourceId, String namespace, ActingIdentity acting) {
        var id = ResourceId.key(resourceId);
        return reserver(id, namespace, acting)
                .or(() -> best(id, null, namespace, acting).map(Candidate::key));
    }

    /** Whether Azure's access control keeps the asking identity from the object's resource. */
    synchronized boolean keptByAzure(ObjectKey key, ActingIdentity acting) {
        return cache.shown(key).filter(object -> keptByAzure(key, object, acting)).isPresent();
    }

    private boolean keptByAzure(ObjectKey key, Map<String, Object> object, ActingIdentity acting) {
        return acting.keptByAzure(identity(key, object));
    }

    /** The identity that only the object's namespace can prove; empty if there is none. */
    private Optional<UUID> identity(ObjectKey key, Map<String, Object> object) {
        return own(key, object).or(() -> whose.apply(object));
    }

    /** Whether the object belongs to the asking identity. */
    synchronized boolean alike(ObjectKey key, ActingIdentity acting) {
        return cache.shown(key).filter(object -> acting.own().equals(own(key, object))).isPresent();
    }

    /**
     * The identity of the object's own namespace that Azure last answered for the object; empty if
     * that was the operator's identity.
     */
    private Optional<UUID> own(ObjectKey key, Map<String, Object> object) {
        return Optional.ofNullable(reservedBy.get(key))
                .map(reserved::get)
                .filter(taken -> taken.key().equals(key) && taken.proven())
                .map(taken -> taken.acting().own())
                .orElseGet(() -> RecordedResource.identity(object));
    }

    /**
     * Objects of other namespaces that hold a resource below the id, or have just taken an id below
     * it. An object whose creation Azure refused does not count: otherwise anybody could block a
     * resource by naming one below it. An object does not count either if Azure's access control
     * protects its resource from the asking identity.
     */
    synchronized Set<ObjectKey> below(String resourceId, String namespace, ActingIdentity acting) {
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
                    // cheap conditions first: there may be thousands of ids
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
     * Whether an object's claim counts against the asking object. In another namespace, an object
     * that Azure refuses under another identity does not count. Otherwise anybody could block a
     * resource by naming an identity that may not use it. Under the same identity such an object
     * counts, because Azure does not distinguish the two objects.
     */
    private boolean holds(
            ObjectKey key, Map<String, Object> object, String namespace, ActingIdentity acting) {
        if (key.namespace().equals(namespace) || !refused(object)) {
            return true;
        }
        var theirs = identity(key, object);
        return theirs.isEmpty() || theirs.equals(acting.own());
    }

    /** Forgets an object that is gone. */
    synchronized void forget(ObjectKey key) {
        release(key);
        proofs.remove(key);
    }

    /** Releases the id that the object has taken, if any. */
    synchronized void release(ObjectKey key) {
        var id = reservedBy.remove(key);
        if (id != null) {
            reserved.computeIfPresent(id, (any, taken) -> taken.key().equals(key) ? null : taken);
        }
    }

    /**
     * The object that has just taken the id, if its spec still names the id and its claim counts
     * against the asking namespace and identity.
     */
    private Optional<ObjectKey> reserver(String id, String namespace, ActingIdentity acting) {
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

    private Optional<Candidate> best(
            String id, ObjectKey except, String namespace, ActingIdentity acting) {
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
     * The object as a candidate for the id. Empty unless its status shows the id, or shows none and
     * a valid seal proves the claim. Also empty if the object was never sent and its spec now names
     * another id.
     */
    private Optional<Candidate> candidate(ObjectKey key, Map<String, Object> object, String id) {
        var shown = RecordedResource.shown(object).map(ResourceId::key);
        boolean inAzure = shown.filter(id::equals).isPresent() || asked(key, object, id);
        boolean sent = RecordedResource.hasBeenSent(object);
        boolean claimed =
                inAzure
                        || (shown.isEmpty()
                                && id.equals(ResourceId.key(noted(object)))
                                // checked before the name, because anybody can make the name
                                // expensive to find
                                && proven(key, object)
                                && (sent || names(key, object, id)));
        var created = Fields.metadata(object, "creationTimestamp");
        var uid = Fields.metadata(object, "uid");
        return Optional.of(new Candidate(key, inAzure, sent, created, uid)).filter(any -> claimed);
    }

    /**
     * Whether requests for the object's resource use this id, although Azure shows the resource
     * under another id. The annotation with this id counts only with a valid seal.
     */
    private boolean asked(ObjectKey key, Map<String, Object> object, String id) {
        return RecordedResource.asked(object).map(ResourceId::key).filter(id::equals).isPresent()
                && proven(key, object);
    }

    /** Whether the spec names the id; true while that cannot be known. */
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
