package dev.dragoman.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.settings.Version;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Whoever does not know a command asks it. */
class HelpTest {
    static Stream<List<String>> commands() {
        var found = new ArrayList<List<String>>();
        collect(Commands.line(), List.of(), found);
        return found.stream();
    }

    private static void collect(CommandLine line, List<String> path, List<List<String>> found) {
        found.add(path);
        line.getSubcommands()
                .forEach(
                        (name, command) -> {
                            var deeper = new ArrayList<>(path);
                            deeper.add(name);
                            collect(command, deeper, found);
                        });
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource({
        "crds nosuch, 2, Unmatched argument at index 1: 'nosuch', See: dragoman crds --help",
        "bench nosuch, 2, there is no benchmark 'nosuch'; the benchmarks are, See: dragoman bench --help",
        "uninstall --yess, 2, Unknown option: '--yess', 'Possible solutions: --yes'",
    })
    void aMistakeIsToldInALineAndNotInAPage(String words, int code, String wrong, String advice) {
        var err = new StringWriter();
        int exit = Commands.line().setErr(new PrintWriter(err)).execute(words.split(" "));
        assertThat(exit).isEqualTo(code);
        assertThat(err.toString().lines()).hasSizeLessThanOrEqualTo(3);
        assertThat(err.toString()).contains(wrong, advice);
    }

    @Test
    void theVersionIsThatOfTheBuild() throws IOException {
        assertThat(Files.readString(Path.of("pom.xml")))
                .contains("<version>%s</version>\n  <packaging>".formatted(Version.CURRENT));
    }

    @ParameterizedTest(name = "dragoman {0} --help")
    @MethodSource("commands")
    void everyCommandExplainsItself(List<String> command) {
        var arguments = new ArrayList<>(command);
        arguments.add("--help");
        var out = new StringWriter();
        var err = new StringWriter();
        int code =
                Commands.line()
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute(arguments.toArray(String[]::new));
        assertThat(err.toString()).isEmpty();
        assertThat(code).isZero();
        assertThat(out.toString())
                .contains(
                        "Usage: "
                                + String.join(" ", "dragoman", String.join(" ", command)).strip());
    }
}
