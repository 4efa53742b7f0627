package dev.dragoman.agents;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.DocumentedRun;
import dev.dragoman.agents.decision.AgentNames;
import dev.dragoman.tier.Full;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The commands of docs/migrate/cdtarget.md, one after the other. */
@Full
@ResourceLock("agents")
class CdtargetPageIT {
    private static final Path PAGE = Path.of("docs/migrate/cdtarget.md");
    private static final String NAME = FormerAgents.NAME;

    private static final String OPERATOR =
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: { name: cdtarget-operator }
            spec:
              replicas: 1
              selector: { matchLabels: { app: cdtarget-operator } }
              template:
                metadata: { labels: { app: cdtarget-operator } }
                spec: { containers: [ { name: operator, image: example.com/cdtarget-operator } ] }
            """;

    @TempDir private Path directory;
    private AgentCluster targets;

    @BeforeEach
    void makeWhatIsThere() {
        targets = new AgentCluster();
        new FormerAgents(targets, directory).make();
        // where the predecessor is, and the ports of all targets
        var _ =
                targets.install.apply(
                        OPERATOR,
                        targets.portsNamespace + "-operator.yaml",
                        "-n",
                        targets.portsNamespace);
        targets.kubectl("delete", "rolebinding", "dragoman-secrets");
    }

    @AfterEach
    void stop() {
        targets.close();
    }

    private int replicas() {
        return targets.client()
                .apps()
                .deployments()
                .inNamespace(targets.portsNamespace)
                .withName("cdtarget-operator")
                .get()
                .getSpec()
                .getReplicas();
    }

    private boolean authentication(String name) {
        return targets.get("keda.sh/v1alpha1", "TriggerAuthentication", name).isPresent();
    }

    @Test
    void theWholePage() throws Exception {
        var page =
                new DocumentedRun(PAGE, targets.plane, directory, Map.of())
                        .where("cdtarget-operator", targets.portsNamespace)
                        .where(
                                "dragoman-system:dragoman",
                                targets.account.namespace() + ":dragoman")
                        .where("NAME", NAME)
                        .where("TOKEN", "cdtarget-token")
                        .where("POOL", "poc-pool")
                        .where("TEAM", targets.namespace);
        assertThat(page.run("1. **", "2. **"))
                .contains("NetworkPolicy", "10.20.0.1/32", "ScaledObject")
                .doesNotContain("hunter2");
        page.run("2. **", "3. **");
        assertThat(replicas()).isZero();
        targets.start();
        targets.reason(NAME, "ReadRefused");
        page.run("3. **", "4. **");
        targets.reason(NAME, "Reconciled");
        assertThat(page.run("5. **", "6. **"))
                .containsPattern(targets.namespace + " +" + NAME + " ");
        assertThat(targets.condition(NAME, "RolledOut")).containsEntry("reason", "RolloutWaits");
        page.run("6. **", "7. **");
        await().until(() -> targets.condition(NAME, "RolledOut").isEmpty());
        assertThat(authentication("poc-pool-trigger-auth")).isTrue();
        assertThat(page.run("7. **", "")).contains("poc-pool-trigger-auth", NAME + "-trigger-auth");
        assertThat(authentication("poc-pool-trigger-auth")).isFalse();
        assertThat(targets.get(AgentNames.API_VERSION, AgentNames.KIND, NAME)).isPresent();
        page.nothingIsLeft();
    }
}
