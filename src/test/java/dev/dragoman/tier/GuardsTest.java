package dev.dragoman.tier;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of the tests that guard files. */
class GuardsTest {
    private static final Path TABLE = Path.of("tools/checks/guards.txt");

    private static List<List<String>> rows() throws IOException {
        return Files.readAllLines(TABLE).stream()
                .filter(each -> !each.isBlank() && !each.startsWith("#"))
                .map(each -> List.of(each.strip().split("\\s+")))
                .toList();
    }

    private static boolean matchesAFile(String glob) throws IOException {
        var pattern = FileSystems.getDefault().getPathMatcher("glob:" + glob);
        // up to the first folder with a sign of the pattern
        var root = Path.of(glob.replaceFirst("[^/]*[*?{\\[].*$", ""));
        try (var files = Files.exists(root) ? Files.walk(root) : Stream.<Path>empty()) {
            return files.filter(Files::isRegularFile).anyMatch(pattern::matches);
        }
    }

    @Test
    void eachRowMatchesFilesOfTheTree() throws IOException {
        assertThat(matchesAFile("docs/testing.md")).isTrue();
        assertThat(matchesAFile("docs/moved.md")).isFalse();
        assertThat(matchesAFile("docs/moved/**")).isFalse();
        for (var row : rows()) {
            assertThat(matchesAFile(row.getFirst())).as(row.getFirst()).isTrue();
        }
    }

    @Test
    void eachNamedTestIsThereAndInTheFullTier() throws IOException {
        var named = new TreeSet<String>();
        for (var row : rows()) {
            assertThat(row).as("with a test").hasSizeGreaterThan(1);
            named.addAll(row.subList(1, row.size()));
        }
        assertThat(named).hasSizeGreaterThan(20);
        try (var files = Files.walk(Path.of("src/test/java"))) {
            var full =
                    files.filter(each -> each.toString().endsWith(".java"))
                            .filter(GuardsTest::full)
                            .map(each -> each.getFileName().toString().replace(".java", ""))
                            .toList();
            assertThat(full).containsAll(named);
        }
    }

    private static boolean full(Path file) {
        try {
            return Files.readString(file).contains("@Full");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void changedFilesNameTheirTests() throws Exception {
        var process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "tools/checks/Guards.java",
                                TABLE.toString())
                        .start();
        try (var in = process.outputWriter()) {
            in.write(
                    "docs/migrate/cdtarget.md\nsrc/main/resources/routes/azure.camel.yaml\nLICENSE\n");
        }
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        assertThat(Stream.of(said.split(",", -1)).toList())
                .isEqualTo(
                        List.of(
                                "CdtargetPageIT",
                                "FormerAgentsIT",
                                "OverlayRoutesIT",
                                "PlantedBugsIT",
                                "RecipesIT"));
    }
}
