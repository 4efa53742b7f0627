package dev.dragoman.azure;

import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.kube.Fields;
import dev.dragoman.reconcile.ObjectKey;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the objects of one namespace from the resources of another. Under one credential Azure
 * cannot tell them apart, so the operator does: an id that another object holds is left alone, and
 * one below it needs the holder's consent. Thread-safe.
 */
final class Tenancy {
    /** Condition reason: another object stands for the same resource. */
    static final String HELD = "ResourceHeldByAnotherObject";

    /** Condition reason: the resource would lie below one of another namespace. */
    static final String NO_CONSENT = "ConsentRequired";

    private final Holders holders;
    private final boolean exclusive;

    /**
     * @param exclusive false turns all of it off
     */
    Tenancy(Holders holders, boolean exclusive) {
        this.holders = holders;
        this.exclusive = exclusive;
    }

    /** The object is gone. */
    void forget(ObjectKey key) {
        holders.forget(key);
    }

    /** The object has no id. */
    void release(ObjectKey key) {
        holders.release(key);
    }

    /** Whether another object holds the id, so that this one must not delete it. */
    boolean heldByAnother(String id, ObjectKey key, Map<String, Object> object) {
        return exclusive && holders.other(id, key, object).isPresent();
    }

    /**
     * Whether an object of which nothing is known to have been sent may delete the id: nobody else
     * has a claim to it, and what lies around it is its namespace's or consents.
     */
    boolean mayDeleteUnsent(String id, ObjectKey key, ReferenceResolver around) {
        return !exclusive || (!holders.contested(id, key) && noConsent(id, key, around).isEmpty());
    }

    /**
     * Why the object must leave the id alone, or empty, and then it has the id. One object after
     * the other: of two that begin together, one above the other, the second has to see the first.
     *
     * @param around gets what the answer depends on, so that its change wakes the object
     * @param wants whether nothing else keeps it from being sent; only then the id is taken
     */
    synchronized Optional<Problem> problem(
            String id,
            ObjectKey key,
            Map<String, Object> object,
            ReferenceResolver around,
            boolean wants) {
        if (!exclusive) {
            return Optional.empty();
        }
        var other = holders.other(id, key, object);
        if (other.isEmpty()) {
            var refused =
                    noConsent(id, key, around).or(() -> noConsentBelow(id, key, object, around));
            if (refused.isPresent() || !wants || holders.take(id, key, object)) {
                return refused;
            }
            other = holders.other(id, key, object);
        }
        other.ifPresent(around.asked()::add);
        return other.map(holder -> held(id, key, holder));
    }

    /**
     * Why the resource must not be deleted in Azure, and with it all that lies below, or empty.
     * What came later, with consent, is the guest of this object and does not keep it.
     *
     * @param around gets what the answer depends on, so that its change wakes the object
     */
    Optional<Problem> keeps(
            String id, ObjectKey key, Map<String, Object> object, ReferenceResolver around) {
        if (!exclusive) {
            return Optional.empty();
        }
        var made = Fields.metadata(object, "creationTimestamp");
        return holders.below(id, key.namespace()).stream()
                .filter(
                        lower -> {
                            var other = around.anywhere(lower);
                            boolean later =
                                    other.map(o -> Fields.metadata(o, "creationTimestamp"))
                                            .filter(at -> at.compareTo(made) >= 0)
                                            .isPresent();
                            boolean guest = later && consents(key, lower.namespace(), around);
                            return other.isPresent()
                                    && !guest
                                    && !letsParents(lower, key.namespace(), around);
                        })
                .findFirst()
                .map(
                        lower ->
                                Problem.error(
                                        NO_CONSENT,
                                        "%s is not deleted, because objects of other namespaces hold what lies below it. They can be deleted, or consent with the annotation %s: %s; with the annotation %s: detach-on-delete this object goes and the resource stays"
                                                .formatted(
                                                        id,
                                                        AsoNames.ALLOW_PARENTS,
                                                        key.namespace(),
                                                        AsoNames.POLICY)));
    }

    /** The first time, before anything is sent: what others hold below stays theirs. */
    private Optional<Problem> noConsentBelow(
            String id, ObjectKey key, Map<String, Object> object, ReferenceResolver around) {
        if (Holders.hasBeenSent(object)) {
            return Optional.empty();
        }
        return holders.below(id, key.namespace()).stream()
                .filter(lower -> !letsParents(lower, key.namespace(), around))
                .findFirst()
                .map(
                        lower ->
                                Problem.error(
                                        NO_CONSENT,
                                        "objects of other namespaces hold what lies below %s; they can consent with the annotation %s: %s on them or their Namespace"
                                                .formatted(
                                                        id,
                                                        AsoNames.ALLOW_PARENTS,
                                                        key.namespace())));
    }

    private static boolean letsParents(
            ObjectKey lower, String namespace, ReferenceResolver around) {
        return lists(lower, AsoNames.ALLOW_PARENTS, namespace, around);
    }

    private static Problem held(String id, ObjectKey key, ObjectKey holder) {
        return Problem.error(
                HELD,
                holder.namespace().equals(key.namespace())
                        ? "%s is held by %s %s of this namespace; one object may stand for a resource: delete this object, or write another azureName or owner"
                                .formatted(id, holder.kind(), holder.name())
                        : "%s is held by an object of another namespace. An administrator finds it by its annotation serviceoperator.azure.com/resource-id; one object may stand for a resource: write another azureName or owner, or delete this object"
                                .formatted(id));
    }

    /** Of the resources around it the nearest that somebody holds decides. */
    private Optional<Problem> noConsent(String id, ObjectKey key, ReferenceResolver around) {
        var above = new ResourceId(id).parent();
        while (above.isPresent()) {
            var holder = holders.of(above.get().text());
            if (holder.isPresent()) {
                return holder.get().namespace().equals(key.namespace())
                                || consents(holder.get(), key.namespace(), around)
                        ? Optional.empty()
                        : Optional.of(consent(id, above.get(), holder.get(), key));
            }
            above = above.get().parent();
        }
        return Optional.empty();
    }

    private static boolean consents(ObjectKey holder, String namespace, ReferenceResolver around) {
        return lists(holder, AsoNames.ALLOW_CHILDREN, namespace, around);
    }

    /** Whether the object or its Namespace lists the namespace in the annotation. */
    private static boolean lists(
            ObjectKey key, String annotation, String namespace, ReferenceResolver around) {
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
