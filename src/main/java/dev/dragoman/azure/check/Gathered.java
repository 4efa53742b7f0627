package dev.dragoman.azure.check;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.Export;
import dev.dragoman.azure.decision.AzureFacts;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.export.ExportRequest;
import dev.dragoman.azure.export.ExportRequests;
import dev.dragoman.azure.export.ExpressionCheck;
import dev.dragoman.azure.model.ArmBody;
import dev.dragoman.azure.model.SecretValues;
import dev.dragoman.kube.object.Fields;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The facts that {@link Observer} has gathered about one object, for {@link AzureChecks}. The
 * observer fills the fields in the order in which they stand here; after a refused read the fields
 * that follow stay empty. The checks do not change them. Confined to one reconciliation.
 */
final class Gathered {
    final Map<String, Object> object;
    final AzureKind kind;

    /** The operator's own namespace. */
    final String operatorNamespace;

    final ExportRequests exports;
    final ExpressionCheck expressions;

    /** The reconcile policy as it is written on the object, else on its Namespace; or empty. */
    String policy = "";

    ObjectCredential.Resolved credential = ObjectCredential.Resolved.none(Optional.empty());
    OwnerLookup owner = OwnerLookup.NONE;
    AzureName name;

    /** The resource that the object's owner and name identify. */
    Optional<NamedResource> resource = Optional.empty();

    /**
     * The problem of an owner reference that came from another cluster, on an object that was not
     * claimed yet.
     */
    Optional<Problem> staleOwner = Optional.empty();

    /**
     * ARM id: for an object that is being deleted, the id that may be deleted; else the id that the
     * spec names.
     */
    Optional<String> id = Optional.empty();

    /** The body that the spec asks for; empty for an object that is being deleted. */
    Optional<ArmBody.Result> body = Optional.empty();

    /** Which Key Vault the exported values go to. */
    VaultAsked vault = VaultAsked.NOTHING;

    /** The problem of the first reference whose value is missing in the body. */
    Optional<Problem> missing = Optional.empty();

    /** State of the missing value if it belongs in a Key Vault; else {@code THERE}. */
    AzureFacts.VaultValue vaultValue = AzureFacts.VaultValue.THERE;

    /** What objects of the namespace may ask for; empty where they may ask for anything. */
    Optional<Allowance> allowance = Optional.empty();

    /**
     * The problem if other objects keep this object from having the id or deleting the resource.
     */
    Optional<Problem> others = Optional.empty();

    /** The problem of a read that was refused. */
    Optional<Problem> unread = Optional.empty();

    Gathered(
            Map<String, Object> object,
            AzureKind kind,
            AzureVersion version,
            String operatorNamespace) {
        this.object = object;
        this.kind = kind;
        this.operatorNamespace = operatorNamespace;
        this.exports = ExportRequests.of(kind, Fields.spec(object));
        this.expressions =
                deleting()
                        ? ExpressionCheck.NOTHING
                        : ExpressionCheck.of(kind, version, exports.expressions());
        this.name = new AzureName(Fields.metadata(object, "name"), Optional.empty());
    }

    boolean deleting() {
        return Fields.deleting(object);
    }

    /** Values from Secrets in the body. */
    SecretValues secrets() {
        return body.map(ArmBody.Result::secrets).orElse(SecretValues.NONE);
    }

    /** Values that are exported unchanged, and values that expressions read. */
    List<Export> exported() {
        return Stream.concat(
                        exports.fields().stream().map(ExportRequest::export),
                        expressions.values().stream())
                .distinct()
                .toList();
    }
}
