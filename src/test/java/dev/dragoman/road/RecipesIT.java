package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.Recipe;
import dev.dragoman.camel.https.LocalHttps;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recipes of docs/recipes as they stand there, on the real API server and the local Azure. */
@Full
class RecipesIT {
    private static final String GROUP = "resources.azure.com/v1api20200601";
    private static final String ACCOUNT = "storage.azure.com/v20230101";
    private static final String ACCOUNTS = "/providers/Microsoft.Storage/storageAccounts/";

    @TempDir private Path directory;
    @TempDir private Path certificates;
    private Road road;

    @BeforeEach
    void prepare() {
        road = new Road("recipes");
        road.environment.put("DRAGOMAN_OVERLAYS", directory.toString());
    }

    @AfterEach
    void stop() {
        road.close();
        // rights that recipes need would hide which ones the operator needs itself
        for (var name : List.of("storage-network", "recipes-" + road.namespace)) {
            var _ = road.client().rbac().clusterRoleBindings().withName(name).delete();
            var _ = road.client().rbac().clusterRoles().withName(name).delete();
        }
    }

    /** Puts the files of a recipe where the operator looks; what is no overlay is applied. */
    private void recipe(String name) {
        assertThat(Recipe.of(name).into(directory, road::apply)).hasSize(1);
    }

    private void label(String key, String value) {
        road.client()
                .namespaces()
                .withName(road.namespace)
                .edit(
                        namespace -> {
                            namespace.getMetadata().getLabels().put(key, value);
                            return namespace;
                        });
    }

    private static void eventually(ThrowingRunnable check) {
        await().untilAsserted(check);
    }

    private Map<String, Object> reason(String name, String reason) {
        return road.reason(GROUP, "ResourceGroup", name, reason);
    }

    @Test
    void aTagByALabelOfTheNamespaceFollowsTheLabel() throws IOException {
        recipe("tag-by-namespace-label");
        label("cost-centre", "4711");
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        assertThat(road.azure(road.group("orders"), "/tags/cost-centre")).isEqualTo("4711");
        assertThat(road.azure(road.group("orders"), "/tags/team")).isEqualTo("orders");
        label("cost-centre", "4712");
        eventually(
                () ->
                        assertThat(road.azure(road.group("orders"), "/tags/cost-centre"))
                                .isEqualTo("4712"));
    }

    @Test
    void aNamingRuleRefusesAndLeavesNothing() throws IOException {
        recipe("naming-rule");
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.apply(Samples.group("orders-dev", "orders"));
        road.ready("resourcegroup/orders-dev");
        assertThat(reason("orders", "BadName"))
                .containsEntry("severity", "Error")
                .containsEntry("message", "name it TEAM-dev, TEAM-test or TEAM-prod");
        assertThat(road.puts("/orders")).isEmpty();
        assertThat(road.get(GROUP, "ResourceGroup", "orders").getMetadata().getFinalizers())
                .isEmpty();
        var _ = road.kubectl("delete", "resourcegroup/orders", Patience.timeout());
    }

    @Test
    void regionAndSkuAreThoseOfTheTeam() throws IOException {
        recipe("defaults-by-team");
        label("team", "research");
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.apply(Samples.account("cheap").replace("Standard_LRS", "Standard_GRS"));
        road.ready("storageaccount/cheap");
        var id = road.group("orders") + ACCOUNTS + "cheap";
        assertThat(road.azure(road.group("orders"), "/location")).isEqualTo("northeurope");
        assertThat(road.azure(id, "/sku/name")).isEqualTo("Standard_LRS");
        assertThat(road.azure(id, "/properties/minimumTlsVersion")).isEqualTo("TLS1_2");
    }

    @Test
    void aDeletionWaitsForItsApproval() throws IOException {
        recipe("approval-before-deletion");
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        var _ = road.kubectl("delete", "resourcegroup/orders", "--wait=false");
        assertThat(reason("orders", "AwaitingApproval")).containsEntry("severity", "Info");
        assertThat(road.azure.control().get(road.group("orders"))).isPresent();
        var _ = road.kubectl("annotate", "resourcegroup/orders", "example.com/delete=approved");
        eventually(() -> assertThat(road.get(GROUP, "ResourceGroup", "orders")).isNull());
        assertThat(road.azure.control().get(road.group("orders"))).isEmpty();
    }

