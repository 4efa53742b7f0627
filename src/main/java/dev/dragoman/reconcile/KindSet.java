package dev.dragoman.reconcile;

import java.util.List;

/**
 * A named set of kinds: a route gives the name of this bean in the option {@code kinds} of {@code
 * kubernetes-reconcile}. Immutable.
 */
public record KindSet(List<KindSelector> kinds) {
    public KindSet {
        kinds = List.copyOf(kinds);
    }
}
