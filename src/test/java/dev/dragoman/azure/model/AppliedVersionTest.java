package dev.dragoman.azure.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

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

    private static Map<String, Object> manager(String name, String version, String time, String field) {
        return Map.of(
                "manager", name,
                "apiVersion", "storage.azure.com/" + version,
                "time", time,
                "fieldsV1", Map.of(field, Map.of()));
    }

    @Test
    void theAnnotationDecides() {
        var annotations = new java.util.HashMap<>(LAST_APPLIED);
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

    @Test
    void elseTheNewestStableVersion() {
        assertThat(applied(Map.of())).isEqualTo("2025-06-01");
        assertThat(applied(Map.of("annotations", Map.of("dragoman.dev/applied-version", "v9"))))
                .isEqualTo("2025-06-01");
    }
}
