package dev.dragoman.azure;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.check.AzureObservation;
import dev.dragoman.azure.decision.OwnState;
import dev.dragoman.azure.model.AppliedVersion;
import dev.dragoman.azure.model.ArmBody;
import dev.dragoman.azure.model.ArmStatus;
import dev.dragoman.kube.object.Fields;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The object as its expressions read it: in the applied version, with the name of its resource, and
 * with the status from Azure's answer. Pure.
 */
final class ReadObject {
    private ReadObject() {}

    /**
     * Makes the object that expressions read as {@code self}.
     *
     * @param resource the resource as Azure shows it; empty for types that only answer HEAD
     */
    static Map<String, Object> of(AzureObservation seen, Map<String, Object> resource) {
        var object = seen.facts().subject().object();
        var out = new LinkedHashMap<>(object);
        out.put("apiVersion", seen.kind().group() + "/" + AppliedVersion.name(object, seen.kind()));
        var metadata = new LinkedHashMap<>(Fields.map(object, "metadata"));
        metadata.remove("managedFields");
        out.put("metadata", metadata);
        out.put("spec", spec(seen, object));
        out.put("status", status(seen, object, resource));
        return out;
    }

    /**
     * The spec with {@code azureName}, which webhooks of Azure Service Operator add if users leave
     * it out.
     */
    private static Map<String, Object> spec(AzureObservation seen, Map<String, Object> object) {
        var spec = new LinkedHashMap<>(Fields.spec(object));
        if (seen.kind().fixedName().isEmpty() && seen.kind().scope() != AzureKind.Scope.NONE) {
            seen.resourceId()
                    .map(id -> id.substring(id.lastIndexOf('/') + 1))
                    .ifPresent(name -> spec.putIfAbsent("azureName", name));
        }
        return spec;
    }

    private static Map<String, Object> status(
            AzureObservation seen, Map<String, Object> object, Map<String, Object> resource) {
        var before = Fields.map(object, "status");
        var hidden = seen.mapped().map(ArmBody.Result::secretPaths).orElse(Set.of());
        var status =
                new LinkedHashMap<>(
                        resource.isEmpty()
                                ? before
                                : ArmStatus.of(seen.version(), resource, hidden).fields());
        status.remove(OwnState.FIELD);
        if (before.get("conditions") != null) {
            status.put("conditions", before.get("conditions"));
        }
        return status;
    }
}
