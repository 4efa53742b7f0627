package dev.dragoman.sandbox.azure.vault;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.core.exception.HttpResponseException;
import com.azure.core.http.policy.FixedDelayOptions;
import com.azure.core.http.policy.RetryOptions;
import com.azure.security.keyvault.secrets.SecretClient;
import com.azure.security.keyvault.secrets.SecretClientBuilder;
import com.azure.security.keyvault.secrets.SecretServiceVersion;
import com.azure.security.keyvault.secrets.models.KeyVaultSecret;
import com.azure.security.keyvault.secrets.models.SecretProperties;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.azure.SdkClient;
import dev.dragoman.sandbox.azure.control.Exchange;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.tier.Landing;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Microsoft's Java client of Key Vault works with a vault of the sandbox under the vault's own
 * name. It belongs to the default tier.
 */
@Landing
class VaultClientIT {
    private static final String RG = "/resourceGroups/rg";
    private static final String VERSION = "2023-07-01";

    /** Another one for each test: the client remembers the tenant of a name as long as the JVM. */
    private final String name = "kv-" + UUID.randomUUID().toString().substring(0, 8);

    private final String host = name + ".vault.azure.net";
    private final String vault = RG + "/providers/Microsoft.KeyVault/vaults/" + name;
    private AzureSandbox azure;
    private SdkClient arm;
    private SecretClient client;

    @BeforeEach
    void start() {
        azure =
                AzureSandbox.start(
                        Options.of(Catalog.load())
                                .client(Client.secret("admin", "s"))
                                .client(Client.secret("app", "s").within("/none")));
        azure.control().vaultDelays(Duration.ZERO, Duration.ZERO);
        arm = new SdkClient(azure, SdkClient.secret(azure, "admin", "s"));
        arm.send("PUT", RG, "2020-06-01", "{\"location\":\"westeurope\"}");
        makeVault("");
        azure.control().vaultRights("app", "all");
        client = client(SecretServiceVersion.getLatest());
    }

    @AfterEach
    void stop() {
        azure.close();
    }

    private void makeVault(String more) {
        var body =
                """
                {"location":"westeurope","properties":{"tenantId":"%s","sku":{"family":"A","name":"standard"},
                 "enableRbacAuthorization":true%s}}"""
                        .formatted(azure.tenantId(), more);
        assertThat(arm.send("PUT", vault, VERSION, body).status()).isIn(200, 201);
    }

    private SecretClient client(SecretServiceVersion version) {
        return new SecretClientBuilder()
                .vaultUrl("https://" + host)
                .credential(SdkClient.secret(azure, "app", "s"))
                .httpClient(SdkClient.httpByProxy(azure))
                .retryOptions(new RetryOptions(new FixedDelayOptions(0, Duration.ofMillis(1))))
                .serviceVersion(version)
                .buildClient();
    }

    @Test
    void allPropertiesAreSetByOneRequestAfterAChallenge() {
        var expires = OffsetDateTime.of(2030, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);
        var properties =
                new SecretProperties()
                        .setContentType("text/plain")
                        .setTags(Map.of("team", "payments"))
                        .setExpiresOn(expires)
                        .setNotBefore(expires.minusYears(1));
        var set = client.setSecret(new KeyVaultSecret("key", "v4lue").setProperties(properties));
        assertThat(azure.control().exchanges().stream().filter(Exchange::ofVault))
                .extracting(Exchange::status)
                .containsExactly(401, 200);
        assertThat(azure.control().tokens().getLast().audience())
                .isEqualTo("https://vault.azure.net");
        var read = client.getSecret("KEY");
        assertThat(read.getValue()).isEqualTo("v4lue");
        assertThat(read.getProperties())
                .usingRecursiveComparison()
                .isEqualTo(set.getProperties());
        assertThat(read.getProperties().getContentType()).isEqualTo("text/plain");
        assertThat(read.getProperties().getTags()).containsEntry("team", "payments");
        assertThat(read.getProperties().getExpiresOn()).isEqualTo(expires);
        assertThat(read.getProperties().getRecoverableDays()).isEqualTo(90);
        assertThat(azure.control().vault(name).secret("key").orElseThrow().latest().value())
                .isEqualTo("v4lue");
        assertThat(azure.control().exchanges().toString()).doesNotContain("v4lue", "Bearer ey");
        assertThat(azure.control().counts())
                .containsEntry("PUT /" + host + "/secrets/key", 2L);
    }

