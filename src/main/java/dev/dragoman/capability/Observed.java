package dev.dragoman.capability;

import dev.dragoman.reconcile.KeySets;
import dev.dragoman.reconcile.ObjectKey;
import java.util.Optional;
import java.util.Set;

/**
 * What was observed of an object.
 *
 * @param facts what is decided by; immutable
 * @param needs objects whose changes bring the reconciled one back
 * @param wanted what is to be made or kept outside: a map, or a list of maps; empty where nothing
 *     is, so on deletion
 * @param secrets paths in what is wanted whose values nobody may see, such as {@code
 *     properties.password} or {@code users[0].key}
 * @param <F> of the facts
 */
public record Observed<F>(
        F facts, Set<ObjectKey> needs, Optional<Object> wanted, Set<String> secrets) {
    public Observed {
        needs = KeySets.of(needs);
        secrets = Set.copyOf(secrets);
    }

    /** Something is wanted that holds no secrets but those of Secrets. */
    public Observed(F facts, Set<ObjectKey> needs, Optional<Object> wanted) {
        this(facts, needs, wanted, Set.of());
    }

    /** Nothing that a team's step could change. */
    public Observed(F facts, Set<ObjectKey> needs) {
        this(facts, needs, Optional.empty(), Set.of());
    }
}
