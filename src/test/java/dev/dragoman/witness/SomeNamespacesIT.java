package dev.dragoman.witness;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.DocumentedCommands;
import dev.dragoman.Operator;
import dev.dragoman.Patience;
import dev.dragoman.cluster.OwnCounts;
import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.ControlPlaneException;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.Config;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two operators in one cluster, installed by docs/install.md, each with rights to one namespace:
 * they serve it, and neither asks for anything elsewhere.
 */
@OwnCounts(by = "an API server")
@Full
class SomeNamespacesIT {
    private static final String GROUPS = "resourcegroups.resources.azure.com";
    private static final String GROUP =
            """
            apiVersion: resources.azure.com/v1api20200601
            kind: ResourceGroup
            metadata: {name: %s}
            spec: {location: westeurope}
            """;

    @TempDir private Path directory;
    private ControlPlane plane;
    private Install install;
    private AzurePart.RunningAzure azure;

    @BeforeEach
    void start() throws Exception {
        plane = ControlPlane.start(Options.defaults());
        install = new Install(plane);
        azure = new AzurePart().start(plane);
        azure.azure().control().retryAfter(1);
    }

    @AfterEach
    void stop() {
        azure.close();
        plane.close();
    }

    @Test
    void eachHasItsNamespaceAndNothingElse() throws Exception {
        var page = new InstallPage(plane, directory, InstallPage.PAGE);
        page.namespaces("team-a", "team-b", "team-c");
        page.run("Two operators in one cluster");
        served();
        var mark = plane.audit().mark();
        try (var one = operator("platform-one");
                var two = operator("platform-two")) {
            for (var team : List.of("team-c", "team-a", "team-b")) {
                apply(team, "orders-" + team);
            }
            for (var team : List.of("team-a", "team-b")) {
                var _ =
                        kubectl(
                                team,
                                "wait",
                                "--for=condition=Ready",
                                GROUPS + "/orders-" + team,
                                Patience.timeout());
            }
            assertThat(owner("team-a")).isEqualTo("platform-one");
            assertThat(owner("team-b")).isEqualTo("platform-two");
            await().until(() -> one.health().watching() && two.health().watching());
            deletedInAzure("team-a");
        }
        // nobody looked at it
        assertThat(
                        kubectl(
                                "team-c",
                                "get",
                                GROUPS,
                                "-o",
                                "jsonpath={.items[*].status}{.items[*].metadata.finalizers}"))
                .isEqualTo("{\"observedGeneration\":-1}");
        asksForNothingElse("platform-one", "team-a", mark);
        asksForNothingElse("platform-two", "team-b", mark);
        makesNoTokensOfOthers("platform-one");
        makesNoTokensOfOthers("platform-two");
        objectsAreTold(page, "team-b");
        uninstalled();
    }

    /** The policy of the page holds for both, also where the operator may write Secrets. */
    private void makesNoTokensOfOthers(String account) {
        var operator = AuditLog.serviceAccount(account, "dragoman");
        var _ =
                kubectl(
                        "team-c",
                        "create",
                        "rolebinding",
                        account,
                        "--clusterrole=dragoman-secrets",
                        "--serviceaccount=" + account + ":dragoman");
        var secret =
                """
                apiVersion: v1
                kind: Secret
                metadata:
                  name: %s
                  annotations: {kubernetes.io/service-account.name: default}
                type: %s
                """;
        assertThatThrownBy(
                        () ->
                                install.apply(
                                        secret.formatted(
                                                account, "kubernetes.io/service-account-token"),
                                        account + ".yaml",
                                        "-n",
                                        "team-c",
                                        "--as=" + operator))
                .hasMessageContaining("makes no Secrets that are filled with tokens");
        assertThat(
                        install.apply(
                                secret.formatted(account, "Opaque"),
                                account + ".yaml",
                                "-n",
                                "team-c",
                                "--as=" + operator))
                .contains("created");
    }

    /** Another operator may look after them from then on. */
    private void objectsAreTold(InstallPage page, String team) throws Exception {
        assertThat(owner(team)).isNotEmpty();
        for (var each : page.below("Objects of the operator before")) {
            DocumentedCommands.run(
                    plane, directory.resolve("dragoman"), each.text().replace("TEAM", team));
        }
        assertThat(owner(team)).isEmpty();
    }

    /** Rights go with the kinds, and Azure keeps what it has. */
    private void uninstalled() throws Exception {
        assertThat(rights()).contains("dragoman-azure", "dragoman-namespaces:platform-one");
        int before = azure.azure().control().exchanges().size();
        DocumentedCommands.run(
                plane,
                directory.resolve("dragoman"),
                """
                for namespace in platform-one platform-two; do
                  kubectl scale deployment dragoman --namespace=$namespace --replicas=0
                  kubectl wait --for=delete pod --selector=app.kubernetes.io/name=dragoman --namespace=$namespace --timeout=60s
                done
                ./dragoman uninstall --yes --operator-namespace=platform-one,platform-two
                """);
        assertThat(rights()).doesNotContain("dragoman-azure", "dragoman-namespaces");
        assertThat(azure.azure().control().exchanges()).hasSize(before);
    }

