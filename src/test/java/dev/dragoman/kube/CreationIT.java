package dev.dragoman.kube;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.kube.failure.WriteRefused;
import dev.dragoman.kube.object.OwnedFields;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the API server makes of an apply that shall create and nothing else. */
@Landing
class CreationIT {
    private static final String NAMESPACE = "creation";
    private final ControlPlane plane = SharedControlPlane.shared();

    @Test
    void createsByNameAndNeverMerges() {
        var client = plane.client();
        client.resource(
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(NAMESPACE)
                                .endMetadata()
                                .build())
                .create();
        client.resource(
                        new RoleBuilder()
                                .withNewMetadata()
                                .withName("named")
                                .withNamespace(NAMESPACE)
                                .endMetadata()
                                .addNewRule()
                                .withApiGroups("")
                                .withResources("configmaps")
                                .withResourceNames("granted")
                                .withVerbs("get", "create", "patch")
                                .endRule()
                                .build())
                .create();
        client.resource(
                        new RoleBindingBuilder()
                                .withNewMetadata()
                                .withName("named")
                                .withNamespace(NAMESPACE)
                                .endMetadata()
                                .withNewRoleRef("rbac.authorization.k8s.io", "Role", "named")
                                .addNewSubject("", "ServiceAccount", "default", NAMESPACE)
                                .build())
                .create();
        await().until(
                        () ->
                                client.serviceAccounts()
                                                .inNamespace(NAMESPACE)
                                                .withName("default")
                                                .get()
                                        != null);
        var kubeconfig = plane.serviceAccountKubeconfig(NAMESPACE, "default");
        try (var limited =
                new KubernetesClientBuilder()
                        .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
                        .build()) {
            var applier = new Applier(limited, new Kinds(limited), (key, version) -> {});
            var options = new ApplyOptions("creator", Optional.empty(), false);

            assertThat(applier.apply(configMap("granted"), options))
                    .isInstanceOfSatisfying(
                            Applied.Written.class,
                            made ->
                                    assertThat(
                                                    OwnedFields.entry(
                                                            made.object(), "creator", "Apply", ""))
                                            .as("recorded as an apply")
                                            .isPresent());
            assertThatThrownBy(() -> applier.apply(configMap("another"), options))
                    .isInstanceOf(WriteRefused.class);
        }
        theirs("appeared");
        var late = new ApiServer(client);
        var request =
                new ApiServer.Request(
                        "PATCH",
                        "/api/v1/namespaces/creation/configmaps/appeared",
                        Map.of("fieldManager", "creator", "force", "true"),
                        ApiServer.APPLY,
                        Map.of(
                                "apiVersion",
                                "v1",
                                "kind",
                                "ConfigMap",
                                "metadata",
                                Map.of("name", "appeared", "resourceVersion", "1"),
                                "data",
                                Map.of("ours", "1")),
                        "create what is there");
        assertThat(late.send(request).code()).isEqualTo(409);
        assertThat(client.configMaps().inNamespace(NAMESPACE).withName("appeared").get().getData())
                .containsOnlyKeys("theirs");
    }

    private void theirs(String name) {
        plane.client()
                .resource(
                        new ConfigMapBuilder()
                                .withNewMetadata()
                                .withName(name)
                                .withNamespace(NAMESPACE)
                                .endMetadata()
                                .addToData("theirs", "1")
                                .build())
                .create();
    }

    private static Map<String, Object> configMap(String name) {
        return Map.of(
                "apiVersion",
                "v1",
                "kind",
                "ConfigMap",
                "metadata",
                Map.of("name", name, "namespace", NAMESPACE),
                "data",
                Map.of("a", "1"));
    }
}
