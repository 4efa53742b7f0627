package dev.dragoman.agents;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.tier.Full;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** An installation of the CDTarget operator, taken over while its agents run. */
@Full
@ResourceLock("agents")
class FormerAgentsIT {
    private static final String NAME = FormerAgents.NAME;

    @TempDir private Path directory;
    private AgentCluster targets;

    @BeforeEach
    void install() {
        targets = new AgentCluster();
        new FormerAgents(targets, directory).make();
    }

    @AfterEach
    void stop() {
        targets.close();
    }

    /** uid of each object that the predecessor made. */
    private Map<String, String> uids() {
        var uids = new TreeMap<String, String>();
        uid(uids, "networking.k8s.io/v1", "NetworkPolicy", NAME);
        uid(uids, "networking.k8s.io/v1", "NetworkPolicy", "agents-pool");
        uid(uids, "v1", "ConfigMap", "agents-config");
        uid(uids, "apps/v1", "Deployment", NAME);
        uid(uids, "keda.sh/v1alpha1", "ScaledObject", NAME);
        uid(uids, "keda.sh/v1alpha1", "TriggerAuthentication", "poc-pool-trigger-auth");
        return uids;
    }

    private void uid(Map<String, String> uids, String apiVersion, String kind, String name) {
        uids.put(
                kind + "/" + name,
                targets.get(apiVersion, kind, name).orElseThrow().getMetadata().getUid());
    }

    private Object template() {
        return targets.deployment(NAME).get("spec", "template");
    }

    private String pool() {
        return String.valueOf(
                targets.get("networking.k8s.io/v1", "NetworkPolicy", "agents-pool")
                        .orElseThrow()
                        .<Object>get("spec", "egress"));
    }

    @Test
    void itsObjectsAreKeptAndNoAgentStartsAnew() {
        var before = uids();
        var template = template();
        assertThat(pool()).startsWith("[{}");
        var mark = targets.plane.audit().mark();
        targets.start();
        targets.reason(NAME, "Reconciled");
        assertThat(uids()).isEqualTo(before);
        assertThat(template()).as("the pods go on").isEqualTo(template);
        assertThat(targets.deployment(NAME).<Integer>get("spec", "replicas")).isEqualTo(3);
        assertThat(pool()).as("nothing is open that is not listed").doesNotContain("{}");
        assertThat(targets.condition(NAME, "RolledOut"))
                .containsEntry("status", "False")
                .containsEntry("reason", "RolloutWaits");
        assertThat(
                        targets.get(
                                        "keda.sh/v1alpha1",
                                        "TriggerAuthentication",
                                        "agents-trigger-auth")
                                .orElseThrow()
                                .getMetadata()
                                .getOwnerReferences())
                .as("the other one has no owner, and is nobody's")
                .hasSize(1);

        // the Event follows the status
        var _ = Patience.settled(Duration.ofSeconds(3), () -> targets.writes(mark));
        targets.stop();
        var later = targets.plane.audit().mark();
        targets.start();
        targets.secret("other", "AZP_TOKEN", "hunter3");
        targets.apply(
                FormerAgents.TARGET
                        .replace("name: agents", "name: others")
                        .replace("poc-pool", "pool-2"));
        targets.reason("others", "Reconciled");
        await().until(() -> targets.writes(later).contains("create events"));
        assertThat(targets.writes(later)).as("of the other one alone").hasSize(9);
        assertThat(template()).isEqualTo(template);
    }

    @Test
    void theNextChangeRollsOutAndLeavesNothingOfThePredecessor() {
        targets.start();
        targets.reason(NAME, "Reconciled");
        targets.apply(FormerAgents.TARGET.replace("[ { name: INFO, value: example } ]", "[]"));
        await().until(() -> String.valueOf(template()).contains("dragoman.dev/inputs"));
        assertThat(String.valueOf(template())).doesNotContain("INFO");
        assertThat(targets.deployment(NAME).<Integer>get("spec", "replicas")).isEqualTo(3);
        await().until(() -> targets.condition(NAME, "RolledOut").isEmpty());
        assertThat(
                        targets.deployment(NAME).getMetadata().getManagedFields().stream()
                                .filter(each -> each.getManager().equals("manager"))
                                .filter(each -> each.getSubresource() == null)
                                .map(each -> each.getFieldsV1().toString()))
                .noneMatch(each -> each.contains("f:template"));
    }

    @Test
    void itRollsOutWhenItIsAskedTo() {
        targets.start();
        targets.reason(NAME, "Reconciled");
        targets.kubectl("annotate", "cdtarget", NAME, "dragoman.dev/roll-out=now");
        await().until(() -> String.valueOf(template()).contains("dragoman.dev/inputs"));
    }
}
