package dev.dragoman.azure.check;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.model.Owner;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import java.util.Map;
import java.util.Optional;

/**
 * The owner of an object's resource.
 *
 * @param parent ARM id of the owner or, for kinds without an owner, of the subscription
 * @param object the owning object, or empty when it is named by its ARM id or does not exist
 * @param problem why there is no parent, or empty
 * @param written subscription of the nearest ARM id that a user wrote, on the object or on an owner
 *     above it. Empty if each owner is given by name; it is then in the subscription of its
 *     credential
 */
public record OwnerLookup(
        Optional<ResourceId> parent,
        Optional<Map<String, Object>> object,
        Optional<Problem> problem,
        Optional<String> written) {
    /** The value before the owner is looked up. */
    static final OwnerLookup NONE = at(Optional.empty(), Optional.empty());

    /** Reason while the owner is not Ready. */
    public static final String WAITING = "WaitingForOwner";

    /**
     * Maximum number of levels of owners that are followed. Azure has fewer levels, but owners may
     * name each other in a circle.
     */
    private static final int HIGHEST = 8;

    /**
     * Finds the owner.
     *
     * @param child the object whose owner is wanted
     * @param subscription subscription of the object's credential, or empty
     */
    public static OwnerLookup of(
            AzureKind kind,
            Map<String, Object> child,
            ReferenceResolver around,
            Optional<String> subscription) {
        if (!kind.inArm()) {
            return without(
                    Problem.notServed(kind.id(), Fields.hasFinalizer(child, AsoNames.FINALIZER)));
        }
        var wrong = around.problem(kind, child);
        if (wrong.isPresent()) {
            return without(wrong.get());
        }
        var ownerless =
                kind.scope() == AzureKind.Scope.LOCATION
                        || kind.scope() == AzureKind.Scope.SUBSCRIPTION
                        || kind.scope() == AzureKind.Scope.TENANT;
        if (ownerless) {
            return at(subscription.map(ResourceId::ofSubscription), Optional.empty());
        }
        var owner = Owner.of(kind, Fields.spec(child));
        if (owner.isEmpty()) {
            return without(
                    Problem.error(
                            "Failed",
                            "spec.owner: neither name nor armId is set; name the %s that this object belongs to"
                                    .formatted(
                                            kind.owner()
                                                    .map(AzureKind.Owner::kind)
                                                    .or(kind::parentType)
                                                    .orElse("resource"))));
        }
        if (owner.get().byArmId()) {
            return byId(kind, owner.get().armId(), subscription);
        }
        var missing = missing(owner.get());
        return missing.isEmpty()
                ? byName(kind, owner.get(), around)
                : without(
                        Problem.error(
                                "InvalidReference",
                                "%s missing: a %s can belong to an object of any kind, so the owner's name is not enough. Write for example name: %s, group: resources.azure.com, kind: ResourceGroup"
                                        .formatted(missing, kind.kind(), name(owner.get()))));
    }

    /**
     * Which fields the spec lacks to name the owner, with a verb for the message; empty if none.
     * The catalog knows the kinds of most owners; the spec must name the others.
     */
    private static String missing(Owner owner) {
        if (owner.group().isEmpty() && owner.kind().isEmpty()) {
            return "spec.owner.group and spec.owner.kind are";
        }
        if (owner.group().isEmpty()) {
            return "spec.owner.group is";
        }
        return owner.kind().isEmpty() ? "spec.owner.kind is" : "";
    }

    private static OwnerLookup byId(AzureKind kind, String armId, Optional<String> subscription) {
        try {
            var parent = fitting(kind, armId);
            boolean whole =
                    kind.isOpen() && parent.parent().isEmpty() && parent.provider().isEmpty();
            var other =
                    subscription.filter(
                            ours ->
                                    whole
                                            && !parent.text()
                                                    .equalsIgnoreCase("/subscriptions/" + ours));
            return other.isEmpty()
                    ? at(Optional.of(parent), parent.subscription())
                    : without(
                            Problem.error(
                                    NamedResource.MISMATCH,
                                    "spec.owner.armId: %s is another subscription than the credential's, %s; name a credential of that subscription in the annotation %s"
                                            .formatted(armId, other.get(), AsoNames.CREDENTIAL)));
        } catch (IllegalArgumentException wrong) {
            return without(
                    Problem.error(
                            "Failed",
                            "spec.owner.armId: %s; write the id of the owner"
                                    .formatted(wrong.getMessage())));
        }
    }

    /**
     * The parent of this id. Azure refuses every request with a parent of another type, even a
     * DELETE.
     *
     * @throws IllegalArgumentException saying why no resource of the kind can be below it
     */
    private static ResourceId fitting(AzureKind kind, String id) {
        var parent = ResourceId.written(id);
        boolean fits =
                kind.scope() != AzureKind.Scope.RESOURCE_GROUP
                        || kind.parentType()
                                .map(
                                        type ->
                                                parent.type()
                                                        .filter(type::equalsIgnoreCase)
                                                        .isPresent())
                                .orElseGet(parent::isResourceGroup);
        if (isSibling(kind, parent)) {
            throw new IllegalArgumentException(
                    "%1$s is of the same provider; a type of it below that would be %1$s/TYPE"
                            .formatted(parent.type().orElseThrow()));
        }
        if (!fits) {
            throw new IllegalArgumentException(
                    parent + " is no id of a " + kind.parentType().orElse("resource group"));
        }
        return parent;
    }

    /** Whether an id of the kind below this one would be that of another type. */
    private static boolean isSibling(AzureKind kind, ResourceId parent) {
        return kind.isOpen()
                && kind.scope() == AzureKind.Scope.EXTENSION
                && parent.provider()
                        .filter(
                                each ->
                                        kind.armType()
                                                .regionMatches(
                                                        true, 0, each + "/", 0, each.length() + 1))
                        .isPresent();
    }

    private static OwnerLookup byName(AzureKind kind, Owner owner, ReferenceResolver around) {
        var found = around.resource(owner.group(), owner.kind(), owner.name());
        if (found.isEmpty()) {
            return without(
                    around.unserved("spec.owner", owner.group(), owner.kind())
                            .orElse(
                                    Problem.waiting(
                                            WAITING,
                                            "spec.owner: %s %s does not exist in this namespace; create it or correct the name"
                                                    .formatted(owner.kind(), name(owner)))));
        }
        var known = around.idOf(found.get());
        var written = Fields.annotation(found.get(), AsoNames.CHILD_ID);
        var id = known.isPresent() && !written.isEmpty() ? Optional.of(written) : known;
        if (id.isEmpty()) {
            return without(found, notReady(owner));
        }
        try {
            var parent = fitting(kind, id.get());
            return new OwnerLookup(
                    Optional.of(parent),
                    found,
                    Optional.of(notReady(owner)).filter(any -> Fields.deleting(found.get())),
                    writtenAbove(found.get(), around));
        } catch (IllegalArgumentException malformed) {
            return without(
                    found,
                    Problem.error(
                            "Failed",
                            "spec.owner: %s %s is not what a %s lies below; %s: %s"
                                    .formatted(
                                            owner.kind(),
                                            name(owner),
                                            kind.inArm() ? kind.armType() : kind.id(),
                                            written.isEmpty()
                                                    ? "name another object"
                                                    : "correct its annotation " + AsoNames.CHILD_ID,
                                            malformed.getMessage())));
        }
    }

    /**
     * Subscription of the nearest ARM id that a user wrote, on this owner or on an owner above it.
     */
    private static Optional<String> writtenAbove(
            Map<String, Object> lowest, ReferenceResolver around) {
        var next = Optional.of(lowest);
        for (int height = 0; height < HIGHEST && next.isPresent(); height++) {
            var each = next.get();
            var owner = around.kindOf(each).flatMap(kind -> Owner.of(kind, Fields.spec(each)));
            var text =
                    Optional.of(Fields.annotation(each, AsoNames.CHILD_ID))
                            .filter(id -> !id.isEmpty())
                            .or(() -> owner.filter(Owner::byArmId).map(Owner::armId));
            if (text.isPresent()) {
                return ResourceId.subscriptionOf(text.get());
            }
            next = owner.flatMap(o -> around.resource(o.group(), o.kind(), o.name()));
        }
        return Optional.empty();
    }

    /** The owner's name for messages, cut to the length that a name of an object can have. */
    private static String name(Owner owner) {
        return Excerpt.value(owner.name(), 253);
    }

    private static Problem notReady(Owner owner) {
        return Problem.waiting(
                WAITING,
                "spec.owner: %s %s is not Ready yet; see its own condition"
                        .formatted(owner.kind(), name(owner)));
    }

    private static OwnerLookup at(Optional<ResourceId> parent, Optional<String> written) {
        return new OwnerLookup(parent, Optional.empty(), Optional.empty(), written);
    }

    private static OwnerLookup without(Problem problem) {
        return without(Optional.empty(), problem);
    }

    private static OwnerLookup without(Optional<Map<String, Object>> object, Problem problem) {
        return new OwnerLookup(Optional.empty(), object, Optional.of(problem), Optional.empty());
    }

    /**
     * Whether the owner's object is being deleted, or does not exist although the spec names it.
     */
    public boolean gone(Map<String, Object> spec) {
        return object.map(Fields::deleting)
                .orElseGet(() -> Fields.map(spec, "owner").get("name") instanceof String);
    }
}
