package dev.dragoman.kube.failure;

import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.reconcile.ObjectKey;
import java.util.Set;

/**
 * No object can have this name: in an address it would mean another object, a subresource, or a
 * whole collection. A user wrote the name into an object, and must correct it there.
 */
public final class InvalidName extends KubeException {
    private static final Set<String> NO_NAMES = Set.of("", ".", "..");

    /** Whether no object can have this name. */
    public static boolean is(String name) {
        return NO_NAMES.contains(name) || name.contains("/") || name.contains("%");
    }

    public InvalidName(ObjectKey key) {
        super(
                "InvalidReference",
                "'%s' is no name of a %s; correct the field that has this name"
                        .formatted(Excerpt.value(key.name()), key.kind()),
                false,
                null);
    }
}
