package dev.dragoman.cli.trial;

import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.ObjectKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What was sent and written in a dry run, in its order. An entry is a map whose first key says what
 * was done: {@code request}, {@code read}, {@code apply}, {@code status}, {@code patch}, {@code
 * delete}, {@code event}, {@code failed}. Thread-safe.
 */
public final class TrialRecord {
    private final List<Entry> entries = new ArrayList<>();
    private final Set<ObjectKey> created = new HashSet<>();
    private Optional<ObjectKey> by = Optional.empty();

    /**
     * What was done.
     *
     * @param by the object that was reconciled
     * @param apiVersion of an object that was applied; else an empty text
     */
    public record Entry(Optional<ObjectKey> by, String apiVersion, Map<String, Object> what) {}

    /** Sets the object whose reconciliation begins. */
    synchronized void begin(ObjectKey of) {
        by = Optional.of(of);
    }

    private synchronized void note(ObjectKey key) {
        created.add(key);
    }

    /** The objects that were created since the beginning. */
    synchronized Set<ObjectKey> created() {
        return Set.copyOf(created);
    }

    private void add(Map<String, Object> entry) {
        add("", entry);
    }

    private synchronized void add(String apiVersion, Map<String, Object> entry) {
        entries.add(new Entry(by, apiVersion, entry));
    }

    /** Takes the entries since the last call. */
    synchronized List<Entry> drain() {
        var all = List.copyOf(entries);
        entries.clear();
        return all;
    }

    void request(String method, String address, Object body, int status) {
        boolean reads = method.equals("GET") || method.equals("HEAD");
        var entry = Json.object(reads ? "read" : "request", method + " " + address);
        if (!(body instanceof String text && text.isEmpty())) {
            entry.put("body", body);
        }
        entry.put("answer", status);
        add(entry);
    }

    void applied(
            ObjectKey key,
            String apiVersion,
            String manager,
            String part,
            Map<String, Object> content,
            boolean created) {
        if (part.equals("status")) {
            add(Json.object("status", key.toString(), "value", content.get("status")));
            return;
        }
        if (created) {
            note(key);
        }
        var shown = Json.copyMap(content);
        if (key.kind().equals("Secret") && key.group().isEmpty()) {
            var hidden = new LinkedHashMap<String, Object>();
            Fields.map(shown, "data").keySet().forEach(each -> hidden.put(each, "***"));
            shown.put("data", hidden);
        }
        add(
                apiVersion,
                Json.object(
                        created ? "create" : "apply",
                        key.toString(),
                        "manager",
                        manager,
                        "object",
                        shown));
    }

    void patched(ObjectKey key, String patch) {
        var all = Json.literal("{\"all\":" + patch + "}").get("all");
        if (all instanceof List<?> operations) {
            all =
                    operations.stream()
                            .filter(
                                    each ->
                                            !(each instanceof Map<?, ?> map
                                                    && "test".equals(map.get("op"))))
                            .toList();
        } else if (all instanceof Map<?, ?> fields) {
            var copy = Json.copyMap(fields);
            var metadata = Fields.map(copy, "metadata");
            if (!metadata.isEmpty()) {
                metadata.remove("uid");
                metadata.remove("resourceVersion");
            }
            all = copy;
        }
        add(Json.object("patch", key.toString(), "change", all));
    }

    void deleted(ObjectKey key) {
        add(Json.object("delete", key.toString()));
    }

    void event(Map<String, Object> event) {
        var about = Fields.map(event, "regarding");
        var key =
                new ObjectKey(
                        Fields.group(Json.text(about, "apiVersion")),
                        Json.text(about, "kind"),
                        Json.text(about, "namespace"),
                        Json.text(about, "name"));
        add(
                Json.object(
                        "event", key.toString(),
                        "type", event.get("type"),
                        "reason", event.get("reason"),
                        "note", event.get("note")));
    }

    void failed(ObjectKey key, String reason, String message) {
        add(Json.object("failed", key.toString(), "reason", reason, "message", message));
    }
}
