package dev.dragoman.kube;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How objects are applied.
 *
 * @param fieldManager one per concern: two concerns that share one erase each other's fields
 * @param ownedBy the object that the applied ones belong to and are deleted with; empty when the
 *     field manager alone tells what is ours
 * @param force whether fields that others manage are taken over
 * @param takeOver whether an object that exists and is not ours becomes ours; only where everything
 *     around it is ours, as in a namespace that we made
 * @param former managers that have left: what they have set within the fields that are applied
 *     becomes this manager's, so that it goes when it is left out
 * @param orphans whether what this manager has applied, and nothing owns any more, becomes the
 *     owner's: so it is after a restore, and after an owner was removed and what it owned stayed
 */
public record ApplyOptions(
        String fieldManager,
        Optional<Map<String, Object>> ownedBy,
        boolean force,
        boolean takeOver,
        Set<String> former,
        boolean orphans) {
    public ApplyOptions {
        former = Set.copyOf(former);
    }

    /** Leaves alone what has lost its owner. */
    public ApplyOptions(
            String fieldManager,
            Optional<Map<String, Object>> ownedBy,
            boolean force,
            boolean takeOver,
            Set<String> former) {
        this(fieldManager, ownedBy, force, takeOver, former, false);
    }

    /** The same options, under which what has lost its owner is adopted. */
    public ApplyOptions adoptingOrphans() {
        return new ApplyOptions(fieldManager, ownedBy, force, takeOver, former, true);
    }

    /** Nobody has left. */
    public ApplyOptions(
            String fieldManager,
            Optional<Map<String, Object>> ownedBy,
            boolean force,
            boolean takeOver) {
        this(fieldManager, ownedBy, force, takeOver, Set.of());
    }

    /** Leaves alone what is not ours. */
    public ApplyOptions(String fieldManager, Optional<Map<String, Object>> ownedBy, boolean force) {
        this(fieldManager, ownedBy, force, false, Set.of());
    }
}
