package dev.dragoman.capability;

import java.util.Optional;
import java.util.Set;

/**
 * Set the finalizer, and remember what teams add: something outside is about to be made for the
 * object. One write each.
 *
 * @param finalizer empty where it is set already
 * @param added what is to be remembered; empty where it is already
 * @param then the step that it is done for
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
