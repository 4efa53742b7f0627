package dev.dragoman.cli.validate;

import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.check.Diagnostic;
import dev.dragoman.cli.trial.GivenAnswers.Given;
import dev.dragoman.cli.trial.Trial;
import dev.dragoman.cli.trial.TrialRecord;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.ObjectKey;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A dry run in which objects are applied, edited and deleted. */
final class ObjectRun {
    /** When the first object is made; each other one is younger than that before it. */
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    /** Time on the clock that is enough for all but pauses after failures. */
    private static final Duration WAIT = Duration.ofSeconds(5);

    /** Hashes of new keys, which differ between two runs. */
    private static final Pattern HASH = Pattern.compile("^(\\s+\\S+: )\"[0-9a-z]{40,}\"$");

    private static final Pattern NAMED = Pattern.compile("\"key\":\"([^\"\\\\]+)\"");

    private static final Pattern KIND =
            Pattern.compile("apiVersion\"?: *\"?([\\w.-]+/\\w+)\"?,?\\s+\"?kind\"?: *\"?(\\w+)");

    private final Overlays overlays;
    private final Map<String, String> settings;
    private final TrialPoints points;
    private final boolean tolerant;

    /**
     * @param overlays files in which the check finds no error
     * @param tolerant as in {@link TrialPoints}
     */
    ObjectRun(Overlays overlays, Map<String, String> settings, boolean tolerant) {
        this.overlays = overlays;
        this.settings = settings;
        this.points = new TrialPoints(overlays, tolerant);
        this.tolerant = tolerant;
    }

    /** Why a reconciliation failed. */
    record Trouble(ObjectKey key, String reason, String message) {}

    /**
     * What was done.
     *
     * @param entries what was sent and written after the objects were applied
     * @param conditions texts of the objects' conditions Ready that are not True
     * @param deletion what was sent and written after they were deleted
     * @param varying as {@link TrialPoints#varying}
     */
    record Done(
            List<TrialRecord.Entry> entries,
            Map<ObjectKey, String> conditions,
            List<TrialRecord.Entry> deletion,
            TrialPoints points,
            List<Diagnostic> varying) {
        /** Whether an object was reconciled with an effect. */
        boolean isDone(ObjectKey key) {
            return of(key, entries).findFirst().isPresent();
        }

        private static Stream<Map<String, Object>> of(ObjectKey key, List<TrialRecord.Entry> all) {
            return all.stream()
                    .filter(each -> each.by().filter(key::equals).isPresent())
                    .map(TrialRecord.Entry::what);
        }

        /** What is sent and applied for an object, as YAML with sorted keys. */
        List<String> lines(ObjectKey key) {
            var parts = new LinkedHashMap<String, List<String>>();
            entries.stream()
                    .filter(each -> each.by().filter(key::equals).isPresent())
                    .forEach(
                            each -> {
                                var entry = each.what();
                                var verb = entry.keySet().iterator().next();
                                var about = String.valueOf(entry.get(verb));
                                switch (verb) {
                                    case "request" ->
                                            parts.put(
                                                    about, block("# " + about, entry.get("body")));
                                    case "create", "apply" -> {
                                        if (!about.equals(key.toString())) {
                                            parts.put(about, block("---", object(about, each)));
                                        }
                                    }
                                    case "delete" -> parts.put(about, List.of("# delete " + about));
                                    default -> {
                                        // status, Events and marks on the object itself
                                    }
                                }
                            });
            return parts.values().stream().flatMap(List::stream).toList();
        }

        /** The object of an entry, with its kind and name, which the entry has as a text. */
        private static Map<String, Object> object(String about, TrialRecord.Entry entry) {
            var parts = about.split("[. ]", 2);
            var object = Json.copyMap(Fields.map(entry.what(), "object"));
            object.put("apiVersion", entry.apiVersion());
            object.put("kind", parts[0]);
            var metadata = Json.copyMap(Json.map(object, "metadata"));
            metadata.put("name", about.replaceFirst(".*[ /]", ""));
            object.put("metadata", metadata);
            return object;
        }

        private static List<String> block(String head, Object body) {
            var lines = new ArrayList<>(List.of(head));
            if (body != null) {
                Serialization.asYaml(Json.sorted(body))
                        .lines()
                        .skip(1)
                        .map(each -> HASH.matcher(each).replaceFirst("$1\"...\""))
                        .forEach(lines::add);
            }
            return lines;
        }

        /** Why reconciliations failed after the objects were applied. */
        List<Trouble> troubles() {
            return entries.stream()
                    .filter(each -> each.what().containsKey("failed"))
                    .map(
                            each ->
                                    new Trouble(
                                            each.by().orElseThrow(),
                                            Json.text(each.what(), "reason"),
                                            Json.text(each.what(), "message")))
                    .distinct()
                    .toList();
        }

        /** Why reconciliations of an object failed after it was applied. */
        List<Trouble> troubles(ObjectKey key) {
            return troubles().stream().filter(each -> each.key().equals(key)).toList();
        }

        /** Steps that failed for an object, as texts with file and line. */
        List<String> failures(ObjectKey key) {
            return points.failures().stream()
                    .filter(each -> each.key().equals(key))
                    .map(each -> "%s %s".formatted(each.cause().place(), each.cause().what()))
                    .distinct()
                    .toList();
        }

        /** What steps said of an object. */
        List<String> remarks(ObjectKey key) {
            return points.remarks(key);
        }

        /**
         * The object's condition where it is not True, and what its deletion sends.
         *
         * @param unsaid whether nothing else says what keeps the object from being Ready
         */
        List<String> notes(ObjectKey key, boolean unsaid) {
            var all = new ArrayList<String>();
            Optional.ofNullable(conditions.get(key)).filter(any -> unsaid).ifPresent(all::add);
            if (unsaid && lines(key).isEmpty() && !conditions.containsKey(key)) {
                // of routes of a team's own
                of(key, entries)
                        .filter(each -> each.containsKey("status") || each.containsKey("event"))
                        .map(Json::write)
                        .forEach(all::add);
            }
            of(key, deletion)
                    .filter(each -> each.containsKey("request"))
                    .map(each -> "when it is deleted: " + each.get("request"))
                    .distinct()
                    .forEach(all::add);
            return all;
        }
    }

