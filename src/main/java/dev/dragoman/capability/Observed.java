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
 * @param present what is there of what lines of the route make, which run then; empty where nothing
 *     is made by lines, so on deletion
 * @param <F> of the facts
 */
public record Observed<F>(
        F facts,
        Set<ObjectKey> needs,
        Optional<Object> wanted,
        Set<String> secrets,
        Optional<Present> present) {
    public Observed {
        needs = KeySets.of(needs);
        secrets = Set.copyOf(secrets);
    }

    Observed<F> with(Present now) {
        return new Observed<>(facts, needs, wanted, secrets, Optional.of(now));
    }

    /** Something is wanted, or nothing, and no line makes it. */
    public Observed(F facts, Set<ObjectKey> needs, Optional<Object> wanted, Set<String> secrets) {
        this(facts, needs, wanted, secrets, Optional.empty());
    }

    /** Lines of the route say what is wanted. */
    public Observed(F facts, Set<ObjectKey> needs, Present present) {
        this(facts, needs, Optional.empty(), Set.of(), Optional.of(present));
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
