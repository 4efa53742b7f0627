package dev.dragoman.sandbox.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.tier.Full;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Microsoft's Python client of Key Vault, which Debian packages with {@code az}, works with a vault
 * of the sandbox under public names. It belongs to the full tier.
 */
@Tag(DebianAz.TAG)
@Full
class VaultPythonIT {
    private static final String RG = "/resourceGroups/rg";
    private static final String SCRIPT = "src/test/resources/sandbox/vault.py";

    @Test
    void scriptSeesWhatTheServiceWouldShow() throws IOException {
        var az = DebianAz.load();
        var options = Options.of(Catalog.load()).client(Client.secret("admin", "s"));
        try (var azure = AzureSandbox.start(options.underPublicNames())) {
            azure.control().vaultDelays(Duration.ofMillis(300), Duration.ofMillis(100));
            azure.control().vaultRights("admin", "all");
            makeVault(azure, az);
            var result =
                    az.python(environment(azure), List.of(SCRIPT, azure.tenantId(), "admin", "s"));
            assertThat(result.exit()).as("%s", result).isZero();
            assertThat(result.json())
                    .isEqualTo(
                            new ObjectMapper()
                                    .readTree(
                                            """
                                            {"value":"v1","expires":"2030-01-01T00:00:00+00:00","tags":{"a":"b"},
                                             "contentType":"text/plain","listed":31,"versions":2,"old":"v1",
                                             "disabled":[403,"Forbidden","SecretDisabled"],
                                             "missing":[404,"SecretNotFound",null],
                                             "conflict":[409,"Conflict","ObjectIsDeletedButRecoverable"],
                                             "recovered":"v2","invalid":[400,"BadParameter",null]}"""));
            assertThat(azure.control().vault("pyvault").secrets()).hasSize(30);
        }
    }

    private static void makeVault(AzureSandbox azure, DebianAz az) throws IOException {
        var script =
                """
                import sys, requests
                from azure.identity import ClientSecretCredential
                tenant, subscription = sys.argv[1:]
                token = ClientSecretCredential(tenant, "admin", "s").get_token(
                    "https://management.azure.com/.default").token
                base = "https://management.azure.com/subscriptions/" + subscription + "%s"
                def put(path, body):
                    answer = requests.put(base + path, json=body, headers={"Authorization": "Bearer " + token})
                    answer.raise_for_status()
                put("?api-version=2020-06-01", {"location": "westeurope"})
                put("/providers/Microsoft.KeyVault/vaults/pyvault?api-version=2023-07-01",
                    {"location": "westeurope", "properties": {"tenantId": tenant,
                     "sku": {"family": "A", "name": "standard"}, "enableRbacAuthorization": True}})
                """
                        .formatted(RG);
        var result =
                az.python(
                        environment(azure),
                        List.of("-c", script, azure.tenantId(), azure.subscriptionId()));
        assertThat(result.exit()).as("%s", result).isZero();
    }

    private static Map<String, String> environment(AzureSandbox azure) {
        return Map.of(
                "HOME", Path.of("target").toAbsolutePath().toString(),
                "HTTPS_PROXY", azure.vaultProxy(),
                "REQUESTS_CA_BUNDLE", azure.caPem().toString());
    }
}
