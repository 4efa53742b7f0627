package dev.dragoman.capability;

import dev.dragoman.capability.object.Present;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.cache.KeySets;
import java.util.Optional;
import java.util.Set;

/**
 * What a capability has observed for one object.
 *
 * @param facts the facts on which the capability bases its decisions; immutable
 * @param needs objects whose changes cause the next reconciliation
 * @param wanted what is to exist outside: a map, or a list of maps; empty when nothing is to exist,
 *     for example on deletion
 * @param secrets paths, in what is wanted, whose values are secret, such as {@code
 *     properties.password} or {@code users[0].key}
 * @param present the existing objects that lines of the route have made. Empty when no line makes
 *     objects, and on deletion; lines that make objects then do not run
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

    /** For a capability with lines that make objects: these say what is wanted. */
    public Observed(F facts, Set<ObjectKey> needs, Present present) {
        this(facts, needs, Optional.empty(), Set.of(), Optional.of(present));
    }

    /** For a capability whose wanted objects have no secret values, except in Secrets. */
    public Observed(F facts, Set<ObjectKey> needs, Optional<Object> wanted) {
        this(facts, needs, wanted, Set.of());
    }

    /** For an observation without wanted objects, so that a team's steps have nothing to change. */
    public Observed(F facts, Set<ObjectKey> needs) {
        this(facts, needs, Optional.empty(), Set.of());
    }
}
