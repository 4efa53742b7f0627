package dev.dragoman.kube;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How objects are applied.
 *
 * @param fieldManager one per concern: two concerns that share a manager erase each other's fields
 * @param ownedBy owner of the applied objects, with which they are deleted; empty when the field
 *     manager alone shows which objects are ours
 * @param force whether to take over fields that other managers own
 * @param takeOver whether an existing object that is not ours becomes ours; only for places where
 *     everything is ours, such as a namespace that we created
 * @param former managers that do not write any more: fields that they own below the applied ones
 *     become this manager's, so that a later apply without such a field removes it
 * @param orphans whether an object of this manager that has no owner any more becomes the owner's.
 *     Objects lose their owner in a restore, or when the owner is deleted without them
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

    /** Does not adopt objects that have lost their owner. */
    public ApplyOptions(
            String fieldManager,
            Optional<Map<String, Object>> ownedBy,
            boolean force,
            boolean takeOver,
            Set<String> former) {
        this(fieldManager, ownedBy, force, takeOver, former, false);
    }

    /** The same options, but adopts objects that have lost their owner. */
    public ApplyOptions adoptingOrphans() {
        return new ApplyOptions(fieldManager, ownedBy, force, takeOver, former, true);
    }

    /** Has no former managers. */
    public ApplyOptions(
            String fieldManager,
            Optional<Map<String, Object>> ownedBy,
            boolean force,
            boolean takeOver) {
        this(fieldManager, ownedBy, force, takeOver, Set.of());
    }

    /** Does not take over objects that are not ours. */
    public ApplyOptions(String fieldManager, Optional<Map<String, Object>> ownedBy, boolean force) {
        this(fieldManager, ownedBy, force, false, Set.of());
    }
}
