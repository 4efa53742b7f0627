package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.tier.Landing;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Resources that a DELETE alone does not delete. */
@Landing
class DeletionVariantsIT {
    private static final String VAULTS = "keyvault.azure.com/v1api20230701";

    private Road road;

    @BeforeEach
    void prepare() {
        road = new Road("variants");
    }

    @AfterEach
    void stop() {
        road.close();
    }

    /** Azure refuses to delete a product that has subscriptions, unless it is told to. */
    @Test
    void aProductGoesWithItsSubscriptions() {
        road.install.kindsAndRightsOnce(
                List.of(
                        "apimanagement.azure.com/Service",
                        "apimanagement.azure.com/Product",
                        "apimanagement.azure.com/Subscription"));
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.applyServed(
                """
                apiVersion: apimanagement.azure.com/v20240501
                kind: Service
                metadata: {name: api-of-orders}
                spec:
                  owner: {name: orders}
                  location: westeurope
                  publisherEmail: orders@example.com
                  publisherName: orders
                  sku: {name: Developer, capacity: 1}
                ---
                apiVersion: apimanagement.azure.com/v20240501
                kind: Product
                metadata: {name: sales}
                spec: {owner: {name: api-of-orders}, displayName: sales}
                ---
                apiVersion: apimanagement.azure.com/v20240501
                kind: Subscription
                metadata: {name: customer}
                spec: {owner: {name: api-of-orders}, displayName: customer, scope: /products/sales}
                """);
        road.ready("product/sales");
        road.ready("subscription.apimanagement.azure.com/customer");
        var service =
                road.group("orders") + "/providers/Microsoft.ApiManagement/service/api-of-orders";
        assertThat(road.azure.control().get(service + "/subscriptions/customer")).isPresent();

        var _ = road.kubectl("delete", "product/sales", Patience.timeout());
        assertThat(road.azure.control().get(service + "/products/sales")).isEmpty();
        assertThat(road.azure.control().get(service + "/subscriptions/customer")).isEmpty();
        assertThat(deletions("/products/sales"))
                .containsExactly(
                        "DELETE %s/products/sales?api-version=2024-05-01&deleteSubscriptions=true"
                                .formatted(service));
        assertThat(road.azure.control().exchanges())
                .filteredOn(e -> e.method().equals("DELETE"))
                .allSatisfy(
                        e ->
                                assertThat(e.requestHeaders())
                                        .anySatisfy(
                                                (name, value) -> {
                                                    assertThat(name)
                                                            .isEqualToIgnoringCase("if-match");
                                                    assertThat(value).isEqualTo("*");
                                                }));
    }

    /** Deleting the alias alone would leave the subscription as it is. */
    @Test
    void aSubscriptionIsCancelledBeforeItsAliasGoes() {
        road.install.kindsAndRightsOnce(List.of("subscription.azure.com/Alias"));
        road.start();
        road.applyServed(
                """
                apiVersion: subscription.azure.com/v1api20211001
                kind: Alias
                metadata: {name: team-a}
                spec:
                  azureName: %s
                  properties:
                    displayName: team-a
                    workload: Production
                    billingScope: /providers/Microsoft.Billing/billingAccounts/b/enrollmentAccounts/e
                """
                        .formatted(road.namespace));
        road.ready("alias/team-a");
        var alias = "/providers/Microsoft.Subscription/aliases/" + road.namespace;
        var made = road.azure(alias, "/properties/subscriptionId");
        assertThat(made).isNotEmpty();
        var cancel = "/subscriptions/%s/providers/Microsoft.Subscription/cancel".formatted(made);
        road.azure.control().failNext("POST " + cancel, 409, "InUse", "it is being moved");

        var _ = road.kubectl("delete", "alias/team-a", "--wait=false");
        await().until(() -> road.kubectl("get", "events").contains("it is being moved"));
        await().until(
                        () ->
                                road.get("subscription.azure.com/v1api20211001", "Alias", "team-a")
                                        == null);
        assertThat(road.azure.control().get(alias)).isEmpty();
        assertThat(asked("POST", cancel))
                .hasSize(2)
                .allMatch(url -> url.endsWith(cancel + "?api-version=2021-10-01"));
        var order =
                road.azure.control().exchanges().stream()
                        .filter(e -> e.path().equals(alias) || e.path().equals(cancel))
                        .map(e -> e.method() + " " + e.status())
                        .toList();
        assertThat(order)
                .filteredOn(each -> each.startsWith("POST") || each.startsWith("DELETE"))
                .containsExactly("POST 409", "POST 200", "DELETE 200");
    }

    /** The name of a deleted vault is taken until it is recovered or purged. */
    @Test
    void aDeletedVaultIsRecoveredOrPurged() {
        road.install.kindsAndRightsOnce(List.of("keyvault.azure.com/Vault"));
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.applyServed(vault("default"));
        road.ready("vault/vault");
        deleteVault();

        road.apply(vault("default"));
        var condition = road.reason(VAULTS, "Vault", "vault", "ConflictError");
        assertThat(condition.get("message").toString()).contains("already exists in deleted state");
        road.apply(vault("createOrRecover"));
        road.ready("vault/vault");
        deleteVault();

        road.azure.control().clearExchanges();
        road.apply(vault("purgeThenCreate"));
        road.ready("vault/vault");
        var deleted =
                "/subscriptions/%s/providers/Microsoft.KeyVault/locations/westeurope/deletedVaults/%s"
                        .formatted(road.azure.subscriptionId(), road.namespace);
        assertThat(asked("POST", deleted + "/purge")).hasSize(1);
    }

    private void deleteVault() {
        var _ = road.kubectl("delete", "vault/vault", Patience.timeout());
        assertThat(road.azure.control().resources())
                .noneMatch(id -> id.endsWith("/vaults/" + road.namespace));
    }

    private String vault(String mode) {
        return """
        apiVersion: keyvault.azure.com/v1api20230701
        kind: Vault
        metadata: {name: vault}
        spec:
          azureName: %s
          owner: {name: orders}
          location: westeurope
          properties:
            createMode: %s
            tenantId: %s
            sku: {family: A, name: standard}
            accessPolicies: []
        """
                .formatted(road.namespace, mode, road.azure.tenantId());
    }

    private List<String> deletions(String suffix) {
        return asked("DELETE", suffix).stream().map(url -> "DELETE " + url).toList();
    }

    /** URLs, from the path on. */
    private List<String> asked(String method, String suffix) {
        return road.azure.control().exchanges().stream()
                .filter(e -> e.method().equals(method) && e.path().endsWith(suffix))
                .map(e -> e.url().substring(e.url().indexOf('/', "https://".length())))
                .toList();
    }
}
