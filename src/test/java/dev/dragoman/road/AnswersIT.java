package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.Patience;
import dev.dragoman.sandbox.azure.control.Exchange;
import dev.dragoman.tier.Full;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Answers of Azure that mean something else than they seem to, that come late, or not at all. */
@Full
class AnswersIT {
    private static final String GROUPS = "resources.azure.com/v1api20200601";
    private static final String STORAGE = "storage.azure.com/v20230101";
    private static final String ROLES = "authorization.azure.com/v1api20220401";
    private static final String ROLE_PATH = "/providers/Microsoft.Authorization/roleDefinitions/";
    private static final String BUSES = "servicebus.azure.com/v1api20211101";
    private static final String LAKES = "kusto.azure.com/v20240413";
    private static final int ALWAYS = 10_000;
    private static final Duration LONG = Duration.ofDays(1);

    private Road road;

    @BeforeEach
    void start() {
        road = new Road("answers");
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void aThrottledTypeStopsNoOther() {
        began();
        road.azure.control().throttle(ALWAYS, 3600, "PUT .*/storageAccounts/");
        road.apply(Samples.account("throttled"));
        var told = road.reason(STORAGE, "StorageAccount", "throttled", "TooManyRequests");
        assertThat(told.get("message").toString()).contains("after 3600 s, as Azure asks");
        road.apply(Samples.account("next"));
        var held = road.reason(STORAGE, "StorageAccount", "next", "TooManyRequests");
        assertThat(held.get("message").toString()).contains("counts against the same limit");
        assertThat(road.puts("/next")).isEmpty();
        road.apply(Samples.group("other", "other"));
        road.ready("resourcegroup/other");
    }

    @Test
    void theLimitOfTheSubscriptionStopsItsWrites() {
        began();
        road.azure.control().useUp(ALWAYS, 3600, "writes", "PUT .*/storageAccounts/");
        road.apply(Samples.account("throttled"));
        var _ =
                road.reason(
                        STORAGE, "StorageAccount", "throttled", "SubscriptionRequestsThrottled");
        road.apply(Samples.group("other", "other"));
        var held = road.reason(GROUPS, "ResourceGroup", "other", "TooManyRequests");
        assertThat(held.get("message").toString()).contains("SubscriptionRequestsThrottled");
        assertThat(road.puts("/other")).isEmpty();
    }

    /** Entra gives no token, and Azure takes none of the former ones. */
    @Test
    void withoutTokensAReadyObjectStaysReady() {
        road.environment.put("AZURE_SYNC_PERIOD", "1s");
        began();
        var before = Road.condition(road.get(GROUPS, "ResourceGroup", "orders"));
        road.azure
                .control()
                .fail(ALWAYS, "POST .*/oauth2/", 503, "temporarily_unavailable", "busy");
        road.azure.control().clearExchanges();
        road.azure.control().revokeTokens();
        await().until(() -> refusedRequests() > 0);
        road.apply(Samples.group("other", "other"));
        var told = road.reason(GROUPS, "ResourceGroup", "other", "AzureUnreachable");
        assertThat(told.get("message").toString()).contains("Entra is unavailable");
        assertThat(Road.condition(road.get(GROUPS, "ResourceGroup", "orders"))).isEqualTo(before);
        assertThat(refusedRequests()).isLessThan(5);
        road.azure.control().clearFaults();
        road.ready("resourcegroup/other");
        assertThat(Road.condition(road.get(GROUPS, "ResourceGroup", "orders"))).isEqualTo(before);
    }

    private long refusedRequests() {
        return road.azure.control().exchanges().stream()
                .filter(each -> each.status() == 401)
                .count();
    }

    @Test
    void aLockOfOneResourceIsShownAsAzureCallsIt() {
        began();
        var body = error("RetryableError", "Another operation is updating the network.");
        road.azure.control().answer(3, "PUT .*/storageAccounts/locked", 429, Map.of(), body);
        road.apply(Samples.account("locked"));
        var told = road.reason(STORAGE, "StorageAccount", "locked", "RetryableError");
        assertThat(told.get("message").toString())
                .contains("Another operation is updating the network.", "tried again within 180 s")
                .doesNotContain("as Azure asks");
        road.apply(Samples.account("free"));
        road.ready("storageaccount/free");
        road.ready("storageaccount/locked");
    }

    /** Within a sync period of one hour. */
    @Test
    void anUnknownRefusalOfSomethingNewOrEditedIsTriedAgain() {
        began();
        refuseUnknown("PUT .*/resourceGroups/unsure$");
        road.apply(Samples.group("unsure", "a"));
        var told = road.reason(GROUPS, "ResourceGroup", "unsure", "AccountStateInvalid");
        assertThat(told.get("message").toString()).contains("tried again soon");
        road.ready("resourcegroup/unsure");
        assertThat(road.puts("/unsure")).hasSize(4);

        refuseUnknown("PUT .*/resourceGroups/unsure$");
        road.apply(Samples.group("unsure", "b"));
        await().until(() -> "b".equals(road.azure(road.group("unsure"), "/tags/team")));
        assertThat(road.puts("/unsure")).hasSize(8);
    }

    private void refuseUnknown(String pattern) {
        road.azure.control().fail(3, pattern, 400, "AccountStateInvalid", "it is not finished");
    }

    @Test
    void theProviderThatAzureNamesIsRegisteredOnce() {
        began();
        road.azure.control().unregister("Microsoft.OperationsManagement");
        road.azure
                .control()
                .needs("PUT .*/storageAccounts/needing$", "Microsoft.OperationsManagement");
        road.azure.control().operationDuration("POST .*/register$", Duration.ofSeconds(15));
        road.apply(Samples.account("needing"));
        await().untilAsserted(
                        () ->
                                assertThat(message(STORAGE, "StorageAccount", "needing"))
                                        .contains(
                                                "registers the provider Microsoft.OperationsManagement"));
        road.ready("storageaccount/needing");
        assertThat(asked("POST", "/register"))
                .singleElement()
                .satisfies(
                        post ->
                                assertThat(post.path())
                                        .contains("/providers/Microsoft.OperationsManagement/"));
        assertThat(road.puts("/needing")).extracting(Exchange::status).containsExactly(409, 202);
    }

    @Test
    void aFailedOperationIsReadByItsDocument() {
        road.install.kindsAndRightsOnce(List.of("servicebus.azure.com/Namespace"));
        began();
        var document = error("SkuNotAvailable", "not sold here");
        document.put("status", "Failed").putObject("properties").put("subscription", "x");
        road.azure
                .control()
                .answer(1, "GET .*/namespaceOperationResults/", 200, Map.of(), document);
        road.applyServed(
                """
                apiVersion: %s
                kind: Namespace
                metadata: {name: bus}
                spec:
                  azureName: bus-of-orders
                  owner: {name: orders}
                  location: westeurope
                  sku: {name: Standard}
                """
                        .formatted(BUSES));
        var told = road.reason(BUSES, "Namespace", "bus", "SkuNotAvailable");
        assertThat(told).containsEntry("status", "False");
        assertThat(told.get("message").toString()).contains("not sold here");
    }

    @Test
    void whatAzureShowsAsFailedIsNotReady() {
        began();
        road.azure.control().provisioning(3, "PUT .*/resourceGroups/broken$", "Failed", LONG);
        road.apply(Samples.group("broken", "a"));
        var told = road.reason(GROUPS, "ResourceGroup", "broken", "ProvisioningFailed");
        assertThat(told).containsEntry("status", "False").containsEntry("severity", "Warning");
        road.ready("resourcegroup/broken");
        var puts = road.puts("/broken");
        assertThat(puts).hasSize(4);
        assertThat(Duration.between(puts.get(2).time(), puts.get(3).time()))
                .as("pauses grow")
                .isGreaterThan(Duration.between(puts.get(0).time(), puts.get(1).time()));
    }

    @Test
    void whatIsCanceledLaterIsSentOnceAndIsReadyNoMoreIfThatDoesNotHelp() {
        road.environment.put("AZURE_SYNC_PERIOD", "2s");
        began();
        cancel();
        await().until(() -> road.puts("/orders").size() == 2);
        road.ready("resourcegroup/orders");

        road.azure.control().provisioning(ALWAYS, "PUT .*/orders$", "Canceled", LONG);
        cancel();
        var _ = road.reason(GROUPS, "ResourceGroup", "orders", "ProvisioningFailed");
    }

    private void cancel() {
        var patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("properties").put("provisioningState", "Canceled");
        var _ = road.azure.control().mutate(road.group("orders"), patch);
    }

    /** A vault shows RegisteringDns at first, and never the createMode that it was sent. */
    @Test
    void whatSettlesLaterIsSentOnce() {
        road.environment.put("AZURE_SYNC_PERIOD", "2s");
        road.install.kindsAndRightsOnce(List.of("keyvault.azure.com/Vault"));
        began();
        road.azure
                .control()
                .provisioning(1, "PUT .*/vaults/", "RegisteringDns", Duration.ofSeconds(4));
        road.applyServed(
                """
                apiVersion: keyvault.azure.com/v1api20230701
                kind: Vault
                metadata: {name: vault}
                spec:
                  azureName: %s
                  owner: {name: orders}
                  location: westeurope
                  properties:
                    createMode: createOrRecover
                    tenantId: %s
                    sku: {family: A, name: standard}
                    accessPolicies: []
                """
                        .formatted(road.namespace, road.azure.tenantId()));
        road.ready("vault/vault");
        int looks = asked("GET", "/vaults/" + road.namespace).size();
        await().until(() -> asked("GET", "/vaults/" + road.namespace).size() >= looks + 2);
        assertThat(road.puts("/vaults/" + road.namespace)).hasSize(1);
    }

    @Test
    void anEditWhoseOperationIsLostIsSentAgainOnce() {
        road.install.kindsAndRightsOnce(List.of("dbforpostgresql.azure.com/FlexibleServer"));
        began();
        road.applyServed(server("a"));
        road.ready("flexibleserver/server");
        road.azure.control().clearExchanges();
        road.azure.control().operationDuration("PUT .*/flexibleServers/", Duration.ofSeconds(10));
        road.azure
                .control()
                .fail(1, "GET .*/azureAsyncOperation/", 404, "OperationNotFound", "no such");
        road.apply(server("b"));
        await().until(() -> road.puts("/flexibleServers/" + road.namespace).size() == 2);
        road.ready("flexibleserver/server");
        assertThat(road.puts("/flexibleServers/" + road.namespace))
                .extracting(Exchange::status)
                .containsExactly(202, 202);
    }

    private String server(String team) {
        return """
        apiVersion: dbforpostgresql.azure.com/v1api20240801
        kind: FlexibleServer
        metadata: {name: server}
        spec:
          azureName: %s
          owner: {name: orders}
          location: westeurope
          version: "14"
          sku: {name: Standard_D4s_v3, tier: GeneralPurpose}
          administratorLogin: boss
          storage: {storageSizeGB: 128}
          tags: {team: %s}
        """
                .formatted(road.namespace, team);
    }

    @Test
    void whatAzureWouldNeverMakeCanBeDeleted() {
        began();
        var bad = "(PUT|DELETE) .*/storageAccounts/bad$";
        road.azure.control().fail(ALWAYS, bad, 400, "AccountNameInvalid", "no such name");
        road.apply(Samples.account("bad"));
        var _ = road.reason(STORAGE, "StorageAccount", "bad", "AccountNameInvalid");
        var _ = road.kubectl("delete", "storageaccount/bad", Patience.timeout());
        assertThat(asked("DELETE", "/bad")).hasSize(1);
    }

    @Test
    void anotherPrincipalNeedsAnotherRoleAssignment() {
        road.install.kindsAndRightsOnce(List.of("authorization.azure.com/RoleAssignment"));
        began();
        road.applyServed(assignment("00000000-0000-0000-0000-00000000000a"));
        road.ready("roleassignment/reader");
        road.apply(assignment("00000000-0000-0000-0000-00000000000b"));
        var told =
                road.reason(ROLES, "RoleAssignment", "reader", "RoleAssignmentUpdateNotPermitted");
        assertThat(told).containsEntry("severity", "Error");
        assertThat(told.get("message").toString())
                .contains("not allowed to be updated", "delete the object and apply it again");

        var _ = road.kubectl("delete", "roleassignment/reader", Patience.timeout());
        road.apply(assignment("00000000-0000-0000-0000-00000000000b"));
        road.ready("roleassignment/reader");
        assertThat(asked("PUT", "")).filteredOn(e -> e.path().contains("roleAssign")).hasSize(3);
    }

    private static String assignment(String principal) {
        return """
        apiVersion: %s
        kind: RoleAssignment
        metadata: {name: reader}
        spec:
          owner: {group: resources.azure.com, kind: ResourceGroup, name: orders}
          principalId: %s
          roleDefinitionReference: {wellKnownName: Reader}
        """
                .formatted(ROLES, principal);
    }

    /** Azure's words say nothing of it. */
    @Test
    void aPrincipalThatAzureKeepsIsNamed() {
        road.install.kindsAndRightsOnce(
                List.of("kusto.azure.com/Cluster", "kusto.azure.com/ClusterPrincipalAssignment"));
        began();
        road.applyServed(
                """
                apiVersion: kusto.azure.com/v1api20240413
                kind: Cluster
                metadata: {name: lake}
                spec:
                  azureName: lake%d
                  owner: {name: orders}
                  location: westeurope
                  sku: {name: Standard_D11_v2, tier: Standard, capacity: 2}
                """
                        .formatted(System.nanoTime() % 1_000_000));
        road.ready("clusters.kusto.azure.com/lake");
        road.applyServed(principal("00000000-0000-0000-0000-00000000000a"));
        road.ready("clusterprincipalassignment/admin");
        road.apply(principal("00000000-0000-0000-0000-00000000000b"));
        var told = road.reason(LAKES, "ClusterPrincipalAssignment", "admin", "BadRequest");
        assertThat(told).containsEntry("severity", "Error");
        assertThat(told.get("message").toString())
                .contains(
                        "does not change properties.principalId",
                        "delete the object and apply it again");

        var _ = road.kubectl("delete", "clusterprincipalassignment/admin", Patience.timeout());
        road.apply(principal("00000000-0000-0000-0000-00000000000b"));
        road.ready("clusterprincipalassignment/admin");
    }

    private static String principal(String id) {
        return """
        apiVersion: %s
        kind: ClusterPrincipalAssignment
        metadata: {name: admin}
        spec:
          owner: {name: lake}
          principalId: %s
          principalType: App
          role: AllDatabasesAdmin
        """
                .formatted(LAKES, id);
    }

    /** Azure shows it under the id that it has in the subscription, as was recorded. */
    @Test
    void aRoleDefinitionOfAGroupIsEditedAndDeleted() {
        road.install.kindsAndRightsOnce(List.of("authorization.azure.com/RoleDefinition"));
        began();
        role("one");
        road.ready("roledefinition/reads");
        role("two");
        await().until(() -> roles().contains("\"two\""));
        road.ready("roledefinition/reads");
        var shown = road.get(ROLES, "RoleDefinition", "reads");
        assertThat(((Map<?, ?>) shown.get("status")).get("id").toString())
                .doesNotContain("resourceGroups");
        var _ = road.kubectl("delete", "roledefinition/reads", Patience.timeout());
        assertThat(asked("DELETE", roleName())).hasSize(1);
        assertThat(roles()).doesNotContain("two");
    }

    private String roles() {
        return road.azure
                .control()
                .get(road.group("orders") + ROLE_PATH + roleName())
                .map(String::valueOf)
                .orElse("");
    }

    private static String roleName() {
        return "8aa3b6bc-7e5a-4c3f-9d5e-1c2d3e4f5a6b";
    }

    private void role(String name) {
        road.apply(
                """
                apiVersion: authorization.azure.com/v1api20220401
                kind: RoleDefinition
                metadata: {name: reads}
                spec:
                  azureName: %s
                  owner: {group: resources.azure.com, kind: ResourceGroup, name: orders}
                  roleName: %s
                  type: customRole
                  assignableScopesReferences:
                  - {group: resources.azure.com, kind: ResourceGroup, name: orders}
                  permissions:
                  - actions: [Microsoft.Resources/subscriptions/resourceGroups/read]
                """
                        .formatted(roleName(), name));
    }

    /** With a group to own things. */
    private void began() {
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
    }

    private String message(String apiVersion, String kind, String name) {
        var object = road.get(apiVersion, kind, name);
        return object == null ? "" : String.valueOf(Road.condition(object).get("message"));
    }

    private List<Exchange> asked(String method, String suffix) {
        return road.azure.control().exchanges().stream()
                .filter(e -> e.method().equals(method) && e.path().endsWith(suffix))
                .toList();
    }

    private static ObjectNode error(String code, String message) {
        var body = JsonNodeFactory.instance.objectNode();
        body.putObject("error").put("code", code).put("message", message);
        return body;
    }
}
