package dev.dragoman.capability;

import java.util.Optional;

/**
 * Set the finalizer: something outside is about to be made for the object. One write.
 *
 * @param then the step that it is set for
 */
record Claim(String finalizer, String then) implements Step {
    @Override
    public Optional<String> serves() {
        return Optional.of(then);
    }

    @Override
    public boolean yields(Object result) {
        return result instanceof java.util.Map<?, ?>;
    }
}
