package dev.dragoman.azure.identity;

import dev.dragoman.kube.Names;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Which namespaces may act as which identity of the nodes. A node gives a token of any of its
 * identities to whoever asks, and client ids are no secrets: so it takes a word of the platform.
 * Immutable.
 *
 * @param all whether every namespace may act as every one
 * @param allowed namespace, a slash, and client id in lower case
 */
public record NodeIdentities(boolean all, Set<String> allowed) {
    static final String SETTING = "DRAGOMAN_NODE_IDENTITIES";
    private static final String ALL = "*";

    public NodeIdentities {
        allowed = Set.copyOf(allowed);
    }

    /**
     * Reads the environment.
     *
     * @param shared whether any namespace can act as any workload identity anyway
     * @throws IllegalArgumentException saying what is wrong and what to write
     */
    static NodeIdentities from(Map<String, String> env, boolean shared) {
        var allowed = new HashSet<String>();
        boolean all = false;
        for (var entry :
                Arrays.stream(env.getOrDefault(SETTING, "").split(",", -1))
                        .map(String::strip)
                        .filter(each -> !each.isEmpty())
                        .toList()) {
            if (ALL.equals(entry)) {
                all = true;
                continue;
            }
            var parts = entry.split("/", -1);
            if (parts.length != 2 || !Names.isLabel(parts[0]) || parts[1].isBlank()) {
                throw new IllegalArgumentException(
                        "%s: '%s' is none; write a namespace, a slash and a client id, and a comma between several"
                                .formatted(SETTING, entry));
            }
            allowed.add(key(parts[0], parts[1]));
        }
        if (all && !shared) {
            throw new IllegalArgumentException(
                    "%s: * is used with %s=shared alone; name namespaces and client ids, or set that"
                            .formatted(SETTING, IdentityRules.MODE));
        }
        return new NodeIdentities(all, allowed);
    }

    /** Whether a namespace may act as the identity with this client id. */
    boolean allows(String namespace, String clientId) {
        return all || allowed.contains(key(namespace, clientId));
    }

    private static String key(String namespace, String clientId) {
        return namespace + "/" + clientId.strip().toLowerCase(Locale.ROOT);
    }
}
