package dev.dragoman.tier;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of the tests that guard files. */
class GuardsTest {
    private static final Path TABLE = Path.of("tools/checks/guards.txt");
    private static final Pattern TEST = Pattern.compile("\\b\\w+IT\\b");

    @Test
    void eachNamedTestIsThereAndInTheFullTier() throws IOException {
        var named = new TreeSet<String>();
        TEST.matcher(Files.readString(TABLE)).results().forEach(each -> named.add(each.group()));
        assertThat(named).hasSizeGreaterThan(20);
        try (var files = Files.walk(Path.of("src/test/java"))) {
            var full =
                    files.filter(each -> each.toString().endsWith("IT.java"))
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
