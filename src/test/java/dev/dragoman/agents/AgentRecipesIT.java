package dev.dragoman.agents;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Recipe;
import dev.dragoman.agents.decision.AgentNames;
import dev.dragoman.sandbox.controlplane.GoSources;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
    private static final String NAME = "agents";
    private static final String KEDA = "keda.sh/v1alpha1";
    private static final String POLICIES = "networking.k8s.io/v1";

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
        targets.revoke();
    }

    private List<Path> recipe(String name) {
        return Recipe.of(name).into(directory, targets::grant);
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
    void aDestinationIsOpenedByItsNameInNamespacesThatMay() throws IOException {
        var file = recipe("egress-catalogue").getFirst();
        Files.writeString(
                file, Files.readString(file).replace("'team-a,", "'" + targets.namespace + ","));
        assertThat(file).content().contains(targets.namespace);
        targets.start();
        targets.apply(TARGET);
        targets.reason("agents", "Reconciled");
        assertThat(artifacts()).isFalse();
        targets.kubectl("label", "cdtarget", "agents", "artifacts=allowed");
        await().until(this::artifacts);
    }

    @Test
    void withoutKedaNothingOfItIsMadeAndAgentsGoOn() throws IOException {
        targets.start();
        targets.apply(TARGET);
        targets.reason(NAME, "Reconciled");
        assertThat(targets.get(KEDA, "ScaledObject", NAME)).isPresent();
        var before = targets.deployment(NAME);
        targets.stop();

        recipe("agents-without-keda");
        var mark = targets.plane.audit().mark();
        targets.start();
        await().until(() -> targets.get(KEDA, "ScaledObject", NAME).isEmpty());
        targets.apply(TARGET.replace("10.20.0.1", "10.20.0.2"));
        targets.reason(NAME, "Reconciled");
        assertThat(targets.writes(mark))
                .filteredOn(each -> each.startsWith("delete "))
                .containsExactlyInAnyOrder("delete scaledobjects", "delete triggerauthentications");
        unchanged(before);
        targets.apply(TARGET + "  scaling: ScaledJob\n");
        assertThat(targets.reason(NAME, "KedaMissing").get("message"))
                .asString()
                .contains("the route makes no TriggerAuthentication, which a ScaledJob needs");
        unchanged(before);
    }

    private void unchanged(GenericKubernetesResource before) {
        var after = targets.deployment(NAME);
        assertThat(after.getMetadata().getUid()).isEqualTo(before.getMetadata().getUid());
        assertThat(after.<Object>get("spec")).isEqualTo(before.<Object>get("spec"));
    }

    @Test
    void aBudgetGoesWithItsFileAndAgentsGoOn() throws IOException {
        var files = recipe("disruption-budget");
        targets.start();
        targets.apply(TARGET);
        targets.reason(NAME, "Reconciled");
        var budget = targets.get("policy/v1", "PodDisruptionBudget", NAME).orElseThrow();
        assertThat(budget.<Integer>get("spec", "maxUnavailable")).isOne();
        assertThat(budget.<String>get("spec", "selector", "matchLabels", "app"))
                .isEqualTo("build-agents");
        assertThat(budget.getMetadata().getOwnerReferences()).hasSize(1);
        var before = targets.deployment(NAME);
        var mark = targets.plane.audit().mark();
        targets.kubectl("annotate", "cdtarget", NAME, "again=1");
        targets.apply(TARGET.replace("10.20.0.1", "10.20.0.2"));
        targets.reason(NAME, "Reconciled");
        assertThat(targets.writes(mark)).noneMatch(each -> each.contains("poddisruptionbudgets"));
        assertThat(added()).isEqualTo(List.of("policy/v1 PodDisruptionBudget " + NAME));
        targets.kubectl(
                "patch", "pdb", NAME, "--type=merge", "-p", "{\"spec\":{\"maxUnavailable\":5}}");
        targets.kubectl("annotate", "cdtarget", NAME, "again=by-hand", "--overwrite");
        await().until(() -> unavailable() == 1);
        targets.stop();

        Files.delete(files.getFirst());
        targets.start();
        await().until(() -> targets.get("policy/v1", "PodDisruptionBudget", NAME).isEmpty());
        targets.kubectl("annotate", "cdtarget", NAME, "again=2", "--overwrite");
        await().until(() -> added() == null);
        unchanged(before);
    }

    private Object added() {
        return targets.get(AgentNames.API_VERSION, "CDTarget", NAME)
                .orElseThrow()
                .<Object>get("status", "dragoman", "added");
    }

    private Integer unavailable() {
        return targets.get("policy/v1", "PodDisruptionBudget", NAME)
                .orElseThrow()
                .get("spec", "maxUnavailable");
    }

    /** What restricts agents is never away: the one is there before the other goes. */
    @Test
    void ciliumsPoliciesTakeThePlaceOfOurs() throws IOException {
        targets.kubectl(
                "apply",
                "--server-side",
                "-f",
                GoSources.of("cilium", "github.com/cilium/cilium", _ -> {})
                        .resolve("pkg/k8s/apis/cilium.io/client/crds/v2/ciliumnetworkpolicies.yaml")
                        .toString());
        targets.start();
        targets.apply(TARGET);
        targets.reason(NAME, "Reconciled");
        var before = targets.deployment(NAME);
        targets.stop();
        recipe("cilium");
        targets.apply(TARGET + "  hosts: [ packages.example.com ]\n");
        var mark = targets.plane.audit().mark();
        targets.start();
        await().until(() -> targets.get(POLICIES, "NetworkPolicy", NAME + "-pool").isEmpty());
        await().until(() -> targets.get(POLICIES, "NetworkPolicy", NAME).isEmpty());
        var policy = targets.get("cilium.io/v2", "CiliumNetworkPolicy", NAME).orElseThrow();
        assertThat(String.valueOf(policy.<Object>get("spec", "egress")))
                .contains("matchName=packages.example.com", "matchPattern=*.dev.azure.com");
        assertThat(targets.writes(mark))
                .filteredOn(each -> each.endsWith("policies"))
                .containsExactly(
                        "patch ciliumnetworkpolicies",
                        "delete networkpolicies",
                        "delete networkpolicies");
        unchanged(before);
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
