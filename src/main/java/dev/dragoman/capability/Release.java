package dev.dragoman.capability;

/**
 * Take the finalizer away: nothing is left outside. One write.
 *
 * @param then how the reconciliation ends
 */
record Release(String finalizer, Finish then) implements Step {
    @Override
    public boolean releases() {
        return true;
    }
}
