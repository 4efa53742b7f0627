package dev.dragoman.reconcile;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.slf4j.MDC;

/**
 * Puts the reconciliation into every log line of its thread: {@code subject} for people, and the
 * fields of a JSON log ({@code kind}, {@code namespace}, {@code name}, {@code generation}, {@code
 * pass}, {@code cause}). {@link #close} removes these fields.
 */
final class ReconciliationLog implements AutoCloseable {
    private final Map<String, String> fields = new HashMap<>();

    private ReconciliationLog() {}

    static ReconciliationLog of(Reconciliation reconciliation) {
        var log = new ReconciliationLog();
        var key = reconciliation.key();
        var generation = generation(reconciliation);
        var cause = reconciliation.cause().name().toLowerCase(Locale.ROOT);
        log.put("kind", key.kind());
        log.put("namespace", key.namespace());
        log.put("name", key.name());
        log.put("generation", generation);
        log.put("pass", Long.toString(reconciliation.number()));
        log.put("cause", cause);
        log.put(
                "subject",
                "%s(%s)%s #%d %s"
                        .formatted(
                                key.kind(),
                                key.namespace().isEmpty()
                                        ? key.name()
                                        : key.namespace() + "/" + key.name(),
                                generation.isEmpty() ? "" : " g" + generation,
                                reconciliation.number(),
                                cause));
        return log;
    }

    private static String generation(Reconciliation reconciliation) {
        return reconciliation.object().get("metadata") instanceof Map<?, ?> metadata
                        && metadata.get("generation") != null
                ? String.valueOf(metadata.get("generation"))
                : "";
    }

    private void put(String field, String value) {
        if (!value.isEmpty()) {
            fields.put(field, value);
            MDC.put(field, value);
        }
    }

    @Override
    public void close() {
        fields.keySet().forEach(MDC::remove);
    }
}
