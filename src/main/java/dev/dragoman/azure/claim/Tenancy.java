package dev.dragoman.azure.claim;

import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.kube.Fields;
import dev.dragoman.reconcile.ObjectCache;
import dev.dragoman.reconcile.ObjectKey;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Keeps the objects of one namespace from the resources of another. Under one credential Azure
 * cannot tell them apart, so the operator does: an id that another object holds is left alone, and
 * one below it needs the holder's consent. Where identities surely differ, Azure's own rights
 * decide in place of consent. Thread-safe.
 */
public final class Tenancy {
    /** Condition reason: another object stands for the same resource. */
    static final String HELD = "ResourceHeldByAnotherObject";

    /** Condition reason: the resource would lie below one of another namespace. */
    static final String NO_CONSENT = "ConsentRequired";

    /** What an answer depends on: what was asked for wakes the object when it changes. */
    public interface Around {
        /** What was asked for; may be added to. */
        Set<ObjectKey> asked();

        /** A custom resource of any namespace, or empty. */
        Optional<Map<String, Object>> anywhere(ObjectKey key);

        /** A Namespace, or empty. */
        Optional<Map<String, Object>> namespace(String name);
    }

    /**
     * The object that wants something.
     *
     * @param object as it is now
     * @param around gets what an answer depends on, so that its change wakes the object
     * @param acting under which identity it is sent
     */
    public record Asker(ObjectKey key, Map<String, Object> object, Around around, Acting acting) {
        private boolean at(ObjectKey other) {
            return key.namespace().equals(other.namespace());
        }

        /** Whether Azure has last answered it under the same identity. */
        private boolean made() {
            return acting.made(object);
        }
    }

    private final Holders holders;
    private final boolean exclusive;

    /**
     * @param named what an object's spec names, from what the informers show; empty while it is not
     *     known
     * @param whose client id of the identity that an object belongs to; empty where it is not known
     * @param served whether this operator takes care of a namespace; objects elsewhere are another
     *     operator's, with a credential of its own
     * @param exclusive false turns all of it off
     */
    public Tenancy(
            ObjectCache cache,
            ClaimSeal seal,
            BiFunction<ObjectKey, Map<String, Object>, Optional<String>> named,
            Function<Map<String, Object>, Optional<UUID>> whose,
            Predicate<String> served,
            boolean exclusive) {
        this(new Holders(cache, seal, named, whose, served), exclusive);
    }

    Tenancy(Holders holders, boolean exclusive) {
        this.holders = holders;
        this.exclusive = exclusive;
    }

    /** The object is gone. */
    public void forget(ObjectKey key) {
        holders.forget(key);
    }

    /** The object has no id. */
    public void release(ObjectKey key) {
        holders.release(key);
    }

    /** Whether another object holds the id, so that this one must not delete it. */
    public boolean heldByAnother(String id, Asker asker) {
        return exclusive && holders.other(id, asker).isPresent();
    }

    /**
     * Whether the object still has the id, now that Azure has answered its identity. Of two that
     * began together neither saw the other before that.
     */
    public synchronized boolean claims(String id, Asker asker) {
        return !exclusive
                || (noConsent(id, asker).or(() -> noConsentBelow(id, asker)).isEmpty()
                        && holders.take(id, asker, true));
    }

    /**
     * Whether an object of which nothing is known to have been sent may delete the id: nobody else
     * has a claim to it, and what lies around it is its namespace's or consents.
     */
    public boolean mayDeleteUnsent(String id, Asker asker) {
        return !exclusive
                || (!holders.contested(id, asker.key()) && noConsent(id, asker).isEmpty());
    }

    /**
     * Why the object must leave the id alone, or empty, and then it has the id. One object after
     * the other: of two that begin together, one above the other, the second has to see the first.
     *
     * @param wants whether nothing else keeps it from being sent; only then the id is taken
     */
    public synchronized Optional<Problem> problem(String id, Asker asker, boolean wants) {
        if (!exclusive) {
            return Optional.empty();
        }
        var other = holders.other(id, asker);
        if (other.isEmpty()) {
            var refused = noConsent(id, asker).or(() -> noConsentBelow(id, asker));
            if (refused.isPresent() || !wants || holders.take(id, asker, false)) {
                return refused;
            }
            other = holders.other(id, asker);
        }
        other.ifPresent(asker.around().asked()::add);
        return other.map(holder -> held(id, asker, holder));
    }

    /**
     * Why the resource must not be deleted in Azure, and with it all that lies below, or empty.
     * What came later, with consent, is the guest of this object and does not keep it. An object
     * that another identity has made is judged like a new one: it has no guests, and what is above
     * counts.
     */
    public Optional<Problem> keeps(String id, Asker asker) {
        if (!exclusive) {
            return Optional.empty();
        }
        return keptForOthers(id, asker)
                .or(() -> asker.made() ? Optional.empty() : noConsent(id, asker));
    }

