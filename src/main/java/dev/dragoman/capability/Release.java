package dev.dragoman.capability;

/**
 * The step that removes the finalizer, after everything outside the cluster that belongs to the
 * object is gone. It is one write.
 *
 * @param then how the reconciliation ends
 */
record Release(String finalizer, Finish then) implements Step {
    @Override
    public boolean releases() {
        return true;
    }
}
