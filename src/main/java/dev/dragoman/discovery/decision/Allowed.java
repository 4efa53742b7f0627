package dev.dragoman.discovery.decision;

import java.util.Set;

/**
 * Namespaces that the cluster's administrator lets every DiscoveryService serve. Immutable.
 *
 * @param all whether all namespaces are allowed
 * @param names names of the allowed namespaces, if not all are allowed
 */
public record Allowed(boolean all, Set<String> names) {
    /**
     * The administrator allows no namespace. The owner of a namespace may still consent by an
     * annotation.
     */
    public static final Allowed NONE = new Allowed(false, Set.of());

    public Allowed {
        names = Set.copyOf(names);
    }

    /** Whether the namespace is allowed. */
    boolean has(String namespace) {
        return all || names.contains(namespace);
    }
}