    @Test
    void anOperatorTellsWhatDiffersAndSendsNothing() throws IOException {
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        road.stop();
        recipe("report-only");
        road.azure.control().clearExchanges();
        road.start();
        road.apply(Samples.group("orders", "others"));
        assertThat(road.reason(GROUP, "ResourceGroup", "orders", "LeftOut"))
                .containsEntry("severity", "Info")
                .hasEntrySatisfying(
                        "message",
                        text ->
                                assertThat(text)
                                        .asString()
                                        .contains(
                                                "route azure has no line for 'put'",
                                                "what differs: tags.team"));
        road.apply(Samples.group("fresh", "orders"));
        var _ = road.reason(GROUP, "ResourceGroup", "fresh", "LeftOut");
        assertThat(road.get(GROUP, "ResourceGroup", "fresh").getFinalizers()).isEmpty();
        assertThat(road.azure.control().count("PUT")).isZero();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
    }

    @Test
    void aKindIsDeniedUntilTheNamespaceMayHaveIt() throws IOException {
        recipe("kind-denied");
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.apply(Samples.account("denied"));
        assertThat(road.reason(ACCOUNT, "StorageAccount", "denied", "DeniedKind"))
                .containsEntry("severity", "Error");
        label("storage", "allowed");
        road.ready("storageaccount/denied");
    }

    @Test
    void aWebhookHearsOfWhatIsNotReadyAnyMoreAndOfItsHealing() throws Exception {
        recipe("message-when-not-ready");
        try (var server = LocalHttps.start(certificates.resolve("own.pem"))) {
            trust(server);
            // the Secret of a fixed name is shared by the tests of one API server
            var name = "recipes-" + road.namespace;
            var file = directory.resolve("azure-transition.webhook.steps.yaml");
            Files.writeString(file, Files.readString(file).replace("dragoman-overlays", name));
            var secret =
                    new SecretBuilder()
                            .withNewMetadata()
                            .withNamespace("dragoman-system")
                            .withName(name)
                            .endMetadata()
                            .addToStringData("webhook", "https://" + server.host() + "/hook/T0")
                            .build();
            var _ = road.client().resource(secret).create();
            grant(name);
            road.start();
            road.apply(Samples.group("orders", "orders"));
            road.ready("resourcegroup/orders");
            server.answers(503, "away");
            road.azure.control().failNext("PUT .*/orders", 400, "LocationRequired", "for once");
            road.apply(Samples.group("orders", "billing"));
            heard(server, "False", "True");
            var _ = reason("orders", "LocationRequired");
            Object untold =
                    road.get(GROUP, "ResourceGroup", "orders").get("status", "dragoman", "untold");
            assertThat(untold).asString().startsWith("True/");
            server.answers(200, "");
            road.apply(Samples.group("orders", "orders"));
            road.ready("resourcegroup/orders");
            road.azure.control().failNext("PUT .*/orders", 400, "LocationRequired", "for once");
            road.apply(Samples.group("orders", "billing"));
            var _ = reason("orders", "LocationRequired");
            road.apply(Samples.group("orders", "orders"));
            heard(server, "True", "False");
            var _ = road.client().resource(secret).delete();
        }
    }

    /** A service that does not answer is no consent. */
    @Test
    void aPolicyServiceIsAskedBeforeEachPut() throws Exception {
        assertThat(Recipe.of("policy-service").into(directory, road::apply)).hasSize(2);
        try (var server = LocalHttps.start(certificates.resolve("own.pem"))) {
            trust(server);
            var file = directory.resolve("policy.camel.yaml");
            Files.writeString(
                    file, Files.readString(file).replace("policy.example.com", server.host()));
            server.answers(503, "away");
            road.start();
            road.apply(Samples.group("orders", "orders"));
            assertThat(reason("orders", "OverlayFailed").get("message"))
                    .asString()
                    .contains("policy.camel.yaml:", "status 503");
            assertThat(road.azure.control().count("PUT")).isZero();
            server.answers(200, "{\"allowed\": false, \"message\": \"no budget\"}");
            road.apply(Samples.group("orders", "billing"));
            assertThat(reason("orders", "PolicyDenied")).containsEntry("message", "no budget");
            assertThat(road.azure.control().count("PUT")).isZero();
            server.answers(200, "{\"allowed\": true}");
            road.apply(Samples.group("orders", "orders"));
            road.ready("resourcegroup/orders");
            server.answers(200, "{\"allowed\": false, \"message\": \"not this one\"}");
            road.apply(Samples.group("orders", "others"));
            assertThat(reason("orders", "PolicyDenied")).containsEntry("message", "not this one");
            assertThat(road.azure(road.group("orders"), "/tags/team")).isEqualTo("orders");
            assertThat(server.requests().getLast().body())
                    .contains("\"name\":\"orders\"", "\"team\":\"others\"");
        }
    }

