package dev.dragoman.capability;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * What the steps of a reconciliation have come to, in their order. Immutable, and in memory alone:
 * what a later reconciliation must know is in the cluster or outside.
 *
 * @param all the first step first
 * @param verdict what a team's step decided instead of going on: what needs no more changes outside
 *     may still be done
 */
public record Results(List<Result> all, Optional<Verdict> verdict) {
    /** Before the first step. */
    public static final Results NONE = new Results(List.of(), Optional.empty());

    public Results {
        all = List.copyOf(all);
    }

    /**
     * One step.
     *
     * @param value what its line left as message body; not null
     */
    public record Result(Step step, Object value) {
        /** Without what the step and its result hold, which may be secrets. */
        @Override
        public String toString() {
            return step.name();
        }
    }

    /** The same and one more. */
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
     * What the last step of the class came to; empty when there was none.
     *
     * @throws ClassCastException when it is of another type
     */
    public <T> Optional<T> last(Class<? extends Step> step, Class<T> type) {
        return all.reversed().stream()
                .filter(each -> step.isInstance(each.step()))
                .findFirst()
                .map(each -> type.cast(each.value()));
    }

    /** Adds up all results, the first step first. */
    public <T> T fold(T nothing, BiFunction<T, Result, T> add) {
        var sum = nothing;
        for (var each : all) {
            sum = add.apply(sum, each);
        }
        return sum;
    }
}
