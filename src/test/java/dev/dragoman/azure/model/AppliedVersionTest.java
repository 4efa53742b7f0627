package dev.dragoman.azure.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AppliedVersionTest {
    private static final AzureKind ACCOUNT =
            Catalog.load().find("storage.azure.com", "StorageAccount").orElseThrow();
    private static final Map<String, Object> LAST_APPLIED =
            Map.of(
                    "kubectl.kubernetes.io/last-applied-configuration",
                    "{\"apiVersion\":\"storage.azure.com/v1api20230101\"}");

    private static String applied(Map<String, Object> metadata) {
        return AppliedVersion.of(Map.of("metadata", metadata), ACCOUNT).apiVersion();
    }

    private static final String MORNING = "2026-01-01T08:00:00Z";
    private static final String NOON = "2026-01-01T12:00:00Z";

    private static Map<String, Object> manager(
            String name, String version, String time, String field) {
        return Map.of(
                "manager",
                name,
                "apiVersion",
                "storage.azure.com/" + version,
                "time",
                time,
                "fieldsV1",
                Map.of(field, Map.of()));
    }

    @Test
    void theAnnotationDecides() {
        var annotations = new HashMap<>(LAST_APPLIED);
        annotations.put("dragoman.dev/applied-version", "v20250601");
        assertThat(applied(Map.of("annotations", annotations))).isEqualTo("2025-06-01");
    }

    @Test
    void thenWhatClientSideApplyRecorded() {
        assertThat(applied(Map.of("annotations", LAST_APPLIED))).isEqualTo("2023-01-01");
    }

    @Test
    void thenTheNewestForeignManagerOfTheSpec() {
        var managers =
                List.of(
                        manager("helm", "v20250601", "2026-01-01T00:00:00Z", "f:spec"),
                        manager("flux", "v20230101", "2026-01-02T00:00:00Z", "f:spec"),
                        manager("dragoman", "v20250601", "2026-01-03T00:00:00Z", "f:spec"),
                        manager("kubectl", "v20250601", "2026-01-04T00:00:00Z", "f:metadata"));
        assertThat(applied(Map.of("managedFields", managers))).isEqualTo("2023-01-01");
    }

    /** What another manager applied after that is what counts, until the client applies again. */
    @ParameterizedTest(name = "recorded {0}, client's spec {1}, flux {2} -> {3}")
    @CsvSource({
        // the record is of v20230101, flux applied v20250601
        MORNING + ", " + MORNING + ", " + NOON + ", 2025-06-01",
        NOON + ", " + NOON + ", " + MORNING + ", 2023-01-01",
        // an apply of an equal spec moves the record alone
        NOON + ", '', " + MORNING + ", 2023-01-01",
        MORNING + ", '', " + NOON + ", 2025-06-01",
        // within one second nothing is known
        NOON + ", " + NOON + ", " + NOON + ", 2023-01-01",
        // nobody owns the record: kubectl gives it up where it applies as another manager
        "'', '', " + NOON + ", 2025-06-01",
        "'', '', none, 2025-06-01",
        // within one second nothing is known of another manager either
        NOON + ", '', " + NOON + ", 2023-01-01",
        // no time says when
        "none, '', " + NOON + ", 2023-01-01",
        NOON + ", '', none, 2023-01-01",
    })
    void theNewerOfRecordAndOwnersCounts(
            String recorded, String client, String flux, String expected) {
        var managers = new ArrayList<Map<String, Object>>();
        if (!recorded.isEmpty()) {
            managers.add(
                    timed(
                            recorded,
                            "kubectl-client-side-apply",
                            "v20230101",
                            Map.of(
                                    "f:metadata",
                                    Map.of(
                                            "f:annotations",
                                            Map.of(
                                                    "f:" + LAST_APPLIED.keySet().iterator().next(),
                                                    Map.of())))));
        }
        if (!client.isEmpty()) {
            managers.add(
                    timed(
                            client,
                            "kubectl-client-side-apply",
                            "v20230101",
                            Map.of("f:spec", Map.of())));
        }
        managers.add(timed(flux, "flux", "v20250601", Map.of("f:spec", Map.of())));
        assertThat(applied(Map.of("annotations", LAST_APPLIED, "managedFields", managers)))
                .isEqualTo(expected);
    }

    private static Map<String, Object> timed(
            String time, String name, String version, Map<String, Object> fields) {
        var entry = new HashMap<>(manager(name, version, time, "f:metadata"));
        entry.put("fieldsV1", fields);
        if ("none".equals(time)) {
            entry.remove("time");
        }
        return entry;
    }

    @Test
    void elseTheNewestStableVersion() {
        assertThat(applied(Map.of())).isEqualTo("2025-06-01");
        var unknown = Map.of("annotations", Map.of("dragoman.dev/applied-version", "v9"));
        assertThat(AppliedVersion.name(Map.of("metadata", unknown), ACCOUNT))
                .isEqualTo("v20250601");
    }
}
