package dev.dragoman.discovery.decision;

import java.util.Set;

/**
 * Namespaces that the cluster's administrator lets every DiscoveryService serve. Immutable.
 *
 * @param all whether all namespaces are allowed
 * @param names names of the allowed ones, where not all are
 */
public record Allowed(boolean all, Set<String> names) {
    /** The administrator allows none; a namespace may still consent itself. */
    public static final Allowed NONE = new Allowed(false, Set.of());

    public Allowed {
        names = Set.copyOf(names);
    }

    /** Whether the namespace is allowed. */
    boolean has(String namespace) {
        return all || names.contains(namespace);
    }
}
