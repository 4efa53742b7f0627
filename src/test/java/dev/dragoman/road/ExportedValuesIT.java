package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dragoman.sandbox.azure.SdkClient;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.tier.Landing;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is exported is what Azure tells another client, value by value. */
@Landing
class ExportedValuesIT {
    private static final String ACCOUNT =
            Samples.account("sample")
                    + """
                      operatorSpec:
                        secrets:
                          key1: {name: storage, key: first}
                          key2: {name: storage, key: second}
                          blobEndpoint: {name: storage, key: blob}
                          fileEndpoint: {name: storage, key: file}
                        configMaps:
                          blobEndpoint: {name: storage, key: blob}
                          queueEndpoint: {name: storage, key: queue}
                    """;
    private static final String BUS =
            """
            apiVersion: servicebus.azure.com/v1api20211101
            kind: Namespace
            metadata: {name: busofdragoman}
            spec:
              owner: {name: orders}
              location: westeurope
              sku: {name: Standard}
              operatorSpec:
                secrets:
                  endpoint: {name: bus, key: endpoint}
                  primaryKey: {name: bus, key: primary}
                  secondaryKey: {name: bus, key: secondary}
                  primaryConnectionString: {name: bus, key: primary-connection}
                  secondaryConnectionString: {name: bus, key: secondary-connection}
            """;
    private static final String IDENTITY =
            """
            apiVersion: managedidentity.azure.com/v1api20230131
            kind: UserAssignedIdentity
            metadata: {name: worker}
            spec:
              owner: {name: orders}
              location: westeurope
              operatorSpec:
                configMaps:
                  clientId: {name: worker, key: client}
                  principalId: {name: worker, key: principal}
                  tenantId: {name: worker, key: tenant}
                secrets:
                  clientId: {name: worker, key: client}
                  principalId: {name: worker, key: principal}
                  tenantId: {name: worker, key: tenant}
                  subscriptionId: {name: worker, key: subscription}
            """;

    private static final String ENDPOINTS = "/properties/primaryEndpoints/";
    private static final String RULE = "/AuthorizationRules/RootManageSharedAccessKey";

    private Road road;
    private SdkClient other;

