package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Full;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What others write stays within its line of the log, and a terminal does not obey it. */
@Full
class LogsIT {
    private static final String FORGED =
            "2026-01-01T00:00:00.000Z INFO  [] dev.dragoman.Operator credential accepted";

    /** A line of the log; of the JVM's own there are none. */
    private static final Pattern LINE =
            Pattern.compile("\\S+Z (INFO |WARN |ERROR) \\[.*|    \\| .*");

    @TempDir private Path directory;

    @Test
    void anAnswerOfAzureForgesNoLine() throws Exception {
        var log = directory.resolve("log");
        try (var road = new Road("logs")) {
            road.azure
                    .control()
                    .fail(
                            100,
                            "PUT .*/forger",
                            400,
                            "BadRequest",
                            "no\n%1$s\r\n%1$s\u2028%1$s\u0085%1$s\u001b[2Jend".formatted(FORGED));
            road.apply(Samples.group("forger", "forger"));
            var process = road.process(log, road.kubeconfig(), Map.of());
            try {
                await().until(() -> read(log).contains("[2Jend"));
                var condition =
                        road.reason(
                                "resources.azure.com/v1api20200601",
                                "ResourceGroup",
                                "forger",
                                "BadRequest");
                assertThat(condition.get("message").toString())
                        .contains("\\u001b[2Jend")
                        .doesNotContain("\u001b");
            } finally {
                var _ = process.destroyForcibly().waitFor();
            }
            assertThat(Pattern.compile("\\R").split(read(log)))
                    .as("lines of the log")
                    .noneMatch(line -> line.startsWith(FORGED))
                    .allMatch(line -> LINE.matcher(line).matches());
        }
    }

    private static String read(Path log) throws IOException {
        return Files.exists(log) ? Files.readString(log) : "";
    }
}
