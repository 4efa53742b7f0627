package dev.dragoman.azure.check;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds owner references that came from another cluster with a backup. The garbage collector may
 * delete an object at any moment if its owners do not exist. So such an object is not claimed: the
 * deletion of a claimed object would also delete its resource.
 */
public final class StaleOwners {
    private StaleOwners() {}

    /**
     * The problem of an object that was not claimed yet; empty if each owner of a kind in the
     * catalog exists with the same uid. Owners of other kinds are not checked.
     *
     * @param around reads the owners, and remembers their keys
     */
    public static Optional<Problem> problem(
            Map<String, Object> object, Catalog catalog, ReferenceResolver around) {
        return Fields.map(object, "metadata").get("ownerReferences") instanceof List<?> owners
                ? owners.stream()
                        .filter(Map.class::isInstance)
                        .map(each -> (Map<?, ?>) each)
                        .filter(each -> stale(each, catalog, around))
                        .findFirst()
                        .map(StaleOwners::problem)
                : Optional.empty();
    }

    private static boolean stale(Map<?, ?> owner, Catalog catalog, ReferenceResolver around) {
        var group = Fields.group(Json.text(owner, "apiVersion"));
        var kind = Json.text(owner, "kind");
        return catalog.has(group, kind)
                && around.resource(group, kind, Json.text(owner, "name"))
                        .filter(
                                there ->
                                        Fields.metadata(there, "uid")
                                                .equals(Json.text(owner, "uid")))
                        .isEmpty();
    }

    private static Problem problem(Map<?, ?> owner) {
        return Problem.waiting(
                "StaleOwnerReference",
                "metadata.ownerReferences names %s %s with the uid %s, which is not in this cluster. The garbage collector may delete this object, so nothing is done for it, and its resource in Azure stays as it is. Remove metadata.ownerReferences"
                        .formatted(
                                Json.text(owner, "kind"),
                                Json.text(owner, "name"),
                                Json.text(owner, "uid")));
    }
}
