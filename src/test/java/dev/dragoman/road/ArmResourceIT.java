package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A resource of a type that the catalog does not have, from apply to deletion. */
@Landing
class ArmResourceIT {
    static final String API = "dragoman.dev/v1alpha1";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MAPS = "Microsoft.Maps/accounts";

    private Road road;
    private String account;

    @BeforeEach
    void start() {
        road = new Road("armres");
        road.install.kindsAndRightsOnce(List.of("dragoman.dev/ArmResource"));
        road.azure.control().serve(MAPS, "2023-06-01");
        road.azure.control().serve(MAPS + "/creators", "2023-06-01");
        road.environment.put("AZURE_SYNC_PERIOD", "2s");
        road.start();
        account = road.group("orders") + "/providers/Microsoft.Maps/accounts/maps";
        road.apply(Samples.group("orders", "orders"));
        secret("s3cret-value");
    }

    @AfterEach
    void stop() {
        road.close();
    }

    private void secret(String value) {
        road.client()
                .resource(
                        new SecretBuilder()
                                .withNewMetadata()
                                .withName("login")
                                .withNamespace(road.namespace)
                                .endMetadata()
                                .addToStringData("password", value)
                                .build())
                .serverSideApply();
    }

    private static String maps(String tier, String more) {
        return """
        apiVersion: dragoman.dev/v1alpha1
        kind: ArmResource
        metadata: {name: maps}
        spec:
          type: Microsoft.Maps/accounts
          apiVersion: "2023-06-01"
          owner: {group: resources.azure.com, kind: ResourceGroup, name: orders}
          body:
            location: westeurope
            kind: Gen2
            sku: {name: G2}
            tags: {tier: %s}
            properties: {linkedResources: [{uniqueName: store}], count: 1}
          references:
            "properties.linkedResources[0].id": {group: resources.azure.com, kind: ResourceGroup, name: orders}
            "identity.userAssignedIdentities.{main}": {armId: /subscriptions/s/resourceGroups/g/providers/Microsoft.ManagedIdentity/userAssignedIdentities/i}
          secrets:
            properties.password: {name: login, key: password}
          ignore: [properties.count]
        %s
        """
                .formatted(tier, more);
    }

    private static final String EXPORTS =
            """
              operatorSpec:
                secrets:
                  primary: {action: listKeys, path: primaryKey, name: maps, key: primary}
                configMaps:
                  unique: {path: properties.uniqueId, name: maps, key: unique}
                secretExpressions:
                - {name: maps, key: url, value: "'https://' + self.status.name + '?key=' + secret.primary"}
            """;

    private GenericKubernetesResource maps() {
        return road.get(API, "ArmResource", "maps");
    }

    @Test
    void aResourceOfAnyTypeIsMadeChangedRepairedExportedAndDeleted() {
        road.azure
                .control()
                .answer(
                        100,
                        "POST .*/accounts/maps/listKeys",
                        200,
                        Map.of(),
                        json("{'primaryKey':'k3y'}"));
        road.applyServed(maps("a", EXPORTS));
        await().until(() -> !road.azure(account, "/kind").isEmpty());
        var _ = road.azure.control().mutate(account, json("{'properties':{'uniqueId':'u-1'}}"));
        road.ready("armresource/maps");

        var put = road.puts("/accounts/maps").getFirst();
        assertThat(put.url()).endsWith("/accounts/maps?api-version=2023-06-01");
        assertThat(put.path()).isEqualTo(account);
        assertThat(put.requestBody())
                .isEqualTo(
                        json(
                                """
                                {'location':'westeurope','kind':'Gen2','sku':{'name':'G2'},'tags':{'tier':'a'},
                                'properties':{'linkedResources':[{'uniqueName':'store','id':'%s'}],'count':1,'password':'s3cret-value'},
                                'identity':{'userAssignedIdentities':{'/subscriptions/s/resourceGroups/g/providers/Microsoft.ManagedIdentity/userAssignedIdentities/i':{}}}}
                                """
                                        .formatted(road.group("orders"))));
        assertThat(exported("primary")).isEqualTo("k3y");
        assertThat(exported("url")).isEqualTo("https://maps?key=k3y");
        var shown = String.valueOf(maps());
        assertThat(shown).contains("uniqueId").doesNotContain("s3cret-value").doesNotContain("k3y");

        int sent = road.puts("/accounts/maps").size();
        var _ =
                road.azure
                        .control()
                        .mutate(account, json("{'properties':{'count':7},'sku':{'name':'S1'}}"));
        await().until(() -> "G2".equals(road.azure(account, "/sku/name")));
        assertThat(road.azure(account, "/properties/count")).as("others move it").isEqualTo("7");
        secret("another");
        await().until(() -> "another".equals(last().at("/properties/password").asText()));
        road.apply(maps("b", EXPORTS));
        await().until(() -> "b".equals(road.azure(account, "/tags/tier")));
        assertThat(road.puts("/accounts/maps")).hasSize(sent + 3);

        road.apply(creator());
        road.ready("armresource/creator");
        assertThat(road.azure(account + "/creators/first", "/properties/storageUnits"))
                .isEqualTo("5");

        var _ = road.kubectl("delete", "armresource/creator", "armresource/maps");
        assertThat(road.azure.control().resources()).noneMatch(id -> id.contains("Microsoft.Maps"));
    }

