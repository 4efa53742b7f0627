package dev.dragoman.capability;

import dev.dragoman.capability.object.Made;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.Reconciliation;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A capability that makes objects: its makers say which are wanted. Thread-safe.
 *
 * @param <F> as in {@link Capability}
 */
public abstract class MakerCapability<F> implements Capability<F> {
    private final Predicate<GroupKind> kinds;
    private final Declaration declaration;
    private final Map<String, Function<StepCall<F>, Made>> makers;

    /**
     * @param kinds whether it manages objects of a kind; called for each observation
     * @param makers as in {@link Capability#makers}
     */
    protected MakerCapability(
            Predicate<GroupKind> kinds,
            Declaration declaration,
            Map<String, Function<StepCall<F>, Made>> makers) {
        this.kinds = kinds;
        this.declaration = declaration;
        this.makers = makers;
    }

    @Override
    public final Declaration declaration() {
        return declaration;
    }

    @Override
    public final Map<String, Function<StepCall<F>, Made>> makers() {
        return makers;
    }

    @Override
    public final Optional<Observed<F>> observe(Reconciliation reconciliation) {
        return kinds.test(GroupKind.of(reconciliation.key()))
                ? Optional.of(observation(reconciliation))
                : Optional.empty();
    }

    /** As {@link #observe}, for an object of a kind that this capability manages. */
    protected abstract Observed<F> observation(Reconciliation reconciliation);
}
