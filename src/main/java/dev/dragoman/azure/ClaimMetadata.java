package dev.dragoman.azure;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.MetadataChange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The metadata that says: this object is ours, and this is the resource it stands for. Pure. */
final class ClaimMetadata {
    /** Version that labels what it reconciled. */
    private static final String VERSION = "v0.1.0";

    private ClaimMetadata() {}

    /**
     * Everything a claim writes, whether or not it is there already.
     *
     * @param seal what proves that the operator wrote it ({@link ClaimSeal})
     */
    static MetadataChange of(
            Map<String, Object> object,
            String resourceId,
            String seal,
            Optional<Map<String, Object>> owner,
            String operatorNamespace,
            Catalog catalog) {
        var annotations = new HashMap<String, Optional<String>>();
        annotations.put(AsoNames.RESOURCE_ID, Optional.of(resourceId));
        annotations.put(AsoNames.CLAIMED_BY, Optional.of(seal));
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
                owner.map(o -> List.of(OwnerLookup.reference(o, catalog))).orElse(List.of()));
    }

    /** Whether something that must be there before Azure is asked is not. */
    static boolean needed(
            Map<String, Object> object,
            String resourceId,
            String seal,
            Optional<Map<String, Object>> owner,
            String operatorNamespace) {
        return !Fields.hasFinalizer(object, AsoNames.FINALIZER)
                || !resourceId.equals(Fields.annotation(object, AsoNames.RESOURCE_ID))
                || !seal.equals(Fields.annotation(object, AsoNames.CLAIMED_BY))
                || !operatorNamespace.equals(Fields.annotation(object, AsoNames.OPERATOR_NAMESPACE))
                || owner.filter(o -> !Fields.hasOwner(object, Fields.metadata(o, "uid")))
                        .isPresent();
    }

    /** Label values hold 63 characters and end in a letter or digit. */
    private static Optional<String> cut(String value) {
        var text = value.length() > 63 ? value.substring(0, 63) : value;
        return Optional.of(text.replaceAll("[^A-Za-z0-9]+$", ""));
    }
}
