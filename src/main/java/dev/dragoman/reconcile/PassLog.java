package dev.dragoman.reconcile;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.slf4j.MDC;

/**
 * What every log line of a pass says of it: {@code subject} for people, and the fields that a JSON
 * log has ({@code kind}, {@code namespace}, {@code name}, {@code generation}, {@code pass}, {@code
 * cause}). Closing it ends that for the thread.
 */
final class PassLog implements AutoCloseable {
    private final Map<String, String> fields = new HashMap<>();

    private PassLog() {}

    static PassLog of(Pass pass) {
        var log = new PassLog();
        var key = pass.key();
        var generation = generation(pass);
        var cause = pass.cause().name().toLowerCase(Locale.ROOT);
        log.put("kind", key.kind());
        log.put("namespace", key.namespace());
        log.put("name", key.name());
        log.put("generation", generation);
        log.put("pass", Long.toString(pass.number()));
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
                                pass.number(),
                                cause));
        return log;
    }

    private static String generation(Pass pass) {
        return pass.object().get("metadata") instanceof Map<?, ?> metadata
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
