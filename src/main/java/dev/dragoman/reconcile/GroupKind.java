package dev.dragoman.reconcile;

/**
 * A kind, independent of the version that it is served at.
 *
 * @param group API group, empty for the core group
 * @param kind kind as users write it
 */
public record GroupKind(String group, String kind) {
    public static GroupKind of(ObjectKey key) {
        return new GroupKind(key.group(), key.kind());
    }

    @Override
    public String toString() {
        return (group.isEmpty() ? "core" : group) + "/" + kind;
    }
}
