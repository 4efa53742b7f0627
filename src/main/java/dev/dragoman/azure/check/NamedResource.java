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
 * The resource that an object's spec names, compared with the one that the object stands for
 * already. Pure.
 *
 * @param kind the object's kind
 * @param object as it is now
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
    /** Reason of a resource in another subscription than the credential's. */
    static final String MISMATCH = "SubscriptionMismatch";

    /** Why the name cannot be part of an id, or empty. */
    Optional<Problem> badName() {
        return ResourceId.isSegment(azureName())
                ? Optional.empty()
                : Optional.of(
                        Problem.error(
                                "InvalidName",
                                "spec.azureName: '%s' cannot be part of an ARM id; write a name without / ? # %% \\, control characters and spaces at its ends"
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
     * The id that the spec names, if the status shows it, or shows none although the object was
     * sent.
     */
    public Optional<String> reconciled() {
        return named().filter(
                        id -> standing.shown().map(i -> same(id, i)).orElse(standing.sent()));
    }

    /**
     * The id that the spec names, if only the annotation of another operator says that it was
     * reconciled, because the object was deleted before this operator saw it. Empty for an object
     * with a seal: not being valid, it shows that the object is a copy, for example from a backup.
     * The original may still stand for the resource in another cluster.
     */
    public Optional<String> noted() {
        var noted = Fields.annotation(object, AsoNames.RESOURCE_ID);
        return named().filter(noted::equalsIgnoreCase)
                .filter(any -> standing.known().isEmpty())
                .filter(any -> Fields.annotation(object, AsoNames.CLAIMED_BY).isEmpty());
    }

    /**
     * The problem of a changed name or owner. They may change until Azure has the resource; after
     * that the resource would be lost.
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
                        (standing.sent()
                                        ? "azureName or owner changed after %s was created; change them back, or delete this object and create another"
                                        : "azureName or owner changed, and it is not known whether %s was created. Change them back until this object is Ready or refused, or delete it")
                                .formatted(was.get())));
    }

    /**
     * Why nothing may be sent to an id: it is in a subscription that neither the credential nor an
     * ARM id written by a user names, so it comes from another credential. Empty when it may be
     * sent.
     *
     * @param subscription subscription of the credential
     * @param made whether Azure may have the resource already
     */
    public Optional<Problem> elsewhere(String id, String subscription, boolean made) {
        // from the spec first: the owner of an object that is being deleted may be gone as well
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
                ? "%s is in subscription %s, the credential works in %s. Restore the credential, or give the resource up with the annotation %s: detach-on-delete and delete the object"
                        .formatted(id, in, subscription, AsoNames.POLICY)
                : "%s would be in subscription %s, because spec.owner names an object there; the credential works in %s. Name a credential of the owner's subscription in the annotation %s, or write the owner's id into spec.owner.armId. Nothing is sent to Azure"
                        .formatted(id, in, subscription, AsoNames.CREDENTIAL);
    }
}
