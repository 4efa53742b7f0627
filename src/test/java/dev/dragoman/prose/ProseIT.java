package dev.dragoman.prose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Landing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Vale says of the pages, and of bad texts that are planted. */
@Landing
class ProseIT {
    private static final Path PLANTED = Path.of("src/test/resources/prose");

    /** In a planted page: the rules that must find something in this line. */
    private static final Pattern EXPECTED = Pattern.compile("<!-- (\\w+(?: \\w+)*) -->$");

    @Test
    void thePagesKeepTheRules() throws Exception {
        var pages = Vale.pages();
        assertThat(pages).hasSizeGreaterThan(40).allMatch(Files::isRegularFile);
        var findings = Vale.findings(pages);
        var exceptions = Exceptions.load(Exceptions.FILE);
        assertThat(lines(exceptions.without(findings))).as("findings").isEmpty();
        assertThat(exceptions.wrong(findings)).as(Exceptions.FILE.toString()).isEmpty();
    }

    @Test
    void eachRuleFindsWhatItShouldAndNothingElse() throws Exception {
        var page = PLANTED.resolve("planted.md");
        var expected = new ArrayList<String>();
        var lines = Files.readAllLines(page);
        for (int i = 0; i < lines.size(); i++) {
            var said = EXPECTED.matcher(lines.get(i));
            if (said.find()) {
                for (var rule : said.group(1).split(" ", -1)) {
                    expected.add(page + ":" + (i + 1) + ": " + rule);
                }
            }
        }
        var findings = Vale.findings(List.of(page));
        assertThat(
                        findings.stream()
                                .map(each -> each.file() + ":" + each.line() + ": " + each.rule()))
                .as(lines(findings))
                .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(findings.stream().map(Finding::rule).distinct())
                .containsExactlyInAnyOrderElementsOf(Vale.rules());
    }

    /** Each entry of the glossary and of the words of ease, by the text that it must find. */
    @Test
    void eachEntryFindsItsText(@TempDir Path directory) throws Exception {
        for (var rule : List.of("Ease", "Terms")) {
            var texts = new ArrayList<String>();
            for (var line : Files.readAllLines(PLANTED.resolve(rule + ".txt"))) {
                texts.add(line.strip());
            }
            assertThat(texts).hasSizeGreaterThan(15).doesNotHaveDuplicates();
            var page =
                    Files.writeString(
                            directory.resolve(rule + ".md"),
                            texts.stream()
                                    .map(text -> "It is " + text + " here.\n\n")
                                    .collect(Collectors.joining()));
            var found =
                    Vale.findings(List.of(page)).stream()
                            .filter(each -> each.rule().equals(rule))
                            .map(Finding::match)
                            .toList();
            assertThat(found).as(rule).containsExactlyElementsOf(texts);
        }
    }

    /** A word that no page has any more is taken out of the vocabulary. */
    @Test
    void eachWordOfTheVocabularyIsNeeded() throws IOException {
        var all = new StringBuilder();
        for (var page : Vale.pages()) {
            all.append(Files.readString(page));
        }
        var words =
                Files.readAllLines(Vale.VOCABULARY).stream()
                        .filter(line -> !line.startsWith("#"))
                        .toList();
        assertThat(words).hasSizeGreaterThan(30).doesNotHaveDuplicates();
        assertThat(words)
                .allMatch(word -> Pattern.compile("\\b(?:" + word + ")\\b").matcher(all).find());
    }

    private static String lines(List<Finding> findings) {
        return findings.stream().map(Finding::toString).collect(Collectors.joining("\n"));
    }
}
