package dev.dragoman.kube.object;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A change to an object's metadata.
 *
 * @param addFinalizers finalizers to add where they are missing
 * @param removeFinalizers finalizers to remove
 * @param annotations values to set; empty removes the key
 * @param labels values to set; empty removes the key
 * @param addOwnerReferences owner references to add where their uid is missing
 * @param removeOwners uids of the owner references to remove
 */
public record MetadataChange(
        Set<String> addFinalizers,
        Set<String> removeFinalizers,
        Map<String, Optional<String>> annotations,
        Map<String, Optional<String>> labels,
        List<Map<String, Object>> addOwnerReferences,
        Set<String> removeOwners) {
    public MetadataChange {
        addFinalizers = Set.copyOf(addFinalizers);
        removeFinalizers = Set.copyOf(removeFinalizers);
        annotations = Map.copyOf(annotations);
        labels = Map.copyOf(labels);
        addOwnerReferences = List.copyOf(addOwnerReferences);
        removeOwners = Set.copyOf(removeOwners);
    }

    /** This change with more annotations. */
    public MetadataChange with(Map<String, Optional<String>> more) {
        var all = new HashMap<>(annotations);
        all.putAll(more);
        return new MetadataChange(
                addFinalizers, removeFinalizers, all, labels, addOwnerReferences, removeOwners);
    }

    /** Removes one owner. */
    public static MetadataChange removeOwner(String uid) {
        return new MetadataChange(Set.of(), Set.of(), Map.of(), Map.of(), List.of(), Set.of(uid));
    }

    /** Adds one finalizer. */
    public static MetadataChange addFinalizer(String finalizer) {
        return new MetadataChange(
                Set.of(finalizer), Set.of(), Map.of(), Map.of(), List.of(), Set.of());
    }

    /** Removes one finalizer. */
    public static MetadataChange removeFinalizer(String finalizer) {
        return new MetadataChange(
                Set.of(), Set.of(finalizer), Map.of(), Map.of(), List.of(), Set.of());
    }

    /** Sets annotations; an empty value removes the key. */
    public static MetadataChange annotate(Map<String, Optional<String>> annotations) {
        return new MetadataChange(Set.of(), Set.of(), annotations, Map.of(), List.of(), Set.of());
    }
}
