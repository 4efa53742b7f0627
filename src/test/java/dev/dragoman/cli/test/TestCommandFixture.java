package dev.dragoman.cli.test;

import dev.dragoman.cli.RestoredLog;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A directory of cases, and the command that runs them. */
@ExtendWith(RestoredLog.class)
abstract class TestCommandFixture {
    @TempDir Path root;
    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();

    int test(String... more) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        var arguments = new ArrayList<>(List.of(more));
        arguments.add(root.toString());
        return new CommandLine(new TestCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments.toArray(String[]::new));
    }

    Path file(String name, String text) throws IOException {
        var file = root.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /** Copies a folder of the cases of this project into one of the directory. */
    void copied(String folder, String into) throws IOException {
        var from = Path.of("src/test/cases", folder);
        try (var all = Files.walk(from)) {
            for (var each : all.filter(Files::isRegularFile).toList()) {
                file(into + "/" + from.relativize(each), Files.readString(each));
            }
        }
    }
}
