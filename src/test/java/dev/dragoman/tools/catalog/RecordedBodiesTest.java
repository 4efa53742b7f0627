package dev.dragoman.tools.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The body of every recorded sample is the one that was recorded. */
@EnabledIf("archivesArePresent")
class RecordedBodiesTest {
    static boolean archivesArePresent() {
        return TestArchives.directory().isPresent();
    }

    private record Total(int bodies, int equal, int urls, List<String> notes) {}

    @Test
    void bodiesAndUrlsOfTheCommittedKindsEqualTheRecordedOnes() {
        Total total = compare(Catalog.load());
        assertThat(total.notes()).isEmpty();
        assertThat(total.bodies()).as("recorded bodies compared").isPositive();
        assertThat(total.equal()).isEqualTo(total.bodies());
    }

    @Test
    void bodiesAndUrlsOfEveryKindOfTheArchivesEqualTheRecordedOnes() throws IOException {
        var overrides = Yaml.object(Files.readString(Path.of("tools/catalog/overrides.yaml")));
        try (var archives =
                Archives.unpack(
                        TestArchives.directory().orElseThrow(),
                        "crds",
                        "api-structure",
                        "azure-arm")) {
            var all = new CatalogGenerator(archives, overrides).all();
            var rows = all.values().stream().map(CatalogGenerator.Generated::row).toList();
            Total total = compare(Catalog.of(rows));
            System.out.printf(
                    "%d kinds, %d of %d recorded bodies and %d urls equal%n",
                    rows.size(), total.equal(), total.bodies(), total.urls());
            assertThat(total.notes()).isEmpty();
            assertThat(total.bodies()).isGreaterThan(500);
        }
    }

    private static Total compare(Catalog catalog) {
        int bodies = 0;
        int equal = 0;
        int urls = 0;
        List<String> notes = new ArrayList<>();
        try (var archives =
                Archives.unpack(
                        TestArchives.directory().orElseThrow(), "samples", "recordings")) {
            for (var folder : samples(archives).entrySet()) {
                var recording = archives.text("recordings/" + recordingName(folder.getKey()));
                if (recording.isEmpty() || !mayContain(catalog, folder.getValue())) {
                    continue;
                }
                var score =
                        new SampleFolder(
                                        catalog, folder.getValue(), Recordings.read(recording.get()))
                                .score();
                bodies += score.bodies();
                equal += score.equal();
                urls += score.urlsEqual();
                score.notes().forEach(note -> notes.add(folder.getKey() + " " + note));
            }
        }
        return new Total(bodies, equal, urls, notes);
    }

    private static boolean mayContain(Catalog catalog, List<Map<String, Object>> objects) {
        return objects.stream()
                .map(object -> (String) object.getOrDefault("apiVersion", ""))
                .anyMatch(
                        api ->
                                catalog.kinds().stream()
                                        .anyMatch(kind -> api.startsWith(kind.group() + "/")));
    }

    /** Objects of each folder, its own before those of {@code refs}. */
    private static Map<String, List<Map<String, Object>>> samples(Archives archives) {
        Map<String, Map<String, Path>> files = new TreeMap<>();
        for (Path file : archives.files("samples")) {
            Path folder = archives.folder().resolve("samples").relativize(file).getParent();
            if (file.toString().endsWith(".yaml")) {
                boolean refs = folder.endsWith("refs");
                files.computeIfAbsent(
                                (refs ? folder.getParent() : folder).toString(),
                                f -> new TreeMap<>())
                        .put((refs ? "1" : "0") + file, file);
            }
        }
        Map<String, List<Map<String, Object>>> out = new LinkedHashMap<>();
        files.forEach(
                (folder, of) -> {
                    List<Map<String, Object>> objects = new ArrayList<>();
                    of.values()
                            .forEach(
                                    file ->
                                            objects.addAll(
                                                    Yaml.documents(
                                                            archives.text(
                                                                            archives.folder()
                                                                                    .relativize(file)
                                                                                    .toString())
                                                                    .orElseThrow())));
                    out.put(folder, objects);
                });
        return out;
    }

    private static String recordingName(String folder) {
        String[] parts = folder.split("/");
        StringBuilder group = new StringBuilder();
        for (String part : parts[parts.length - 2].split("\\.")) {
            group.append(part.substring(0, 1).toUpperCase(Locale.ROOT)).append(part.substring(1));
        }
        return "Test_" + group + "_" + parts[parts.length - 1] + "_CreationAndDeletion.yaml";
    }
}
