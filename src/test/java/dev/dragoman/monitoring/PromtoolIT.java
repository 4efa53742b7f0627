package dev.dragoman.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.sandbox.controlplane.Binaries;
import dev.dragoman.sandbox.controlplane.Program;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What promtool says of the alerts and of the dashboard's expressions. */
@Full
class PromtoolIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path CASES = Path.of("src/test/resources/monitoring/alerts.test.yaml");

    @TempDir Path directory;

    private record Said(int code, String text) {}

    /** JSON is YAML. */
    @BeforeEach
    void rules() throws IOException {
        write("rules.yaml", Monitoring.rules());
    }

    @Test
    void theRulesAreValid() throws Exception {
        var said = promtool("check", "rules", "--lint=all", "--lint-fatal", "rules.yaml");
        assertThat(said.code()).as(said.text()).isZero();
        assertThat(said.text()).contains(Monitoring.alerts().size() + " rules found");
    }

    @Test
    void eachAlertFiresWhenItShallAndOnlyThen() throws Exception {
        Files.copy(CASES, directory.resolve("alerts.test.yaml"));
        var said = promtool("test", "rules", "alerts.test.yaml");
        assertThat(said.code()).as(said.text()).isZero();

        var fires = new HashSet<String>();
        var silent = new HashSet<String>();
        for (var each : cases().path("tests")) {
            for (var alert : each.path("alert_rule_test")) {
                var which = alert.path("exp_alerts").isEmpty() ? silent : fires;
                which.add(alert.path("alertname").asText());
            }
        }
        var all = Monitoring.alerts().stream().map(Monitoring.Alert::name).toList();
        assertThat(fires).containsExactlyInAnyOrderElementsOf(all);
        assertThat(silent).containsExactlyInAnyOrderElementsOf(all);
    }

    /** Or the cases above would show nothing. */
    @Test
    void aCaseThatIsWrongIsSeen() throws Exception {
        var wrong = Files.readString(CASES).replace("severity: critical", "severity: warning");
        Files.writeString(directory.resolve("wrong.yaml"), wrong);
        var said = promtool("test", "rules", "wrong.yaml");
        assertThat(said.code()).isNotZero();
        assertThat(said.text()).contains("DragomanDown", "FAILED");
    }

    @Test
    void eachExpressionOfTheDashboardIsValid() throws Exception {
        var queries = Monitoring.queries();
        assertThat(queries).hasSizeGreaterThan(20);
        records("queries.yaml", queries);
        var said = promtool("check", "rules", "queries.yaml");
        assertThat(said.code()).as(said.text()).isZero();
        assertThat(said.text()).contains(queries.size() + " rules found");

        records("broken.yaml", List.of(queries.getFirst() + ")"));
        assertThat(promtool("check", "rules", "broken.yaml").code()).isNotZero();
    }

    /** As recording rules, which promtool reads all at once. */
    private void records(String name, List<String> expressions) throws IOException {
        var rules = new ArrayList<JsonNode>();
        for (var each : expressions) {
            rules.add(
                    JSON.createObjectNode()
                            .put("record", "query_" + rules.size())
                            .put("expr", each));
        }
        var file = JSON.createObjectNode();
        file.putArray("groups")
                .addObject()
                .put("name", "dashboard")
                .putArray("rules")
                .addAll(rules);
        write(name, file);
    }

    private static JsonNode cases() throws IOException {
        return JSON.valueToTree(Serialization.unmarshal(Files.readString(CASES), Object.class));
    }

    private void write(String name, JsonNode content) throws IOException {
        Files.write(directory.resolve(name), JSON.writeValueAsBytes(content));
    }

    private Said promtool(String... arguments) throws Exception {
        var command = new ArrayList<String>();
        command.add(new Binaries(System.err::println).path(Program.PROMTOOL).toString());
        command.addAll(List.of(arguments));
        var process =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .start();
        try {
            process.getOutputStream().close();
            var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Said(process.waitFor(), text);
        } finally {
            process.destroyForcibly();
        }
    }
}