    @ParameterizedTest
    @EnumSource(names = {"V7_4", "V7_5", "V7_6"})
    void eachVersionIsServed(SecretServiceVersion version) {
        assertThat(client(version).setSecret("key", "v").getValue()).isEqualTo("v");
    }

    @Test
    void listsAreFollowedOverPages() {
        IntStream.range(0, 30).forEach(each -> client.setSecret("s" + each, "v"));
        assertThat(client.listPropertiesOfSecrets().stream()).hasSize(30);
        IntStream.range(0, 27).forEach(each -> client.setSecret("s0", "v" + each));
        assertThat(client.listPropertiesOfSecretVersions("s0").stream()).hasSize(28);
        assertThat(client.listPropertiesOfSecretVersions("none").stream()).isEmpty();
    }

    @Test
    void propertiesAreUpdatedAndADisabledSecretIsNotRead() {
        var first = client.setSecret("key", "1");
        client.setSecret("key", "2");
        assertThat(client.getSecret("key", first.getProperties().getVersion()).getValue())
                .isEqualTo("1");
        var properties = client.getSecret("key").getProperties();
        var updated =
                client.updateSecretProperties(
                        properties.setTags(Map.of("a", "b")).setEnabled(false));
        assertThat(updated.isEnabled()).isFalse();
        assertThat(updated.getTags()).containsEntry("a", "b");
        assertThat(refused(403, () -> client.getSecret("key"))).contains("SecretDisabled");
        client.updateSecretProperties(updated.setEnabled(true));
        assertThat(client.getSecret("key").getValue()).isEqualTo("2");
    }

    @Test
    void secretsAreDeletedRecoveredAndPurged() {
        client.setSecret("key", "v");
        azure.control().vaultDelays(Duration.ofHours(1), Duration.ofHours(1));
        var deletion = client.beginDeleteSecret("key");
        deletion.setPollInterval(Duration.ofMillis(20));
        refused(404, () -> client.getSecret("key"));
        refused(404, () -> client.getDeletedSecret("key"));
        azure.control().vaultDelays(Duration.ZERO, Duration.ofHours(1));
        deletion.waitForCompletion();
        assertThat(client.getDeletedSecret("key").getScheduledPurgeDate()).isNotNull();
        assertThat(client.listDeletedSecrets().stream()).hasSize(1);
        assertThat(refused(409, () -> client.setSecret("key", "w")))
                .contains("ObjectIsDeletedButRecoverable");

        var recovery = client.beginRecoverDeletedSecret("key");
        recovery.setPollInterval(Duration.ofMillis(20));
        refused(404, () -> client.getSecret("key"));
        azure.control().vaultDelays(Duration.ZERO, Duration.ZERO);
        recovery.waitForCompletion();
        assertThat(client.getSecret("key").getValue()).isEqualTo("v");

        client.beginDeleteSecret("key").poll();
        client.purgeDeletedSecret("key");
        await().untilAsserted(() -> refused(404, () -> client.getDeletedSecret("key")));
        assertThat(client.setSecret("key", "w").getValue()).isEqualTo("w");
    }

