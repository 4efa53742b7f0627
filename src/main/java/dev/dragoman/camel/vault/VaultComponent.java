package dev.dragoman.camel.vault;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.camel.Endpoint;
import org.apache.camel.component.azure.key.vault.KeyVaultComponent;

/**
 * Camel's component {@code azure-key-vault}, for the lines of the route {@code azure}: identity and
 * vault come from the reconciled object. Endpoints with a fixed vault are refused, because their
 * client would be the operator's own, whatever object is reconciled.
 */
public class VaultComponent extends KeyVaultComponent {
    /** Paths of lines. No vault can have these names, because they have a dot. */
    public static final Set<String> LINES = Set.of("exports.store", "exports.withdraw");

    /** The scheme. */
    public static final String SCHEME = "azure-key-vault";

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters)
            throws Exception {
        if (!LINES.contains(remaining)) {
            throw new IllegalArgumentException(unknown(remaining));
        }
        var endpoint = new VaultEndpoint(uri, this);
        setProperties(endpoint, parameters);
        return endpoint;
    }

    /** Says that there is no such path. */
    public static String unknown(String path) {
        return "%s:%s does not exist; use %s"
                .formatted(
                        SCHEME,
                        path,
                        LINES.stream()
                                .sorted()
                                .map(each -> SCHEME + ":" + each)
                                .collect(Collectors.joining(" or ")));
    }
}
