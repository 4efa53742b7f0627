package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.DocumentedRun;
import dev.dragoman.tier.Full;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/operations.md, as an administrator, while an operator leads. */
@Full
class OperationsPageIT {
    private static final Path PAGE = Path.of("docs/operations.md");

    @TempDir private Path directory;
    private Road road;

    @BeforeEach
    void start() {
        road = new Road("operations");
        road.environment.put("DRAGOMAN_LEADER_ELECTION", "true");
        road.environment.put("POD_NAME", road.namespace);
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void theCommandsOfThePage() throws Exception {
        var page =
                new DocumentedRun(
                                PAGE,
                                road.plane,
                                directory,
                                Map.of("kubectl get --raw", "there are no nodes"))
                        .where("flexibleservers.dbforpostgresql.azure.com", "resourcegroup");
        try (var operator = new Observed(road, directory, Map.of())) {
            road.apply(Samples.group("orders", "orders"));
            road.ready("resourcegroup/orders");
            assertThat(operator.get("/observe/health")).contains("UP");
            await().untilAsserted(
                            () ->
                                    assertThat(page.run("## Alerts", "### DragomanDown"))
                                            .startsWith(road.namespace));
            assertThat(page.run("### DragomanObjectsNotReady", "### "))
                    .containsPattern(road.namespace + " +orders +True");
        }
        // files, by MonitoringComponentIT; logs of pods, which no node runs
        page.nothingIsLeft("Monitoring", "Where runbooks are", "Logs");
    }
}
