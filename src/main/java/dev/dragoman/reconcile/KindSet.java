package dev.dragoman.reconcile;

import java.util.List;

/**
 * Kinds that belong together, so that a route names them by one word. Bound in the registry under
 * the name that the option {@code kinds} of the trigger takes. Immutable.
 */
public record KindSet(List<KindSelector> kinds) {
    public KindSet {
        kinds = List.copyOf(kinds);
    }
}
