package dev.dragoman.azure.claim;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.MetadataChange;
import dev.dragoman.settings.Version;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the metadata of a claim: it says that this operator reconciles the object, and which
 * resource the object holds. Pure.
 *
 * @param operatorNamespace the operator's own namespace; it tells other operators that this
 *     operator reconciles the object
 */
public record ClaimMetadata(ClaimSeal seal, String operatorNamespace, Catalog catalog) {
    /** Version of the operator, for the label of objects that it reconciled. */
    private static final String VERSION = "v" + Version.CURRENT;

    /** All metadata that a claim writes, including metadata that the object already has. */
    public MetadataChange of(
            Map<String, Object> object, String resourceId, Optional<Map<String, Object>> owner) {
        var annotations = new HashMap<String, Optional<String>>();
        annotations.put(AsoNames.RESOURCE_ID, Optional.of(resourceId));
        annotations.put(AsoNames.CLAIMED_BY, Optional.of(sealOf(object, resourceId)));
        annotations.put(AsoNames.OPERATOR_NAMESPACE, Optional.of(operatorNamespace));
        annotations.put(AsoNames.GENERATION, Optional.of(Long.toString(Fields.generation(object))));
        var labels = new HashMap<String, Optional<String>>();
        labels.put(AsoNames.RECONCILED_VERSION, Optional.of(VERSION));
        owner.ifPresent(
                o -> {
                    var group = Fields.group(String.valueOf(o.get("apiVersion")));
                    labels.put(AsoNames.OWNER_NAME, cut(Fields.metadata(o, "name")));
                    labels.put(AsoNames.OWNER_GROUP_KIND, cut(o.get("kind") + "." + group));
                    labels.put(AsoNames.OWNER_UID, cut(Fields.metadata(o, "uid")));
                });
        return new MetadataChange(
                Set.of(AsoNames.FINALIZER),
                Set.of(),
                annotations,
                labels,
                owner.map(o -> List.of(reference(o))).orElse(List.of()),
                Set.of());
    }

    /** Whether the object lacks metadata that must be there before anything is sent. */
    public boolean needed(
            Map<String, Object> object, String resourceId, Optional<Map<String, Object>> owner) {
        return !Fields.hasFinalizer(object, AsoNames.FINALIZER)
                || !resourceId.equals(Fields.annotation(object, AsoNames.RESOURCE_ID))
                || !sealOf(object, resourceId)
                        .equals(Fields.annotation(object, AsoNames.CLAIMED_BY))
                || !operatorNamespace.equals(Fields.annotation(object, AsoNames.OPERATOR_NAMESPACE))
                || owner.filter(o -> !Fields.hasOwner(object, Fields.metadata(o, "uid")))
                        .isPresent();
    }

    /**
     * Shortens a label value to the 63 characters that are allowed; it must end in a letter or
     * digit.
     */
    private static Optional<String> cut(String value) {
        var text = value.length() > 63 ? value.substring(0, 63) : value;
        return Optional.of(text.replaceAll("[^A-Za-z0-9]+$", ""));
    }

    /** Annotations that a claim adds if the resource does not exist yet, where that matters. */
    public Map<String, Optional<String>> made(
            AzureKind kind, Map<String, Object> object, String resourceId) {
        if (kind.rules().deletion().before().isEmpty()
                && Fields.annotation(object, AsoNames.ONLY_NEW).isEmpty()
                && !kind.isOpen()) {
            return Map.of();
        }
        var sealed = seal.made(Fields.metadata(object, "uid"), resourceId);
        return Map.of(AsoNames.MADE_BY, Optional.of(sealed));
    }

    /** Whether an object that may only make a resource has not made it: then it stays. */
    public boolean isFound(Map<String, Object> object) {
        return AsoNames.isOnlyNew(object) && !made(object);
    }

    /** Whether the resource is known to have been created for this object, not found in Azure. */
    public boolean made(Map<String, Object> object) {
        return seal.made(object);
    }

    private String sealOf(Map<String, Object> object, String resourceId) {
        return seal.of(Fields.metadata(object, "uid"), resourceId);
    }

    /**
     * Owner reference for the garbage collector. It names the kind's newest stable version, which
     * will be served longest.
     */
    private Map<String, Object> reference(Map<String, Object> owner) {
        var apiVersion = String.valueOf(owner.get("apiVersion"));
        var kind = String.valueOf(owner.get("kind"));
        var group = Fields.group(apiVersion);
        var version =
                catalog.find(group, kind)
                        .map(k -> group + "/" + k.newest().names().getFirst())
                        .orElse(apiVersion);
        return Map.of(
                "apiVersion",
                version,
                "kind",
                kind,
                "name",
                Fields.metadata(owner, "name"),
                "uid",
                Fields.metadata(owner, "uid"));
    }
}
