package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.tier.Full;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a user reads when something is missing or forbidden: condition and Event. */
@Full
class ConditionsIT {
    private static final String GROUPS = "resources.azure.com/v1api20200601";
    private static final String STORAGE = "storage.azure.com/v20230101";

    private Road road;

    @BeforeEach
    void start() {
        road = new Road("conditions");
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void aConfigMapThatIsMissing() {
        ready();
        road.apply(
                Samples.account("filtered")
                        + """
                          networkAcls:
                            defaultAction: Deny
                            ipRules: [{valueFromConfig: {name: office, key: address}}]
                        """);
        told(STORAGE, "StorageAccount", "filtered", "ConfigMapNotFound", "valueFromConfig");
        assertThat(road.puts("/filtered")).isEmpty();
        var _ = road.kubectl("create", "configmap", "office", "--from-literal=other=1.2.3.4");
        var _ =
                road.kubectl(
                        "patch", "configmap/office", "-p", "{\"data\":{\"address\":\"5.6.7.8\"}}");
        road.ready("storageaccount/filtered");
        assertThat(road.azure(account("filtered"), "/properties/networkAcls/ipRules/0/value"))
                .isEqualTo("5.6.7.8");
    }

    @Test
    void aReferenceThatIsMissing() {
        ready();
        road.apply(
                Samples.account("identified")
                        + """
                          identity:
                            type: UserAssigned
                            userAssignedIdentities:
                              - reference: {group: managedidentity.azure.com, kind: UserAssignedIdentity, name: worker}
                        """);
        told(STORAGE, "StorageAccount", "identified", "ReferenceNotFound", "UserAssignedIdentity");
        assertThat(road.puts("/identified")).isEmpty();
        road.apply(
                """
                apiVersion: managedidentity.azure.com/v1api20230131
                kind: UserAssignedIdentity
                metadata: {name: worker}
                spec: {owner: {name: orders}, location: westeurope}
                """);
        road.ready("storageaccount/identified");
        assertThat(road.puts("/identified").getFirst().requestBody().at("/identity").toString())
                .contains("/userAssignedIdentities/worker");
    }

    @Test
    void anotherSubscription() {
        ready();
        var id = road.group("orders");
        road.stop();
        road.environment.put("AZURE_SUBSCRIPTION_ID", "00000000-0000-0000-0000-00000000000b");
        road.start();
        told(
                GROUPS,
                "ResourceGroup",
                "orders",
                "SubscriptionMismatch",
                "Restore the former credential");
        var puts = road.azure.control().count("PUT");
        var _ = road.kubectl("delete", "resourcegroup/orders", "--wait=false");
        await().until(() -> road.kubectl("get", "events").contains("DeleteActionError"));
        assertThat(road.azure.control().get(id)).isPresent();
        assertThat(road.azure.control().count("PUT")).isEqualTo(puts);
        assertThat(road.azure.control().count("DELETE")).isZero();

        road.stop();
        road.environment.put("AZURE_SUBSCRIPTION_ID", road.azure.subscriptionId());
        road.start();
        await().until(() -> road.get(GROUPS, "ResourceGroup", "orders") == null);
        assertThat(road.azure.control().get(id)).isEmpty();
    }

    @Test
    void settingsThatNeverWorkedAndAreCorrected() {
        var secret = road.environment.put("AZURE_CLIENT_SECRET", "wrong");
        road.environment.put("AZURE_SUBSCRIPTION_ID", "00000000-0000-0000-0000-00000000000b");
        road.start();
        var twin = Samples.group("twin", "x").replace("spec:", "spec:\n  azureName: kept");
        road.apply(Samples.group("kept", "x") + "---\n" + Samples.group("dropped", "x"));
        road.apply(Samples.group("mistyped", "x"));
        told(GROUPS, "ResourceGroup", "kept", "AuthenticationFailed", "AADSTS");
        // or it would be the one that holds the id
        road.apply(twin);
        told(GROUPS, "ResourceGroup", "dropped", "AuthenticationFailed", "AADSTS");
        told(GROUPS, "ResourceGroup", "mistyped", "AuthenticationFailed", "AADSTS");
        // another reason must not make it forget that nothing was sent
        policy("mistyped", "=managed");
        told(GROUPS, "ResourceGroup", "mistyped", "InvalidReconcilePolicy", "managed");
        road.stop();
        var _ = road.kubectl("delete", "resourcegroup/dropped", "--wait=false");
        road.environment.put("AZURE_CLIENT_SECRET", secret);
        road.environment.put("AZURE_SUBSCRIPTION_ID", road.azure.subscriptionId());
        road.start();
        policy("mistyped", "-");
        road.ready("resourcegroup/mistyped");
        await().until(() -> road.get(GROUPS, "ResourceGroup", "dropped") == null);
        // one of the two that name the same has it, the other can go
        await().until(() -> ready("kept") != ready("twin"));
        var _ = road.kubectl("delete", "resourcegroup/" + (ready("kept") ? "twin" : "kept"));
        assertThat(road.azure.control().get(road.group("kept"))).isPresent();
        assertThat(road.azure.control().count("DELETE")).isZero();
    }

    /** Also where another operator began: nobody else would end what it made. */
    @Test
    void aKindThatIsNoResourceOfAzure() {
        road.install.kindsAndRightsOnce(List.of("entra.azure.com/SecurityGroup"));
        road.start();
        road.applyServed(
                """
                apiVersion: entra.azure.com/v1
                kind: SecurityGroup
                metadata: {name: people, finalizers: [serviceoperator.azure.com/finalizer]}
                spec: {displayName: people, mailNickname: people, membershipType: assigned}
                """);
        var api = "entra.azure.com/v1";
        told(
                api,
                "SecurityGroup",
                "people",
                "NotServed",
                "this version of Dragoman does not serve the kind");
        var _ = road.kubectl("delete", "securitygroup/people", "--wait=false");
        await().until(() -> road.kubectl("get", "events").contains("DetermineDeleteActionError"));
        assertThat(road.get(api, "SecurityGroup", "people")).isNotNull();
        var _ =
                road.kubectl(
                        "annotate",
                        "securitygroup/people",
                        "serviceoperator.azure.com/reconcile-policy=detach-on-delete");
        await().until(() -> road.get(api, "SecurityGroup", "people") == null);
    }

    private void policy(String group, String change) {
        var _ =
                road.kubectl(
                        "annotate",
                        "resourcegroup/" + group,
                        "serviceoperator.azure.com/reconcile-policy" + change);
    }

    private boolean ready(String group) {
        return road.kubectl("get", "resourcegroup/" + group).contains("True");
    }

    @Test
    void aNameThatNoIdCanHave() {
        ready();
        var named = Samples.group("named", "x");
        road.apply(named.replace("spec:", "spec:\n  azureName: \"a%2fb\""));
        told(GROUPS, "ResourceGroup", "named", "InvalidName", "spec.azureName: 'a%2fb'");
        road.apply(named.replace("spec:", "spec:\n  azureName: renamed"));
        road.ready("resourcegroup/named");
        assertThat(road.azure.control().get(road.group("renamed"))).isPresent();
    }

    @Test
    void anOwnerByItsArmId() {
        ready();
        road.apply(
                Samples.account("hanging")
                        .replace(
                                "owner: {name: orders}",
                                "owner: {armId: %s}".formatted(road.group("nobody"))));
        told(STORAGE, "StorageAccount", "hanging", "ResourceGroupNotFound", "nobody");
        road.apply(
                Samples.account("hanging")
                        .replace(
                                "owner: {name: orders}",
                                "owner: {armId: %s}".formatted(road.group("orders"))));
        road.ready("storageaccount/hanging");
        assertThat(road.azure.control().get(account("hanging"))).isPresent();
    }

    @Test
    void aProviderThatIsNotRegistered() {
        ready();
        road.azure.control().unregister("Microsoft.Storage");
        road.apply(Samples.account("registering"));
        road.ready("storageaccount/registering");
        assertThat(posts("/providers/Microsoft.Storage/register")).isEqualTo(1);
    }

    @Test
    void aKindThatAzureDoesNotDeleteGoesWithItsParent() {
        ready();
        road.apply(Samples.account("parent"));
        road.apply(
                """
                apiVersion: storage.azure.com/v20230101
                kind: StorageAccountsBlobService
                metadata: {name: blobs}
                spec: {owner: {name: parent}}
                """);
        road.ready("storageaccountsblobservice/blobs");
        var _ = road.kubectl("delete", "storageaccountsblobservice/blobs", "--wait=false");
        told(
                STORAGE,
                "StorageAccountsBlobService",
                "blobs",
                "DeletionNotSupportedInAzure",
                "Delete the owner");
        assertThat(road.azure.control().count("DELETE")).isZero();
        var _ = road.kubectl("delete", "storageaccount/parent", Patience.timeout());
        await().until(() -> road.get(STORAGE, "StorageAccountsBlobService", "blobs") == null);
    }

    @Test
    void whatAnotherOperatorReconciles() {
        ready();
        road.apply(
                Samples.group("theirs", "x")
                        .replace(
                                "metadata: {name: theirs}",
                                "metadata: {name: theirs, annotations: {serviceoperator.azure.com/operator-namespace: azureserviceoperator-system}}"));
        await().until(() -> road.kubectl("get", "events").contains("Overlap"));
        assertThat(road.puts("/theirs")).isEmpty();
        assertThat(Road.condition(road.get(GROUPS, "ResourceGroup", "theirs"))).isEmpty();
        assertThat(road.get(GROUPS, "ResourceGroup", "theirs").getFinalizers()).isEmpty();
        var _ = road.kubectl("delete", "resourcegroup/theirs", Patience.timeout());
    }

    @Test
    void thePolicyOfTheNamespaceAndThatOfTheOperator() {
        road.environment.put("DEFAULT_RECONCILE_POLICY", "skip");
        road.start();
        road.apply(Samples.group("skipped", "x"));
        // skip only looks, and there is nothing to see
        told(GROUPS, "ResourceGroup", "skipped", "AzureResourceNotFound", "policy is skip");
        assertThat(road.azure.control().count("PUT")).isZero();

        policy("manage");
        road.ready("resourcegroup/skipped");
        assertThat(road.azure.control().get(road.group("skipped"))).isPresent();

        policy("detach-on-delete");
        var _ = road.kubectl("delete", "resourcegroup/skipped", Patience.timeout());
        assertThat(road.azure.control().get(road.group("skipped"))).isPresent();
        assertThat(road.azure.control().count("DELETE")).isZero();
    }

    private void policy(String value) {
        var _ =
                road.install.kubectl(
                        List.of(
                                "annotate",
                                "--overwrite",
                                "namespace",
                                road.namespace,
                                "serviceoperator.azure.com/reconcile-policy=" + value));
    }

    private void ready() {
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
    }

    /** Waits for condition and Event. */
    private void told(String apiVersion, String kind, String name, String reason, String part) {
        Map<String, Object> condition = road.reason(apiVersion, kind, name, reason);
        assertThat(condition).containsEntry("status", "False");
        assertThat(condition.get("message").toString()).contains(part);
        await().untilAsserted(
                        () ->
                                assertThat(
                                                road.kubectl(
                                                        "get",
                                                        "events",
                                                        "--field-selector=involvedObject.name="
                                                                + name))
                                        .contains("Warning", reason));
    }

    private String account(String name) {
        return road.group("orders") + "/providers/Microsoft.Storage/storageAccounts/" + name;
    }

    private long posts(String suffix) {
        return road.azure.control().exchanges().stream()
                .filter(e -> e.method().equals("POST") && e.path().endsWith(suffix))
                .count();
    }
}
