package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.dragoman.sandbox.azure.http.Json;
import dev.dragoman.tier.Full;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is believed of Azure's answers before something is replaced, deleted or told. */
@Full
class BelievedIT {
    private static final String NETWORKS = "network.azure.com/v1api20240301";
    private static final int ALWAYS = 10_000;

    private Road road;
    private String rules;

    @BeforeEach
    void start() {
        road = new Road("believed");
        road.install.kindsAndRightsOnce(
                List.of(
                        "authorization.azure.com/RoleAssignment",
                        "network.azure.com/NetworkSecurityGroup",
                        "dbforpostgresql.azure.com/FlexibleServer",
                        "apimanagement.azure.com/Service"));
        road.environment.put("AZURE_SYNC_PERIOD", "2s");
        road.environment.put("DRAGOMAN_KEYS_RESYNC", "always");
        road.start();
        road.azure.control().operationDuration(".*", Duration.ofMillis(200));
        road.azure.control().retryAfter(1);
        road.apply(Samples.group("orders", "orders"));
        rules = provider("Microsoft.Network/networkSecurityGroups/");
    }

    @AfterEach
    void stop() {
        road.close();
    }

    private String provider(String type) {
        return road.group("orders") + "/providers/" + type + road.namespace;
    }

    private String named(String apiVersion, String kind, String spec) {
        return """
               apiVersion: %s
               kind: %s
               metadata: { name: it }
               spec:
                 azureName: %s
                 location: westeurope
                 owner: { name: orders }
               %s
               """
                .formatted(apiVersion, kind, road.namespace, spec.indent(2));
    }

    private long looks(String id) {
        return road.azure.control().exchanges().stream()
                .filter(each -> each.method().equals("GET") && each.path().equalsIgnoreCase(id))
                .count();
    }

    private void rulesOfAnotherTeam() {
        road.applyServed(named(NETWORKS, "NetworkSecurityGroup", ""));
        road.ready("networksecuritygroup/it");
        var _ =
                road.azure
                        .control()
                        .mutate(
                                rules,
                                Json.object().set("tags", Json.object().put("by", "others")));
    }

    private void notFound(int times) {
        road.azure
                .control()
                .fail(times, "GET .*/networkSecurityGroups/[^/]+$", 404, "ResourceNotFound", "no");
    }

    @Test
    void oneWrongAnswerReplacesNothing() {
        rulesOfAnotherTeam();
        long before = looks(rules);
        notFound(1);
        await("that it is asked again").until(() -> looks(rules) >= before + 3);
        assertThat(road.puts("/" + road.namespace)).hasSize(1);
        assertThat(road.azure(rules, "/tags/by")).isEqualTo("others");
        road.ready("networksecuritygroup/it");
    }

    @Test
    void anAnswerWithoutTheResourceReplacesNothing() {
        rulesOfAnotherTeam();
        for (var body : new JsonNode[] {null, Json.object()}) {
            long before = looks(rules);
            road.azure
                    .control()
                    .answer(1, "GET .*/networkSecurityGroups/[^/]+$", 200, Map.of(), body);
            await("that it is asked again").until(() -> looks(rules) >= before + 3);
        }
        assertThat(road.puts("/" + road.namespace)).hasSize(1);
        assertThat(road.azure(rules, "/tags/by")).isEqualTo("others");
        road.ready("networksecuritygroup/it");
    }

    /** Azure is asked not to replace it. */
    @Test
    void manyWrongAnswersReplaceNothingThatHasAnEntityTag() {
        rulesOfAnotherTeam();
        notFound(4);
        await("that a PUT is refused")
                .until(
                        () ->
                                road.puts("/" + road.namespace).stream()
                                        .anyMatch(each -> each.status() == 412));
        await().until(
                        () ->
                                Road.condition(road.get(NETWORKS, "NetworkSecurityGroup", "it"))
                                        .get("reason")
                                        .equals("Succeeded"));
        assertThat(road.azure(rules, "/tags/by")).isEqualTo("others");
    }

    @Test
    void whatIsGoneIsMadeAgain() {
        rulesOfAnotherTeam();
        road.azure.control().remove(rules);
        await().until(() -> road.puts("/" + road.namespace).size() == 2);
        road.ready("networksecuritygroup/it");
    }

    /** What is already deleted is told by two answers; a DELETE is not sent at each wrong poll. */
    @Test
    void aDeletionIsOverWhenTheResourceIsGone() {
        rulesOfAnotherTeam();
        road.azure
                .control()
                .fail(1, "DELETE .*/networkSecurityGroups/", 404, "ResourceNotFound", "no");
        road.client()
                .genericKubernetesResources(NETWORKS, "NetworkSecurityGroup")
                .inNamespace(road.namespace)
                .withName("it")
                .delete();
        await().until(() -> road.get(NETWORKS, "NetworkSecurityGroup", "it") == null);
        assertThat(road.azure.control().resources()).doesNotContain(rules);
    }

    @Test
    void exportsThatFailInPassingKeepReady() {
        road.apply(Samples.exporting("keyed", "keys"));
        road.ready("storageaccount/keyed");
        road.azure.control().fail(ALWAYS, "POST .*/listKeys", 503, "ServerBusy", "later");
        var since = ready("keyed");
        long before = asked("/listKeys");
        await("that keys are asked for again").until(() -> asked("/listKeys") >= before + 2);
        assertThat(ready("keyed")).isEqualTo(since);
    }

