package dev.dragoman.sandbox.azure.vault;

import static dev.dragoman.sandbox.azure.vault.ClientVault.RG;
import static dev.dragoman.sandbox.azure.vault.ClientVault.VERSION;
import static dev.dragoman.sandbox.azure.vault.ClientVault.refused;
import static dev.dragoman.sandbox.azure.vault.ClientVault.unanswered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenRequestContext;
import com.azure.core.exception.HttpResponseException;
import com.azure.security.keyvault.secrets.SecretServiceVersion;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.sandbox.azure.SdkClient;
import dev.dragoman.tier.Landing;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/**
 * Microsoft's Java client of Key Vault is refused by a vault of the sandbox, or gets no answer. It
 * belongs to the default tier.
 */
@Landing
class VaultRefusalsIT {
    private ClientVault vault;

    @BeforeEach
    void start() {
        vault = new ClientVault();
    }

    @AfterEach
    void stop() {
        vault.close();
    }

    @Test
    void rolesAreAssignmentsInResourceManager() {
        vault.azure.control().vaultRights("app");
        assertThat(refused(403, () -> vault.client.setSecret("key", "v")))
                .contains("ForbiddenByRbac");
        var principal = vault.azure.control().tokens().getLast().subject();
        assign(principal, "8e3af657-a8ff-443c-a75c-2fe8c4bcb635");
        assertThat(refused(403, () -> vault.client.setSecret("key", "v")))
                .as("Owner has no rights to data")
                .contains("ForbiddenByRbac");
        assign(principal, "b86a8fe4-44ce-4948-aee5-eccb2c155cd7");
        assertThat(vault.client.setSecret("key", "v").getValue()).isEqualTo("v");
    }

    private void assign(String principal, String role) {
        var body =
                """
                {"properties":{"principalId":"%s","roleDefinitionId":"/subscriptions/%s/providers/Microsoft.Authorization/roleDefinitions/%s"}}"""
                        .formatted(principal, vault.azure.subscriptionId(), role);
        var path =
                vault.path
                        + "/providers/Microsoft.Authorization/roleAssignments/"
                        + UUID.randomUUID();
        assertThat(vault.arm.send("PUT", path, "2022-04-01", body).status()).isEqualTo(201);
    }

    @Test
    void firewallAndFaultsReachTheClient() {
        vault.client.setSecret("key", "v");
        vault.azure.control().throttle(1, 7, "GET /" + vault.host + "/secrets/key");
        var throttled =
                catchThrowableOfType(
                        HttpResponseException.class, () -> vault.client.getSecret("key"));
        assertThat(throttled.getResponse().getStatusCode()).isEqualTo(429);
        assertThat(throttled.getMessage()).contains("Throttled");
        vault.azure.control().failNext("GET .*/secrets/key", 503, "ServiceUnavailable", "not now");
        refused(503, () -> vault.client.getSecret("key"));
        vault.azure.control().exhaust();
        refused(429, () -> vault.client.getSecret("key"));
        vault.azure.control().unlimited();
        assertThat(vault.client.getSecret("key").getValue()).isEqualTo("v");
        vault.make(",\"publicNetworkAccess\":\"Disabled\"");
        assertThat(refused(403, () -> vault.client.getSecret("key")))
                .contains("ForbiddenByConnection");
        vault.azure.control().down();
        unanswered(() -> vault.client.getSecret("key"));
        vault.azure.control().up();
        vault.make(",\"publicNetworkAccess\":\"Enabled\"");
        assertThat(vault.client.getSecret("key").getValue()).isEqualTo("v");
    }

    @Test
    void vaultThatIsGoneIsNotFoundAndComesBackWithItsSecrets() {
        vault.client.setSecret("key", "v");
        assertThat(vault.arm.send("DELETE", vault.path, VERSION, null).status()).isEqualTo(200);
        unanswered(() -> vault.client(SecretServiceVersion.V7_6).getSecret("key"));
        vault.make(",\"createMode\":\"recover\"");
        assertThat(vault.client.getSecret("key").getValue()).isEqualTo("v");

        vault.arm.send("DELETE", vault.path, VERSION, null);
        var deleted =
                "/providers/Microsoft.KeyVault/locations/westeurope/deletedVaults/" + vault.name;
        assertThat(vault.arm.send("POST", deleted + "/purge", VERSION, null).status())
                .isEqualTo(202);
        vault.make("");
        refused(404, () -> vault.client.getSecret("key"));
    }

    @Test
    void tokensAreForOneServiceEach() {
        var vaultToken = token("https://vault.azure.net//.default");
        var atArm = new SdkClient(vault.azure, any -> Mono.just(vaultToken));
        var refused = atArm.send("GET", RG, "2020-06-01", null);
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.errorCode()).isEqualTo("InvalidAuthenticationTokenAudience");
        var armToken = token(vault.azure.audience() + "/.default");
        var atVault = vault.client(SecretServiceVersion.V7_6, any -> Mono.just(armToken));
        assertThat(refused(401, () -> atVault.getSecret("key"))).contains("AKV10022");
    }

    private AccessToken token(String scope) {
        return SdkClient.secret(vault.azure, "app", "s")
                .getTokenSync(new TokenRequestContext().addScopes(scope));
    }

    @Test
    void identityOfTheNodeHasATokenForVaults() throws Exception {
        vault.azure.control().client(dev.dragoman.sandbox.azure.entra.Client.managed("node"));
        vault.azure.control().assignToNode("node");
        vault.azure.control().vaultRights("node", "set");
        var uri =
                vault.azure.nodeMetadata()
                        + "/metadata/identity/oauth2/token?api-version=2018-02-01&client_id=node"
                        + "&resource=https://vault.azure.net";
        var request = HttpRequest.newBuilder(URI.create(uri)).header("Metadata", "true").build();
        try (var http = HttpClient.newHttpClient()) {
            var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            var text = new ObjectMapper().readTree(answer.body()).path("access_token").asText();
            var token = new AccessToken(text, OffsetDateTime.now(ZoneOffset.UTC).plusHours(1));
            var node = vault.client(SecretServiceVersion.V7_6, any -> Mono.just(token));
            assertThat(node.setSecret("key", "v").getValue()).isEqualTo("v");
            assertThat(refused(403, () -> node.getSecret("key"))).contains("ForbiddenByRbac");
        }
    }

    @Test
    void replyIsLostAfterTheRequestWasCarriedOut() {
        vault.client.setSecret("key", "1");
        vault.azure.control().loseReplies(1, "PUT /" + vault.host + "/secrets/key");
        unanswered(() -> vault.client.setSecret("key", "2"));
        assertThat(vault.client.getSecret("key").getValue()).isEqualTo("2");
        assertThat(vault.client.setSecret("key", "3").getValue()).isEqualTo("3");
    }
}
