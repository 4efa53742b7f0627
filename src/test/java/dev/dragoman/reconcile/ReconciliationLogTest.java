package dev.dragoman.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class ReconciliationLogTest {
    @Test
    void linesOfAPassSayOfWhichObject() {
        var reconciliation =
                new Reconciliation(
                        new ObjectKey("example.org", "Thing", "ns", "a"),
                        7,
                        Cause.EDITED,
                        Map.of("metadata", Map.of("generation", 3)),
                        "uid",
                        Instant.EPOCH);
        try (var _ = ReconciliationLog.of(reconciliation)) {
            assertThat(MDC.getCopyOfContextMap())
                    .containsEntry("kind", "Thing")
                    .containsEntry("namespace", "ns")
                    .containsEntry("name", "a")
                    .containsEntry("generation", "3")
                    .containsEntry("pass", "7")
                    .containsEntry("cause", "edited")
                    .containsEntry("subject", "Thing(ns/a) g3 #7 edited");
        }
        assertThat(MDC.get("kind")).isNull();
        assertThat(MDC.get("subject")).isNull();
    }
}
