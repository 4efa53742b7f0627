package dev.dragoman.cli;

import dev.dragoman.cli.validate.ValidateCommand;
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

/** What {@link ValidateStepsTest} and {@link ValidateAgentsTest} have in common. */
@ExtendWith(RestoredLog.class)
abstract class ValidateStepsFixture {
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
