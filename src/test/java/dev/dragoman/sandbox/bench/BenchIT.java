package dev.dragoman.sandbox.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.cli.Commands;
import dev.dragoman.tier.Full;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The way of a figure from the real API server to the table. How large it is, is no test's matter.
 */
@Full
class BenchIT {
    @TempDir private Path directory;

    @Test
    void manyGroupsAreMeasuredBesideTheirBaseline() throws IOException {
        var json = directory.resolve("results.json");
        var out = new StringWriter();
        int code =
                Commands.line()
                        .setOut(new PrintWriter(out))
                        .execute("bench", "many", "--quick", "--json", json.toString());
        assertThat(code).as("small numbers have no goals").isZero();
        var run = new ObjectMapper().readTree(json.toFile());
        assertThat(run.path("quick").asBoolean()).isTrue();
        for (var field : new String[] {"command", "machine", "commit", "date"}) {
            assertThat(run.path(field).asText()).as(field).isNotBlank();
        }
        assertThat(run.path("results"))
                .extracting(each -> each.path("name").asText())
                .containsExactly("many.ready", "many.kubectl", "many.lag");
        var ready = result(run, "many.ready");
        assertThat(ready.path("goal").isNumber()).isFalse();
        assertThat(ready.at("/baseline/figure").asDouble()).isPositive();
        assertThat(ready.path("figure").asDouble())
                .as("nothing is Ready before it is applied")
                .isPositive();
        assertThat(out.toString().lines()).hasSize(4).anyMatch(line -> line.contains("many.lag"));
    }

    private static JsonNode result(JsonNode run, String name) {
        return StreamSupport.stream(run.path("results").spliterator(), false)
                .filter(each -> name.equals(each.path("name").asText()))
                .findFirst()
                .orElseThrow();
    }
}
