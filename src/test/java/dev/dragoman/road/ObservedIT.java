package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.tier.Full;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What whoever is on call sees of an operator: its metrics, its health, its log. */
@Full
class ObservedIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path directory;
    private Road road;
    private Observed operator;

    @BeforeEach
    void start() throws IOException {
        road = new Road("observed");
        road.environment.put("AZURE_SYNC_PERIOD", "1s");
        operator = new Observed(road, directory, Map.of("DRAGOMAN_LOG", "json"));
        road.apply(Samples.group("orders", "x"));
        road.ready("resourcegroup/orders");
    }

    @AfterEach
    void stop() {
        operator.close();
        road.close();
    }

    @Test
    void metricsHaveTheNamesThatDashboardsKnow() {
        var metrics = get("/observe/metrics");
        assertThat(names(metrics))
                .contains(
                        "workqueue_depth",
                        "workqueue_adds_total",
                        "workqueue_queue_duration_seconds_count",
                        "workqueue_work_duration_seconds_count",
                        "workqueue_retries_total",
                        "workqueue_longest_running_processor_seconds",
                        "controller_runtime_reconcile_total",
                        "leader_election_master_status",
                        "dragoman_arm_request_duration_seconds_count",
                        "dragoman_arm_quota_remaining",
                        "jvm_memory_used_bytes");
        assertThat(value(metrics, "controller_runtime_reconcile_total\\{.*result=\"success\".*\\}"))
                .isPositive();
        assertThat(
                        value(
                                metrics,
                                "dragoman_arm_request_duration_seconds_count\\{.*class=\"write\".*\\}"))
                .isEqualTo(1);
        assertThat(metrics).doesNotContain(road.environment.get("AZURE_CLIENT_SECRET"));
    }

    @Test
    void aRepairOfWhatWasChangedInAzureIsCounted() {
        assertThat(get("/observe/metrics")).doesNotContain("dragoman_drift_repaired_total");
        var tags = JSON.createObjectNode();
        tags.putObject("tags").put("team", "nobody");
        var _ = road.azure.control().mutate(road.group("orders"), tags);
        await().until(() -> road.azure(road.group("orders"), "/tags/team").equals("x"));
        await().untilAsserted(
                        () ->
                                assertThat(
                                                value(
                                                        get("/observe/metrics"),
                                                        "dragoman_drift_repaired_total\\{.*kind=\"ResourceGroup.resources.azure.com\".*\\}"))
                                        .isEqualTo(1));
    }

    @Test
    void aPassWithoutEffectLeavesNoLine() throws IOException {
        // what is said of its becoming Ready may follow its status
        further(2);
        int lines = log("orders").size();
        further(5);

        assertThat(log("orders")).as("lines about a group that nobody touched").hasSize(lines);
        assertThat(log("orders"))
                .isNotEmpty()
                .allSatisfy(
                        line -> {
                            assertThat(line.path("kind").asText()).isEqualTo("ResourceGroup");
                            assertThat(line.path("namespace").asText()).isEqualTo(road.namespace);
                            assertThat(line.path("generation").asInt()).isEqualTo(1);
                            assertThat(line.path("pass").asInt()).isPositive();
                        });
        assertThat(Files.readString(log()))
                .doesNotContain(road.environment.get("AZURE_CLIENT_SECRET"));
    }

    @Test
    void readinessIsThatOfTheLoopAndNotOfTheProcess() {
        assertThat(get("/observe/health/ready"))
                .contains("\"status\":\"UP\"", "subscription-dispatch")
                .doesNotContain("\"DOWN\"");
    }

    private void further(int reconciliations) {
        double before = reconciliations();
        await().until(() -> reconciliations() >= before + reconciliations);
    }

    private double reconciliations() {
        return value(
                get("/observe/metrics"),
                "controller_runtime_reconcile_total\\{.*controller=\"dispatch\".*\\}");
    }

    private Path log() {
        return directory.resolve("log");
    }

    /** The lines about the object; each line is one JSON object. */
    private List<JsonNode> log(String name) throws IOException {
        return Files.readAllLines(log()).stream()
                .map(ObservedIT::json)
                .filter(line -> line.path("name").asText().equals(name))
                .toList();
    }

    private static JsonNode json(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new AssertionError("not JSON: " + line, e);
        }
    }

    private static List<String> names(String metrics) {
        return metrics.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("[{ ]", 2)[0])
                .distinct()
                .toList();
    }

    /** The sum over all series that fit. */
    private static double value(String metrics, String series) {
        var pattern = Pattern.compile(series + " (\\S+)");
        return metrics.lines()
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .mapToDouble(matcher -> Double.parseDouble(matcher.group(1)))
                .sum();
    }

    private String get(String path) {
        return operator.get(path);
    }
}