    private void trust(LocalHttps server) throws IOException {
        var trusted = certificates.resolve("all.pem");
        Files.writeString(
                trusted,
                Files.readString(certificates.resolve("own.pem"))
                        + Files.readString(Path.of(road.environment.get("DRAGOMAN_CA_FILE"))));
        road.environment.put("DRAGOMAN_CA_FILE", trusted.toString());
        road.environment.put("DRAGOMAN_HTTPS_HOSTS", server.host());
    }

    private static void heard(LocalHttps server, String ready, String was) {
        eventually(
                () ->
                        assertThat(server.requests())
                                .anySatisfy(
                                        each ->
                                                assertThat(each.body())
                                                        .contains("\"name\":\"orders\"")
                                                        .contains("\"ready\":\"" + ready + "\"")
                                                        .contains("\"was\":\"" + was + "\"")));
    }

    private void grant(String secret) {
        road.apply(
                """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: %1$s}
                rules: [{apiGroups: [""], resources: [secrets], resourceNames: [%1$s], verbs: [get]}]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: %1$s}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: %1$s}
                subjects: [{kind: ServiceAccount, name: dragoman, namespace: dragoman-system}]
                """
                        .formatted(secret));
    }

    @Test
    void exportedSecretsHaveALabelAndAFurtherKey() throws IOException {
        recipe("exported-secrets");
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.apply(
                Samples.account("exporting")
                        + "  operatorSpec: {secrets: {key1: {name: exported, key: key}}}\n");
        road.ready("storageaccount/exporting");
        var secret = road.client().secrets().inNamespace(road.namespace).withName("exported").get();
        assertThat(secret.getMetadata().getLabels()).containsEntry("backup", "nightly");
        assertThat(secret.getData().get("AZURE_STORAGE_KEY"))
                .isEqualTo(secret.getData().get("key"));
        assertThat(
                        new String(
                                Base64.getDecoder().decode(secret.getData().get("key")),
                                StandardCharsets.UTF_8))
                .isNotBlank();
    }

    @Test
    void aNetworkPolicyStandsBesideEachStorageAccount() throws IOException {
        recipe("network-policy");
        // other tests' accounts are not ours, and another test may have installed the policy of
        // vending
        var file = directory.resolve("storage-network.camel.yaml");
        Files.writeString(
                file,
                Files.readString(file)
                        .replace(
                                "/StorageAccount\n",
                                "/StorageAccount&namespace=" + road.namespace + "\n"));
        assertThat(file).content().contains(road.namespace);
        label("dragoman.dev/allow-networkpolicies", "true");
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.apply(Samples.account("fenced"));
        road.ready("storageaccount/fenced");
        eventually(
                () -> {
                    var policy =
                            road.client()
                                    .network()
                                    .v1()
                                    .networkPolicies()
                                    .inNamespace(road.namespace)
                                    .withName("fenced-egress")
                                    .get();
                    assertThat(policy).isNotNull();
                    assertThat(policy.getMetadata().getOwnerReferences())
                            .singleElement()
                            .satisfies(
                                    owner ->
                                            assertThat(owner.getKind())
                                                    .isEqualTo("StorageAccount"));
                });
    }

    @Test
    void aLockIsPutOnTheResourceOnce() throws IOException {
        recipe("lock-after-creation");
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.apply(Samples.account("locked"));
        road.ready("storageaccount/locked");
        assertThat(road.puts("/locks/keep")).hasSize(1);
        road.stop();
        road.start();
        road.apply(Samples.account("locked").replace("Hot", "Cool"));
        road.ready("storageaccount/locked");
        assertThat(road.puts("/locks/keep")).hasSize(1);
        var _ = road.kubectl("delete", "storageaccount/locked", "--wait=false");
        var _ = road.reason(ACCOUNT, "StorageAccount", "locked", "ScopeLocked");
    }
}
