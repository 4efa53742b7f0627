package dev.dragoman.sandbox.controlplane;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What scenarios rely on when they ask for a control plane. */
@Full
class ControlPlaneIT {
    private static ControlPlane plane;

    @BeforeAll
    static void start() {
        plane = ControlPlane.start(Options.defaults());
    }

    @AfterAll
    static void end() {
        plane.close();
        assertThat(plane.directory()).doesNotExist();
    }

    @Test
    void kubectlSeesThePinnedServerWithMutatingAdmissionPolicies() throws Exception {
        assertThat(kubectl("version")).contains("Server Version: v1.36.");
        assertThat(kubectl("api-resources", "--api-group=admissionregistration.k8s.io"))
                .contains("mutatingadmissionpolicies")
                .contains("admissionregistration.k8s.io/v1 ");
    }

    @Test
    void serviceAccountMayDoWhatItsRoleSaysAndTheAuditLogCountsIt() {
        namespace("rbac");
        var account =
                new ServiceAccountBuilder().withNewMetadata().withName("writer").endMetadata();
        plane.client().serviceAccounts().inNamespace("rbac").resource(account.build()).create();
        var binding =
                new RoleBindingBuilder()
                        .withNewMetadata()
                        .withName("writer")
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "edit")
                        .addNewSubject("", "ServiceAccount", "writer", "rbac");
        plane.client().rbac().roleBindings().inNamespace("rbac").resource(binding.build()).create();
        var config =
                Config.fromKubeconfig(plane.serviceAccountKubeconfig("rbac", "writer").toFile());
        try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
            var map = new ConfigMapBuilder().withNewMetadata().withName("one").endMetadata();
            // The role "edit" is aggregated by a controller: a moment after the start it is empty.
            await().ignoreExceptions()
                    .until(() -> client.configMaps().resource(map.build()).create() != null);
            var user = AuditLog.serviceAccount("rbac", "writer");
            var mark = plane.audit().mark();
            assertThat(client.configMaps().list().getItems()).isNotEmpty();
            assertThat(plane.audit().writesBy(user, mark)).isEmpty();
            assertThatThrownBy(() -> client.configMaps().inNamespace("default").withName("x").get())
                    .isInstanceOf(KubernetesClientException.class);
            assertThat(client.configMaps().withName("one").delete()).isNotEmpty();
            assertThat(plane.audit().writesBy(user, mark))
                    .extracting(
                            AuditLog.Event::verb,
                            AuditLog.Event::resource,
                            AuditLog.Event::namespace,
                            AuditLog.Event::name,
                            AuditLog.Event::code)
                    .containsExactly(tuple("delete", "configmaps", "rbac", "one", 200));
        }
    }

    @Test
    void tokenForEntraNamesTheIssuerAndTheAudience() {
        namespace("tokens");
        await().until(() -> serviceAccountExists("tokens"));
        var token = plane.serviceAccountToken("tokens", "default", "api://AzureADTokenExchange");
        var claims =
                new String(
                        Base64.getUrlDecoder().decode(token.split("\\.", -1)[1]),
                        StandardCharsets.UTF_8);
        assertThat(claims)
                .contains("api://AzureADTokenExchange")
                .contains(plane.issuer())
                .contains("system:serviceaccount:tokens:default");
    }

    private static boolean serviceAccountExists(String namespace) {
        return plane.client().serviceAccounts().inNamespace(namespace).withName("default").get()
                != null;
    }

    @Test
    void kedaIsThereWhenItWasAskedFor() {
        assertThatThrownBy(plane::keda).hasMessage("This control plane was started without KEDA");
    }

    @Test
    void namespaceTakesItsContentAlong() {
        namespace("doomed");
        var map = new ConfigMapBuilder().withNewMetadata().withName("inside").endMetadata();
        plane.client().configMaps().inNamespace("doomed").resource(map.build()).create();
        plane.client().namespaces().withName("doomed").delete();
        await().until(() -> plane.client().namespaces().withName("doomed").get() == null);
    }

    @Test
    void apiServerComesBackWithItsDataAndPauses() throws Exception {
        try (var own = ControlPlane.start(Options.defaults())) {
            create(own, "kept");
            own.stopApiServer();
            assertThat(run(own, "get", "namespace", "kept").output()).contains("refused");
            own.startApiServer();
            assertThat(own.client().namespaces().withName("kept").get()).isNotNull();
            own.pauseApiServer();
            assertThat(run(own, "--request-timeout=1s", "get", "nodes").exit()).isNotZero();
            own.resumeApiServer();
            assertThat(run(own, "get", "namespace", "kept").exit()).isZero();
        }
    }

    private static void namespace(String name) {
        create(plane, name);
    }

    private static void create(ControlPlane where, String name) {
        var namespace = new NamespaceBuilder().withNewMetadata().withName(name).endMetadata();
        where.client().namespaces().resource(namespace.build()).create();
    }

    private static String kubectl(String... arguments) throws IOException, InterruptedException {
        var ran = run(plane, arguments);
        assertThat(ran.exit()).as(ran.output()).isZero();
        return ran.output();
    }

    private record Ran(int exit, String output) {}

    private static Ran run(ControlPlane where, String... arguments)
            throws IOException, InterruptedException {
        var command =
                new ArrayList<>(
                        List.of(
                                where.kubectl().toString(),
                                "--kubeconfig=" + where.adminKubeconfig()));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ran(process.waitFor(), output);
    }
}
