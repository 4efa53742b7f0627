package dev.dragoman.sandbox.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.azure.core.http.policy.FixedDelayOptions;
import com.azure.core.http.policy.RetryOptions;
import com.azure.identity.WorkloadIdentityCredentialBuilder;
import com.azure.security.keyvault.secrets.SecretClient;
import com.azure.security.keyvault.secrets.SecretClientBuilder;
import java.time.Duration;
import org.slf4j.LoggerFactory;

/**
 * An application that reads a value from a Key Vault as its own identity, and asks again until it
 * gets the value. It has the variables of a pod with workload identity: {@code AZURE_CLIENT_ID},
 * {@code AZURE_TENANT_ID}, {@code AZURE_AUTHORITY_HOST} and {@code AZURE_FEDERATED_TOKEN_FILE}. It
 * has no access to Kubernetes.
 *
 * <p>It prints the reason why it waits, again when this changes. It never prints the value. It ends
 * with code 0 when it has the value, and with 2 for wrong arguments.
 */
public final class VaultApplication {
    /** The beginning of a line that tells the reason. */
    static final String WAITS = "waits: ";

    /** The beginning of the last line. */
    static final String HAS = "has ";

    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final int WRONG_ARGUMENTS = 2;

    /**
     * No retries in the library, which would hide the reason; the application itself asks again.
     */
    private static final RetryOptions ONCE =
            new RetryOptions(new FixedDelayOptions(0, Duration.ofMillis(1)));

    private VaultApplication() {}

    /**
     * Waits for the value.
     *
     * @param arguments URL of the vault, and name of the entry
     */
    public static void main(String[] arguments) throws InterruptedException {
        if (arguments.length != 2) {
            System.err.println("arguments: URL of a vault, and name of an entry");
            System.exit(WRONG_ARGUMENTS);
        }
        // this application prints refusals itself; the library would log them with a stack trace
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
        var value = await(client(arguments[0]), arguments[1]);
        System.out.println(HAS + arguments[1] + ", a value of " + value.length() + " characters");
    }

    private static SecretClient client(String vault) {
        var credential =
                new WorkloadIdentityCredentialBuilder()
                        // needed because the authority is not public Azure's
                        .disableInstanceDiscovery()
                        .retryOptions(ONCE)
                        .build();
        return new SecretClientBuilder()
                .vaultUrl(vault)
                .credential(credential)
                .retryOptions(ONCE)
                .buildClient();
    }

    private static String await(SecretClient client, String entry) throws InterruptedException {
        var last = "";
        while (true) {
            try {
                return client.getSecret(entry).getValue();
            } catch (RuntimeException refused) {
                var reason = VaultRefusal.reason(refused);
                if (!reason.equals(last)) {
                    System.out.println(WAITS + reason);
                }
                last = reason;
            }
            Thread.sleep(PAUSE);
        }
    }
}
