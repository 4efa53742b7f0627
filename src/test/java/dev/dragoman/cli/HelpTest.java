package dev.dragoman.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Whoever does not know a command asks it. */
class HelpTest {
    static Stream<List<String>> commands() {
        var found = new ArrayList<List<String>>();
        collect(Dragoman.commandLine(), List.of(), found);
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

    @ParameterizedTest(name = "dragoman {0} --help")
    @MethodSource("commands")
    void everyCommandExplainsItself(List<String> command) {
        var arguments = new ArrayList<>(command);
        arguments.add("--help");
        var out = new StringWriter();
        var err = new StringWriter();
        int code =
                Dragoman.commandLine()
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
