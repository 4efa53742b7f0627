package dev.dragoman.sandbox.azure;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.entra.Client;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dialogues of the real SDK with the sandbox: what each kind answers, and what is refused. */
class AzureSandboxTest {
    private static final String RG = "/resourceGroups/rg";
    private static final String STORAGE = RG + "/providers/Microsoft.Storage/storageAccounts/";
    private static final String ACCOUNT = STORAGE + "acct1";
    private static final String BUS = RG + "/providers/Microsoft.ServiceBus/namespaces/bus-one";
    private static final String IDENTITY =
            RG + "/providers/Microsoft.ManagedIdentity/userAssignedIdentities/ident";
    private static final String ACCOUNT_BODY =
            """
            {"name":"acct1","location":"westus2","kind":"StorageV2","sku":{"name":"Standard_LRS"},
             "properties":{"accessTier":"Cool"},"tags":{"a":"b"},"zones":null}""";

    private AzureSandbox azure;
    private SdkClient client;

    @BeforeEach
    void start() {
        azure =
                AzureSandbox.start(
                        Options.of(Catalog.load()).client(Client.secret("app", "pa55word!")));
        azure.control().retryAfter(0);
        azure.control().operationDuration(".*", Duration.ofMillis(150));
        client = new SdkClient(azure, SdkClient.secret(azure, "app", "pa55word!"));
    }

    @AfterEach
    void stop() {
        azure.close();
    }

    @Test
    void resourceGroupIsCreatedReadUpdatedAndDeletedWithAllInIt() {
        assertThat(client.send("GET", RG, "2020-06-01", null).errorCode())
                .isEqualTo("ResourceGroupNotFound");
        var created = group();
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.header("x-ms-ratelimit-remaining-subscription-global-writes"))
                .contains("11999");
        assertThat(created.header("x-ms-request-id")).isPresent();
        assertThat(created.body().at("/type").asText())
                .isEqualTo("Microsoft.Resources/resourceGroups");
        assertThat(created.body().at("/properties/provisioningState").asText())
                .isEqualTo("Succeeded");
        assertThat(group().status()).as("a second PUT updates").isEqualTo(200);
        assertThat(client.send("HEAD", RG, "2020-06-01", null).status()).isEqualTo(204);
        identity();

