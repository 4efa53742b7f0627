package dev.dragoman.sandbox.azure.vault;

import static dev.dragoman.sandbox.azure.vault.VaultFixture.TENANT;
import static dev.dragoman.sandbox.azure.vault.VaultFixture.VAULT;
import static dev.dragoman.sandbox.azure.vault.VaultFixture.code;
import static dev.dragoman.sandbox.azure.vault.VaultFixture.json;
import static dev.dragoman.sandbox.azure.vault.VaultFixture.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may do what with secrets. A unit test, in the default build. */
class VaultRightsTest {
    private static final String OFFICER = "b86a8fe4-44ce-4948-aee5-eccb2c155cd7";

    private VaultFixture vault;

    @BeforeEach
    void start() {
        vault = new VaultFixture();
        vault.vaults.delays(Duration.ZERO, Duration.ZERO);
    }

    /**
     * What each request of a secret's life is answered: set, get, list, update, delete, and so on.
     */
    private String outcome() {
        return "%s %s %s %s %s %s %s %s %s %s"
                .formatted(
                        vault.put("x", "{\"value\":\"v\"}").status(),
                        vault.get("/secrets/x").status(),
                        vault.get("/secrets").status(),
                        vault.get("/secrets/x/versions").status(),
                        vault.send("PATCH", "/secrets/x", "{}").status(),
                        vault.send("DELETE", "/secrets/x", "").status(),
                        vault.get("/deletedsecrets/x").status(),
                        vault.get("/deletedsecrets").status(),
                        vault.send("POST", "/deletedsecrets/x/recover", "").status(),
                        vault.send("DELETE", "/deletedsecrets/x", "").status());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "Administrator,   00482a5a-887f-4fb3-b363-3b7fe8e74483, 200 200 200 200 200 200 200 200 200 404",
        "Secrets Officer, b86a8fe4-44ce-4948-aee5-eccb2c155cd7, 200 200 200 200 200 200 200 200 200 404",
        "Secrets User,    4633458b-17de-408a-b874-0445c86b69e6, 403 404 200 200 403 403 404 200 403 403",
        "Reader of vaults, 21090545-7ca7-4776-b22c-e363652d74d2, 403 403 200 200 403 403 404 200 403 403",
        "Owner,           8e3af657-a8ff-443c-a75c-2fe8c4bcb635, 403 403 403 403 403 403 403 403 403 403",
        "Contributor,     b24988ac-6180-42a0-ab88-20f7382dd24c, 403 403 403 403 403 403 403 403 403 403"
    })
    void rolesGiveWhatTheirDefinitionsSay(String name, String role, String outcome) {
        vault.assign(role, "/subscriptions/s/resourceGroups/RG");
        assertThat(outcome()).as(name).isEqualTo(outcome);
    }

    @Test
    void rolesCountWhereTheyAreAssigned() {
        vault.assign(OFFICER, "/subscriptions/s/resourceGroups/other");
        vault.assign(OFFICER, VAULT + "/secrets/one");
        assertThat(vault.put("one", "{\"value\":\"v\"}").headers())
                .containsEntry("x-ms-keyvault-rbac-assignment-id", OFFICER);
        var refused = vault.put("two", "{\"value\":\"v\"}");
        assertThat(code(refused)).isEqualTo("403 Forbidden ForbiddenByRbac");
        assertThat(message(refused))
                .startsWith("Caller is not authorized to perform action on resource.\r\n")
                .contains(
                        "Caller: appid=app;oid=%s;iss=https://sts.windows.net/%s/\r\n"
                                .formatted(vault.objectId(), TENANT))
                .contains("Action: 'Microsoft.KeyVault/vaults/secrets/setSecret/action'\r\n")
                .contains(
                        "Resource: '/subscriptions/s/resourcegroups/rg/providers/microsoft.keyvault/vaults/orders/secrets/two'\r\n")
                .contains("Assignment: (not found)\r\n")
                .contains("Vault: orders;location=westeurope\r\n");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Get, LIST                         | 403 404 200 200 403 403 404 200 403 403
                    get, list, set, delete            | 200 200 200 200 200 200 200 200 403 403
                    all                               | 200 200 200 200 200 200 200 200 200 404
                    purge                             | 403 403 403 403 403 403 403 403 403 404
                    """)
    void accessPoliciesGiveWhatTheyName(String permissions, String outcome) {
        policy(vault.objectId(), TENANT, permissions);
        vault.assign(OFFICER, VAULT);
        assertThat(outcome()).isEqualTo(outcome);
    }

    @Test
    void accessPoliciesAreOfOnePrincipalInOneTenant() {
        policy(vault.objectId(), "another", "all");
        var refused = vault.get("/secrets/x");
        assertThat(code(refused)).isEqualTo("403 Forbidden ForbiddenByPolicy");
        assertThat(message(refused))
                .startsWith("The user, group or application 'appid=app;oid=" + vault.objectId())
                .contains(
                        "does not have secrets get permission on key vault 'orders;location=westeurope'.");
        policy("somebody", TENANT, "all");
        assertThat(code(vault.get("/secrets/x"))).isEqualTo("403 Forbidden ForbiddenByPolicy");
    }

    private void policy(String objectId, String tenant, String permissions) {
        vault.properties =
                json(
                        """
                        {"accessPolicies":[{"tenantId":"%s","objectId":"%s","permissions":{"secrets":["%s"]}}]}"""
                                .formatted(tenant, objectId, permissions.replace(", ", "\",\"")));
    }

    @Test
    void testsGiveRightsWithoutARole() {
        vault.vaults.grant("app", "get", "Set");
        assertThat(vault.put("x", "{\"value\":\"v\"}").status()).isEqualTo(200);
        assertThat(code(vault.get("/secrets"))).isEqualTo("403 Forbidden ForbiddenByRbac");
        vault.vaults.grant("app");
        assertThat(code(vault.get("/secrets/x"))).isEqualTo("403 Forbidden ForbiddenByRbac");
        assertThatThrownBy(() -> vault.vaults.grant("app", "read"))
                .hasMessage("there is no permission 'read' to secrets");
    }
}
