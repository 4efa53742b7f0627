package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Landing;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an object asks for either happens, or its conditions say that it does not. */
@Landing
class NothingIgnoredIT {
    private static final String GROUPS = "resources.azure.com/v1api20200601";
    private static final String STORAGE = "storage.azure.com/v20230101";
    private static final String OTHER =
            """
            apiVersion: v1
            kind: Secret
            metadata: {name: aso-credential}
            stringData: {AZURE_SUBSCRIPTION_ID: other, AZURE_TENANT_ID: t, AZURE_CLIENT_ID: c}
            """;

    private Road road;

    @BeforeEach
    void start() {
        road = new Road("ignored").start();
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void aCredentialOfTheNamespaceCountsWhenItComesAndWhenItGoes() {
        road.apply(Samples.group("before", "orders"));
        road.ready("resourcegroup/before");
        road.apply(OTHER);
        road.reason(GROUPS, "ResourceGroup", "before", "CredentialNotFound");
        road.apply(Samples.group("after", "orders"));
        road.reason(GROUPS, "ResourceGroup", "after", "CredentialNotFound");
        assertThat(road.puts("/after")).isEmpty();

        // a deletion without the credential says so too, and waits
        road.client()
                .genericKubernetesResources(GROUPS, "ResourceGroup")
                .inNamespace(road.namespace)
                .withName("before")
                .delete();
        await().untilAsserted(
                        () ->
                                assertThat(road.kubectl("get", "events"))
                                        .contains("DetermineDeleteActionError"));
        assertThat(road.azure.control().get(road.group("before"))).isPresent();

        var _ = road.kubectl("delete", "secret/aso-credential");
        road.ready("resourcegroup/after");
        await().until(() -> road.get(GROUPS, "ResourceGroup", "before") == null);
        assertThat(road.azure.control().get(road.group("before"))).isEmpty();
    }

    @Test
    void onlyKindsOfAzureAreReferredTo() {
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        var mark = road.plane.audit().mark();
        road.apply(
                Samples.account("curious")
                        + """
                          identity:
                            type: UserAssigned
                            userAssignedIdentities:
                              - reference: {group: apps, kind: Deployment, name: x}
                              - reference: {group: rbac.authorization.k8s.io, kind: ClusterRole, name: x}
                        """);
        var condition = road.reason(STORAGE, "StorageAccount", "curious", "InvalidReference");
        assertThat(condition.get("message").toString()).contains("Deployment of group 'apps'");
        assertThat(road.requests(mark))
                .isNotEmpty()
                .noneMatch(e -> List.of("deployments", "clusterroles").contains(e.resource()));
    }

    @Test
    void aMisspeltPolicyIsNoPolicy() {
        road.apply(Samples.group("kept", "orders"));
        road.ready("resourcegroup/kept");
        policy("resourcegroup/kept", "detach-on-delet");
        var condition = road.reason(GROUPS, "ResourceGroup", "kept", "InvalidReconcilePolicy");
        assertThat(condition.get("message").toString())
                .contains("'detach-on-delet'", "detach-on-delete");
        await().until(() -> road.kubectl("get", "events").contains("InvalidReconcilePolicy"));
        road.client()
                .genericKubernetesResources(GROUPS, "ResourceGroup")
                .inNamespace(road.namespace)
                .withName("kept")
                .delete();
        await().until(() -> road.kubectl("get", "events").contains("DetermineDeleteActionError"));
        assertThat(road.azure.control().count("DELETE")).isZero();
        policy("resourcegroup/kept", "detach-on-delete");
        await().until(() -> road.get(GROUPS, "ResourceGroup", "kept") == null);
        assertThat(road.azure.control().get(road.group("kept"))).isPresent();

        road.apply(Samples.group("witness", "orders"));
        road.ready("resourcegroup/witness");
        policy("namespace/" + road.namespace, "Skip");
        // or the new one may be seen before the policy
        road.reason(GROUPS, "ResourceGroup", "witness", "InvalidReconcilePolicy");
        road.apply(Samples.group("new", "orders"));
        condition = road.reason(GROUPS, "ResourceGroup", "new", "InvalidReconcilePolicy");
        assertThat(condition.get("message").toString()).contains("Namespace " + road.namespace);
        assertThat(road.puts("/new")).isEmpty();
        policy("namespace/" + road.namespace, "manage");
        road.ready("resourcegroup/new");
    }

    /** Where no operator can be, none would say what becomes of the object. */
    @Test
    void anOperatorNamespaceThatIsNoneIsNamed() {
        road.apply(Samples.group("kept", "orders"));
        road.ready("resourcegroup/kept");
        operator("resourcegroup/kept", "Some_Where");
        var condition = road.reason(GROUPS, "ResourceGroup", "kept", "InvalidOperatorNamespace");
        assertThat(condition).containsEntry("severity", "Error");
        assertThat(condition.get("message").toString())
                .contains("'Some_Where', which is no name of a namespace")
                .endsWith("or remove the annotation");
        road.apply(Samples.group("kept", "payments"));
        var _ = road.kubectl("delete", "resourcegroup/kept", "--wait=false");
        await().until(() -> road.kubectl("get", "events").contains("DetermineDeleteActionError"));
        assertThat(road.puts("/kept")).hasSize(1);
        assertThat(road.azure.control().count("DELETE")).isZero();

        operator("resourcegroup/kept", "dragoman-system");
        await().until(() -> road.get(GROUPS, "ResourceGroup", "kept") == null);
        assertThat(road.azure.control().get(road.group("kept"))).isEmpty();
    }

    private void operator(String resource, String value) {
        var _ =
                road.kubectl(
                        "annotate",
                        "--overwrite",
                        resource,
                        "serviceoperator.azure.com/operator-namespace=" + value);
    }

    private void policy(String resource, String value) {
        var _ =
                road.kubectl(
                        "annotate",
                        "--overwrite",
                        resource,
                        "serviceoperator.azure.com/reconcile-policy=" + value);
    }

    @ParameterizedTest
    @CsvSource({
        "'', key, is no name of a Secret",
        "x/../../../team-a/secrets/loot, key, is no name of a Secret",
        "storage, a key, is no key of a Secret",
        "aso-credential, key, is reserved: the operator reads a Secret of that name",
        "dragoman-token, key, is reserved: the operator reads a Secret of that name"
    })
    void whatNoExportCanBeWrittenToIsSaidBeforeAnythingIsSent(
            String name, String key, String said) {
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        road.apply(
                Samples.account("exporting")
                        + """
                          operatorSpec:
                            secrets:
                              key1: {name: "%s", key: "%s"}
                        """
                                .formatted(name, key));
        var condition = road.reason(STORAGE, "StorageAccount", "exporting", "InvalidExport");
        assertThat(condition.get("message").toString())
                .contains("spec.operatorSpec.secrets.key1", said);
        assertThat(road.puts("/exporting")).isEmpty();
        road.apply(Samples.exporting("exporting", "storage"));
        road.ready("storageaccount/exporting");
    }

    @Test
    void fieldsThatTheAppliedVersionDoesNotHaveAreNamed() {
        road.apply(Samples.group("orders", "orders"));
        // zones came with 2025-06-01, this value of minimumTlsVersion after 2023-01-01
        road.apply(
                Samples.account("v20230101", "older", "Hot")
                        + "  zones: [\"1\"]\n  minimumTlsVersion: TLS1_3\n");
        await().untilAsserted(
                        () ->
                                assertThat(notSent("older"))
                                        .contains("spec.zones is not sent: version v20230101")
                                        .contains("spec.minimumTlsVersion is \"TLS1_3\""));
        road.apply(Samples.account("v20250601", "newer", "Hot") + "  zones: [\"1\"]\n");
        road.ready("storageaccount/newer");
        assertThat(notSent("newer")).isEmpty();
    }

    /** Of an object that is Ready too, and without a word to Azure. */
    @Test
    void aMisspeltAnnotationIsNamedUntilItIsCorrected() {
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        var puts = road.azure.control().count("PUT");
        var key = "serviceoperator.azure.com/reconcile-polcy";
        var _ = road.kubectl("annotate", "resourcegroup/orders", key + "=skip");
        await().untilAsserted(
                        () ->
                                assertThat(notSent(GROUPS, "ResourceGroup", "orders"))
                                        .contains(
                                                key + " does nothing",
                                                "serviceoperator.azure.com/reconcile-policy"));
        var _ = road.kubectl("annotate", "resourcegroup/orders", key + "-");
        await().until(() -> notSent(GROUPS, "ResourceGroup", "orders").isEmpty());
        assertThat(road.azure.control().count("PUT")).isEqualTo(puts);
    }

    private String notSent(String name) {
        return notSent(STORAGE, "StorageAccount", name);
    }

    private String notSent(String apiVersion, String kind, String name) {
        var object = road.get(apiVersion, kind, name);
        List<Map<String, Object>> conditions = object.get("status", "conditions");
        return conditions == null
                ? ""
                : conditions.stream()
                        .filter(c -> "FieldsNotSent".equals(c.get("type")))
                        .map(c -> String.valueOf(c.get("message")))
                        .findFirst()
                        .orElse("");
    }
}
