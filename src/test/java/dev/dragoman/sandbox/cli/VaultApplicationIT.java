package dev.dragoman.sandbox.cli;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.security.keyvault.secrets.SecretClientBuilder;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.azure.SdkClient;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.sandbox.azure.entra.Directory;
import dev.dragoman.sandbox.azure.entra.JwksSource;
import dev.dragoman.tier.Full;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The application of the demo waits for its value, says why, and gets it as itself alone. */
@Full
class VaultApplicationIT {
    private static final String ISSUER = "https://cluster.test";
    private static final String AUDIENCE = "api://AzureADTokenExchange";
    private static final String OWN = "system:serviceaccount:team:orders";
    private static final String OTHER = "system:serviceaccount:team:other";
    private static final String IDENTITY = "orders-identity";
    private static final String GROUP = "/resourceGroups/orders";
    private static final String ENTRY = "storage-key";
    private static final String NO_RIGHT = "waits: the vault answers 403 ForbiddenByRbac";
    private static final String GOT = "has storage-key, a value of 7 characters";

    @TempDir Path directory;

    /** Another one for each test: the client remembers the tenant of a name as long as the JVM. */
    private final String vault = "kv-" + UUID.randomUUID().toString().substring(0, 8);

    private RSAKey key;
    private AzureSandbox azure;
    private SdkClient arm;
    private VaultApplicationProcess application;

    @BeforeEach
    void prepare() throws JOSEException {
        key = new RSAKeyGenerator(2048).keyID("k1").generate();
        azure =
                AzureSandbox.start(
                        Options.of(Catalog.load())
                                .client(Client.secret("admin", "s"))
                                .client(trusting(OWN)));
        azure.control().vaultRights("admin", "all");
        arm = new SdkClient(azure, SdkClient.secret(azure, "admin", "s"));
        assertThat(arm.send("PUT", GROUP, "2020-06-01", "{\"location\":\"westeurope\"}").status())
                .isEqualTo(201);
    }

    @AfterEach
    void stop() {
        if (application != null) {
            application.close();
        }
        azure.close();
    }

    @Test
    void itWaitsForTheVaultForItsRightAndForTheEntry() throws Exception {
        start(OWN);
        says("waits: there is no such vault");
        makeVault();
        says(NO_RIGHT);
        assign();
        says("waits: the vault answers 404 SecretNotFound");
        setEntry();
        endsWell();
        assertThat(application.said())
                .as("each reason once, and never the value")
                .containsExactly(
                        "waits: there is no such vault",
                        NO_RIGHT,
                        "waits: the vault answers 404 SecretNotFound",
                        GOT);
    }

    @Test
    void withTheTokenOfAnotherAccountItWaitsUntilTheIdentityTrustsThatAccount() throws Exception {
        makeVault();
        assign();
        setEntry();
        start(OTHER);
        says("waits: Entra gives no token: AADSTS700213");
        assertThat(application.ended()).isEmpty();
        azure.control().client(trusting(OTHER));
        endsWell();
        assertThat(application.said())
                .containsExactly("waits: Entra gives no token: AADSTS700213", GOT);
    }

    private void start(String account) throws IOException, JOSEException {
        var token = Files.writeString(directory.resolve("token"), token(account));
        application = VaultApplicationProcess.start(azure, IDENTITY, token, vault, ENTRY);
    }

    private void says(String line) {
        await(line).until(() -> application.said().contains(line));
    }

    private void endsWell() {
        await("that it ends").until(() -> application.ended().isPresent());
        assertThat(application.ended()).hasValue(0);
    }

    private void makeVault() {
        var body =
                """
                {"location":"westeurope","properties":{"tenantId":"%s","sku":{"family":"A","name":"standard"},
                 "enableRbacAuthorization":true}}"""
                        .formatted(azure.tenantId());
        assertThat(arm.send("PUT", path(), "2023-07-01", body).status()).isIn(200, 201);
    }

    /** Gives the identity the role Key Vault Secrets User. */
    private void assign() {
        var body =
                """
                {"properties":{"principalId":"%s","roleDefinitionId":"/subscriptions/%s/providers/Microsoft.Authorization/roleDefinitions/4633458b-17de-408a-b874-0445c86b69e6"}}"""
                        .formatted(Directory.objectId(IDENTITY), azure.subscriptionId());
        var path =
                path() + "/providers/Microsoft.Authorization/roleAssignments/" + UUID.randomUUID();
        assertThat(arm.send("PUT", path, "2022-04-01", body).status()).isEqualTo(201);
    }

    private void setEntry() {
        var _ =
                new SecretClientBuilder()
                        .vaultUrl("https://%s.vault.azure.net".formatted(vault))
                        .credential(SdkClient.secret(azure, "admin", "s"))
                        .httpClient(SdkClient.httpByProxy(azure))
                        .buildClient()
                        .setSecret(ENTRY, "the-key");
    }

    private String path() {
        return GROUP + "/providers/Microsoft.KeyVault/vaults/" + vault;
    }

    /** The identity, with a federated credential for the account. */
    private Client trusting(String account) {
        return Client.federated(
                IDENTITY, ISSUER, account, AUDIENCE, JwksSource.fixed(new JWKSet(key)));
    }

    private String token(String account) throws JOSEException {
        var claims =
                new JWTClaimsSet.Builder()
                        .issuer(ISSUER)
                        .subject(account)
                        .audience(AUDIENCE)
                        .expirationTime(Date.from(Instant.now().plus(Duration.ofHours(1))))
                        .build();
        var header = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build();
        var jwt = new SignedJWT(header, claims);
        jwt.sign(new RSASSASigner(key));
        return jwt.serialize();
    }
}
