package dev.dragoman.capability.object;

import java.util.List;
import java.util.Set;

/**
 * How a capability applies the objects that its lines make. The line {@code apply} of its route
 * must have the same field managers. Immutable.
 *
 * @param manager field manager of all objects
 * @param former field managers of former versions or of a predecessor
 * @param worst reasons of troubles, the worst first; this list orders troubles of the same severity
 */
public record Makes(String manager, Set<String> former, List<String> worst) {
    public Makes {
        former = Set.copyOf(former);
        worst = List.copyOf(worst);
    }
}
