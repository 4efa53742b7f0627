package dev.dragoman.sandbox.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.sandbox.azure.entra.Directory;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a role assignment lets an application do that has no other rights. */
class RightsTest {
    private static final String RG = "/resourceGroups/team";
    private static final String ACCOUNT = RG + "/providers/Microsoft.Storage/storageAccounts/acct1";
    private static final String ROLES = "/providers/Microsoft.Authorization/roleDefinitions/";
    private static final String READER = "acdd72a7-3385-48ef-bd42-f606fba81ae7";

    private AzureSandbox azure;
    private SdkClient admin;
    private SdkClient team;

    @BeforeEach
    void start() {
        azure =
                AzureSandbox.start(
                        Options.of(Catalog.load())
                                .client(Client.secret("app", "s"))
                                .client(Client.secret("team", "s").within("/nowhere")));
        azure.control().operationDuration(".*", Duration.ZERO);
        admin = new SdkClient(azure, SdkClient.secret(azure, "app", "s"));
        team = new SdkClient(azure, SdkClient.secret(azure, "team", "s"));
        admin.send("PUT", RG, "2020-06-01", "{\"location\":\"westus2\"}");
        assertThat(account(admin)).isEqualTo(202);
        assertThat(container(admin, "PUT")).isEqualTo(201);
    }

    @AfterEach
    void stop() {
        azure.close();
    }

    private static int account(SdkClient client) {
        var body =
                """
                {"location":"westus2","kind":"StorageV2","sku":{"name":"Standard_LRS"}}""";
        return client.send("PUT", ACCOUNT, "2023-01-01", body).status();
    }

    private static int container(SdkClient client, String method) {
        var path = ACCOUNT + "/blobServices/default/containers/data";
        return client.send(method, path, "2023-01-01", method.equals("PUT") ? "{}" : null).status();
    }

    private int assign(SdkClient by, String scope, String role) {
        var path = "/providers/Microsoft.Authorization/roleAssignments/" + UUID.randomUUID();
        var body =
                "{\"properties\":{\"principalId\":\"%s\",\"roleDefinitionId\":\"%s\"}}"
                        .formatted(Directory.objectId("team"), ROLES + role);
        return by.send("PUT", scope + path, "2022-04-01", body).status();
    }

    private SdkClient.Reply read(String path) {
        return team.send("GET", path, path.equals(RG) ? "2020-06-01" : "2023-01-01", null);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Owner                                   | 200 200 200 200 200 201
                    Contributor                             | 200 200 200 200 200 403
                    Reader                                  | 200 200 403 403 200 403
                    User Access Administrator               | 200 200 403 403 200 201
                    Role Based Access Control Administrator | 200 200 403 403 200 201
                    Azure Service Bus Data Owner            | 403 403 403 403 403 403
                    Storage Blob Data Contributor           | 403 403 403 403 200 403
                    Storage Blob Data Reader                | 403 403 403 403 200 403
                    Key Vault Reader                        | 200 403 403 403 403 403
                    """)
    void aRoleHasItsActions(String role, String answers) {
        var id = BuiltInRoles.of("roleName eq '" + role + "'").getFirst().path("name").asText();
        assertThat(assign(admin, RG, id)).isEqualTo(201);
        assertThat(
                        "%d %d %d %d %d %d"
                                .formatted(
                                        read(RG).status(),
                                        read(ACCOUNT).status(),
                                        team.send("POST", ACCOUNT + "/listKeys", "2023-01-01", null)
                                                .status(),
                                        account(team),
                                        container(team, "GET"),
                                        assign(team, RG, READER)))
                .as("read group, read account, keys, write account, read container, assign a role")
                .isEqualTo(answers);
    }

    @Test
    void anAssignmentCountsAtItsScopeAndBelow() {
        assertThat(assign(admin, ACCOUNT, READER)).isEqualTo(201);
        assertThat(container(team, "GET")).isEqualTo(200);
        var refused = read(RG);
        assertThat(refused.errorCode()).isEqualTo("AuthorizationFailed");
        assertThat(refused.body().at("/error/message").asText())
                .isEqualTo(
                        ("The client 'team' with object id '%s' does not have authorization to perform"
                                        + " action 'Microsoft.Resources/subscriptions/resourceGroups/read' over scope"
                                        + " '/subscriptions/%s/resourcegroups/team' or the scope is invalid. If access"
                                        + " was recently granted, please refresh your credentials.")
                                .formatted(Directory.objectId("team"), azure.subscriptionId()));
        assertThat(
                        team.send("POST", ACCOUNT + "/listKeys", "2023-01-01", null)
                                .body()
                                .at("/error/message")
                                .asText())
                .contains("action 'Microsoft.Storage/storageAccounts/listKeys/action' over scope");
    }

    @Test
    void aRoleOfOnesOwnHasTheActionsOfItsDefinition() {
        var role = UUID.randomUUID().toString();
        assertThat(assign(admin, RG, role)).isEqualTo(201);
        assertThat(read(ACCOUNT).status()).as("a role that is not there").isEqualTo(403);
        var body =
                """
                {"properties":{"roleName":"keys","type":"CustomRole","assignableScopes":["/subscriptions/%s"],
                 "permissions":[{"actions":["Microsoft.Storage/*"],"notActions":["Microsoft.Storage/*/write"]}]}}"""
                        .formatted(azure.subscriptionId());
        assertThat(admin.send("PUT", ROLES + role, "2022-04-01", body).status()).isEqualTo(201);
        assertThat(read(ACCOUNT).status()).isEqualTo(200);
        assertThat(account(team)).isEqualTo(403);
        assertThat(read(RG).status()).isEqualTo(403);
    }
}
