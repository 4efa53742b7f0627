package dev.dragoman.agents;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Full;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

    /** Privileges are the administrator's to allow, and in force in the namespace alone. */
    @Test
    void buildersHavePrivilegesWhereTheAdministratorAllowsThem() throws IOException {
        recipe("builders");
        var file = directory.resolve("agents-desired.builders.steps.yaml");
        Files.writeString(
                file, Files.readString(file).replace("'builders'", "'" + targets.namespace + "'"));
        targets.start();
        targets.apply(TARGET);
        assertThat(targets.reason("agents", "Forbidden").get("message"))
                .asString()
                .contains("starts no pods with privileges")
                .contains("deployments %s/agents".formatted(targets.namespace));
        assertThat(targets.get("apps/v1", "Deployment", "agents")).isEmpty();
        try {
            widen();
            // admission learns of it a moment later
            await().pollInterval(Duration.ofSeconds(1))
                    .until(
                            () -> {
                                targets.kubectl(
                                        "annotate",
                                        "cdtarget",
                                        "agents",
                                        "again=" + System.nanoTime(),
                                        "--overwrite");
                                return targets.get("apps/v1", "Deployment", "agents").isPresent();
                            });
            assertThat(
                            targets.deployment("agents")
                                    .<String>get(
                                            "spec",
                                            "template",
                                            "spec",
                                            "securityContext",
                                            "seccompProfile",
                                            "type"))
                    .isEqualTo("Unconfined");
        } finally {
            targets.account.restore(targets.plane);
        }
    }

    /** What kustomize does with the patch of the recipe. */
    private void widen() throws IOException {
        var found =
                Pattern.compile("(?s)patch: \\|\\n(.*?)```")
                        .matcher(Files.readString(Path.of("docs/recipes/builders.md")));
        assertThat(found.find()).isTrue();
        targets.kubectl(
                "patch",
                "validatingadmissionpolicy",
                targets.account.policy("dragoman-cdtargets"),
                "--type=json",
                "-p",
                found.group(1).stripIndent().replace("'builders'", "'" + targets.namespace + "'"));
    }

    private boolean artifacts() {
        return targets.get("networking.k8s.io/v1", "NetworkPolicy", "agents-artifacts").isPresent();
    }
}
