package dev.dragoman.settings;

import dev.dragoman.kube.object.Names;
import java.util.Map;
import java.util.Optional;

/**
 * Whose tokens prove the workload identities of namespaces.
 *
 * @param shared namespace and name of the service account that proves all of them; empty in the
 *     mode {@code strict}, where each namespace has one of its own
 */
public record IdentityMode(Optional<Account> shared) {
    /** Setting: {@code strict} or {@code shared}. */
    public static final String MODE = "DRAGOMAN_IDENTITY_MODE";

    /** Setting: the service account that the mode {@code shared} uses. */
    public static final String SHARED = "DRAGOMAN_IDENTITY_SERVICE_ACCOUNT";

    /** The service account of Azure Service Operator. */
    private static final String THEIRS = "azureserviceoperator-system/azureserviceoperator-default";

    /** A service account. */
    public record Account(String namespace, String name) {
        /** The subject of its tokens. */
        public String subject() {
            return "system:serviceaccount:%s:%s".formatted(namespace, name);
        }
    }

    /**
     * Reads the environment.
     *
     * @throws IllegalArgumentException naming the variable, what is wrong and what to write
     */
    public static IdentityMode from(Map<String, String> env) {
        var mode = SettingValues.text(env, MODE, "strict");
        if (!mode.equals("strict") && !mode.equals("shared")) {
            throw new IllegalArgumentException(
                    "%s: '%s' is neither strict nor shared".formatted(MODE, mode));
        }
        if (mode.equals("shared")) {
            return new IdentityMode(Optional.of(account(SettingValues.text(env, SHARED, THEIRS))));
        }
        if (!SettingValues.text(env, SHARED, "").isEmpty()) {
            throw new IllegalArgumentException(
                    "%1$s is used only with %2$s=shared; remove %1$s, or set %2$s=shared"
                            .formatted(SHARED, MODE));
        }
        return new IdentityMode(Optional.empty());
    }

    private static Account account(String text) {
        var parts = text.split("/", -1);
        if (parts.length != 2 || !Names.isLabel(parts[0]) || !Names.isSubdomain(parts[1])) {
            throw new IllegalArgumentException(
                    "%s: '%s' is no service account; write its namespace, a slash and its name"
                            .formatted(SHARED, text));
        }
        return new Account(parts[0], parts[1]);
    }
}
