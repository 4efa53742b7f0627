package dev.dragoman.discovery.decision;

import java.util.Set;

/**
 * Namespaces that the cluster's administrator lets every DiscoveryService serve.
 *
 * @param all whether these are all
 * @param names which, where not all
 */
public record Allowed(boolean all, Set<String> names) {
    /** None but those that say so themselves. */
    public static final Allowed NONE = new Allowed(false, Set.of());

    public Allowed {
        names = Set.copyOf(names);
    }

    /** Whether the namespace is one of them. */
    boolean has(String namespace) {
        return all || names.contains(namespace);
    }
}