        var deleted = client.send("DELETE", RG, "2020-06-01", null);
        assertThat(deleted.status()).isEqualTo(202);
        assertThat(put(IDENTITY, "2023-01-31", "{\"location\":\"westus2\"}").errorCode())
                .isEqualTo("ResourceGroupBeingDeleted");
        assertThat(poll(deleted.header("Location").orElseThrow()).status()).isEqualTo(200);
        assertThat(azure.control().resources()).isEmpty();
        assertThat(client.send("DELETE", IDENTITY, "2023-01-31", null).errorCode())
                .isEqualTo("ResourceGroupNotFound");
    }

    @Test
    void storageAccountIsAcceptedWithLocationAndEndsWithItsEndpoints() {
        group();
        var accepted = put(ACCOUNT, "2023-01-01", ACCOUNT_BODY);
        assertThat(accepted.status()).isEqualTo(202);
        assertThat(accepted.body().isNull()).isTrue();
        assertThat(accepted.header("Retry-After")).contains("0");
        assertThat(accepted.header("Location").orElseThrow())
                .contains("/locations/westus2/asyncoperations/")
                .hasSizeGreaterThan(2000);
        assertThat(put(ACCOUNT, "2023-01-01", ACCOUNT_BODY).errorCode())
                .as("while it is being created")
                .isEqualTo("StorageAccountIsNotProvisioned");
        assertThat(poll(accepted.header("Location").get()).status()).isEqualTo(200);

        var read = client.send("GET", ACCOUNT, "2023-01-01", null).body();
        assertThat(read.at("/properties/primaryEndpoints/blob").asText())
                .isEqualTo("https://acct1.blob.core.windows.net/");
        assertThat(read.at("/properties/statusOfPrimary").asText()).isEqualTo("available");
        assertThat(read.at("/sku/tier").asText()).isEqualTo("Standard");
        assertThat(read.at("/properties/accessTier").asText()).isEqualTo("Cool");

        var update =
                put(
                        ACCOUNT,
                        "2023-01-01",
                        """
                        {"location":"westus2","kind":"StorageV2","sku":{"name":"Standard_LRS"}}""");
        assertThat(update.status()).isEqualTo(200);
        assertThat(update.body().at("/tags")).as("PUT replaces tags").isEmpty();
        assertThat(update.body().at("/properties/accessTier").asText())
                .as("an omitted property keeps its value")
                .isEqualTo("Cool");
        assertThat(update.body().at("/properties/creationTime"))
                .isEqualTo(read.at("/properties/creationTime"));
        assertThat(client.send("DELETE", ACCOUNT, "2023-01-01", null).status()).isEqualTo(200);
        assertThat(client.send("DELETE", ACCOUNT, "2023-01-01", null).status()).isEqualTo(204);
    }

    @Test
    void containerNeedsItsAccountAndFindsTheServiceThatAzureMakes() {
        group();
        var container = ACCOUNT + "/blobServices/default/containers/data";
        assertThat(put(container, "2023-01-01", "{\"name\":\"data\"}").errorCode())
                .isEqualTo("ParentResourceNotFound");
        account();
        var service =
                put(ACCOUNT + "/blobServices/default", "2023-01-01", "{\"name\":\"default\"}");
        assertThat(service.status()).isEqualTo(200);
        assertThat(service.body()).as("the echo of the storage provider").hasSize(1);
        assertThat(client.send("GET", container, "2023-01-01", null).errorCode())
                .isEqualTo("ContainerNotFound");
        assertThat(put(container, "2023-01-01", "{\"name\":\"data\"}").status()).isEqualTo(201);
        var list =
                client.send(
                        "GET", ACCOUNT + "/blobServices/default/containers", "2023-01-01", null);
        assertThat(list.body().at("/value")).hasSize(1);
        assertThat(
                        client.send("DELETE", ACCOUNT + "/blobServices/default", "2023-01-01", null)
                                .status())
                .as("a kind without DELETE")
                .isEqualTo(405);
    }

    @Test
    void keysAreStableUntilTheyAreRotated() {
        group();
        account();
        var path = ACCOUNT + "/listKeys";
        var first = client.send("POST", path, "2024-01-01", null);
        assertThat(first.body().at("/keys/0/value").asText()).hasSize(88);
        assertThat(client.send("POST", path, "2024-01-01", null).body()).isEqualTo(first.body());
        azure.control().rotateKeys("/subscriptions/" + azure.subscriptionId() + ACCOUNT);
        assertThat(client.send("POST", path, "2024-01-01", null).body()).isNotEqualTo(first.body());
    }

    @Test
    void aPrincipalThatAsksTooOftenIsRefusedAndNobodyElse() {
        int refused = 0;
        for (int n = 0; n < 300; n++) {
            var reply = put("/resourceGroups/many" + n, "2020-06-01", "{\"location\":\"westus2\"}");
            if (reply.status() == 429) {
                refused++;
                assertThat(reply.errorCode()).isEqualTo("SubscriptionRequestsThrottled");
                assertThat(reply.header("Retry-After")).contains("1");
                assertThat(reply.header("x-ms-ratelimit-remaining-subscription-writes"))
                        .contains("0");
            }
        }
        // 200 at once and 10 a second
        assertThat(azure.control().resources()).hasSizeBetween(200, 299);
        assertThat(refused).isEqualTo(300 - azure.control().resources().size());
        assertThat(client.send("GET", "/resourceGroups/many0", "2020-06-01", null).status())
                .as("reads have a bucket of their own")
                .isEqualTo(200);
        azure.control().client(Client.secret("other", "pa55word!"));
        var other = new SdkClient(azure, SdkClient.secret(azure, "other", "pa55word!"));
        assertThat(
                        other.send(
                                        "PUT",
                                        "/resourceGroups/other",
                                        "2020-06-01",
                                        "{\"location\":\"westus2\"}")
                                .status())
                .isEqualTo(201);
    }

    @Test
    void identityGetsItsIdsOnce() {
        group();
        var created = identity();
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.body().at("/id").asText()).contains("/resourcegroups/");
        assertThat(created.body().at("/properties/tenantId").asText()).isEqualTo(azure.tenantId());
        var again = identity();
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(created.body());
    }

    @Test
    void serviceBusNamespaceReportsItsStateAndQueuesHaveDefaults() {
        group();
        var accepted =
                put(
                        BUS,
                        "2024-01-01",
                        "{\"location\":\"westus2\",\"sku\":{\"name\":\"Standard\"}}");
        assertThat(accepted.status()).isEqualTo(201);
        assertThat(accepted.body().at("/properties/status").asText()).isEqualTo("Creating");
        var status = accepted.header("Azure-AsyncOperation").orElseThrow();
        assertThat(client.sendUrl("GET", status, null).body().at("/status").asText())
                .isEqualTo("Running");
        assertThat(put(BUS + "/queues/q", "2024-01-01", "{}").status())
                .as("a queue before its namespace is ready")
                .isEqualTo(409);
        pollStatus(status, "Succeeded");
        var queue =
                put(BUS + "/queues/q", "2024-01-01", "{\"properties\":{\"maxDeliveryCount\":3}}");
        assertThat(queue.status()).isEqualTo(200);
        assertThat(queue.body().at("/properties/lockDuration").asText()).isEqualTo("PT1M");
        assertThat(queue.body().at("/location").asText()).isEqualTo("westus2");
        var reset = put(BUS + "/queues/q", "2024-01-01", "{}");
        assertThat(reset.body().at("/properties/maxDeliveryCount").asInt())
                .as("a queue's PUT replaces")
                .isEqualTo(10);
        var old = client.send("GET", BUS, "2021-11-01", null);
        assertThat(old.body().at("/location").asText()).isEqualTo("West US 2");
        var keys =
                client.send(
                        "POST",
                        BUS + "/AuthorizationRules/RootManageSharedAccessKey/listKeys",
                        "2021-11-01",
                        null);
        assertThat(keys.body().at("/primaryConnectionString").asText())
                .startsWith("Endpoint=sb://bus-one.servicebus.windows.net/;");
        var deleted = client.send("DELETE", BUS, "2024-01-01", null);
        assertThat(deleted.status()).isEqualTo(202);
        pollStatus(deleted.header("Azure-AsyncOperation").orElseThrow(), "Succeeded");
        assertThat(client.send("GET", BUS + "/queues/q", "2024-01-01", null).errorCode())
                .isEqualTo("ParentResourceNotFound");
    }

    @ParameterizedTest(name = "{0} {1} {2} -> {4} {5}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
"""
PUT|/resourceGroups/rg|1999-01-01|{"location":"westus2"}|400|InvalidApiVersionParameter
GET|/resourceGroups|1999-01-01||400|InvalidApiVersionParameter
PUT|/resourceGroups/rg|latest|{"location":"westus2"}|400|InvalidApiVersionParameter
PUT|/resourceGroups/rg|2020-06-01|{"location":"eastus"}|409|InvalidResourceGroupLocation
PUT|/resourceGroups/rg2|2020-06-01|{"location":"mars"}|400|LocationNotAvailableForResourceGroup
PUT|/resourceGroups/rg2|2020-06-01|{}|400|LocationRequired
PUT|/resourceGroups/rg2|2020-06-01|{"location":|400|InvalidRequestContent
PUT|/resourceGroups/rg2|2020-06-01|{"location":"westus2","colour":"red"}|400|InvalidRequestContent
PUT|/resourceGroups/rg2.|2020-06-01|{"location":"westus2"}|400|InvalidResourceGroup
GET|/resourceGroups/no|2020-06-01||404|ResourceGroupNotFound
PUT|/resourceGroups/no/providers/Microsoft.Storage/storageAccounts/acct2|2023-01-01|{}|404|ResourceGroupNotFound
PUT|/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/Acct_2|2023-01-01|{"location":"westus2"}|400|AccountNameInvalid
PUT|/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/acct2|2023-01-01|{"location":"westus2"}|400|InvalidRequestContent
PUT|/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/acct2|2023-01-01|{"location":"westus2","kind":"StorageV2","sku":{"name":"Standard_LRS"},"properties":{"nonsense":1}}|400|InvalidRequestContent
PUT|/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/acct2|2023-01-01|{"location":"westus2","kind":"StorageV2","sku":{"name":"Standard_LRS"},"properties":{"accessTier":"Lukewarm"}}|400|InvalidRequestContent
PUT|/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/acct2|2023-01-01|{"location":"westus2","kind":"StorageV2","sku":{"name":"Standard_LRS"},"properties":{"keyPolicy":{"keyExpirationPeriodInDays":-260}}}|400|InvalidValuesForRequestParameters
PUT|/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/acct2|2010-01-01|{"location":"westus2"}|400|NoRegisteredProviderFound
PUT|/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/acct2/blobServices/other|2023-01-01|{}|404|ParentResourceNotFound
GET|/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/acct2|2023-01-01||404|ResourceNotFound
PUT|/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/acct2|2023-01-01|{"location":"westus2","kind":"StorageV2","sku":{"name":"Standard_LRS"},"properties":{"supportsHttpsTrafficOnly":"true"}}|400|InvalidRequestContent
PUT|/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/acct2|2023-01-01|{"location":"westus2","kind":"StorageV2","sku":{"name":"Standard_LRS"},"properties":{"supportsHttpsTrafficOnly":1}}|400|InvalidRequestContent
PUT|/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/acct2|2023-01-01|{"location":"westus2","kind":"StorageV2","sku":{"name":"Standard_LRS"},"properties":{"keyPolicy":{"keyExpirationPeriodInDays":"30"}}}|400|InvalidRequestContent
PUT|/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/acct2|2023-01-01|{"location":"westus2","kind":"StorageV2","sku":{"name":"Standard_LRS"},"properties":{"keyPolicy":{"keyExpirationPeriodInDays":1.5}}}|400|InvalidRequestContent
PUT|/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/acct2|2023-01-01|{"location":"westus2","kind":"StorageV2","sku":{"name":"Standard_LRS"},"properties":{"accessTier":1}}|400|InvalidRequestContent
PUT|/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/acct2|2023-01-01|{"location":"westus2","kind":"StorageV2","sku":{"name":"Standard_LRS"},"properties":{"customDomain":{"name":5}}}|400|InvalidRequestContent
PUT|/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/acct2|2023-01-01|{"location":"westus2","kind":"StorageV2","sku":{"name":"Standard_LRS"},"properties":{"networkAcls":{"defaultAction":"Deny","ipRules":[{"value":1}]}}}|400|InvalidRequestContent
PUT|/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/acct2|2023-01-01|{"location":"westus2","kind":"StorageV2","sku":{"name":"Standard_LRS"},"properties":{"networkAcls":{"defaultAction":"Deny","ipRules":{}}}}|400|InvalidRequestContent
PUT|/resourceGroups/rg2|2020-06-01|{"location":"westus2","tags":{"a":1}}|400|InvalidRequestContent
GET|/resourceGroups/rg/providers/Microsoft.Nowhere/things/x|2023-01-01||404|InvalidResourceNamespace
GET|/resourceGroups/rg/providers/Microsoft.Storage/things/x|2023-01-01||404|InvalidResourceType
PUT|/resourceGroups/rg/providers/Microsoft.ServiceBus/namespaces/bus|2024-01-01|{"location":"westus2","sku":{"name":"Standard"}}|400|BadRequest
""")
    void refuses(String method, String path, String version, String body, int status, String code) {
        group();
        var reply = client.send(method, path, version, body);
        assertThat(reply.errorCode()).as(reply.body().toString()).isEqualTo(code);
        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.body().at("/error/message").asText()).isNotBlank();
    }

    @Test
    void storageNamesAreUniqueInTheWorldAndAccountsDoNotMove() {
        group();
        account();
        client.send("PUT", "/resourceGroups/other", "2020-06-01", "{\"location\":\"westus2\"}");
        var twin = ACCOUNT.replace("/rg/", "/other/");
        assertThat(put(twin, "2023-01-01", ACCOUNT_BODY).errorCode())
                .isEqualTo("StorageAccountAlreadyTaken");
        assertThat(
                        put(ACCOUNT, "2023-01-01", ACCOUNT_BODY.replace("westus2", "eastus"))
                                .errorCode())
                .isEqualTo("InvalidResourceLocation");
    }

    @Test
    void onlyTheSubscriptionWithAnApiVersionIsServed() {
        var foreign =
                azure.armEndpoint()
                        + "/subscriptions/00000000-0000-0000-0000-000000000000"
                        + RG
                        + "?api-version=2020-06-01";
        assertThat(client.sendUrl("GET", foreign, null).errorCode())
                .isEqualTo("SubscriptionNotFound");
        var bare = azure.armEndpoint() + "/subscriptions/" + azure.subscriptionId() + RG;
        assertThat(client.sendUrl("GET", bare, null).errorCode())
                .isEqualTo("MissingApiVersionParameter");
    }

    @Test
    void controlChangesFailsAndThrottlesBehindTheClientsBack() throws Exception {
        group();
        var control = azure.control();
        var id = "/subscriptions/" + azure.subscriptionId() + RG;
        control.mutate(id, new ObjectMapper().readTree("{\"tags\":{\"drift\":\"yes\"}}"));
        assertThat(client.send("GET", RG, "2020-06-01", null).body().at("/tags/drift").asText())
                .isEqualTo("yes");

        control.throttle(1, 7, "GET .*/rg$");
        var throttled = client.send("GET", RG, "2020-06-01", null);
        assertThat(throttled.status()).isEqualTo(429);
        assertThat(throttled.header("Retry-After")).contains("7");
        assertThat(client.send("GET", RG, "2020-06-01", null).status()).isEqualTo(200);

        control.failNext("PUT .*/ident$", 403, "RequestDisallowedByPolicy", "no identities here");
        assertThat(identity().errorCode()).isEqualTo("RequestDisallowedByPolicy");
        assertThat(identity().status()).isEqualTo(201);

        control.failOperation("PUT .*/bus-one$", "QuotaExceeded", "no room");
        var accepted =
                put(
                        BUS,
                        "2024-01-01",
                        "{\"location\":\"westus2\",\"sku\":{\"name\":\"Standard\"}}");
        assertThat(accepted.status()).isEqualTo(201);
        var failed = pollStatus(accepted.header("Azure-AsyncOperation").orElseThrow(), "Failed");
        assertThat(failed.body().at("/error/code").asText()).isEqualTo("QuotaExceeded");
        assertThat(
                        client.send("GET", BUS, "2024-01-01", null)
                                .body()
                                .at("/properties/provisioningState")
                                .asText())
                .isEqualTo("Failed");
        assertThat(control.counts()).containsEntry("PUT " + id, 1L);
        assertThat(control.exchanges())
                .noneMatch(e -> e.requestHeaders().containsKey("Authorization"));
    }

    @Test
    void providerMustBeRegisteredFirst() {
        group();
        azure.control().unregister("Microsoft.ManagedIdentity");
        assertThat(identity().errorCode()).isEqualTo("MissingSubscriptionRegistration");
        var register = "/providers/Microsoft.ManagedIdentity";
        assertThat(
                        client.send("POST", register + "/register", "2019-05-01", null)
                                .body()
                                .at("/registrationState")
                                .asText())
                .isEqualTo("Registering");
        await().until(
                        () ->
                                client.send("GET", register, "2019-05-01", null)
                                        .body()
                                        .at("/registrationState")
                                        .asText(),
                        "Registered"::equals);
        assertThat(identity().status()).isEqualTo(201);
    }

    @Test
    void outageRefusesConnectionsAndEndsOnTheSamePort() {
        group();
        var endpoint = azure.armEndpoint();
        azure.control().down();
        assertThat(
                        org.assertj.core.api.Assertions.catchThrowable(
                                () -> client.send("GET", RG, "2020-06-01", null)))
                .isNotNull();
        azure.control().up();
        assertThat(azure.armEndpoint()).isEqualTo(endpoint);
        assertThat(client.send("GET", RG, "2020-06-01", null).status()).isEqualTo(200);
    }

    @Test
    void resourcesOfAGroupAreListed() {
        group();
        identity();
        var list = client.send("GET", RG + "/resources", "2021-04-01", null);
        assertThat(list.body().at("/value/0/name").asText()).isEqualTo("ident");
        assertThat(client.send("GET", "/resourceGroups", "2021-04-01", null).body().at("/value"))
                .hasSize(1);
    }

    @Test
    void listsAreFilteredAndUnknownFiltersRefused() {
        group();
        put(
                "/resourceGroups/tagged",
                "2020-06-01",
                "{\"location\":\"westus2\",\"tags\":{\"a\":\"b\"}}");
        identity();
        account();
        assertThat(listed("/resourceGroups", "tagName eq 'A' and tagValue eq 'b'"))
                .containsExactly("tagged");
        assertThat(listed("/resourceGroups", "tagname eq 'a' and tagvalue eq 'c'")).isEmpty();
        assertThat(listed("/resources", "resourceType eq 'microsoft.storage/storageaccounts'"))
                .containsExactly("acct1");
        assertThat(listed("/resources", "resourceGroup eq 'rg' and name eq 'ident'"))
                .containsExactly("ident");
        assertThat(listed(RG + "/resources", "location eq 'eastus'")).isEmpty();
        for (var unknown : List.of("name eq 'rg'", "tagValue eq 'b'", "tagName eq 'a' or", "a")) {
            assertThat(filtered("/resourceGroups", unknown).errorCode())
                    .as(unknown)
                    .isEqualTo("InvalidFilterInQueryString");
        }
    }

    @Test
    void slashesInARowCountAsOneAndLocationsAreListed() {
        group();
        account();
        var path = ACCOUNT.replace("Microsoft.Storage/", "Microsoft.Storage//");
        assertThat(client.send("GET", path, "2023-01-01", null).body().at("/name").asText())
                .isEqualTo("acct1");
        assertThat(
                        client.send("GET", "/locations", "2021-01-01", null)
                                .body()
                                .findValuesAsText("name"))
                .contains("westus2")
                .doesNotContain("global");
    }

    private List<String> listed(String path, String filter) {
        var names = new ArrayList<String>();
        filtered(path, filter)
                .body()
                .at("/value")
                .forEach(each -> names.add(each.path("name").asText()));
        return names;
    }

    private SdkClient.Reply filtered(String path, String filter) {
        var version = "2021-04-01&$filter=" + URLEncoder.encode(filter, StandardCharsets.UTF_8);
        return client.send("GET", path, version, null);
    }

    private SdkClient.Reply group() {
        return put(RG, "2020-06-01", "{\"location\":\"westus2\",\"name\":\"rg\"}");
    }

    private SdkClient.Reply identity() {
        return put(IDENTITY, "2023-01-31", "{\"location\":\"westus2\"}");
    }

    private void account() {
        poll(put(ACCOUNT, "2023-01-01", ACCOUNT_BODY).header("Location").orElseThrow());
    }

    private SdkClient.Reply put(String path, String version, String body) {
        return client.send("PUT", path, version, body);
    }

    private SdkClient.Reply poll(String url) {
        return await().pollInterval(Duration.ofMillis(30))
                .until(() -> client.sendUrl("GET", url, null), r -> r.status() != 202);
    }

    private SdkClient.Reply pollStatus(String url, String wanted) {
        return await().pollInterval(Duration.ofMillis(30))
                .until(
                        () -> client.sendUrl("GET", url, null),
                        r -> r.body().at("/status").asText().equals(wanted));
    }
}
