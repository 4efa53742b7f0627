package dev.dragoman.cli.test;

import dev.dragoman.Operator;
import dev.dragoman.cli.test.CaseYaml.Wrong;
import dev.dragoman.cli.trial.Documents;
import dev.dragoman.cli.trial.GivenAnswers.Given;
import dev.dragoman.cli.trial.Trial;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.KindSelector;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.settings.GoDuration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A case: what there is, what happens round by round, and what is expected. Reads no file outside
 * of the root directory.
 *
 * @param file the file {@code NAME.case.yaml}
 * @param overlays directories of a team's files; empty for those of the command
 * @param refused part of each error that the check must find; empty where the files must be sound
 * @param home namespace of objects that name none
 */
record CaseFile(
        Path file,
        List<Path> overlays,
        Map<String, String> settings,
        Instant clock,
        String home,
        List<Map<String, Object>> cluster,
        Set<GroupKind> kinds,
        Set<GroupKind> missing,
        boolean assumes,
        Optional<String> refused,
        Optional<Path> golden,
        List<Round> rounds) {
    /** How the names of case files end. */
    static final String ENDING = ".case.yaml";

    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    /** Long enough for what comes again at once, and too short for any pause. */
    private static final Duration WAIT = Duration.ofSeconds(5);

    private static final Set<String> OF_ROUND =
            Set.of("apply", "delete", "azure", "answers", "clock", "wait", "resync", "expect");

    private static final Set<String> OF_CASE =
            Set.of(
                    "overlays",
                    "settings",
                    "namespace",
                    "namespaces",
                    "cluster",
                    "kinds",
                    "missing",
                    "assume",
                    "refused",
                    "golden",
                    "rounds");

    /** Of a namespace. */
    private static final Set<String> METADATA = Set.of("labels", "annotations");

    /**
     * One round.
     *
     * @param azure what is in Azure from now on, by id; an empty map for nothing
     * @param answers answers to requests from now on, by method and address
     * @param clock time at which the round begins; empty where the clock goes on
     * @param time how long the round lasts on the clock
     */
    record Round(
            List<Map<String, Object>> apply,
            List<ObjectKey> delete,
            Map<String, Map<String, Object>> azure,
            Map<String, List<Given>> answers,
            Map<String, List<String>> hosts,
            Optional<Instant> clock,
            Duration time,
            boolean resync,
            Expectation expect) {}

    /**
     * Reads a case.
     *
     * @param root no file outside of this directory is read
     * @throws Wrong naming file, place and what to write
     */
    static CaseFile of(Path file, Path root) {
        inside(file, file, root);
        var yaml = CaseYaml.of(file, text(file));
        var names = new HashSet<>(OF_CASE);
        names.addAll(OF_ROUND);
        yaml.only(names);
        var home = yaml.text("namespace").orElse("default");
        var reader = new Reader(yaml, root, home);
        var rounds = new ArrayList<Round>();
        if (yaml.has("rounds")) {
            for (var each : OF_ROUND) {
                if (yaml.has(each)
                        && !each.equals("azure")
                        && !each.equals("answers")
                        && !each.equals("clock")) {
                    throw yaml.wrong(each, "belongs into one of the rounds");
                }
            }
            yaml.maps("rounds").forEach(each -> rounds.add(reader.round(each.only(OF_ROUND))));
        }
        if (!yaml.has("rounds")) {
            rounds.add(reader.round(yaml));
        } else if (rounds.isEmpty()) {
            throw yaml.wrong("rounds", "has no round");
        } else {
            rounds.set(0, reader.with(rounds.getFirst(), reader.round(yaml)));
        }
        return new CaseFile(
                file,
                reader.overlays(),
                reader.settings(),
                reader.time(yaml, "clock").orElse(BEGIN),
                home,
                reader.cluster(),
                reader.kinds("kinds"),
                reader.kinds("missing"),
                !yaml.has("assume") || yaml.flag("assume"),
                yaml.text("refused"),
                yaml.text("golden").map(reader::inside),
                rounds);
    }

    /** Refuses a path that lies outside of the root, or that a link leads there. */
    private static void inside(Path file, Path path, Path root) {
        try {
            var real = Files.exists(path) ? path.toRealPath() : path;
            if (!real.startsWith(root.toRealPath())) {
                throw new Wrong(
                        "%s: %s lies outside of %s, and is not read".formatted(file, path, root));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The key in a text {@code Kind.group namespace/name}, as the output shows it. */
    static Optional<ObjectKey> key(String text, String home) {
        var parts = text.strip().split("\\s+", 2);
        if (parts.length < 2) {
            return Optional.empty();
        }
        int dot = parts[0].indexOf('.');
        int slash = parts[1].indexOf('/');
        return Optional.of(
                new ObjectKey(
                        dot < 0 ? "" : parts[0].substring(dot + 1),
                        dot < 0 ? parts[0] : parts[0].substring(0, dot),
                        slash < 0 ? home : parts[1].substring(0, slash),
                        parts[1].substring(slash + 1)));
    }

    /** Reads the parts of one file. */
    private record Reader(CaseYaml yaml, Path root, String home) {
        Path inside(String name) {
            try {
                var path = yaml.file().toRealPath().getParent().resolve(name).normalize();
                CaseFile.inside(yaml.file(), path, root);
                return path;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** A directory of which no file is a link out of the root. */
        private Path directory(Path path) {
            try (var all = Files.walk(path)) {
                all.forEach(each -> CaseFile.inside(yaml.file(), each, root));
                return path;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        List<Path> overlays() {
            if (!yaml.has("overlays")) {
                var beside = inside("overlays");
                return Files.isDirectory(beside) ? List.of(directory(beside)) : List.of();
            }
            var all = new ArrayList<Path>();
            for (var each : yaml.list("overlays")) {
                var path = inside(String.valueOf(each));
                if (!Files.isDirectory(path)) {
                    throw yaml.wrong("overlays", "names %s, which is no directory".formatted(each));
                }
                all.add(directory(path));
            }
            return all;
        }

        Map<String, String> settings() {
            var all = new LinkedHashMap<String, String>();
            var written = yaml.map("settings");
            for (var each : written.map().entrySet()) {
                var name = each.getKey();
                if (Trial.OUTSIDE.contains(name)) {
                    throw written.wrong(name, "has no effect in a case; leave it out");
                }
                if (Operator.SETTINGS.find(name).isEmpty()) {
                    throw written.wrong(name, "is no setting; docs/settings.md has all");
                }
                all.put(name, String.valueOf(each.getValue()));
            }
            return all;
        }

        List<Map<String, Object>> cluster() {
            var all = new ArrayList<Map<String, Object>>();
            yaml.map("namespaces")
                    .map()
                    .forEach(
                            (name, value) -> {
                                var metadata = Json.object();
                                if (value instanceof Map<?, ?> map) {
                                    map.forEach(
                                            (key, each) -> metadata.put(String.valueOf(key), each));
                                    if (!METADATA.containsAll(metadata.keySet())) {
                                        throw new CaseYaml.Wrong(
                                                "namespaces.%s has labels and annotations, and no %s"
                                                        .formatted(name, metadata.keySet()));
                                    }
                                }
                                metadata.put("name", name);
                                all.add(
                                        Json.object(
                                                "apiVersion", "v1",
                                                "kind", "Namespace",
                                                "metadata", metadata));
                            });
            all.addAll(objects(yaml, "cluster"));
            return all;
        }

        Set<GroupKind> kinds(String key) {
            return yaml.list(key).stream()
                    .map(
                            each -> {
                                try {
                                    var read = KindSelector.parse(String.valueOf(each));
                                    return new GroupKind(read.group(), read.kind());
                                } catch (IllegalArgumentException no) {
                                    throw yaml.wrong(key, no.getMessage());
                                }
                            })
                    .collect(Collectors.toSet());
        }

        List<Map<String, Object>> objects(CaseYaml of, String key) {
            var all = new ArrayList<Map<String, Object>>();
            for (var each : of.list(key)) {
                if (each instanceof String name) {
                    all.addAll(Documents.of(inside(name)));
                } else {
                    try {
                        Documents.add(each, of.file(), all);
                    } catch (IllegalArgumentException no) {
                        throw of.wrong(key, "is wrong: " + no.getMessage());
                    }
                }
            }
            return all;
        }

        Round round(CaseYaml of) {
            var answers = new LinkedHashMap<String, List<Given>>();
            var hosts = new LinkedHashMap<String, List<String>>();
            of.map("answers")
                    .map()
                    .forEach(
                            (request, value) -> {
                                if (request.startsWith("dns ")) {
                                    hosts.put(request.substring(4), Json.texts(value));
                                } else {
                                    answers.put(request, given(of, request, value));
                                }
                            });
            var azure = new LinkedHashMap<String, Map<String, Object>>();
            var written = of.map("azure");
            written.map().keySet().forEach(id -> azure.put(id, written.map(id).map()));
            return new Round(
                    objects(of, "apply"),
                    of.list("delete").stream().map(each -> key(of, String.valueOf(each))).toList(),
                    azure,
                    answers,
                    hosts,
                    time(of, "clock"),
                    of.text("wait").map(text -> duration(of, text)).orElse(WAIT),
                    of.flag("resync"),
                    Expectation.of(of.map("expect"), home));
        }

        private ObjectKey key(CaseYaml of, String text) {
            return CaseFile.key(text, home)
                    .orElseThrow(
                            () ->
                                    of.wrong(
                                            "delete",
                                            "names '%s'; write Kind.group namespace/name"
                                                    .formatted(text)));
        }

        /** The first round with what the file says for all of them. */
        Round with(Round first, Round all) {
            var azure = new LinkedHashMap<>(all.azure());
            azure.putAll(first.azure());
            var answers = new LinkedHashMap<>(first.answers());
            all.answers().forEach(answers::putIfAbsent);
            var hosts = new LinkedHashMap<>(all.hosts());
            hosts.putAll(first.hosts());
            return new Round(
                    first.apply(),
                    first.delete(),
                    azure,
                    answers,
                    hosts,
                    first.clock(),
                    first.time(),
                    first.resync(),
                    first.expect());
        }

        Optional<Instant> time(CaseYaml of, String key) {
            return of.text(key)
                    .map(
                            text -> {
                                try {
                                    return Instant.parse(text);
                                } catch (DateTimeParseException no) {
                                    throw of.wrong(
                                            key,
                                            "must be a time such as \"2026-01-01T00:00:00Z\", in quotes");
                                }
                            });
        }

        private static Duration duration(CaseYaml of, String text) {
            try {
                return GoDuration.parse(text);
            } catch (IllegalArgumentException no) {
                throw of.wrong("wait", no.getMessage());
            }
        }

        private static List<Given> given(CaseYaml of, String request, Object value) {
            return value instanceof List<?> list
                    ? list.stream().map(each -> one(of, request, each)).toList()
                    : List.of(one(of, request, value));
        }

        private static Given one(CaseYaml of, String request, Object value) {
            return switch (value) {
                case Integer status -> new Given(status, Map.of(), "");
                case Map<?, ?> map -> {
                    var all = Json.withoutNulls(map);
                    var headers = new LinkedHashMap<String, String>();
                    Fields.map(all, "headers")
                            .forEach((name, each) -> headers.put(name, String.valueOf(each)));
                    if (!(all.get("status") instanceof Integer status)) {
                        throw of.wrong("answers", "has no status for '%s'".formatted(request));
                    }
                    yield new Given(status, headers, all.getOrDefault("body", ""));
                }
                case null, default ->
                        throw of.wrong(
                                "answers",
                                "must have a status, or {status, body, headers}, for '%s'"
                                        .formatted(request));
            };
        }
    }
}
