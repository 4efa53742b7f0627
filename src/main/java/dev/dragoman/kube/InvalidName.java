package dev.dragoman.kube;

import dev.dragoman.reconcile.ObjectKey;
import java.util.Set;

/**
 * What is asked for can be the name of nothing: the address would be that of another object, of a
 * part of one, or of all of them. Somebody wrote it into an object, and must correct it there.
 */
public final class InvalidName extends KubeException {
    private static final Set<String> NO_NAMES = Set.of("", ".", "..");

    /** Whether it can be the name of nothing. */
    public static boolean is(String name) {
        return NO_NAMES.contains(name) || name.contains("/") || name.contains("%");
    }

    InvalidName(ObjectKey key) {
        super(
                "InvalidReference",
                "%s is no name of a %s; correct the field that names it"
                        .formatted(Excerpt.value(key.name()), key.kind()),
                false,
                null);
    }
}
