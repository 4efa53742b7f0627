package dev.dragoman.sandbox.bench;

import dev.dragoman.sandbox.controlplane.AuditLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the time from an edit to the operator's first write of the edited object. By the clock
 * of the API server, this is from the end of the edit request to the arrival of the write request.
 * In between the operator has sent the change to Azure.
 */
final class EventLatency {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Stage stage;
    private final String namespace;
    private final String name;
    private final int count;
    private int edits;

    EventLatency(Stage stage, String namespace, int count) {
        this.stage = stage;
        this.namespace = namespace;
        // names in Azure must differ
        name = "edited-" + namespace;
        this.count = count;
    }

    /** Edits the object several times in sequence. Returns the time of each edit in ms. */
    List<Double> measure() {
        var times = new ArrayList<Double>();
        try (var watch = new ReadyWatch(stage.client(), namespace, Objects.Type.GROUP, name)) {
            if (edits == 0) {
                Objects.create(
                        stage.client(), namespace, Objects.Type.GROUP, List.of(name));
                watch.awaitReady(1, 1, LIMIT);
            }
            for (int i = 0; i < count; i++) {
                var mark = stage.mark();
                var generation =
                        Objects.edit(
                                        stage.client(),
                                        namespace,
                                        Objects.Type.GROUP,
                                        name,
                                        "team" + ++edits)
                                .getMetadata()
                                .getGeneration();
                watch.awaitReady(1, generation, LIMIT);
                times.add(between(mark));
            }
        }
        return times;
    }

    private double between(Calls.Mark mark) {
        var edit = stage.ownCalls(mark).kubernetes().stream().filter(this::write).findFirst();
        var answer = stage.calls(mark).kubernetes().stream().filter(this::write).findFirst();
        return Duration.between(
                                time(edit.orElseThrow(), "stageTimestamp"),
                                time(answer.orElseThrow(), "requestReceivedTimestamp"))
                        .toNanos()
                / 1e6;
    }

    private boolean write(AuditLog.Event event) {
        return event.write() && name.equals(event.name());
    }

    private static Instant time(AuditLog.Event event, String field) {
        return Instant.parse(event.json().path(field).asText());
    }
}
