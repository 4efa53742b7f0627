package dev.dragoman.capability;

import dev.dragoman.capability.object.AddedObjects;
import java.util.Optional;
import java.util.Set;

/**
 * The step before the first change outside: sets the finalizer, and records the objects that teams
 * add. These are two separate writes.
 *
 * @param finalizer the finalizer to set; empty when the object has it, or the capability has none
 * @param added the objects to record; empty when the record is up to date
 * @param then name of the step that needs this claim
 */
record Claim(Optional<String> finalizer, Optional<Set<AddedObjects.Named>> added, String then)
        implements Step {
    @Override
    public Optional<String> serves() {
        return Optional.of(then);
    }

    @Override
    public boolean yields(Object result) {
        return result instanceof java.util.Map<?, ?>;
    }
}
