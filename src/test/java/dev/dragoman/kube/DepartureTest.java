package dev.dragoman.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What becomes of a Secret of keys when the object that they come from goes. */
class DepartureTest {
    private static final Map<String, Object> OWNER =
            Map.of("metadata", Map.of("name", "a", "namespace", "ns", "uid", "owner"));
    private static final Map<String, Object> ALSO =
            Map.of("kind", "Pod", "name", "b", "uid", "another");

    @Test
    void ourKeysAndMarksGoAndTheirsStay() {
        assertThat(patch(present(Map.of("ours", "1", "theirs", "2"))))
                .contains(
                        Map.of(
                                "metadata",
                                Map.of(
                                        "uid",
                                        "secret",
                                        "resourceVersion",
                                        "7",
                                        "ownerReferences",
                                        List.of(ALSO),
                                        "labels",
                                        absent("team"),
                                        "annotations",
                                        Map.of("dragoman.dev/export-left", "true")),
                                "data",
                                absent("ours")));
    }

    @Test
    void keysThatAreGoneAlreadyAreNotNamed() {
        assertThat(patch(present(Map.of("theirs", "2"))).orElseThrow().get("data"))
                .isEqualTo(Map.of());
    }

    @Test
    void whereNobodyElseHasAKeyTheGarbageCollectorDoesIt() {
        assertThat(patch(present(Map.of("ours", "1")))).isEmpty();
        assertThat(patch(present(Map.of()))).isEmpty();
    }

    @Test
    void binaryKeysAreThoseOfOthers() {
        var present = present(Map.of("ours", "1"));
        present.put("binaryData", Map.of("theirs", "AA=="));
        assertThat(patch(present).orElseThrow().get("data")).isEqualTo(absent("ours"));
    }

    @Test
    void whatIsNotOursOrCannotBeChangedIsLeft() {
        var shared = Map.<String, Object>of("ours", "1", "theirs", "2");
        var foreign = present(shared);
        metadata(foreign).put("ownerReferences", List.of(ALSO));
        assertThat(patch(foreign)).isEmpty();

        var going = present(shared);
        metadata(going).put("deletionTimestamp", "2026-01-01T00:00:00Z");
        assertThat(patch(going)).isEmpty();

        var immutable = present(shared);
        immutable.put("immutable", true);
        assertThat(patch(immutable).orElseThrow())
                .as("keys cannot be changed, and theirs must not go with the owner")
                .containsOnlyKeys("metadata");
    }

    @Test
    void whatAnotherManagerAppliedIsNotOurs() {
        var present = present(Map.of("ours", "1"));
        metadata(present).put("managedFields", List.of());
        assertThat(patch(present).orElseThrow().get("data")).isEqualTo(Map.of());
    }

    @Test
    void whereTheOwnerStaysOnlyOurKeysGo() {
        var expected =
                Map.<String, Object>of(
                        "metadata",
                        Map.of("uid", "secret", "resourceVersion", "7"),
                        "data",
                        absent("ours"));
        assertThat(cleared(present(Map.of("ours", "1", "theirs", "2")))).contains(expected);
        assertThat(cleared(present(Map.of("ours", "1")))).contains(expected);
        assertThat(cleared(present(Map.of("theirs", "2")))).isEmpty();
        var foreign = present(Map.of("ours", "1"));
        metadata(foreign).put("ownerReferences", List.of(ALSO));
        assertThat(cleared(foreign)).isEmpty();
        var going = present(Map.of("ours", "1"));
        metadata(going).put("deletionTimestamp", "2026-01-01T00:00:00Z");
        assertThat(cleared(going)).isEmpty();
    }

    private static Optional<Map<String, Object>> cleared(Map<String, Object> present) {
        return Departure.cleared(present, "us", OWNER);
    }

    private static Optional<Map<String, Object>> patch(Map<String, Object> present) {
        return Departure.patch(present, "us", OWNER);
    }

    private static Map<String, Object> absent(String key) {
        var gone = new LinkedHashMap<String, Object>();
        gone.put(key, null);
        return gone;
    }

    private static Map<String, Object> present(Map<String, Object> data) {
        var fields =
                Map.of(
                        "f:data",
                        Map.of(".", Map.of(), "f:ours", Map.of()),
                        "f:metadata",
                        Map.of("f:labels", Map.of("f:team", Map.of())));
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("name", "keys");
        metadata.put("namespace", "ns");
        metadata.put("uid", "secret");
        metadata.put("resourceVersion", "7");
        metadata.put("labels", Map.of("team", "ours", "other", "theirs"));
        metadata.put("ownerReferences", new ArrayList<>(List.of(ALSO, Map.of("uid", "owner"))));
        metadata.put(
                "managedFields",
                List.of(Map.of("manager", "us", "operation", "Apply", "fieldsV1", fields)));
        var present = new LinkedHashMap<String, Object>();
        present.put("apiVersion", "v1");
        present.put("kind", "Secret");
        present.put("metadata", metadata);
        present.put("data", data);
        return present;
    }

    @SuppressWarnings("unchecked") // made above
    private static Map<String, Object> metadata(Map<String, Object> present) {
        return (Map<String, Object>) present.get("metadata");
    }
}
