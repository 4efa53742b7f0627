package dev.dragoman.capability;

import dev.dragoman.capability.point.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The results of the steps of a reconciliation, in their order. Immutable, and only in memory: what
 * a later reconciliation must know is in the cluster or outside.
 *
 * @param all the first step first
 * @param verdict why nothing may be changed any more; steps that change nothing outside may still
 *     be done
 */
public record Results(List<Result> all, Optional<Verdict> verdict) {
    /** Before the first step. */
    public static final Results NONE = new Results(List.of(), Optional.empty());

    public Results {
        all = List.copyOf(all);
    }

    /**
     * The result of one step.
     *
     * @param value the message body that its line left; not null
     */
    public record Result(Step step, Object value) {
        /** Leaves out what the step and its result hold, which may be secrets. */
        @Override
        public String toString() {
            return step.name();
        }
    }

    /** The same with one more result. */
    public Results with(Step step, Object value) {
        var more = new ArrayList<>(all);
        more.add(new Result(step, value));
        return new Results(more, verdict);
    }

    /** The same under a verdict. */
    Results judged(Verdict now) {
        return new Results(all, Optional.of(now));
    }

    /** Whether such a step was done. */
    public boolean has(Class<? extends Step> step) {
        return all.stream().anyMatch(each -> step.isInstance(each.step()));
    }

    /**
     * The result of the last step of the class; empty when there was none.
     *
     * @throws ClassCastException when the result is of another type
     */
    public <T> Optional<T> last(Class<? extends Step> step, Class<T> type) {
        return all.reversed().stream()
                .filter(each -> step.isInstance(each.step()))
                .findFirst()
                .map(each -> type.cast(each.value()));
    }

    /** Combines all results, the first step first. */
    public <T> T fold(T nothing, BiFunction<T, Result, T> add) {
        var sum = nothing;
        for (var each : all) {
            sum = add.apply(sum, each);
        }
        return sum;
    }
}