    /**
     * As {@link #of(List, List, String)}, of all objects. One that no cluster takes is left out.
     */
    Done of(List<Map<String, Object>> samples) {
        return of(samples, samples.stream().map(Fields::key).toList(), "default");
    }

    /**
     * Applies objects, empties what is made of them, and deletes them.
     *
     * @param all all objects of the cluster
     * @param keys those of them that are deleted
     * @param home namespace of objects that name none
     */
    Done of(List<Map<String, Object>> all, List<ObjectKey> keys, String home) {
        var setup =
                new Trial.Setup(
                        overlays, settings, BEGIN, kinds(), Set.of(), true, Optional.of(points));
        try (var trial = new Trial(setup)) {
            // an entry that objects refer to is there, with the properties that they name
            var entry = new LinkedHashMap<String, Object>(Map.of("of", "a dry run"));
            NAMED.matcher(Json.write(Map.of("all", all)))
                    .results()
                    .forEach(each -> entry.put(each.group(1), "of-a-dry-run"));
            var value = Json.object("value", Json.write(entry));
            trial.answers()
                    .add(Map.of("GET https://*.vault.*", List.of(new Given(200, Map.of(), value))));
            for (int i = 0; i < all.size(); i++) {
                trial.clock(BEGIN.plusSeconds(i));
                try {
                    var _ = trial.apply(all.get(i), home);
                } catch (IllegalArgumentException refused) {
                    // a sample that the definition of its kind refuses
                    if (!tolerant) {
                        throw refused;
                    }
                }
            }
            var entries = trial.entries(WAIT);
            var conditions = new LinkedHashMap<ObjectKey, String>();
            keys.forEach(key -> condition(trial, key).ifPresent(it -> conditions.put(key, it)));
            // Secrets and the like that others refer to stay
            var done = keys.stream().filter(key -> Done.of(key, entries).findAny().isPresent());
            var own = done.toList();
            trial.spoil();
            var _ = trial.entries(WAIT);
            own.stream().filter(each -> trial.object(each).isPresent()).forEach(trial::delete);
            return new Done(entries, conditions, trial.entries(WAIT), points, points.varying());
        }
    }

    /** The kinds that the files name: the cluster is taken for one that serves them. */
    private Set<GroupKind> kinds() {
        return KIND.matcher(texts(overlays))
                .results()
                .map(each -> new GroupKind(Fields.group(each.group(1)), each.group(2)))
                .collect(Collectors.toSet());
    }

    /** The files' texts. */
    static String texts(Overlays overlays) {
        var texts = new StringBuilder();
        for (var file : overlays.files()) {
            try {
                texts.append(Files.readString(file)).append('\n');
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return texts.toString();
    }

    private static Optional<String> condition(Trial trial, ObjectKey key) {
        return trial.object(key)
                .flatMap(each -> Fields.condition(each, "Ready"))
                .filter(each -> !"True".equals(each.get("status")))
                .map(
                        each ->
                                "Ready=%s: %s: %s"
                                        .formatted(
                                                each.get("status"),
                                                each.get("reason"),
                                                each.get("message")));
    }
}
