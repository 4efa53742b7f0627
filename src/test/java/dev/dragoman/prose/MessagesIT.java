package dev.dragoman.prose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Landing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Vale says of the texts in the sources: conditions, exceptions, log lines and options. */
@Landing
class MessagesIT {
    private static final Path PLANTED = Path.of("src/test/resources/prose/Planted.java");

    @TempDir Path directory;

    @Test
    void theMessagesKeepTheRules() throws Exception {
        List<Path> sources;
        try (var files = Files.walk(Path.of("src/main/java"))) {
            sources = files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        }
        var findings = findings(sources);
        var exceptions = Exceptions.load(Vale.HOME.resolve("exceptions-messages.yaml"));
        assertThat(lines(exceptions.without(findings))).as("findings").isEmpty();
        assertThat(exceptions.wrong(findings)).isEmpty();
    }

    /** Line and rule of each planted text, and nothing of the good ones. */
    @Test
    void plantedTextsAreFound() throws Exception {
        var expected = new ArrayList<String>();
        var lines = Files.readAllLines(PLANTED);
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).contains("// finds ")) {
                expected.add((i + 2) + ": " + lines.get(i).replaceFirst(".*// finds ", "").strip());
            }
        }
        assertThat(expected).hasSize(4);
        assertThat(
                        findings(List.of(PLANTED)).stream()
                                .map(each -> each.line() + ": " + each.rule()))
                .containsExactlyElementsOf(expected);
    }

    /** Each line of a text is a paragraph of one page, without what Markdown would read in it. */
    private List<Finding> findings(List<Path> sources) throws IOException, InterruptedException {
        var page = new StringBuilder();
        var places = new ArrayList<JavaTexts.Text>();
        for (var text : JavaTexts.of(sources)) {
            for (var line : text.text().lines().toList()) {
                var plain = line.replaceAll("[`*_<>#\\[\\]|~\\\\&]", "x").strip();
                if (plain.contains(" ")) {
                    page.append(plain).append("\n\n");
                    places.add(text);
                    places.add(text);
                }
            }
        }
        assertThat(places).isNotEmpty();
        var file = Files.writeString(directory.resolve("messages.md"), page);
        return Vale.findings(Vale.HOME.resolve("messages.ini"), List.of(file)).stream()
                .map(
                        each -> {
                            var place = places.get(each.line() - 1);
                            return new Finding(
                                    place.file(),
                                    (int) place.line(),
                                    each.rule(),
                                    each.match(),
                                    each.message() + ": " + place.text());
                        })
                .toList();
    }

    private static String lines(List<Finding> findings) {
        return findings.stream().map(Finding::toString).collect(Collectors.joining("\n"));
    }
}