    private Map<String, Object> ready(String account) {
        return Road.condition(road.get("storage.azure.com/v20230101", "StorageAccount", account));
    }

    /** The condition names the field; the other value is there. */
    @Test
    void anExportThatIsRefusedKeepsNoOtherFromBeingWritten() {
        road.azure.control().fail(ALWAYS, "POST .*/listKeys", 409, "ScopeLocked", "a lock");
        road.apply(
                Samples.account("locked")
                        + """
                            operatorSpec:
                              secrets:
                                key1: { name: both, key: key }
                                blobEndpoint: { name: both, key: endpoint }
                          """);
        var told =
                road.reason(
                        "storage.azure.com/v20230101", "StorageAccount", "locked", "ScopeLocked");
        assertThat(told.get("message").toString()).contains("operatorSpec.secrets.key1");
        assertThat(data("both")).containsOnlyKeys("endpoint");

        road.azure.control().clearFaults();
        await().untilAsserted(() -> assertThat(data("both")).containsOnlyKeys("endpoint", "key"));
        var key = data("both").get("key");
        road.azure.control().fail(ALWAYS, "POST .*/listKeys", 409, "ScopeLocked", "a lock");
        var _ =
                road.reason(
                        "storage.azure.com/v20230101", "StorageAccount", "locked", "ScopeLocked");
        assertThat(data("both")).containsEntry("key", key);
    }

    private Map<String, String> data(String secret) {
        return road.client().secrets().inNamespace(road.namespace).withName(secret).get().getData();
    }

    private long asked(String suffix) {
        return road.azure.control().exchanges().stream()
                .filter(each -> each.path().endsWith(suffix))
                .count();
    }

    private String replica(String team) {
        return named(
                "dbforpostgresql.azure.com/v20250801",
                "FlexibleServer",
                """
                createMode: Replica
                sourceServerResourceReference: { armId: %s/providers/Microsoft.DBforPostgreSQL/flexibleServers/main }
                sku: { name: Standard_D2s_v3, tier: GeneralPurpose }
                tags: { team: %s }
                """
                        .formatted(road.group("orders"), team));
    }

    @Test
    void aReplicaTakesAnEdit() {
        var server = provider("Microsoft.DBforPostgreSQL/flexibleServers/");
        road.applyServed(replica("a"));
        road.ready("flexibleserver/it");
        road.apply(replica("b"));
        await().until(() -> "b".equals(road.azure(server, "/tags/team")));
        road.ready("flexibleserver/it");
        assertThat(road.puts("/" + road.namespace)).noneMatch(each -> each.status() >= 400);
    }

    /** Azure restores it as it was; a second request asks for what the spec says. */
    @Test
    void whatIsRestoredBecomesAsTheSpecSays() {
        var service = provider("Microsoft.ApiManagement/service/");
        road.applyServed(
                named(
                        "apimanagement.azure.com/v1api20240501",
                        "Service",
                        """
                        restore: true
                        publisherEmail: a@example.com
                        publisherName: a
                        sku: { name: Developer, capacity: 1 }
                        tags: { team: a }
                        """));
        road.ready("service.apimanagement.azure.com/it");
        assertThat(road.azure(service, "/tags/team")).isEqualTo("a");
        assertThat(road.puts("/" + road.namespace))
                .hasSize(2)
                .extracting(each -> each.requestBody().at("/properties/restore").asBoolean())
                .containsExactly(true, false);
    }

    @Test
    void anAssignmentWhoseNameIsTakenElsewhereIsToldSo() {
        var body = JsonNodeFactory.instance.objectNode();
        body.putObject("error")
                .put("code", "RoleAssignmentUpdateNotPermitted")
                .put(
                        "message",
                        "Tenant ID, application ID, principal ID, and scope are not allowed to be updated.");
        road.azure.control().answer(ALWAYS, "PUT .*/roleAssignments/", 400, Map.of(), body);
        road.applyServed(
                """
                apiVersion: authorization.azure.com/v1api20220401
                kind: RoleAssignment
                metadata: { name: taken }
                spec:
                  owner: { group: resources.azure.com, kind: ResourceGroup, name: orders }
                  principalId: 11111111-1111-1111-1111-111111111111
                  roleDefinitionReference: { armId: /subscriptions/%s/providers/Microsoft.Authorization/roleDefinitions/acdd72a7-3385-48ef-bd42-f606fba81ae7 }
                """
                        .formatted(road.azure.subscriptionId()));
        var told =
                road.reason(
                        "authorization.azure.com/v1api20220401",
                        "RoleAssignment",
                        "taken",
                        "RoleAssignmentUpdateNotPermitted");
        assertThat(told.get("message").toString())
                .contains("taken elsewhere", "namingConvention: random")
                .doesNotContain("Write the former value again");
    }

    @Test
    void aStateThatWaitsForAPersonIsNamed() {
        road.azure
                .control()
                .provisioning(
                        1,
                        "PUT .*/networkSecurityGroups/",
                        "AwaitingManualAction",
                        Duration.ofDays(1));
        road.applyServed(named(NETWORKS, "NetworkSecurityGroup", ""));
        var told = road.reason(NETWORKS, "NetworkSecurityGroup", "it", "Reconciling");
        assertThat(told.get("message").toString()).contains("AwaitingManualAction", "a person");
    }
}
