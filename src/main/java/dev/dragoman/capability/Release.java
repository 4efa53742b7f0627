package dev.dragoman.capability;

/**
 * Removes the finalizer, since nothing is left outside. One write.
 *
 * @param then how the reconciliation ends
 */
record Release(String finalizer, Finish then) implements Step {
    @Override
    public boolean releases() {
        return true;
    }
}
