package dev.dragoman.capability;

import java.util.Map;

/**
 * A step that is to be done now. The beans of steps take it as argument. They return the step's
 * result, which must not be null.
 *
 * @param <F> type of the facts
 */
public record StepCall<F>(Context<F> context, Step step) {
    /**
     * The step, cast to the class for which the bean is made. Every method of a step's bean must
     * call this first.
     *
     * @throws LineFault when the step is of another class
     */
    public <S extends Step> S step(Class<S> type) {
        if (!type.isInstance(step)) {
            throw new LineFault(
                    "route %s: the line of step '%s' calls a bean for %s, which is another step; call the bean of the line's own step"
                            .formatted(context.capability(), step.name(), type.getSimpleName()));
        }
        return type.cast(step);
    }

    /** As {@link Context#facts}. */
    public F facts() {
        return context.facts();
    }

    /** The object after the last write. */
    public Map<String, Object> object() {
        return context.object();
    }

    /**
     * The step and the key of the object, but not its content, which may be large and hold secrets.
     */
    @Override
    public String toString() {
        return "StepCall[%s of %s]".formatted(step.name(), context.reconciliation().key());
    }
}
