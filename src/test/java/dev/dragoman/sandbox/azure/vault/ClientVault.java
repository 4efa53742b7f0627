package dev.dragoman.sandbox.azure.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.core.credential.TokenCredential;
import com.azure.core.exception.HttpResponseException;
import com.azure.core.http.policy.FixedDelayOptions;
import com.azure.core.http.policy.RetryOptions;
import com.azure.security.keyvault.secrets.SecretClient;
import com.azure.security.keyvault.secrets.SecretClientBuilder;
import com.azure.security.keyvault.secrets.SecretServiceVersion;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.azure.SdkClient;
import dev.dragoman.sandbox.azure.entra.Client;
import java.time.Duration;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A sandbox with one vault, and Microsoft's clients of both. */
final class ClientVault implements AutoCloseable {
    static final String RG = "/resourceGroups/rg";
    static final String VERSION = "2023-07-01";

    /** Another one for each test: the client remembers the tenant of a name as long as the JVM. */
    final String name = "kv-" + UUID.randomUUID().toString().substring(0, 8);

    final String host = name + ".vault.azure.net";
    final String path = RG + "/providers/Microsoft.KeyVault/vaults/" + name;
    final AzureSandbox azure;
    final SdkClient arm;
    final SecretClient client;

    /** The application {@code app} has no rights in Resource Manager, and all to secrets. */
    ClientVault() {
        azure =
                AzureSandbox.start(
                        Options.of(Catalog.load())
                                .client(Client.secret("admin", "s"))
                                .client(Client.secret("app", "s").within("/none")));
        azure.control().vaultDelays(Duration.ZERO, Duration.ZERO);
        arm = new SdkClient(azure, SdkClient.secret(azure, "admin", "s"));
        arm.send("PUT", RG, "2020-06-01", "{\"location\":\"westeurope\"}");
        make("");
        azure.control().vaultRights("app", "all");
        client = client(SecretServiceVersion.getLatest());
    }

    /**
     * Makes or changes the vault.
     *
     * @param more further properties, each with a comma before it
     */
    void make(String more) {
        var body =
                """
                {"location":"westeurope","properties":{"tenantId":"%s","sku":{"family":"A","name":"standard"},
                 "enableRbacAuthorization":true%s}}"""
                        .formatted(azure.tenantId(), more);
        assertThat(arm.send("PUT", path, VERSION, body).status()).isIn(200, 201);
    }

    SecretClient client(SecretServiceVersion version) {
        return client(version, SdkClient.secret(azure, "app", "s"));
    }

    SecretClient client(SecretServiceVersion version, TokenCredential credential) {
        return new SecretClientBuilder()
                .vaultUrl("https://" + host)
                .credential(credential)
                .httpClient(SdkClient.httpByProxy(azure))
                .retryOptions(new RetryOptions(new FixedDelayOptions(0, Duration.ofMillis(1))))
                .serviceVersion(version)
                .buildClient();
    }

    /** Requires that the call is refused with this status, and returns what the client says. */
    static String refused(int status, ThrowingCallable call) {
        var error = catchThrowableOfType(HttpResponseException.class, call);
        assertThat(error).as("refusal with %s", status).isNotNull();
        assertThat(error.getResponse().getStatusCode()).isEqualTo(status);
        return error.getMessage();
    }

    /** Requires that the call gets no answer. */
    static void unanswered(ThrowingCallable call) {
        assertThat(catchThrowableOfType(RuntimeException.class, call))
                .isNotNull()
                .isNotInstanceOf(HttpResponseException.class);
    }

    @Override
    public void close() {
        azure.close();
    }
}
