package dev.dragoman.capability;

/** Set the finalizer: something outside is about to be made for the object. One write. */
record Claim(String finalizer) implements Step {
    @Override
    public boolean yields(Object result) {
        return result instanceof java.util.Map<?, ?>;
    }
}
