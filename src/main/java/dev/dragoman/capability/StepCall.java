package dev.dragoman.capability;

import java.util.Map;

/**
 * A step that is to be done now. Beans of steps take it, and return the step's result, which must
 * not be null.
 *
 * @param <F> of the facts
 */
public record StepCall<F>(Context<F> context, Step step) {
    /**
     * The step, which is of the class that the line is for. To be asked for by every bean of steps
     * before it does anything.
     *
     * @throws LineFault when it is of another
     */
    public <S extends Step> S step(Class<S> type) {
        if (!type.isInstance(step)) {
            throw new LineFault(
                    "route %s does something else in the line of step '%s' (%s)"
                            .formatted(context.capability(), step.name(), type.getSimpleName()));
        }
        return type.cast(step);
    }

    /** What was observed. */
    public F facts() {
        return context.facts();
    }

    /** The object as it is now. */
    public Map<String, Object> object() {
        return context.object();
    }

    /** Without the object, which may be of any size, and whose values may be secrets. */
    @Override
    public String toString() {
        return "StepCall[%s of %s]".formatted(step.name(), context.reconciliation().key());
    }
}
