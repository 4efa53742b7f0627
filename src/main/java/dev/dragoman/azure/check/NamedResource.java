package dev.dragoman.azure.check;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.claim.RecordedResource;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import java.util.Map;
import java.util.Optional;

/**
 * The resource that an object's spec names, compared with the resource that the object's metadata
 * and status record. Pure.
 *
 * @param kind the object's kind
 * @param object the object as it is now
 * @param standing what the object's metadata and status say about its resource
 * @param owner owner of the resource
 * @param azureName ARM name, see {@link AzureName}
 */
public record NamedResource(
        AzureKind kind,
        Map<String, Object> object,
        RecordedResource standing,
        OwnerLookup owner,
        String azureName) {
    /** Condition reason: the resource is in another subscription than the credential's. */
    static final String MISMATCH = "SubscriptionMismatch";

    /** Why the ARM name cannot be part of an id; empty if it can. */
    Optional<Problem> badName() {
        return ResourceId.isSegment(azureName())
                ? Optional.empty()
                : Optional.of(
                        Problem.error(
                                "InvalidName",
                                "spec.azureName: '%s' cannot be part of an ARM id; write a name without / ? # %% \\, control characters, spaces at its ends and a dot at its end"
                                        .formatted(Excerpt.value(azureName()))));
    }

    /** The id that the spec names; empty while it cannot be known. */
    public Optional<String> named() {
        return ResourceId.isSegment(azureName())
                ? owner.parent().map(p -> ResourceId.of(kind, azureName(), p).text())
                : Optional.empty();
    }

    private boolean same(String asked, String shown) {
        return RecordedResource.same(kind.naming(), asked, shown);
    }

    /**
     * The id that the spec names, if the status shows the same id, or shows no id although the
     * object was sent.
     */
    public Optional<String> reconciled() {
        return named().filter(id -> standing.shown().map(i -> same(id, i)).orElse(standing.sent()));
    }

    /**
     * The id that the spec names, if the annotation resource-id has it too, and neither a valid
     * claim nor the status shows an id. This happens if another operator reconciled the object, and
     * this operator first sees it when it is being deleted. Empty for an object with a seal:
     * without a valid claim, the seal was copied, for example with a backup. The original may still
     * hold the resource in another cluster.
     */
    public Optional<String> noted() {
        var noted = Fields.annotation(object, AsoNames.RESOURCE_ID);
        return named().filter(noted::equalsIgnoreCase)
                .filter(any -> standing.known().isEmpty())
                .filter(any -> Fields.annotation(object, AsoNames.CLAIMED_BY).isEmpty());
    }

    /**
     * The problem of a changed name or owner. Both may change until Azure has the resource; after
     * that a change would leave the resource without an object.
     */
    Optional<Problem> renamed() {
        var id = named();
        var was = standing.known().filter(i -> id.isPresent() && !same(id.get(), i));
        if (was.isEmpty() || !(standing.sent() || standing.uncertain())) {
            return Optional.empty();
        }
        return Optional.of(
                Problem.error(
                        "Failed",
                        (kind.isOpen() ? "type, " : "")
                                + (standing.sent()
                                                ? "azureName or owner changed after %s was created; change them back, or delete this object and create another"
                                                : "azureName or owner changed, and it is not known whether %s was created. Change them back until this object is Ready or Azure refuses it, or delete this object")
                                        .formatted(was.get())));
    }

    /**
     * Why nothing may be sent to an id; empty when requests may be sent. Nothing is sent if neither
     * the credential nor an ARM id written by a user names the id's subscription: the id then comes
     * from another credential.
     *
     * @param subscription subscription of the credential
     * @param made whether Azure may have the resource already
     */
    public Optional<Problem> elsewhere(String id, String subscription, boolean made) {
        // the spec comes first: if the object is being deleted, its owner may no longer exist
        var written =
                Fields.map(Fields.spec(object), "owner").get("armId") instanceof String s
                        ? ResourceId.subscriptionOf(s)
                        : owner.written();
        return ResourceId.subscriptionOf(id)
                .filter(in -> !in.equalsIgnoreCase(subscription))
                .filter(in -> written.filter(in::equalsIgnoreCase).isEmpty())
                .map(in -> Problem.error(MISMATCH, mismatch(id, in, subscription, made)));
    }

    private static String mismatch(String id, String in, String subscription, boolean made) {
        return made
                ? "%s is in subscription %s, but the credential works in %s. Restore the former credential. To keep the resource in Azure without an object, set the annotation %s: detach-on-delete and delete the object"
                        .formatted(id, in, subscription, AsoNames.POLICY)
                : "%s would be in subscription %s, because spec.owner names an object there; but the credential works in %s. Name a credential of the owner's subscription in the annotation %s, or write the owner's id into spec.owner.armId. Nothing is sent to Azure"
                        .formatted(id, in, subscription, AsoNames.CREDENTIAL);
    }
}
