package dev.dragoman.tools.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The body of every recorded sample is the one that was recorded. */
@Tag(TestArchives.TAG)
class RecordedBodiesTest {
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
                Archives.unpack(TestArchives.directory(), "crds", "api-structure", "azure-arm")) {
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
        try (var archives = Archives.unpack(TestArchives.directory(), "samples", "recordings")) {
            for (var folder : SampleFolders.of(archives).entrySet()) {
                var recording = SampleFolders.recording(archives, folder.getKey());
                if (recording.isEmpty() || !SampleFolders.mayContain(catalog, folder.getValue())) {
                    continue;
                }
                var score = new SampleFolder(catalog, folder.getValue(), recording.get()).score();
                bodies += score.bodies();
                equal += score.equal();
                urls += score.urlsEqual();
                score.notes().forEach(note -> notes.add(folder.getKey() + " " + note));
            }
        }
        return new Total(bodies, equal, urls, notes);
    }
}
