package dev.dragoman.settings;

import dev.dragoman.kube.object.Names;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Which namespaces may act as which identities. Client ids are no secrets, so the platform team has
 * to allow each pair. Immutable.
 *
 * @param allowed pairs of a namespace, a slash, and a client id in lower case
 */
public record NamespaceIdentities(Set<String> allowed) {
    public NamespaceIdentities {
        allowed = Set.copyOf(allowed);
    }

    /**
     * Reads entries.
     *
     * @param setting name of the setting, for messages
     * @throws IllegalArgumentException saying what is wrong and what to write
     */
    public static NamespaceIdentities of(String setting, List<String> entries) {
        var allowed = new HashSet<String>();
        for (var entry : entries) {
            int slash = entry.indexOf('/');
            if (slash < 0
                    || slash != entry.lastIndexOf('/')
                    || !Names.isLabel(entry.substring(0, slash))
                    || entry.substring(slash + 1).isBlank()) {
                throw new IllegalArgumentException(
                        "%s: '%s' is no valid entry; write a namespace, a slash and a client id, and a comma between entries"
                                .formatted(setting, entry));
            }
            allowed.add(key(entry.substring(0, slash), entry.substring(slash + 1)));
        }
        return new NamespaceIdentities(allowed);
    }

    /** Whether a namespace may act as the identity with this client id. */
    public boolean allows(String namespace, String clientId) {
        return allowed.contains(key(namespace, clientId));
    }

    private static String key(String namespace, String clientId) {
        return namespace + "/" + clientId.strip().toLowerCase(Locale.ROOT);
    }
}
