package dev.dragoman.capability;

import dev.dragoman.capability.object.AddedObjects;
import java.util.Optional;
import java.util.Set;

/**
 * Sets the finalizer, and records the objects that teams add, before anything is made for the
 * object. These are two separate writes.
 *
 * @param finalizer empty when it is set already
 * @param added the objects to record; empty when the record is up to date
 * @param then name of the step for which this is done
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
