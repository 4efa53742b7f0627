package dev.dragoman.cli.test;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.StartRefused;
import dev.dragoman.cli.trial.CheckedFiles;
import dev.dragoman.cli.trial.Trial;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Runs cases. The files of a team are checked once for all cases that have them. Thread-safe. */
final class CaseRun {
    private static final int CONTEXT = 3;

    private final Path root;
    private final List<Path> overlays;
    private final Map<String, String> settings;
    private final boolean updates;
    private final Map<Checks, CheckedFiles> checked = new ConcurrentHashMap<>();

    private record Checks(List<Path> overlays, Map<String, String> settings) {}

    /**
     * @param overlays files of cases that name none
     * @param settings settings of cases; those of a case win
     * @param updates whether golden files are written
     */
    CaseRun(Path root, List<Path> overlays, Map<String, String> settings, boolean updates) {
        this.root = root;
        this.overlays = List.copyOf(overlays);
        this.settings = Map.copyOf(settings);
        this.updates = updates;
    }

    /** Runs the case of a file. */
    CaseResult of(Path file) {
        long begin = System.nanoTime();
        var faults = new ArrayList<String>();
        var record = new StringBuilder();
        var warnings = new ArrayList<String>();
        var name = root.relativize(file).toString().replaceFirst("\\.case\\.yaml$", "");
        try {
            var one = CaseFile.of(file, root);
            var files = new Overlays(one.overlays().isEmpty() ? overlays : one.overlays());
            var all = new TreeMap<>(settings);
            all.putAll(one.settings());
            var setup =
                    new Trial.Setup(
                            files,
                            all,
                            one.clock(),
                            one.kinds(),
                            one.missing(),
                            one.assumes(),
                            Optional.empty());
            var found =
                    checked.computeIfAbsent(
                            new Checks(files.directories(), all),
                            _ -> CheckedFiles.of(setup.environment(), files));
            warnings.addAll(found.warnings());
            if (one.refused().isPresent()) {
                refusal(one.refused().get(), found.errors(), faults);
            } else if (found.errors().isEmpty()) {
                rounds(one, setup, faults, warnings, record);
            } else {
                faults.addAll(found.errors());
            }
        } catch (CaseYaml.Wrong
                | IllegalArgumentException
                | StartRefused
                | IllegalStateException e) {
            faults.add(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            // the other cases go on
            faults.add(e.toString());
        }
        return new CaseResult(
                name,
                faults,
                warnings,
                record.toString(),
                Duration.ofNanos(System.nanoTime() - begin));
    }

    private static void refusal(String part, List<String> errors, List<String> faults) {
        if (errors.isEmpty() || !errors.stream().allMatch(each -> each.contains(part))) {
            faults.add(
                    errors.isEmpty()
                            ? "refused: the files are sound; expected '%s'".formatted(part)
                            : "refused: expected '%s', got %s"
                                    .formatted(part, String.join("; ", errors)));
        }
    }

    private void rounds(
            CaseFile one,
            Trial.Setup setup,
            List<String> faults,
            List<String> warnings,
            StringBuilder record) {
        try (var trial = new Trial(setup)) {
            one.cluster().forEach(each -> trial.apply(each, one.home()));
            int number = 0;
            for (var round : one.rounds()) {
                number++;
                var entries = entries(one, round, trial);
                record.append("# round ").append(number).append('\n').append(yaml(entries));
                var before = one.rounds().size() > 1 ? "round %d: ".formatted(number) : "";
                var differences = round.expect().differences(entries, trial);
                differences.forEach(each -> faults.add(before + each));
                if (!differences.isEmpty()) {
                    troubles(entries).forEach(each -> faults.add(before + each));
                }
            }
            for (var each : trial.answers().unused()) {
                warnings.add("answers: nothing sent '%s'".formatted(each));
            }
        }
        if (one.golden().isPresent()) {
            golden(one.golden().get(), record.toString(), faults);
        } else if (one.rounds().stream().allMatch(each -> each.expect().isEmpty())) {
            faults.add("expects nothing; write expect or golden");
        }
    }

    /** Why objects are not Ready, which explains what did not come. */
    private static List<String> troubles(List<Map<String, Object>> entries) {
        var all = new LinkedHashMap<Object, String>();
        for (var entry : entries) {
            for (var each : Json.maps(Fields.map(entry, "value"), "conditions")) {
                if ("Ready".equals(each.get("type"))) {
                    all.put(
                            entry.get("status"),
                            "False".equals(each.get("status"))
                                    ? "%s is not Ready: %s: %s"
                                            .formatted(
                                                    entry.get("status"),
                                                    each.get("reason"),
                                                    each.get("message"))
                                    : "");
                }
            }
        }
        return all.values().stream().filter(each -> !each.isEmpty()).toList();
    }

    private static List<Map<String, Object>> entries(
            CaseFile one, CaseFile.Round round, Trial trial) {
        round.clock().ifPresent(trial::clock);
        trial.answers().add(round.answers());
        round.hosts().forEach(trial.answers()::host);
        round.azure().forEach(trial.answers()::resource);
        round.apply().forEach(each -> trial.apply(each, one.home()));
        round.delete().forEach(trial::delete);
        if (round.resync()) {
            trial.resync();
        }
        return trial.run(round.time());
    }

    /** The entries as YAML, without what was only read. */
    private static String yaml(List<Map<String, Object>> entries) {
        var written = entries.stream().filter(each -> !each.containsKey("read")).toList();
        return written.isEmpty()
                ? "[]\n"
                : Serialization.asYaml(written.stream().map(CaseRun::ordered).toList())
                        .replaceFirst("^---\n", "");
    }

    /** The entry with the keys of what is below it in their order. */
    private static Map<String, Object> ordered(Map<String, Object> entry) {
        var copy = Json.copyMap(entry);
        copy.replaceAll((_, value) -> Json.sorted(value));
        return copy;
    }

    private void golden(Path file, String record, List<String> faults) {
        try {
            if (updates) {
                Files.writeString(file, record);
                return;
            }
            var golden = Files.exists(file) ? Files.readString(file) : "";
            if (!golden.equals(record)) {
                faults.add(
                        "golden: %s differs:%n%s"
                                .formatted(file.getFileName(), difference(golden, record)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The difference of two texts, as {@code diff -u} shows it. */
    private static String difference(String expected, String real) {
        var before = expected.lines().toList();
        return String.join(
                "\n",
                UnifiedDiffUtils.generateUnifiedDiff(
                        "expected",
                        "real",
                        before,
                        DiffUtils.diff(before, real.lines().toList()),
                        CONTEXT));
    }
}