    private String rights() {
        return install.kubectl(
                List.of(
                        "get",
                        "clusterroles,clusterrolebindings,roles,rolebindings",
                        "--all-namespaces",
                        "-o",
                        "name"));
    }

    /** As the API server of the page's definitions answers a moment later. */
    private void served() {
        await().ignoreExceptionsInstanceOf(ControlPlaneException.class)
                .until(
                        () ->
                                !install.apply(
                                                GROUP.formatted("any"),
                                                "any.yaml",
                                                "-n",
                                                "team-c",
                                                "--server-side",
                                                "--dry-run=server")
                                        .isEmpty());
    }

    private void apply(String namespace, String name) {
        var _ = install.apply(GROUP.formatted(name), name + ".yaml", "-n", namespace);
    }

    private String kubectl(String namespace, String... arguments) {
        var all = new ArrayList<>(List.of("-n", namespace));
        all.addAll(List.of(arguments));
        return install.kubectl(all);
    }

    /**
     * With the settings that the page put into the Secret; those of the credential are the local
     * Azure's.
     */
    private Operator operator(String namespace) {
        var secret =
                plane.client()
                        .secrets()
                        .inNamespace(namespace)
                        .withName("aso-controller-settings")
                        .edit(
                                found ->
                                        new SecretBuilder(found)
                                                .withStringData(azure.environment())
                                                .build());
        var settings = new HashMap<String, String>();
        secret.getData()
                .forEach(
                        (key, value) ->
                                settings.put(
                                        key,
                                        new String(
                                                Base64.getDecoder().decode(value),
                                                StandardCharsets.UTF_8)));
        settings.putAll(Map.of("POD_NAMESPACE", namespace, "DRAGOMAN_MANAGEMENT_PORT", "0"));
        var kubeconfig = plane.serviceAccountKubeconfig(namespace, "dragoman");
        return Operator.start(
                Config.fromKubeconfig(kubeconfig.toFile()), settings, Clock.systemUTC(), () -> {});
    }

    private String owner(String team) {
        return kubectl(
                team,
                "get",
                GROUPS + "/orders-" + team,
                "-o",
                "jsonpath={.metadata.annotations.serviceoperator\\.azure\\.com/operator-namespace}");
    }

    private void deletedInAzure(String team) {
        var _ = kubectl(team, "delete", GROUPS + "/orders-" + team, Patience.timeout());
        assertThat(
                        azure.azure()
                                .control()
                                .get(
                                        "/subscriptions/%s/resourceGroups/orders-%s"
                                                .formatted(azure.azure().subscriptionId(), team)))
                .isEmpty();
    }

    /** Neither in vain nor with success. */
    private void asksForNothingElse(String account, String namespace, AuditLog.Mark since) {
        var user = AuditLog.serviceAccount(account, "dragoman");
        var requests = plane.audit().since(since, event -> event.user().equals(user));
        assertThat(requests).isNotEmpty();
        assertThat(requests)
                .filteredOn(event -> event.code() == 403)
                .extracting(AuditLog.Event::resource)
                .isEmpty();
        assertThat(requests)
                .filteredOn(event -> !event.resource().isEmpty())
                .filteredOn(event -> !List.of(namespace, account).contains(event.namespace()))
                .extracting(
                        event -> event.resource() + " " + event.json().path("requestURI").asText())
                .allMatch(
                        text ->
                                text.startsWith("customresourcedefinitions ")
                                        || text.startsWith("selfsubject")
                                        || text.contains("metadata.name%3D" + namespace)
                                        || text.contains("/namespaces/" + namespace));
        for (var verb : List.of("list", "watch", "get", "patch")) {
            assertThat(mayDo(account, verb, GROUPS, "--all-namespaces")).isEqualTo("no");
            assertThat(mayDo(account, verb, GROUPS, "--namespace=team-c")).isEqualTo("no");
            assertThat(mayDo(account, verb, GROUPS, "--namespace=" + namespace)).isEqualTo("yes");
            assertThat(mayDo(account, verb, "namespaces", "--all-namespaces")).isEqualTo("no");
            assertThat(mayDo(account, verb, "secrets", "--namespace=" + namespace)).isEqualTo("no");
        }
    }

    private String mayDo(String account, String verb, String resource, String where) {
        try {
            return install.kubectl(
                            List.of(
                                    "auth",
                                    "can-i",
                                    verb,
                                    resource,
                                    where,
                                    "--as=" + AuditLog.serviceAccount(account, "dragoman")))
                    .strip()
                    .lines()
                    .reduce((first, last) -> last)
                    .orElse("");
        } catch (ControlPlaneException no) {
            assertThat(no).hasMessageContaining("no");
            return "no";
        }
    }
}
