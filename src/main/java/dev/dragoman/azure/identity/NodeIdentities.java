package dev.dragoman.azure.identity;

import dev.dragoman.settings.IdentityMode;
import dev.dragoman.settings.NamespaceIdentities;
import dev.dragoman.settings.SettingValues;
import java.util.Map;

/**
 * Which namespaces may act as which identity of the nodes. The operator has to check this, because
 * the metadata service of a node gives tokens of all its identities to every caller. Immutable.
 *
 * @param all whether every namespace may act as every identity
 * @param allowed which namespaces may act as which identities; used if {@code all} is false
 */
public record NodeIdentities(boolean all, NamespaceIdentities allowed) {
    static final String SETTING = "DRAGOMAN_NODE_IDENTITIES";
    private static final String ALL = "*";

    /**
     * Reads the environment.
     *
     * @param shared whether the mode is shared, so any namespace can act as any workload identity
     * @throws IllegalArgumentException saying what is wrong and what to write
     */
    static NodeIdentities from(Map<String, String> env, boolean shared) {
        var entries = SettingValues.entries(env.getOrDefault(SETTING, ""));
        boolean all = entries.contains(ALL);
        var named = entries.stream().filter(each -> !ALL.equals(each)).toList();
        var allowed = NamespaceIdentities.of(SETTING, named);
        if (all && !shared) {
            throw new IllegalArgumentException(
                    "%s: * is used only with %s=shared; name namespaces and client ids, or set that mode"
                            .formatted(SETTING, IdentityMode.MODE));
        }
        return new NodeIdentities(all, allowed);
    }

    /** Whether a namespace may act as the identity with this client id. */
    boolean allows(String namespace, String clientId) {
        return all || allowed.allows(namespace, clientId);
    }
}
