package dev.dragoman.azure.claim;

import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/**
 * Keeps objects of one namespace from resources of another namespace. Azure cannot distinguish
 * namespaces that share a credential, so the operator does. Nothing is sent to an id that another
 * object holds. An id below the id of another namespace's object needs the consent of that object.
 * If the identities certainly differ, Azure's access control decides in place of consent.
 * Thread-safe.
 *
 * @param platform whether objects of a namespace need no consent to lie below or above resources of
 *     others; adds to the set on which objects that depends
 * @param exclusive false turns all checks off
 */
public record Tenancy(
        Holders holders, BiPredicate<String, Set<ObjectKey>> platform, boolean exclusive) {
    /** Condition reason: another object holds the same resource. */
    static final String HELD = "ResourceHeldByAnotherObject";

    /**
     * Condition reason: the resource would lie below or above a resource of another namespace,
     * which does not consent.
     */
    static final String NO_CONSENT = "ConsentRequired";

    /** Condition reason: the resource could reach those of others that share the credential. */
    static final String SHARED = "OwnCredentialRequired";

    private static final String WAY_OUT =
            ", with all rights of the credential, and that is not this namespace's own. Name an identity of its own in Secret %s, or in one that the annotation %s names. Nothing is sent to Azure"
                    .formatted(AsoNames.NAMESPACE_CREDENTIAL, AsoNames.CREDENTIAL);

    /**
     * Types, in lower case, whose resources read and change other resources with the rights of the
     * credential that sends them, and how. Neither id nor body tells which resources these are.
     */
    private static final Map<String, String> REACHING =
            Map.of(
                    "microsoft.resources/deployments", "runs a template",
                    "microsoft.resources/deploymentstacks", "runs a template",
                    "microsoft.resources/deploymentscripts", "runs a script as any identity",
                    "microsoft.blueprint/blueprintassignments",
                            "runs the templates of a blueprint");

    /**
     * Reads other objects. A change of an object that was asked for leads to a reconciliation of
     * the asking object.
     */
    public interface Around {
        /** Keys that were asked for; callers may add to them. */
        Set<ObjectKey> asked();

        /** A custom resource of any namespace, or empty. */
        Optional<Map<String, Object>> anywhere(ObjectKey key);

        /** A Namespace, or empty. */
        Optional<Map<String, Object>> namespace(String name);
    }

    /**
     * The object that asks.
     *
     * @param object the object as it is now
     * @param around reads the other objects that an answer depends on
     * @param acting identity under which the object is sent
     */
    public record Asker(
            ObjectKey key, Map<String, Object> object, Around around, ActingIdentity acting) {
        private boolean at(ObjectKey other) {
            return key.namespace().equals(other.namespace());
        }

        /** Whether Azure last answered the object under the same identity. */
        private boolean made() {
            return acting.made(object);
        }
    }

    /** Forgets an object that is gone. */
    public void forget(ObjectKey key) {
        holders.forget(key);
    }

    /** Releases the id of an object that no longer has one. */
    public void release(ObjectKey key) {
        holders.release(key);
    }

    /**
     * Whether another object holds the id, so that the asking object must not delete the resource.
     */
    public boolean heldByAnother(String id, Asker asker) {
        return exclusive && holders.other(id, asker).isPresent();
    }

    /**
     * Takes the id for the object, now that Azure has answered the object's identity. The checks of
     * {@link #problem} are repeated, because two objects that began together did not see each other
     * in the first checks.
     *
     * @return false if the object may not claim the id
     */
    public synchronized boolean claims(String id, Asker asker) {
        return !exclusive || (consentProblem(id, asker).isEmpty() && holders.take(id, asker, true));
    }

    /**
     * Whether an object that is not known to have been sent may delete the resource with the id. It
     * may if no other object claims the id, and the holders above are of its namespace or consent.
     */
    public boolean mayDeleteUnsent(String id, Asker asker) {
        return !exclusive
                || (!holders.contested(id, asker.key()) && noConsent(id, asker).isEmpty());
    }

    /**
     * Why the object may not have the id; empty when it may.
     *
     * @param wants whether nothing else keeps the object from being sent; only then it takes the id
     */
    public Optional<Problem> problem(String id, Asker asker, boolean wants) {
        if (!exclusive) {
            return Optional.empty();
        }
        // an object that has its resource takes no id: its status shows the id to all objects
        return holders.settled(id, asker) ? problem(id, asker) : taking(id, asker, wants);
    }

    private Optional<Problem> consentProblem(String id, Asker asker) {
        return noConsent(id, asker)
                .or(() -> noConsentBelow(id, asker))
                .or(() -> reach(id, asker))
                .filter(any -> !platform.test(asker.key().namespace(), asker.around().asked()));
    }

    /** The problem of a type that reaches resources of others, under a shared credential. */
    private static Optional<Problem> reach(String id, Asker asker) {
        return new ResourceId(id)
                .type()
                .map(type -> REACHING.get(type.toLowerCase(Locale.ROOT)))
                .filter(any -> asker.acting().own().isEmpty())
                .map(how -> Problem.error(SHARED, id + ": such a resource " + how + WAY_OUT));
    }

    private Optional<Problem> problem(String id, Asker asker) {
        var other = holders.other(id, asker);
        if (other.isEmpty()) {
            return consentProblem(id, asker);
        }
        other.ifPresent(asker.around().asked()::add);
        return other.map(holder -> held(id, asker, holder));
    }

    /**
     * Only one call runs at a time: if two objects begin together, and the id of one is below the
     * id of the other, the second object must see the first.
     */
    private synchronized Optional<Problem> taking(String id, Asker asker, boolean wants) {
        var refused = problem(id, asker);
        boolean done = refused.isPresent() || !wants || holders.take(id, asker, false);
        return done ? refused : problem(id, asker);
    }

    /**
     * Why the resource, and with it all resources below, must not be deleted in Azure; or empty. An
     * object below that was created later, with this object's consent, does not prevent the
     * deletion. If another identity created this object's resource, the object is judged like a new
     * one. Then objects below that were created later prevent the deletion too, and the holders
     * above must consent.
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
                                        "%s is not deleted, because objects of other namespaces hold resources below it. Delete those objects, or let them consent with the annotation %s: %s. To delete only this object and keep the resource, set its annotation %s: detach-on-delete"
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

    /**
     * Objects of other namespaces that hold resources below the id and do not consent, except those
     * that Azure's access control protects.
     */
    private Stream<ObjectKey> below(String id, Asker asker) {
        var namespace = asker.key().namespace();
        return holders.below(id, namespace, asker.acting()).stream()
                .filter(lower -> !lists(lower, AsoNames.ALLOW_PARENTS, namespace, asker.around()));
    }

    /**
     * The problem of an object that was never sent, if objects of other namespaces hold resources
     * below its id and do not consent.
     */
    private Optional<Problem> noConsentBelow(String id, Asker asker) {
        // if Azure last answered another identity, the object counts as never sent
        if (RecordedResource.hasBeenSent(asker.object()) && asker.made()) {
            return Optional.empty();
        }
        return below(id, asker)
                .findFirst()
                .map(
                        lower ->
                                Problem.error(
                                        NO_CONSENT,
                                        "objects of other namespaces hold resources below %s; their owners can consent with the annotation %s: %s on those objects or their Namespace"
                                                .formatted(
                                                        id,
                                                        AsoNames.ALLOW_PARENTS,
                                                        asker.key().namespace())));
    }

    private static Problem held(String id, Asker asker, ObjectKey holder) {
        return Problem.error(
                HELD,
                asker.at(holder)
                        ? "%s is held by %s %s of this namespace; only one object may stand for a resource: delete this object, or change azureName or owner"
                                .formatted(id, holder.kind(), holder.name())
                        : "%s is held by an object of another namespace. An administrator finds that object by its annotation serviceoperator.azure.com/resource-id. Only one object may stand for a resource. Write another azureName or owner, or delete this object"
                                .formatted(id));
    }

    /**
     * The problem of an id below a resource whose holder does not consent. The search goes up to
     * the nearest resource that is held under the same identity. A resource that is held under
     * another identity does not end the search, because it says nothing about the resources above
     * it.
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
                "%s lies below %s, which an object %s of another namespace holds. That namespace can consent with the annotation %s: %s on that object or on its Namespace"
                        .formatted(
                                id,
                                above.text(),
                                holder.kind(),
                                AsoNames.ALLOW_CHILDREN,
                                key.namespace()));
    }
}
