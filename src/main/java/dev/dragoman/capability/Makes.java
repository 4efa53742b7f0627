package dev.dragoman.capability;

import java.util.List;
import java.util.Set;

/**
 * How a capability makes objects, as the line {@code apply} of its route says it too. Immutable.
 *
 * @param manager field manager of all of them
 * @param former field managers that have left, such as that of a predecessor
 * @param worst reasons of troubles in the order of their weight, for those of one severity
 */
public record Makes(String manager, Set<String> former, List<String> worst) {
    public Makes {
        former = Set.copyOf(former);
        worst = List.copyOf(worst);
    }
}
