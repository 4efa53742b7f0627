package dev.dragoman.capability;

/**
 * The step that removes the finalizer, when nothing is left outside. One write.
 *
 * @param then how the reconciliation ends
 */
record Release(String finalizer, Finish then) implements Step {
    @Override
    public boolean releases() {
        return true;
    }
}
