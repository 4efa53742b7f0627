package dev.dragoman.agents;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Full;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The recipes for build agents, as they stand in docs/recipes. */
@Full
@ResourceLock("agents")
class AgentRecipesIT {
    private static final Pattern FILE = Pattern.compile("(?s)```yaml\\n# (\\S+)\\n(.*?)```");

    private static final String TARGET =
            AgentCluster.TARGET
                    + """
                        ip: [ 10.20.0.1 ]
                      """;

    @TempDir private Path directory;
    private AgentCluster targets;

    @BeforeEach
    void prepare() {
        targets = new AgentCluster();
        targets.install.kindsOfKeda();
        targets.token("hunter2");
        targets.environment.put("DRAGOMAN_OVERLAYS", directory.toString());
    }

    @AfterEach
    void stop() {
        targets.close();
    }

    private void recipe(String name) throws IOException {
        var found = FILE.matcher(Files.readString(Path.of("docs/recipes", name + ".md")));
        assertThat(found.find()).isTrue();
        assertThat(found.group(2).lines().count()).isLessThanOrEqualTo(15);
        Files.writeString(directory.resolve(found.group(1)), found.group(2));
    }

    @Test
    void agentsHaveMachinesOfTheirOwn() throws IOException {
        recipe("agent-pods");
        targets.start();
        targets.apply(TARGET);
        targets.reason("agents", "Reconciled");
        var deployment = targets.deployment("agents");
        assertThat(deployment.<String>get("spec", "template", "spec", "nodeSelector", "pool"))
                .isEqualTo("agents");
        assertThat(deployment.<String>get("spec", "template", "spec", "priorityClassName"))
                .isEqualTo("agents");
        targets.apply(TARGET + "  scaling: ScaledJob\n");
        targets.reason("agents", "Reconciled");
        assertThat(
                        String.valueOf(
                                targets.get("keda.sh/v1alpha1", "ScaledJob", "agents")
                                        .orElseThrow()
                                        .<Object>get("spec", "jobTargetRef", "template", "spec")))
                .contains("pool=agents");
    }

    @Test
    void aDestinationIsOpenedByItsName() throws IOException {
        recipe("egress-catalogue");
        targets.start();
        targets.apply(TARGET);
        targets.reason("agents", "Reconciled");
        assertThat(artifacts()).isFalse();
        targets.kubectl("label", "cdtarget", "agents", "artifacts=allowed");
        await().until(this::artifacts);
    }

    private boolean artifacts() {
        return targets.get("networking.k8s.io/v1", "NetworkPolicy", "agents-artifacts").isPresent();
    }
}
