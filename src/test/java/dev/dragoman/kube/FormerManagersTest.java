package dev.dragoman.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.kube.object.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What becomes of fields that a predecessor has set. */
class FormerManagersTest {
    private static final Map<String, Object> NOTHING = Map.of();
    private static final Map<String, Object> DESIRED =
            Map.of("metadata", Map.of("labels", Map.of("a", "b")), "spec", Map.of("template", 1));

    private static Map<String, Object> entry(
            String manager, String operation, Map<String, Object> fields) {
        return Map.of("manager", manager, "operation", operation, "fieldsV1", fields);
    }

    private static Map<String, Object> object(List<Map<String, Object>> managed) {
        return Map.of("apiVersion", "apps/v1", "metadata", Map.of("managedFields", managed));
    }

    private static final Map<String, Object> PREDECESSOR =
            entry(
                    "manager",
                    "Update",
                    Map.of(
                            "f:metadata",
                            Map.of("f:labels", Map.of(".", NOTHING, "f:a", NOTHING)),
                            "f:spec",
                            Map.of("f:template", Map.of("f:env", NOTHING), "f:replicas", NOTHING)));

    @Test
    void whatIsAppliedIsTakenAndTheRestStays() {
        var others = entry("kubectl", "Update", Map.of("f:x", NOTHING));
        var after =
                FormerManagers.transferred(
                                DESIRED,
                                object(List.of(PREDECESSOR, others)),
                                "ours",
                                Set.of("manager"))
                        .orElseThrow();
        assertThat(after).hasSize(3).contains(others);
        var left = new LinkedHashMap<>(PREDECESSOR);
        left.put("fieldsV1", Map.of("f:spec", Map.of("f:replicas", NOTHING)));
        assertThat(after).contains(left);
        assertThat(after.getLast())
                .containsEntry("manager", "ours")
                .containsEntry("operation", "Apply")
                .containsEntry("apiVersion", "apps/v1")
                .containsEntry(
                        "fieldsV1",
                        Map.of(
                                "f:metadata",
                                Map.of("f:labels", Map.of(".", NOTHING, "f:a", NOTHING)),
                                "f:spec",
                                Map.of("f:template", Map.of("f:env", NOTHING))));
    }

    @Test
    void itIsAddedToWhatIsOurs() {
        var ours =
                entry(
                        "ours",
                        "Apply",
                        Map.of("f:spec", Map.of("f:template", Map.of("f:image", NOTHING))));
        var after =
                FormerManagers.transferred(
                                DESIRED,
                                object(List.of(ours, PREDECESSOR)),
                                "ours",
                                Set.of("manager"))
                        .orElseThrow();
        assertThat(Json.map(after.getLast(), "fieldsV1", "f:spec", "f:template"))
                .containsOnlyKeys("f:image", "f:env");
        var again = new ArrayList<>(after);
        assertThat(FormerManagers.transferred(DESIRED, object(again), "ours", Set.of("manager")))
                .as("nothing is left to take")
                .isEmpty();
    }

    @Test
    void otherManagersAndStatusesAreNoOnesToTake() {
        var status = new LinkedHashMap<>(PREDECESSOR);
        status.put("subresource", "status");
        var applied = new LinkedHashMap<>(PREDECESSOR);
        applied.put("operation", "Apply");
        assertThat(
                        FormerManagers.transferred(
                                DESIRED,
                                object(List.of(status, applied)),
                                "ours",
                                Set.of("manager")))
                .isEmpty();
        assertThat(
                        FormerManagers.transferred(
                                DESIRED, object(List.of(PREDECESSOR)), "ours", Set.of()))
                .isEmpty();
    }
}
