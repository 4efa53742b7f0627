package dev.dragoman.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.cluster.Account;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The pod of {@code kubernetes/base} in a namespace with its labels: the API server judges it as it
 * is created, in a dry run. A pod made from a Deployment is not judged before, so the template is
 * made a pod here.
 */
@Full
class PodSecurityIT {
    private static Install install;
    private static KubernetesClient client;

    @BeforeAll
    static void install() {
        var plane = SharedControlPlane.shared();
        install = Account.AZURE.on(plane);
        client = plane.client();
        install.kindsAndRights(List.of("resources.azure.com/ResourceGroup"));
    }

    @Test
    void theNamespaceAsksForTheStrictestStandardAndThePodMeetsIt() {
        assertThat(client.namespaces().withName("dragoman-system").get().getMetadata().getLabels())
                .containsEntry("pod-security.kubernetes.io/enforce", "restricted");
        var made = create(pod());
        assertThat(made.getSpec().getContainers()).hasSize(1);
        assertThat(client.pods().inNamespace("dragoman-system").withName("judged").get()).isNull();
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource({
        "root, runAsNonRoot != true",
        "privileged, privileged",
        "escalation, allowPrivilegeEscalation != false",
        "capabilities, unrestricted capabilities",
        "seccomp, seccompProfile",
        "host, host namespaces",
        "path, hostPath"
    })
    void aWeakerPodIsRefused(String weakness, String reason) {
        assertThatThrownBy(() -> create(weaker(weakness)))
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("violates PodSecurity \"restricted")
                .hasMessageContaining(reason);
    }

    @Test
    void theApiServerTakesAllOfTheDeploymentAndItsNetworkPolicy() {
        for (var file : List.of("deployment.yaml", "network.yaml")) {
            for (var object : objects(file)) {
                assertThat(client.resource(object).dryRun(true).create())
                        .as(object.toString())
                        .isNotNull();
            }
        }
        // a Deployment is taken with a warning; kubectl shows warnings, and here is none
        var said =
                install.apply(
                        Install.manifest("base/deployment.yaml"),
                        "deployment.yaml",
                        "--dry-run=server");
        assertThat(said).contains("deployment.apps/dragoman created").doesNotContain("Warning");
    }

    private static Pod weaker(String weakness) {
        var pod = new PodBuilder(pod());
        var spec = pod.editSpec();
        var container = spec.editFirstContainer();
        switch (weakness) {
            case "root" -> {
                spec.editSecurityContext().withRunAsNonRoot(false).endSecurityContext();
            }
            case "privileged" ->
                    container
                            .editSecurityContext()
                            .withPrivileged(true)
                            .withAllowPrivilegeEscalation(true)
                            .endSecurityContext();
            case "escalation" ->
                    container
                            .editSecurityContext()
                            .withAllowPrivilegeEscalation(null)
                            .endSecurityContext();
            case "capabilities" ->
                    container.editSecurityContext().withCapabilities(null).endSecurityContext();
            case "seccomp" ->
                    spec.editSecurityContext().withSeccompProfile(null).endSecurityContext();
            case "host" -> spec.withHostNetwork(true);
            default ->
                    spec.addNewVolume()
                            .withName("host")
                            .withNewHostPath("/", "Directory")
                            .endVolume();
        }
        return container.endContainer().endSpec().build();
    }

    private static Pod create(Pod pod) {
        return client.resource(pod).dryRun(true).create();
    }

    private static Pod pod() {
        var template =
                objects("deployment.yaml").stream()
                        .filter(Deployment.class::isInstance)
                        .map(each -> ((Deployment) each).getSpec().getTemplate())
                        .findFirst()
                        .orElseThrow();
        return new PodBuilder()
                .withMetadata(template.getMetadata())
                .editMetadata()
                .withName("judged")
                .withNamespace("dragoman-system")
                .endMetadata()
                .withSpec(template.getSpec())
                .build();
    }

    private static List<HasMetadata> objects(String file) {
        var yaml = Install.manifest("base/" + file).getBytes(StandardCharsets.UTF_8);
        return client.load(new ByteArrayInputStream(yaml)).items();
    }
}
