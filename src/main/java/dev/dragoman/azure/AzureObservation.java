package dev.dragoman.azure;

import dev.dragoman.azure.arm.ArmClient;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.claim.Acting;
import dev.dragoman.azure.decision.Facts;
import dev.dragoman.azure.export.ExportRequests;
import dev.dragoman.azure.export.ExpressionCheck;
import dev.dragoman.azure.model.ArmBody;
import dev.dragoman.kube.MetadataChange;
import dev.dragoman.reconcile.ObjectKey;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What was observed of an Azure object before Azure is asked. Immutable.
 *
 * @param facts what is decided by
 * @param client who asks Azure under the object's identity; empty where there is none
 * @param resourceId ARM id, or empty while it cannot be known
 * @param mapped the body that the object asks for; empty where none is
 * @param claim what makes the resource this object's
 * @param made what the claim says beside, where the resource was not there; empty where nobody asks
 * @param exports what is to be written to Secrets and ConfigMaps
 * @param expressions what is known of the expressions among it
 * @param acceptsCredential whether the namespace has an annotation that nothing comes of any more
 * @param acting under which identity Azure is asked
 * @param needs objects whose changes bring this one back
 */
record AzureObservation(
        ObjectKey key,
        AzureKind kind,
        AzureVersion version,
        Facts facts,
        Optional<ArmClient> client,
        Optional<String> resourceId,
        Optional<ArmBody.Result> mapped,
        MetadataChange claim,
        Map<String, Optional<String>> made,
        ExportRequests exports,
        ExpressionCheck expressions,
        boolean acceptsCredential,
        Acting acting,
        Set<ObjectKey> needs) {
    /** Deletion, another operator's object, a problem, and policy skip send none. */
    boolean hasBody() {
        return mapped.isPresent()
                && facts.problem().isEmpty()
                && facts.subject().foreignOperator().isEmpty()
                && !facts.subject().deleting()
                && facts.subject().policy() != Facts.Policy.SKIP;
    }

    /** What of it nothing comes of. */
    Unused unused(Map<String, Object> object) {
        return Unused.of(kind, version, object, acceptsCredential);
    }

    /** Without the body, which may hold secrets. */
    @Override
    public String toString() {
        return "AzureObservation[%s]".formatted(key);
    }

    /** The same with other facts. */
    AzureObservation with(Facts now) {
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
                acceptsCredential,
                acting,
                needs);
    }
}
