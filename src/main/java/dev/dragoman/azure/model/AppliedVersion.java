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
import java.util.stream.Stream;

/**
 * Finds the version in which the user applied an object. That version selects the ARM api-version.
 * The object's own {@code apiVersion} does not tell it, because the API server converts each object
 * to the version that the reader asks for.
 */
public final class AppliedVersion {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private AppliedVersion() {}

    /**
     * The first of these that the catalog knows: the annotation (set by the admission policy or the
     * user); the version of a field manager that wrote spec fields after the last client-side
     * apply; the version that client-side apply recorded; the version of an older field manager;
     * the newest stable version. Dragoman's own field managers do not count. A manager whose time
     * is missing or equal to that of the record counts as older.
     */
    public static AzureVersion of(Map<String, Object> object, AzureKind kind) {
        return kind.version(name(object, kind)).orElseGet(kind::newest);
    }

    /** The name of the version from {@link #of}, in the spelling that was applied. */
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
        var recorded =
                Values.text(annotations.get(LAST_APPLIED)).flatMap(AppliedVersion::apiVersion);
        var since = recordedAt(object);
        var newer = new ArrayList<String>();
        var others = new ArrayList<String>();
        for (var owner : owners(object)) {
            boolean later =
                    since.isEmpty()
                            || (!since.get().isEmpty() && time(owner).compareTo(since.get()) > 0);
            version(owner.get("apiVersion")).ifPresent(later ? newer::add : others::add);
        }
        out.addAll(newer);
        recorded.ifPresent(out::add);
        out.addAll(others);
        return out;
    }

    /**
     * When client-side apply last wrote its record; an empty text when the time is missing. Empty
     * when no manager owns the record: then another manager has applied the object since, so the
     * record is old.
     */
    private static Optional<String> recordedAt(Map<String, Object> object) {
        return entries(object)
                .filter(
                        entry ->
                                Values.object(
                                                Values.at(
                                                        Values.object(entry.get("fieldsV1")),
                                                        "f:metadata",
                                                        "f:annotations"))
                                        .containsKey("f:" + LAST_APPLIED))
                .map(AppliedVersion::time)
                .max(Comparator.naturalOrder());
    }

    private static Optional<String> apiVersion(String lastApplied) {
        try {
            return version(
                    Values.object(JSON.readValue(lastApplied, Object.class)).get("apiVersion"));
        } catch (JsonProcessingException e) {
            return Optional.empty(); // not written by kubectl
        }
    }

    /** Entries of managers that are not Dragoman's and own spec fields, newest first. */
    private static List<Map<String, Object>> owners(Map<String, Object> object) {
        return entries(object)
                .filter(entry -> Values.object(entry.get("fieldsV1")).containsKey("f:spec"))
                .filter(entry -> !ours(String.valueOf(entry.get("manager"))))
                .sorted(Comparator.comparing(AppliedVersion::time).reversed())
                .toList();
    }

    private static Stream<Map<String, Object>> entries(Map<String, Object> object) {
        return Values.list(Values.at(object, "metadata", "managedFields")).stream()
                .map(Values::object);
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
