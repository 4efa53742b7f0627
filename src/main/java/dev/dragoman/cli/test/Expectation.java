package dev.dragoman.cli.test;

import dev.dragoman.cli.trial.Trial;
import dev.dragoman.cli.trial.Wildcards;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a round must show. Of maps, the expected fields count; lists have the expected length; in
 * texts {@code *} stands for any text. Requests and Events are all that there are, in their order.
 */
record Expectation(CaseYaml yaml, String home) {
    private static final Set<String> KEYS =
            Set.of("requests", "reads", "objects", "absent", "conditions", "events", "failures");

    /** The kinds of entries that are sent to others than the cluster, or read there. */
    private static final String REQUEST = "request";

    static Expectation of(CaseYaml yaml, String home) {
        return new Expectation(yaml.only(KEYS), home);
    }

    /** Whether nothing is expected. */
    boolean isEmpty() {
        return yaml.map().isEmpty();
    }

    /**
     * What differs, in words.
     *
     * @param entries what the round did
     * @param trial the cluster after the round
     */
    List<String> differences(List<Map<String, Object>> entries, Trial trial) {
        var found = new ArrayList<String>();
        all("requests", REQUEST, entries, found);
        all("events", "event", entries, found);
        all("failures", "failed", entries, found);
        some("reads", "read", entries, found);
        for (var each : yaml.maps("objects")) {
            object(each, trial, found);
        }
        for (var each : yaml.list("absent")) {
            var key = key("absent", String.valueOf(each));
            if (trial.object(key).isPresent()) {
                found.add("absent: %s is there".formatted(key));
            }
        }
        for (var each : yaml.maps("conditions")) {
            condition(each, trial, found);
        }
        return found;
    }

    private void all(
            String name, String verb, List<Map<String, Object>> entries, List<String> found) {
        if (!yaml.has(name)) {
            return;
        }
        var wanted = yaml.list(name);
        var real = entries.stream().filter(each -> each.containsKey(verb)).toList();
        for (int i = 0; i < Math.max(wanted.size(), real.size()); i++) {
            if (i >= wanted.size()) {
                found.add("%s: not expected: %s".formatted(name, text(real.get(i))));
            } else if (i >= real.size()) {
                found.add(
                        "%s: expected, and did not come: %s".formatted(name, text(wanted.get(i))));
            } else {
                var why = difference(entry(verb, wanted.get(i)), real.get(i), "");
                if (!why.isEmpty()) {
                    found.add("%s[%d]%s".formatted(name, i, why));
                }
            }
        }
    }

    private void some(
            String name, String verb, List<Map<String, Object>> entries, List<String> found) {
        for (var each : yaml.list(name)) {
            var wanted = entry(verb, each);
            if (entries.stream().noneMatch(real -> difference(wanted, real, "").isEmpty())) {
                found.add("%s: expected, and did not come: %s".formatted(name, text(each)));
            }
        }
    }

    /** An entry that is expected; a text stands for what was done. */
    private static Object entry(String verb, Object written) {
        return written instanceof String text ? Map.of(verb, text) : written;
    }

    private void object(CaseYaml wanted, Trial trial, List<String> found) {
        var metadata = Json.copyMap(Fields.map(wanted.map(), "metadata"));
        var key = Fields.key(wanted.map());
        var own =
                trial.keys().stream()
                        .filter(
                                each ->
                                        each.kind().equals(key.kind())
                                                && each.group().equals(key.group())
                                                && each.name().equals(key.name())
                                                && (each.namespace().isEmpty()
                                                        || each.namespace()
                                                                .equals(
                                                                        metadata.getOrDefault(
                                                                                "namespace",
                                                                                home))))
                        .findFirst();
        if (own.isEmpty()) {
            found.add("objects: there is no %s".formatted(key));
            return;
        }
        var fields = Json.copyMap(wanted.map());
        // the cluster stores another version than the one that was applied
        fields.remove("apiVersion");
        var why = difference(fields, trial.object(own.get()).orElseThrow(), "");
        if (why.startsWith(".data") && key.kind().equals("Secret")) {
            // without the values
            why = why.replaceFirst(": expected.*", " has another value");
        }
        if (!why.isEmpty()) {
            found.add("objects: %s%s".formatted(own.get(), why));
        }
    }

    private void condition(CaseYaml wanted, Trial trial, List<String> found) {
        wanted.only(Set.of("object", "type", "status", "reason", "message"));
        var key =
                key(
                        "conditions",
                        wanted.text("object")
                                .orElseThrow(() -> wanted.wrong("object", "is missing")));
        var type = wanted.text("type").orElse("Ready");
        var object = trial.object(key);
        if (object.isEmpty()) {
            found.add("conditions: there is no %s".formatted(key));
            return;
        }
        var condition = Fields.condition(object.get(), type);
        if (condition.isEmpty()) {
            found.add("conditions: %s has no condition %s".formatted(key, type));
            return;
        }
        for (var each : List.of("status", "reason", "message")) {
            if (wanted.has(each)) {
                var why =
                        difference(wanted.text(each).orElseThrow(), condition.get().get(each), "");
                if (!why.isEmpty()) {
                    found.add("conditions: %s %s.%s%s".formatted(key, type, each, why));
                }
            }
        }
    }

    private ObjectKey key(String name, String text) {
        return CaseFile.key(text, home)
                .orElseThrow(
                        () ->
                                yaml.wrong(
                                        name,
                                        "names '%s'; write Kind.group namespace/name"
                                                .formatted(text)));
    }

    /** Where the real value is not as expected; an empty text where it is. */
    private static String difference(Object wanted, Object real, String path) {
        if (wanted instanceof Map<?, ?> map && real instanceof Map<?, ?> there) {
            for (var each : map.entrySet()) {
                var why =
                        difference(
                                each.getValue(),
                                there.get(each.getKey()),
                                path + "." + each.getKey());
                if (!why.isEmpty()) {
                    return why;
                }
            }
            return "";
        }
        if (wanted instanceof List<?> list && real instanceof List<?> there) {
            if (list.size() != there.size()) {
                return "%s: expected %d elements, got %s".formatted(path, list.size(), text(real));
            }
            for (int i = 0; i < list.size(); i++) {
                var why = difference(list.get(i), there.get(i), "%s[%d]".formatted(path, i));
                if (!why.isEmpty()) {
                    return why;
                }
            }
            return "";
        }
        boolean same =
                (wanted instanceof String text && real instanceof String there)
                        ? Wildcards.fit(text, there) || isWithoutQuery(text, there)
                        : Json.same(wanted, real);
        return same ? "" : "%s: expected %s, got %s".formatted(path, text(wanted), text(real));
    }

    /** An address that is written without its query stands for any query. */
    private static boolean isWithoutQuery(String written, String text) {
        return !written.contains("?")
                && text.matches("[A-Z]+ \\S+\\?.*")
                && Wildcards.fit(written, text.substring(0, text.indexOf('?')));
    }

    private static String text(Object value) {
        return value instanceof String text ? "'" + text + "'" : Json.write(value);
    }
}