    @Test
    void whatIsInAzureAlreadyIsTakenOnlyIfTheObjectSaysSo() {
        road.ready("resourcegroup/orders");
        road.azure.control().serve("Microsoft.Maps/accounts", "2023-06-01");
        road.applyServed(maps("mine", ""));
        road.ready("armresource/maps");
        // the same resource under an object that does not know that it has made it
        var _ =
                road.kubectl(
                        "annotate",
                        "armresource/maps",
                        "serviceoperator.azure.com/reconcile-policy=detach-on-delete");
        var _ = road.kubectl("delete", "armresource/maps");
        road.apply(maps("theirs", ""));
        var told = road.reason(API, "ArmResource", "maps", "ResourceExists");
        assertThat(String.valueOf(told.get("message"))).contains("spec.adopt: true");
        assertThat(road.azure(account, "/tags/tier")).isEqualTo("mine");
        var _ = road.kubectl("delete", "armresource/maps");
        assertThat(road.azure(account, "/tags/tier")).as("not its own").isEqualTo("mine");

        road.apply(maps("theirs", "  adopt: true"));
        await().until(() -> "theirs".equals(road.azure(account, "/tags/tier")));
        road.ready("armresource/maps");
        var _ = road.kubectl("delete", "armresource/maps");
        assertThat(road.azure.control().resources()).doesNotContain(account);
    }

    @Test
    void aTypeThatAKindServesAndASecretInTheOpenAreTold() {
        road.applyServed(maps("a", "").replace(MAPS, "Microsoft.Storage/storageAccounts"));
        var told = road.reason(API, "ArmResource", "maps", "InvalidArmResource");
        assertThat(String.valueOf(told.get("message")))
                .contains("StorageAccount of group storage.azure.com", "evenIfServed: true");
        road.apply(maps("a", "").replace("count: 1", "count: 1, apiKey: open"));
        road.ready("armresource/maps");
        assertThat(Road.condition(Optional.ofNullable(maps()), "SecretsInSpec"))
                .containsEntry("reason", "LooksLikeSecret")
                .extractingByKey("message", org.assertj.core.api.InstanceOfAssertFactories.STRING)
                .contains("spec.body.properties.apiKey")
                .doesNotContain("open,");
        assertThat(String.valueOf(maps().<Object>get("status"))).doesNotContain("apiKey=");
    }

    @Test
    void noMessageAndNoConfigMapRepeatsASecret() {
        road.azure
                .control()
                .fail(
                        2,
                        "PUT .*/accounts/maps",
                        400,
                        "InvalidPassword",
                        "x".repeat(1015) + " 's3cret-value' is weak");
        road.applyServed(
                maps(
                        "a",
                        """
                          operatorSpec:
                            configMapExpressions:
                            - {name: open, key: url, value: "self.status.properties.?url.orValue('none')"}
                        """));
        var told = road.reason(API, "ArmResource", "maps", "InvalidPassword");
        assertThat(String.valueOf(told.get("message"))).contains("xx").doesNotContain("s3cr");
        road.ready("armresource/maps");
        var events = road.kubectl("get", "events", "-o", "yaml");
        assertThat(events).contains("InvalidPassword").doesNotContain("s3cr");
        var _ =
                road.azure
                        .control()
                        .mutate(account, json("{'properties':{'url':'https://s3cret-value@x'}}"));
        var kept =
                road.reason(API, "ArmResource", "maps", "FailedWritingAdditionalKubernetesObjects");
        assertThat(String.valueOf(kept.get("message")))
                .contains("ConfigMap open")
                .doesNotContain("s3cret");
        assertThat(road.kubectl("get", "configmap/open", "-o", "yaml")).contains("url: none");
        assertThat(String.valueOf(maps().<Object>get("status")))
                .contains("https://***@x")
                .doesNotContain("s3cret");
    }

    private static String creator() {
        return """
        apiVersion: dragoman.dev/v1alpha1
        kind: ArmResource
        metadata: {name: creator}
        spec:
          type: Microsoft.Maps/accounts/creators
          apiVersion: "2023-06-01"
          azureName: first
          owner: {group: dragoman.dev, kind: ArmResource, name: maps}
          body: {location: westeurope, properties: {storageUnits: 5}}
        """;
    }

    private JsonNode last() {
        return road.puts("/accounts/maps").getLast().requestBody();
    }

    private String exported(String key) {
        var data =
                road.client()
                        .secrets()
                        .inNamespace(road.namespace)
                        .withName("maps")
                        .get()
                        .getData();
        return new String(Base64.getDecoder().decode(data.get(key)), StandardCharsets.UTF_8);
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text.replace('\'', '"'));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
