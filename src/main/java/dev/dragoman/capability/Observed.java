package dev.dragoman.capability;

import dev.dragoman.capability.object.Present;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.cache.KeySets;
import java.util.Optional;
import java.util.Set;

/**
 * What was observed of an object.
 *
 * @param facts what the capability decides by; immutable
 * @param needs objects whose changes cause the next reconciliation
 * @param wanted what is to be made or kept outside: a map, or a list of maps; empty when nothing
 *     is, for example on deletion
 * @param secrets paths in what is wanted whose values nobody may see, such as {@code
 *     properties.password} or {@code users[0].key}
 * @param present existing objects that lines of the route make; with it, these lines run. Empty
 *     when no line makes objects, for example on deletion
 * @param <F> type of the facts
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

    /** For a capability without lines that make objects. */
    public Observed(F facts, Set<ObjectKey> needs, Optional<Object> wanted, Set<String> secrets) {
        this(facts, needs, wanted, secrets, Optional.empty());
    }

    /** For a capability whose lines say what is wanted. */
    public Observed(F facts, Set<ObjectKey> needs, Present present) {
        this(facts, needs, Optional.empty(), Set.of(), Optional.of(present));
    }

    /** For what holds no secrets, except the content of Secrets. */
    public Observed(F facts, Set<ObjectKey> needs, Optional<Object> wanted) {
        this(facts, needs, wanted, Set.of());
    }

    /** Without anything that a team's step could change. */
    public Observed(F facts, Set<ObjectKey> needs) {
        this(facts, needs, Optional.empty(), Set.of());
    }
}