    private Optional<Problem> keptForOthers(String id, Asker asker) {
        var created = Fields.metadata(asker.object(), "creationTimestamp");
        return below(id, asker)
                .filter(lower -> asker.around().anywhere(lower).isPresent())
                .filter(lower -> !guest(lower, asker, created))
                .findFirst()
                .map(
                        lower ->
                                Problem.error(
                                        NO_CONSENT,
                                        "%s is not deleted, because objects of other namespaces hold what lies below it. They can be deleted, or consent with the annotation %s: %s; with the annotation %s: detach-on-delete this object goes and the resource stays"
                                                .formatted(
                                                        id,
                                                        AsoNames.ALLOW_PARENTS,
                                                        asker.key().namespace(),
                                                        AsoNames.POLICY)));
    }

    private static boolean guest(ObjectKey lower, Asker asker, String created) {
        boolean later =
                asker.around()
                        .anywhere(lower)
                        .map(other -> Fields.metadata(other, "creationTimestamp"))
                        .filter(at -> at.compareTo(created) >= 0)
                        .isPresent();
        return later && asker.made() && consents(asker.key(), lower.namespace(), asker.around());
    }

    /** What others hold below, and neither consent nor Azure's rights let this object decide on. */
    private Stream<ObjectKey> below(String id, Asker asker) {
        var namespace = asker.key().namespace();
        return holders.below(id, namespace, asker.acting()).stream()
                .filter(lower -> !lists(lower, AsoNames.ALLOW_PARENTS, namespace, asker.around()));
    }

    /** The first time, before anything is sent: what others hold below stays theirs. */
    private Optional<Problem> noConsentBelow(String id, Asker asker) {
        // under another identity it is as if it was sent for the first time
        if (RecordedResource.hasBeenSent(asker.object()) && asker.made()) {
            return Optional.empty();
        }
        return below(id, asker)
                .findFirst()
                .map(
                        lower ->
                                Problem.error(
                                        NO_CONSENT,
                                        "objects of other namespaces hold what lies below %s; they can consent with the annotation %s: %s on them or their Namespace"
                                                .formatted(
                                                        id,
                                                        AsoNames.ALLOW_PARENTS,
                                                        asker.key().namespace())));
    }

    private static Problem held(String id, Asker asker, ObjectKey holder) {
        return Problem.error(
                HELD,
                asker.at(holder)
                        ? "%s is held by %s %s of this namespace; one object may stand for a resource: delete this object, or write another azureName or owner"
                                .formatted(id, holder.kind(), holder.name())
                        : "%s is held by an object of another namespace. An administrator finds it by its annotation serviceoperator.azure.com/resource-id; one object may stand for a resource: write another azureName or owner, or delete this object"
                                .formatted(id));
    }

    /**
     * Of the resources around it the nearest that is held under the same identity decides. What
     * another identity holds says nothing of what is around that.
     */
    private Optional<Problem> noConsent(String id, Asker asker) {
        var namespace = asker.key().namespace();
        var above = new ResourceId(id).parent();
        while (above.isPresent()) {
            var found = holders.of(above.get().text(), namespace, asker.acting());
            if (found.isPresent()) {
                var holder = found.get();
                if (!asker.at(holder)
                        && !holders.keptByAzure(holder, asker.acting())
                        && !consents(holder, namespace, asker.around())) {
                    return Optional.of(consent(id, above.get(), holder, asker.key()));
                }
                if (holders.alike(holder, asker.acting())) {
                    return Optional.empty();
                }
            }
            above = above.get().parent();
        }
        return Optional.empty();
    }

    private static boolean consents(ObjectKey holder, String namespace, Around around) {
        return lists(holder, AsoNames.ALLOW_CHILDREN, namespace, around);
    }

    /** Whether the object or its Namespace lists the namespace in the annotation. */
    private static boolean lists(
            ObjectKey key, String annotation, String namespace, Around around) {
        return around.anywhere(key).filter(o -> lists(o, annotation, namespace)).isPresent()
                || around.namespace(key.namespace())
                        .filter(o -> lists(o, annotation, namespace))
                        .isPresent();
    }

    private static boolean lists(Map<String, Object> object, String annotation, String namespace) {
        return Arrays.stream(Fields.annotation(object, annotation).split(",", -1))
                .map(String::strip)
                .anyMatch(each -> each.equals("*") || each.equals(namespace));
    }

    private static Problem consent(String id, ResourceId above, ObjectKey holder, ObjectKey key) {
        return Problem.error(
                NO_CONSENT,
                "%s lies below %s, which a %s of another namespace holds. Who owns it can consent with the annotation %s: %s on that object or its Namespace"
                        .formatted(
                                id,
                                above.text(),
                                holder.kind(),
                                AsoNames.ALLOW_CHILDREN,
                                key.namespace()));
    }
}