    @Test
    void rolesAreAssignmentsInResourceManager() {
        azure.control().vaultRights("app");
        assertThat(refused(403, () -> client.setSecret("key", "v"))).contains("ForbiddenByRbac");
        var principal = azure.control().tokens().getLast().subject();
        assign(principal, "8e3af657-a8ff-443c-a75c-2fe8c4bcb635");
        assertThat(refused(403, () -> client.setSecret("key", "v")))
                .as("Owner has no rights to data")
                .contains("ForbiddenByRbac");
        assign(principal, "b86a8fe4-44ce-4948-aee5-eccb2c155cd7");
        assertThat(client.setSecret("key", "v").getValue()).isEqualTo("v");
    }

    private void assign(String principal, String role) {
        var body =
                """
                {"properties":{"principalId":"%s","roleDefinitionId":"/subscriptions/%s/providers/Microsoft.Authorization/roleDefinitions/%s"}}"""
                        .formatted(principal, azure.subscriptionId(), role);
        var path = vault + "/providers/Microsoft.Authorization/roleAssignments/" + UUID.randomUUID();
        assertThat(arm.send("PUT", path, "2022-04-01", body).status()).isEqualTo(201);
    }

    @Test
    void firewallAndFaultsReachTheClient() {
        client.setSecret("key", "v");
        azure.control().throttle(1, 7, "GET /" + host + "/secrets/key");
        var throttled =
                catchThrowableOfType(
                        HttpResponseException.class, () -> client.getSecret("key"));
        assertThat(throttled.getResponse().getStatusCode()).isEqualTo(429);
        assertThat(throttled.getMessage()).contains("Throttled");
        azure.control().failNext("GET .*/secrets/key", 503, "ServiceUnavailable", "not now");
        refused(503, () -> client.getSecret("key"));
        azure.control().exhaust();
        refused(429, () -> client.getSecret("key"));
        azure.control().unlimited();
        assertThat(client.getSecret("key").getValue()).isEqualTo("v");
        makeVault(",\"publicNetworkAccess\":\"Disabled\"");
        assertThat(refused(403, () -> client.getSecret("key"))).contains("ForbiddenByConnection");
        azure.control().down();
        assertThat(catchThrowableOfType(RuntimeException.class, () -> client.getSecret("key")))
                .isNotInstanceOf(HttpResponseException.class);
    }

    @Test
    void vaultThatIsGoneIsNotFoundAndComesBackWithItsSecrets() {
        client.setSecret("key", "v");
        assertThat(arm.send("DELETE", vault, VERSION, null).status()).isEqualTo(200);
        var gone =
                catchThrowableOfType(
                        RuntimeException.class,
                        () -> client(SecretServiceVersion.V7_6).getSecret("key"));
        assertThat(gone).isNotInstanceOf(HttpResponseException.class);
        makeVault(",\"createMode\":\"recover\"");
        assertThat(client.getSecret("key").getValue()).isEqualTo("v");

        arm.send("DELETE", vault, VERSION, null);
        var deleted = "/providers/Microsoft.KeyVault/locations/westeurope/deletedVaults/" + name;
        assertThat(arm.send("POST", deleted + "/purge", VERSION, null).status()).isEqualTo(202);
        makeVault("");
        refused(404, () -> client.getSecret("key"));
    }

    @Test
    void tokensAreForOneServiceEach() {
        var vaultToken =
                SdkClient.secret(azure, "admin", "s")
                        .getTokenSync(
                                new com.azure.core.credential.TokenRequestContext()
                                        .addScopes("https://vault.azure.net/.default"));
        var wrong = new SdkClient(azure, any -> reactor.core.publisher.Mono.just(vaultToken));
        var refused = wrong.send("GET", RG, "2020-06-01", null);
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.errorCode()).isEqualTo("InvalidAuthenticationTokenAudience");
    }

    /** Requires that the call is refused with this status, and returns what the client says. */
    private static String refused(int status, ThrowingCallable call) {
        var error = catchThrowableOfType(HttpResponseException.class, call);
        assertThat(error).as("refusal with %s", status).isNotNull();
        assertThat(error.getResponse().getStatusCode()).isEqualTo(status);
        return error.getMessage();
    }
}
