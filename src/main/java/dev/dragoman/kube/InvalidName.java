package dev.dragoman.kube;

import dev.dragoman.reconcile.ObjectKey;

/**
 * What is asked for can be the name of nothing: the address would be that of another object, of a
 * part of one, or of all of them. Somebody wrote it into an object, and must correct it there.
 */
public final class InvalidName extends KubeException {
    InvalidName(ObjectKey key) {
        super(
                "InvalidReference",
                "%s is no name of a %s; correct the field that names it"
                        .formatted(Excerpt.value(key.name()), key.kind()),
                false,
                null);
    }
}
