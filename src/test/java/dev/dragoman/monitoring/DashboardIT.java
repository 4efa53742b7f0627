package dev.dragoman.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.sandbox.controlplane.Binaries;
import dev.dragoman.sandbox.controlplane.Program;
import dev.dragoman.tier.Full;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Grafana's own definitions of a dashboard say of it, without Grafana. */
@Full
class DashboardIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path DASHBOARD = Monitoring.DIRECTORY.resolve("dashboard.json");

    @TempDir Path directory;

    private record Said(int code, String text) {}

    @Test
    void theDashboardIsAsGrafanaDefinesIt() throws Exception {
        var panels = 0;
        for (var each : Monitoring.dashboard().path("panels")) {
            panels += "row".equals(each.path("type").asText()) ? 0 : 1;
        }
        var said = judge(DASHBOARD);
        assertThat(said.code()).as(said.text()).isZero();
        assertThat(said.text()).isEqualTo(panels + " panels\n");
    }

    /** Or the test above would show nothing. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    ''                                | tilte       | "x"     | unexpected field
                    /panels/0                         | collapsd    | true    | unexpected field
                    /panels/1                         | type        | "stats" | "stats" is not known
                    /panels/1/options                 | colourMode  | "value" | unexpected field
                    /panels/1/options                 | wideLayout  | "yes"   | cannot unmarshal string
                    /panels/1/targets/0               | exprr       | "up"    | unexpected field
                    /panels/1/targets/0               | expr        | 7       | cannot unmarshal number
                    /panels/1/targets/0/datasource    | type        | "loki"  | "loki" is not looked at
                    /panels/1/fieldConfig/defaults    | units       | "short" | unexpected field
                    /panels/1/fieldConfig/defaults    | unit        | 3       | cannot unmarshal number
                    /panels/5/fieldConfig/defaults/custom | fillOpaque | 3    | unexpected field
                    /panels/5/gridPos                 | w           | "8"     | cannot unmarshal string
                    /panels/5/gridPos                 | w           | 30      | must be <= 24
                    /panels/11/transformations/0      | ids         | "x"     | unexpected field
                    """)
    void aDashboardThatIsDamagedIsRefused(String place, String field, String value, String error)
            throws Exception {
        var damaged = Monitoring.dashboard();
        ((ObjectNode) damaged.at(place)).set(field, JSON.readTree(value));
        var said = judge(written(damaged));
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.text()).contains(error);
    }

    @Test
    void aFieldThatGrafanaNeedsIsMissed() throws Exception {
        var damaged = Monitoring.dashboard();
        ((ObjectNode) damaged.at("/panels/5/options/legend")).remove("showLegend");
        var said = judge(written(damaged));
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.text())
                .isEqualTo(
                        "panels[5].options.legend.showLegend:"
                                + " required field is missing from input\n");
    }

    private Path written(JsonNode dashboard) throws IOException {
        return Files.write(directory.resolve("damaged.json"), JSON.writeValueAsBytes(dashboard));
    }

    private static Said judge(Path file) throws Exception {
        var program = new Binaries(System.err::println).path(Program.DASHBOARD).toString();
        var process =
                new ProcessBuilder(program, file.toString()).redirectErrorStream(true).start();
        try {
            process.getOutputStream().close();
            var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Said(process.waitFor(), text);
        } finally {
            process.destroyForcibly();
        }
    }
}
