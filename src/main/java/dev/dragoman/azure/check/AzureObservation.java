package dev.dragoman.azure.check;

import dev.dragoman.azure.arm.ArmClient;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.claim.ActingIdentity;
import dev.dragoman.azure.decision.AzureFacts;
import dev.dragoman.azure.export.ExportRequests;
import dev.dragoman.azure.export.ExpressionCheck;
import dev.dragoman.azure.model.ArmBody;
import dev.dragoman.kube.object.MetadataChange;
import dev.dragoman.reconcile.ObjectKey;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The facts about an object before any request to Azure. Immutable.
 *
 * @param facts facts from which the next step is decided
 * @param client sends requests under the object's identity; empty if there is no credential
 * @param resourceId ARM id, or empty while it cannot be known
 * @param mapped the body that the spec asks for, as far as it is known; empty while the object is
 *     being deleted, or when a read was refused
 * @param claim metadata that claims the resource
 * @param made annotations that the claim adds when the resource does not exist yet; empty for kinds
 *     that need none
 * @param exports values to write to Secrets and ConfigMaps
 * @param expressions check of the expressions among the exports
 * @param vault which Key Vault the exported values go to
 * @param acceptsCredential whether the Namespace has the annotation {@code
 *     accept-operator-credential}, which has no effect any more
 * @param acting identity under which requests are sent
 * @param needs keys of the objects whose changes lead to a reconciliation of this object
 */
public record AzureObservation(
        ObjectKey key,
        AzureKind kind,
        AzureVersion version,
        AzureFacts facts,
        Optional<ArmClient> client,
        Optional<String> resourceId,
        Optional<ArmBody.Result> mapped,
        MetadataChange claim,
        Map<String, Optional<String>> made,
        ExportRequests exports,
        ExpressionCheck expressions,
        VaultAsked vault,
        boolean acceptsCredential,
        ActingIdentity acting,
        Set<ObjectKey> needs) {
    /**
     * Whether there is a body to send: not for a deletion, another operator's object, an object
     * with a problem, or the policy skip.
     */
    public boolean hasBody() {
        return mapped.isPresent()
                && facts.problem().isEmpty()
                && facts.subject().foreignOperator().isEmpty()
                && !facts.subject().deleting()
                && facts.subject().policy() != AzureFacts.Policy.SKIP;
    }

    /** Fields and annotations that users wrote on the object and that have no effect. */
    public Unused unused(Map<String, Object> object) {
        return Unused.of(kind, version, object, acceptsCredential);
    }

    /** Without the body, which may hold secrets. */
    @Override
    public String toString() {
        return "AzureObservation[%s]".formatted(key);
    }

    /** A copy of this observation with these facts. */
    public AzureObservation with(AzureFacts now) {
        return new AzureObservation(
                key,
                kind,
                version,
                now,
                client,
                resourceId,
                mapped,
                claim,
                made,
                exports,
                expressions,
                vault,
                acceptsCredential,
                acting,
                needs);
    }
}
