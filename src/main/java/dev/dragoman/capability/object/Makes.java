package dev.dragoman.capability.object;

import java.util.List;
import java.util.Set;

/**
 * How a capability makes objects; the line {@code apply} of its route says the same. Immutable.
 *
 * @param manager field manager of all objects
 * @param former field managers that are no longer used, such as that of a predecessor
 * @param worst reasons of troubles, the worst first; orders troubles of the same severity
 */
public record Makes(String manager, Set<String> former, List<String> worst) {
    public Makes {
        former = Set.copyOf(former);
        worst = List.copyOf(worst);
    }
}
