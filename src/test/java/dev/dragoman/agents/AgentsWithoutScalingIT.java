package dev.dragoman.agents;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Full;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A platform team whose route has no line for what scales agents. */
@Full
@ResourceLock("agents")
class AgentsWithoutScalingIT {
    private static final String NAME = "agents";
    private static final String KEDA = "keda.sh/v1alpha1";
    private static final String TARGET = AgentCluster.TARGET + "  ip: [ 10.20.0.1 ]\n";

    @TempDir private Path directory;
    private AgentCluster targets;

    @BeforeEach
    void prepare() {
        targets = new AgentCluster();
        targets.install.kindsOfKeda();
        targets.token("hunter2");
    }

    @AfterEach
    void stop() {
        targets.close();
    }

    @Test
    void aLineThatIsLeftOutTakesItsObjectAwayAndAgentsGoOn() throws IOException {
        targets.start();
        targets.apply(TARGET);
        targets.reason(NAME, "Reconciled");
        assertThat(targets.get(KEDA, "ScaledObject", NAME)).isPresent();
        var before = targets.deployment(NAME);
        targets.stop();

        var shipped = Files.readString(Path.of("src/main/resources/routes/agents.camel.yaml"));
        Files.writeString(
                directory.resolve("agents.camel.yaml"),
                shipped.lines()
                        .filter(each -> !each.contains("bean:agentMakers?method=scaling"))
                        .collect(Collectors.joining("\n", "", "\n")));
        targets.environment.put("DRAGOMAN_OVERLAYS", directory.toString());
        var mark = targets.plane.audit().mark();
        targets.start();
        await().until(() -> targets.get(KEDA, "ScaledObject", NAME).isEmpty());
        targets.apply(TARGET.replace("10.20.0.1", "10.20.0.2"));
        targets.reason(NAME, "Reconciled");
        assertThat(targets.get(KEDA, "ScaledObject", NAME)).isEmpty();
        assertThat(targets.writes(mark))
                .filteredOn(each -> each.startsWith("delete "))
                .containsExactly("delete scaledobjects");
        var after = targets.deployment(NAME);
        assertThat(after.getMetadata().getUid()).isEqualTo(before.getMetadata().getUid());
        assertThat(after.<Object>get("spec")).isEqualTo(before.<Object>get("spec"));
    }
}
