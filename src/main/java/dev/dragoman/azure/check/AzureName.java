package dev.dragoman.azure.check;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.AppliedVersion;
import dev.dragoman.azure.model.UuidName;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import java.util.Map;
import java.util.Optional;

/**
 * The ARM name of an object's resource. It is the first of: fixed name of the kind, name in the
 * spec, name in the spec's ConfigMap, name made from the object.
 *
 * @param text the ARM name; the object's name while the ARM name is not known
 * @param problem why the ARM name is not known, or empty
 */
public record AzureName(String text, Optional<Problem> problem) {
    private static final String FROM_CONFIG = "azureNameFromConfig";

    /**
     * Finds the name.
     *
     * @param around reads the ConfigMap
     */
    public static AzureName of(
            AzureKind kind, Map<String, Object> object, ReferenceResolver around) {
        var spec = Fields.spec(object);
        if (kind.fixedName().isPresent()) {
            return known(
                    AppliedVersion.of(object, kind).fixedName().orElse(kind.fixedName().get()));
        }
        if (spec.get("azureName") instanceof String written && !written.isEmpty()) {
            return known(written);
        }
        var own = Fields.metadata(object, "name");
        var config = Fields.map(spec, FROM_CONFIG);
        if (!config.isEmpty()) {
            return configured(config, own, around);
        }
        return known(
                kind.naming() == AzureKind.Naming.UUID
                        ? UuidName.of(kind, AppliedVersion.name(object, kind), object)
                        : own);
    }

    private static AzureName configured(
            Map<String, Object> config, String own, ReferenceResolver around) {
        var name = String.valueOf(config.get("name"));
        var key = String.valueOf(config.get("key"));
        return around.config(name, key)
                .filter(value -> !value.isEmpty())
                .map(AzureName::known)
                .orElseGet(() -> new AzureName(own, Optional.of(missing(name, key))));
    }

    private static Problem missing(String name, String key) {
        return Problem.waiting(
                "ConfigMapNotFound",
                "spec.%s: this namespace has no ConfigMap '%s' with a value under the key '%s'; create it or correct the name and key"
                        .formatted(FROM_CONFIG, Excerpt.value(name, 253), Excerpt.value(key, 253)));
    }

    private static AzureName known(String text) {
        return new AzureName(text, Optional.empty());
    }
}
