package dev.dragoman.capability;

import dev.dragoman.capability.point.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The results of the steps of one reconciliation, in their order. Immutable. They are not stored: a
 * later reconciliation observes again.
 *
 * @param all the first step first
 * @param verdict why no further step may change anything outside; empty when steps may change it. A
 *     verdict does not forbid steps that change nothing outside
 */
public record Results(List<Result> all, Optional<Verdict> verdict) {
    /** The results before the first step. */
    public static final Results NONE = new Results(List.of(), Optional.empty());

    public Results {
        all = List.copyOf(all);
    }

    /**
     * The result of one step.
     *
     * @param value the message body that the step's line left; not null
     */
    public record Result(Step step, Object value) {
        /** Only the step's name, because the step and its result may hold secrets. */
        @Override
        public String toString() {
            return step.name();
        }
    }

    /** A copy with one more result. */
    public Results with(Step step, Object value) {
        var more = new ArrayList<>(all);
        more.add(new Result(step, value));
        return new Results(more, verdict);
    }

    /** A copy with this verdict. */
    Results judged(Verdict now) {
        return new Results(all, Optional.of(now));
    }

    /** Whether a step of this class was done. */
    public boolean has(Class<? extends Step> step) {
        return all.stream().anyMatch(each -> step.isInstance(each.step()));
    }

    /**
     * The result of the last step of the class; empty when no such step was done.
     *
     * @throws ClassCastException when the result is not of {@code type}
     */
    public <T> Optional<T> last(Class<? extends Step> step, Class<T> type) {
        return all.reversed().stream()
                .filter(each -> step.isInstance(each.step()))
                .findFirst()
                .map(each -> type.cast(each.value()));
    }

    /** Folds all results, the first step first. */
    public <T> T fold(T nothing, BiFunction<T, Result, T> add) {
        var sum = nothing;
        for (var each : all) {
            sum = add.apply(sum, each);
        }
        return sum;
    }
}
