package dev.dragoman.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.camel.Overlays;
import dev.dragoman.cli.RestoredLog;
import dev.dragoman.cli.explain.TrialFleet;
import dev.dragoman.cli.trial.CheckedFiles;
import dev.dragoman.cli.trial.Trial;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.GroupKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A table of faults: the operator itself meets each in a dry run, the first line of {@code explain}
 * names the true cause, and what the row does about it heals the object.
 */
@ExtendWith(RestoredLog.class)
class FaultsExplainedTest {
    private static final Path FAULTS = Path.of("src/test/cases/faults");
    private static final GroupKind WEB = new GroupKind("platform.example.org", "WebApplication");

    @TempDir Path root;

    /**
     * A row.
     *
     * @param object the object that is explained, as {@code Kind.group namespace/name}
     * @param line what its first line has, in this order
     * @param files overlays, by name
     * @param of a case: its first round is the fault, its last one heals it
     * @param after what the first line has in the end; empty where the object is Ready or gone
     */
    record Row(
            String name,
            String object,
            List<String> line,
            Map<String, Object> files,
            Map<String, Object> of,
            String after) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Row> rows() throws IOException {
        try (var files = Files.list(FAULTS)) {
            return files
                    .filter(each -> each.toString().endsWith(".faults.yaml"))
                    .sorted()
                    .toList()
                    .stream()
                    .flatMap(FaultsExplainedTest::rows);
        }
    }

    private static Stream<Row> rows(Path file) {
        try {
            var settings = LoadSettings.builder().setLabel(file.toString()).build();
            var all = (List<?>) new Load(settings).loadFromString(Files.readString(file));
            return all.stream().map(each -> row(Json.withoutNulls((Map<?, ?>) each)));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static Row row(Map<String, Object> written) {
        var of = Json.copyMap(written);
        return new Row(
                String.valueOf(of.remove("name")),
                String.valueOf(of.remove("object")),
                Json.texts(of.remove("line")),
                Optional.ofNullable(of.remove("files"))
                        .map(each -> Json.withoutNulls((Map<?, ?>) each))
                        .orElse(Map.of()),
                of,
                Optional.ofNullable(of.remove("after")).map(String::valueOf).orElse(""));
    }

    @Test
    void theTableHasFortyRows() throws IOException {
        assertThat(rows()).hasSizeGreaterThanOrEqualTo(40);
        assertThat(rows().map(Row::name)).doesNotHaveDuplicates();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void theFirstLineNamesTheCauseAndItsCure(Row row) throws IOException {
        var one = prepared(row);
        var key = CaseFile.key(row.object(), one.home()).orElseThrow();
        var overlays = new Overlays(one.overlays());
        var setup =
                new Trial.Setup(
                        overlays,
                        one.settings(),
                        one.clock(),
                        one.kinds(),
                        one.missing(),
                        one.assumes(),
                        Optional.empty());
        assertThat(CheckedFiles.of(setup.environment(), overlays).errors()).isEmpty();
        try (var trial = new Trial(setup)) {
            one.cluster().forEach(each -> trial.apply(each, one.home()));
            var rounds = one.rounds();
            for (var round : rounds.subList(0, rounds.size() - 1)) {
                play(one, round, trial);
            }
            var line = new TrialFleet(trial, Set.of(WEB)).line(key, "").orElse("Ready or gone");
            assertThat(line).containsSubsequence(row.line());
            play(one, rounds.getLast(), trial);
            var after = new TrialFleet(trial, Set.of(WEB)).line(key, "").orElse("");
            if (row.after().isEmpty()) {
                assertThat(after).isEmpty();
            } else {
                assertThat(after).contains(row.after()).isNotEqualTo(line);
            }
        }
    }

    private static void play(CaseFile one, CaseFile.Round round, Trial trial) {
        trial.answers().add(round.answers());
        round.hosts().forEach(trial.answers()::host);
        round.azure().forEach(trial.answers()::resource);
        round.apply().forEach(each -> trial.apply(each, one.home()));
        round.delete().forEach(trial::delete);
        if (round.resync()) {
            trial.resync();
        }
        var _ = trial.run(round.time());
    }

    private CaseFile prepared(Row row) throws IOException {
        var overlays = Files.createDirectory(root.resolve("overlays"));
        for (var each : row.files().entrySet()) {
            var text = String.valueOf(each.getValue());
            var from = Path.of(text);
            if (text.lines().count() == 1 && Files.isDirectory(from)) {
                copied(from, overlays);
            } else {
                Files.writeString(overlays.resolve(each.getKey()), text);
            }
        }
        copied(FAULTS.resolve("objects"), root);
        var file = root.resolve("fault.case.yaml");
        Files.writeString(file, Json.write(Json.with(row.of(), "namespace", "team-a")));
        return CaseFile.of(file, root);
    }

    private static void copied(Path from, Path to) throws IOException {
        try (var files = Files.list(from)) {
            for (var each : files.toList()) {
                Files.copy(each, to.resolve(each.getFileName()));
            }
        }
    }
}
