package dev.dragoman.azure;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.model.SecretNames;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Makes the condition that names what looks like a secret in the body of an object. Pure. */
final class OpenSecrets {
    private static final String TYPE = "SecretsInSpec";

    /** Maximum number of paths that the message lists. */
    private static final int NAMED = 10;

    private OpenSecrets() {}

    /** The condition; empty for kinds of one type, and where nothing looks like a secret. */
    static List<Condition> condition(AzureKind kind, Map<String, Object> object) {
        if (!kind.isOpen()) {
            return List.of();
        }
        var paths =
                SecretNames.paths(Fields.map(object, "spec", "body")).stream()
                        .limit(NAMED)
                        .map(each -> Excerpt.value("spec.body." + each, 300))
                        .collect(Collectors.joining(", "));
        var text =
                "By their names these values are secrets, and whoever may read the object reads them: %s. Write each into a Secret, and name that in spec.secrets"
                        .formatted(paths);
        var warning = Condition.Severity.WARNING;
        var generation = Fields.generation(object);
        return paths.isEmpty()
                ? List.of()
                : List.of(new Condition(TYPE, true, warning, "LooksLikeSecret", text, generation));
    }
}
