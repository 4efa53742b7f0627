package dev.dragoman.tier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a build is told of its integration tests, by reports as failsafe writes them. */
class VerdictTest {
    private final Instant began = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    @TempDir private Path reports;

    /** How it ended, and what it said. */
    private record Said(int code, String text) {}

    @Test
    void secondTriesAreNamed() throws Exception {
        summary(4, 0, 1);
        report("OneIT", 1);
        report("TwoIT", 0);
        var said = verdict();
        assertThat(said.text())
                .contains(
                        "left out, by tag (CONTRIBUTING.md): archives",
                        "passed at the second try: 1\n  dev.dragoman.OneIT.test0: too late\n");
        assertThat(said.code()).isZero();
        assertThat(reports.resolve("began.txt")).hasContent(began.toString());
    }

    @Test
    void threeAreTheMost() throws Exception {
        summary(4, 0, 3);
        report("OneIT", 2);
        report("TwoIT", 1);
        assertThat(verdict().code()).isZero();
        summary(4, 0, 4);
        report("TwoIT", 2);
        assertThat(verdict())
                .returns(1, Said::code)
                .satisfies(said -> assertThat(said.text()).contains("4 tests needed a second try"));
    }

    @Test
    void oneThatTheReportsDoNotNameFails() throws Exception {
        summary(4, 0, 2);
        report("OneIT", 1);
        assertThat(verdict())
                .returns(1, Said::code)
                .satisfies(
                        said ->
                                assertThat(said.text())
                                        .contains(
                                                "counted 2 second tries, and its reports name 1"));
    }

    @Test
    void whatWasSkippedFails() throws Exception {
        summary(4, 1, 0);
        assertThat(verdict())
                .returns(1, Said::code)
                .satisfies(said -> assertThat(said.text()).contains("1 integration tests were"));
    }

    @Test
    void noneFails() throws Exception {
        summary(0, 0, 0);
        assertThat(verdict())
                .returns(1, Said::code)
                .satisfies(said -> assertThat(said.text()).contains("no integration test ran"));
    }

    @Test
    void whatAnEarlierBuildLeftSaysNothing() throws Exception {
        summary(4, 0, 0);
        old(report("OneIT", 2));
        assertThat(verdict().text()).contains("passed at the second try: none");
        old(summary(4, 0, 0));
        assertThat(verdict())
                .returns(1, Said::code)
                .satisfies(said -> assertThat(said.text()).contains("no integration test ran"));
    }

    @Test
    void noneAtAllFails() throws Exception {
        assertThat(verdict())
                .returns(1, Said::code)
                .satisfies(said -> assertThat(said.text()).contains("no integration test ran"));
    }

    @Test
    void aBuildWithoutTestsHasNone() throws Exception {
        assertThat(verdict(true)).isEqualTo(new Said(0, ""));
    }

    private Said verdict() throws Exception {
        return verdict(false);
    }

    private Said verdict(boolean skipped) throws Exception {
        var process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "tools/checks/Verdict.java",
                                reports.toString(),
                                began.toString(),
                                "archives",
                                Boolean.toString(skipped))
                        .redirectErrorStream(true)
                        .start();
        var text = Patience.said(process, Duration.ofMinutes(1));
        return new Said(process.exitValue(), text);
    }

    private void old(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(began.minusSeconds(60)));
    }

    private Path summary(int completed, int skipped, int flakes) throws IOException {
        return Files.writeString(
                reports.resolve("failsafe-summary.xml"),
                """
                <failsafe-summary result="null" timeout="false">
                    <completed>%d</completed>
                    <errors>0</errors>
                    <failures>0</failures>
                    <skipped>%d</skipped>
                    <flakes>%d</flakes>
                </failsafe-summary>
                """
                        .formatted(completed, skipped, flakes));
    }

    private Path report(String name, int again) throws IOException {
        var cases =
                IntStream.range(0, 2)
                        .mapToObj(
                                i ->
                                        """
                                        <testcase name="test%d" classname="dev.dragoman.%s" time="1">
                                        %s</testcase>
                                        """
                                                .formatted(i, name, i < again ? first(i) : ""))
                        .collect(Collectors.joining());
        return Files.writeString(
                reports.resolve("TEST-dev.dragoman." + name + ".xml"),
                "<testsuite name=\"dev.dragoman.%s\" time=\"2\">%s</testsuite>"
                        .formatted(name, cases));
    }

    private static String first(int number) {
        var element = number == 0 ? "flakyFailure" : "flakyError";
        return "<%1$s message=\"&#10;too late&#10;by a second\" type=\"E\"><stackTrace>at</stackTrace></%1$s>"
                .formatted(element);
    }
}
