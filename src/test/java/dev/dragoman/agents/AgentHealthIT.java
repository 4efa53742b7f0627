package dev.dragoman.agents;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.agents.decision.AgentNames;
import dev.dragoman.health.HealthChecks;
import dev.dragoman.health.Judge;
import dev.dragoman.health.Revisions;
import dev.dragoman.tier.Full;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** How kstatus, Flux and Argo CD read CDTargets at every revision. */
@Full
@ResourceLock("agents")
class AgentHealthIT {
    private static final String NAME = "agents";
    private static final String KIND = AgentNames.KIND;

    @TempDir private Path directory;
    private AgentCluster targets;
    private Revisions revisions;
    private Judge judge;

    @BeforeEach
    void watch() throws Exception {
        targets = new AgentCluster();
        targets.install.kindsOfKeda();
        var kind = AgentNames.API_VERSION + "/" + KIND;
        revisions = new Revisions(targets.client(), targets.namespace, kind);
        judge = new Judge(directory, kind);
    }

    @AfterEach
    void stop() {
        revisions.close();
        targets.close();
    }

    @Test
    void fromCreationOverAnEditAndAMissingTokenToDeletion() throws Exception {
        targets.token("hunter2");
        targets.apply(AgentCluster.TARGET);
        await().until(() -> !revisions.of(KIND, NAME).isEmpty());
        targets.start();
        targets.reason(NAME, "Reconciled");
        targets.apply(AgentCluster.TARGET.replace("agent:1", "agent:2"));
        targets.reason(NAME, "Reconciled");
        targets.kubectl("delete", "secret", "cdtarget-token");
        targets.reason(NAME, "TokenMissing");
        targets.token("hunter2");
        targets.reason(NAME, "Reconciled");
        targets.kubectl("delete", "cdtarget", NAME);
        await().until(
                        () ->
                                revisions
                                                .of(KIND, NAME)
                                                .getLast()
                                                .getMetadata()
                                                .getDeletionTimestamp()
                                        != null);
        var all = revisions.of(KIND, NAME);
        assertThat(HealthChecks.read(judge, all))
                .containsExactly(
                        "InProgress Current InProgress Current InProgress Current Terminating",
                        "InProgress Current InProgress Current InProgress Current",
                        "Progressing Healthy Progressing Healthy Progressing Healthy Progressing");
        HealthChecks.withoutTheField(judge, all);
    }
}
