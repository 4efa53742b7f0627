package dev.dragoman.kube;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How objects are applied.
 *
 * @param fieldManager one per concern: two concerns that share a manager erase each other's fields
 * @param ownedBy owner of the applied objects, which are deleted with it. An existing object is
 *     ours if it has this owner; when this is empty, if {@code fieldManager} has applied it
 * @param force whether to take over fields that other managers own
 * @param takeOver whether an existing object that is not ours becomes ours; only for places where
 *     everything is ours, such as a namespace that the operator created
 * @param former managers that no longer write. Fields that they own below the applied fields are
 *     transferred to {@code fieldManager}, so that a later apply without such a field removes it
 * @param orphans which objects that have lost their owner get {@code ownedBy} as owner. Objects
 *     lose their owner in a restore, or when the owner is deleted without them
 */
public record ApplyOptions(
        String fieldManager,
        Optional<Map<String, Object>> ownedBy,
        boolean force,
        boolean takeOver,
        Set<String> former,
        Orphans orphans) {
    /** By what an object that has lost its owner is known. */
    public enum Orphans {
        UNKNOWN,
        /** {@code fieldManager} has applied it. */
        BY_MANAGER,
        /**
         * That, or it has all labels of the applied object. Only where the operator chooses the
         * labels: a user who chooses them would choose which objects become his.
         */
        BY_LABELS
    }

    public ApplyOptions {
        former = Set.copyOf(former);
    }

    /** Options that do not adopt objects that have lost their owner. */
    public ApplyOptions(
            String fieldManager,
            Optional<Map<String, Object>> ownedBy,
            boolean force,
            boolean takeOver,
            Set<String> former) {
        this(fieldManager, ownedBy, force, takeOver, former, Orphans.UNKNOWN);
    }

    /** These options, but with adoption of objects that have lost their owner. */
    public ApplyOptions adoptingOrphans() {
        return new ApplyOptions(fieldManager, ownedBy, force, takeOver, former, Orphans.BY_MANAGER);
    }

    /** Options without former managers. */
    public ApplyOptions(
            String fieldManager,
            Optional<Map<String, Object>> ownedBy,
            boolean force,
            boolean takeOver) {
        this(fieldManager, ownedBy, force, takeOver, Set.of());
    }

    /** Options that do not take over objects that are not ours. */
    public ApplyOptions(String fieldManager, Optional<Map<String, Object>> ownedBy, boolean force) {
        this(fieldManager, ownedBy, force, false, Set.of());
    }
}
