package dev.dragoman.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.dragoman.cli.validate.ValidateCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/** What {@link ValidateStepsTest} and {@link ValidateAgentsTest} have in common. */
abstract class ValidateStepsFixture {
    static final Logger ROOT = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);

    static final String ACCOUNT =
            """
            apiVersion: storage.azure.com/v1api20230101
            kind: StorageAccount
            metadata: {name: orders, namespace: team-a}
            spec:
              location: northeurope
              owner: {name: orders-rg}
              kind: StorageV2
              sku: {name: Standard_LRS}
            """;

    @TempDir Path overlays;
    @TempDir Path files;
    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();
    Level level;

    @BeforeEach
    void rememberTheLevel() {
        level = ROOT.getLevel();
    }

    @AfterEach
    void logAgain() {
        ROOT.setLevel(level);
    }

    void steps(String name, String text) throws IOException {
        Files.writeString(overlays.resolve(name + ".steps.yaml"), text);
    }

    String file(String name, String text) throws IOException {
        return Files.writeString(files.resolve(name), text).toString();
    }

    int validate(String... more) {
        var arguments = new ArrayList<>(List.of(more));
        arguments.add(overlays.toString());
        return new CommandLine(new ValidateCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments.toArray(String[]::new));
    }
}
