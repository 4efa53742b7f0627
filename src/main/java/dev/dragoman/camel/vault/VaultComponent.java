package dev.dragoman.camel.vault;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.camel.Endpoint;
import org.apache.camel.component.azure.key.vault.KeyVaultComponent;
import org.apache.camel.component.azure.key.vault.KeyVaultOperation;

/**
 * Camel's component {@code azure-key-vault}, restricted to the reconciled object. Requests are sent
 * with the object's identity, and only to vaults that the object may use. Camel's own endpoint
 * would use the operator's identity for all objects.
 */
public class VaultComponent extends KeyVaultComponent {
    /**
     * Paths of lines of the route {@code azure}. They are neither names of vaults, because they
     * have a dot, nor hosts of vaults.
     */
    public static final Set<String> LINES = Set.of("exports.store", "exports.withdraw");

    /** The scheme. */
    public static final String SCHEME = "azure-key-vault";

    /** The option that says what a team's step does. */
    public static final String OPERATION = "operation";

    private static final List<KeyVaultOperation> OPERATIONS =
            List.of(
                    KeyVaultOperation.getSecret,
                    KeyVaultOperation.createSecret,
                    KeyVaultOperation.deleteSecret);

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters)
            throws Exception {
        var operation = getAndRemoveParameter(parameters, OPERATION, String.class, "");
        problem(remaining, operation)
                .ifPresent(
                        why -> {
                            throw new IllegalArgumentException(why);
                        });
        return LINES.contains(remaining)
                ? new VaultLine(uri, this)
                : new VaultStep(uri, this, remaining, KeyVaultOperation.valueOf(operation));
    }

    /** What is wrong with an address; empty if nothing is. */
    private static Optional<String> problem(String path, String operation) {
        if (LINES.contains(path)) {
            return operation.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            "%s:%s is a line of the route azure, and takes no option"
                                    .formatted(SCHEME, path));
        }
        return OPERATIONS.stream().anyMatch(each -> each.name().equals(operation))
                ? Optional.empty()
                : Optional.of(
                        "%s:%s needs the option %s, one of %s"
                                .formatted(
                                        SCHEME,
                                        path,
                                        OPERATION,
                                        OPERATIONS.stream()
                                                .map(Enum::name)
                                                .collect(Collectors.joining(", "))));
    }
}