    @BeforeEach
    void start() {
        road = new Road("exported");
        road.environment.put("AZURE_SYNC_PERIOD", "1s");
        // a bus does not show when its keys were made
        road.environment.put("DRAGOMAN_KEYS_RESYNC", "Namespace.servicebus.azure.com=always");
        road.start();
        road.azure.control().client(Client.secret("other", "pa55word!"));
        other = new SdkClient(road.azure, SdkClient.secret(road.azure, "other", "pa55word!"));
        road.apply(Samples.group("orders", "orders"));
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void keysAndEndpointsOfAnAccountAndTheirRotation() {
        road.apply(ACCOUNT);
        road.ready("storageaccount/sample");
        assertThat(secret("storage")).isEqualTo(account());
        assertThat(configMap("storage"))
                .isEqualTo(
                        Map.of(
                                "blob", read(accountPath()).at(ENDPOINTS + "blob").asText(),
                                "queue", read(accountPath()).at(ENDPOINTS + "queue").asText()));

        var before = account();
        road.azure.control().rotateKeys(id(accountPath()));
        assertThat(account()).isNotEqualTo(before);
        await().untilAsserted(() -> assertThat(secret("storage")).isEqualTo(account()));
    }

    /** Four looks of an account cost no request for keys; an edited or deleted Secret one each. */
    @Test
    void keysOfAnUnchangedAccountAreAskedForOnce() {
        road.apply(ACCOUNT);
        road.ready("storageaccount/sample");
        var secret = road.client().secrets().inNamespace(road.namespace).withName("storage");
        var values = secret.get().getData();
        assertThat(asked("POST", "/listKeys")).as("at the creation").isEqualTo(1);

        looks(4);
        assertThat(asked("POST", "/listKeys")).as("unchanged").isEqualTo(1);

        var _ =
                secret.edit(
                        each -> {
                            each.getData().put("first", "bm90IGEga2V5");
                            return each;
                        });
        await().until(() -> values.equals(secret.get().getData()));
        looks(2);
        assertThat(asked("POST", "/listKeys")).as("after the edit").isEqualTo(2);

        var _ = secret.delete();
        await().until(() -> secret.get() != null && values.equals(secret.get().getData()));
        looks(2);
        assertThat(asked("POST", "/listKeys")).as("after the deletion").isEqualTo(3);
    }

    private void looks(long more) {
        long before = asked("GET", accountPath());
        await().until(() -> asked("GET", accountPath()) >= before + more);
    }

    private long asked(String method, String suffix) {
        return road.azure.control().exchanges().stream()
                .filter(each -> each.method().equals(method) && each.path().endsWith(suffix))
                .count();
    }

    @Test
    void keysAndConnectionStringsOfABusAndTheirRotation() {
        road.apply(BUS);
        road.ready("namespaces.servicebus.azure.com/busofdragoman");
        assertThat(secret("bus")).isEqualTo(bus());
        assertThat(secret("bus").get("primary-connection"))
                .contains("SharedAccessKey=" + secret("bus").get("primary"));

        var before = bus();
        road.azure.control().rotateKeys(id(busPath() + RULE));
        assertThat(bus()).isNotEqualTo(before);
        await().untilAsserted(() -> assertThat(secret("bus")).isEqualTo(bus()));
    }

    @Test
    void idsOfAnIdentity() {
        road.apply(IDENTITY);
        road.ready("userassignedidentity/worker");
        var shown =
                read(
                        "/resourceGroups/orders/providers/Microsoft.ManagedIdentity/userAssignedIdentities/worker");
        var ids =
                Map.of(
                        "client", shown.at("/properties/clientId").asText(),
                        "principal", shown.at("/properties/principalId").asText(),
                        "tenant", shown.at("/properties/tenantId").asText());
        assertThat(ids).doesNotContainValue("");
        assertThat(configMap("worker")).isEqualTo(ids);
        var all = new HashMap<>(ids);
        all.put("subscription", road.azure.subscriptionId());
        assertThat(secret("worker")).isEqualTo(all);
    }

    private Map<String, String> account() {
        var keys = other.send("POST", accountPath() + "/listKeys", "2023-01-01", null).body();
        var shown = read(accountPath());
        var values =
                Map.of(
                        "first", key(keys, "key1"),
                        "second", key(keys, "key2"),
                        "blob", shown.at(ENDPOINTS + "blob").asText(),
                        "file", shown.at(ENDPOINTS + "file").asText());
        assertThat(values).doesNotContainValue("");
        return values;
    }

    private static String key(JsonNode keys, String name) {
        for (var each : keys.at("/keys")) {
            if (name.equals(each.path("keyName").asText())) {
                return each.path("value").asText();
            }
        }
        return "";
    }

    private Map<String, String> bus() {
        var keys = other.send("POST", busPath() + RULE + "/listKeys", "2021-11-01", null).body();
        var values =
                Map.of(
                        "endpoint", read(busPath()).at("/properties/serviceBusEndpoint").asText(),
                        "primary", keys.path("primaryKey").asText(),
                        "secondary", keys.path("secondaryKey").asText(),
                        "primary-connection", keys.path("primaryConnectionString").asText(),
                        "secondary-connection", keys.path("secondaryConnectionString").asText());
        assertThat(values).doesNotContainValue("");
        return values;
    }

    private JsonNode read(String path) {
        var version =
                path.contains("Storage")
                        ? "2023-01-01"
                        : path.contains("ServiceBus") ? "2021-11-01" : "2023-01-31";
        return other.send("GET", path, version, null).body();
    }

    private static String accountPath() {
        return "/resourceGroups/orders/providers/Microsoft.Storage/storageAccounts/sample";
    }

    private static String busPath() {
        return "/resourceGroups/orders/providers/Microsoft.ServiceBus/namespaces/busofdragoman";
    }

    private String id(String path) {
        return "/subscriptions/" + road.azure.subscriptionId() + path;
    }

    private Map<String, String> secret(String name) {
        var values = new HashMap<String, String>();
        road.client()
                .secrets()
                .inNamespace(road.namespace)
                .withName(name)
                .get()
                .getData()
                .forEach(
                        (key, value) ->
                                values.put(
                                        key,
                                        new String(
                                                Base64.getDecoder().decode(value),
                                                StandardCharsets.UTF_8)));
        return values;
    }

    private Map<String, String> configMap(String name) {
        return road.client()
                .configMaps()
                .inNamespace(road.namespace)
                .withName(name)
                .get()
                .getData();
    }
}
