package dev.dragoman.azure.vault;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.security.keyvault.secrets.SecretClient;
import com.azure.security.keyvault.secrets.SecretClientBuilder;
import dev.dragoman.azure.arm.ArmClients;
import dev.dragoman.azure.arm.ArmMetrics;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.decision.StoreResult;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.Proof;
import dev.dragoman.azure.identity.Proofs;
import dev.dragoman.azure.identity.Sensitive;
import dev.dragoman.azure.identity.VaultAddress;
import dev.dragoman.azure.model.StoredEntries;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.azure.SdkClient;
import dev.dragoman.sandbox.azure.entra.Client;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A vault of the local Azure, and the exports of one object to it. */
abstract class VaultExportsFixture {
    static final List<String> SUFFIXES = List.of("vault.azure.net");
    static final VaultOwner OWNER = new VaultOwner("c", "K.g", "ns", "n");
    static final List<Map<String, Object>> SECRETS =
            List.of(Map.of("metadata", Map.of("name", "s"), "data", Map.of("k", "dmFsdWU=")));

    /** Microsoft's client remembers the tenant of a name as long as the JVM runs. */
    final String vault = "kv" + System.nanoTime() / 1000;

    final List<String> entries = List.of(vault + ".vault.azure.net/s-k");
    final AzureSandbox azure =
            AzureSandbox.start(Options.of(Catalog.load()).client(Client.secret("app", "s")));
    Instant now = Instant.EPOCH;
    final InstantSource clock = () -> now;
    final VaultExports exports = new VaultExports(clock);
    final VaultExports.Asker asker = asker(azure.vaultProxy());
    SecretClient other;

    VaultExports.Asker asker(String proxy) {
        return asker(proxy, List.of(), SUFFIXES);
    }

    VaultExports.Asker asker(String proxy, List<String> tenants, List<String> suffixes) {
        var settings =
                AzureSettings.from(
                        Map.of(
                                "AZURE_RESOURCE_MANAGER_ENDPOINT", azure.armEndpoint(),
                                "AZURE_AUTHORITY_HOST", azure.authorityHost(),
                                "DRAGOMAN_CA_FILE", azure.caPem().toString(),
                                "HTTPS_PROXY", proxy,
                                "NO_PROXY", "localhost"));
        var clients =
                new ArmClients(
                        settings,
                        InstantSource.system(),
                        new ArmMetrics(new SimpleMeterRegistry()),
                        Proofs.none(),
                        () -> true);
        var identity =
                new AzureIdentity(
                        azure.subscriptionId(),
                        azure.tenantId(),
                        "app",
                        new Proof.ClientSecret(new Sensitive("s")),
                        tenants,
                        settings.cloud());
        return new VaultExports.Asker(clients.of(identity), OWNER, suffixes);
    }

    @BeforeEach
    void prepare() {
        azure.control().vaultRights("app", "all");
        azure.control().vaultDelays(Duration.ZERO, Duration.ZERO);
        var credential = SdkClient.secret(azure, "app", "s");
        var arm = new SdkClient(azure, credential);
        var group = "/resourceGroups/rg";
        assertThat(arm.send("PUT", group, "2020-06-01", "{\"location\":\"westeurope\"}").status())
                .isEqualTo(201);
        var body =
                """
                {"location":"westeurope","properties":{"tenantId":"%s","sku":{"family":"A","name":"standard"},
                 "enableRbacAuthorization":true}}"""
                        .formatted(azure.tenantId());
        var path = group + "/providers/Microsoft.KeyVault/vaults/" + vault;
        assertThat(arm.send("PUT", path, "2023-07-01", body).status()).isIn(200, 201);
        other =
                new SecretClientBuilder()
                        .vaultUrl("https://%s.vault.azure.net".formatted(vault))
                        .credential(credential)
                        .httpClient(SdkClient.httpByProxy(azure))
                        .buildClient();
    }

    @AfterEach
    void stop() {
        azure.close();
    }

    StoreResult store(List<String> recorded) {
        return store("{secret}-{key}", recorded);
    }

    StoreResult store(String pattern, List<String> recorded) {
        return store(asker, pattern, SECRETS, recorded, any -> true);
    }

    static List<Map<String, Object>> secret(String base64) {
        return List.of(Map.of("metadata", Map.of("name", "s"), "data", Map.of("k", base64)));
    }

    StoreResult store(
            VaultExports.Asker by,
            String pattern,
            List<Map<String, Object>> secrets,
            List<String> recorded,
            Predicate<String> mayRepair) {
        var choice =
                new VaultChoice(
                        VaultAddress.of(vault, by.suffixes()),
                        false,
                        VaultChoice.Form.ENTRIES,
                        pattern,
                        true,
                        false,
                        Optional.empty(),
                        Optional.empty());
        return exports.store(by, Optional.of(choice), secrets, has(recorded), mayRepair, false);
    }

    static StoredEntries has(List<String> entries) {
        return new StoredEntries("", entries);
    }

    String state() {
        return azure.control().vault(vault).secret("s-k").orElseThrow().state().name();
    }

    static String message(StoreResult result) {
        return result.problem().map(Problem::message).orElse("");
    }

    static String reason(StoreResult result) {
        return result.problem().map(Problem::reason).orElse("");
    }
}
