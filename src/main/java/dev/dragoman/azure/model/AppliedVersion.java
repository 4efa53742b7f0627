package dev.dragoman.azure.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.azure.catalog.AppliedVersionPolicy;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureVersion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which version the user applied, which selects the ARM api-version. The API server hands out every
 * object in the version that is asked for, so the object's own {@code apiVersion} says nothing.
 */
public final class AppliedVersion {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private AppliedVersion() {}

    /**
     * The annotation (stamped by the admission policy or set by the user), else what client-side
     * apply recorded, else what the newest manager of spec fields other than Dragoman spoke, else
     * the newest stable version. Names that the catalog does not know are passed over.
     */
    public static AzureVersion of(Map<String, Object> object, AzureKind kind) {
        return kind.version(name(object, kind)).orElseGet(kind::newest);
    }

    /** The same in the spelling that was applied. */
    public static String name(Map<String, Object> object, AzureKind kind) {
        return candidates(object).stream()
                .filter(name -> kind.version(name).isPresent())
                .findFirst()
                .orElseGet(() -> kind.newest().names().getFirst());
    }

    private static List<String> candidates(Map<String, Object> object) {
        Map<String, Object> annotations =
                Values.object(Values.at(object, "metadata", "annotations"));
        List<String> out = new ArrayList<>();
        Values.text(annotations.get(AppliedVersionPolicy.ANNOTATION)).ifPresent(out::add);
        Values.text(annotations.get(LAST_APPLIED))
                .flatMap(AppliedVersion::apiVersion)
                .ifPresent(out::add);
        managers(object).forEach(out::add);
        return out;
    }

    private static Optional<String> apiVersion(String lastApplied) {
        try {
            return version(
                    Values.object(JSON.readValue(lastApplied, Object.class)).get("apiVersion"));
        } catch (JsonProcessingException e) {
            return Optional.empty(); // written by someone else than kubectl
        }
    }

    private static List<String> managers(Map<String, Object> object) {
        return Values.list(Values.at(object, "metadata", "managedFields")).stream()
                .map(Values::object)
                .filter(entry -> Values.object(entry.get("fieldsV1")).containsKey("f:spec"))
                .filter(entry -> !ours(String.valueOf(entry.get("manager"))))
                .sorted(Comparator.comparing(AppliedVersion::time).reversed())
                .map(entry -> version(entry.get("apiVersion")))
                .flatMap(Optional::stream)
                .toList();
    }

    private static boolean ours(String manager) {
        return manager.equals("dragoman") || manager.startsWith("dragoman-");
    }

    private static String time(Map<String, Object> entry) {
        return String.valueOf(entry.getOrDefault("time", ""));
    }

    private static Optional<String> version(Object apiVersion) {
        return Values.text(apiVersion).map(text -> text.substring(text.indexOf('/') + 1));
    }
}
