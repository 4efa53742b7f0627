package dev.dragoman.sandbox.bench;

import java.util.List;
import java.util.Optional;

/**
 * A measured figure with its baseline and its goal.
 *
 * @param name scenario, a dot, and what was measured
 * @param unit of the values, the baseline and the goal; "" for a plain number
 * @param values in the order of measuring; a single value when the figure is counted once
 * @param baseline measured in the same run, for comparison
 * @param goal the largest acceptable {@link #figure}; empty without a goal
 */
record Result(
        String name, String unit, List<Double> values, Baseline baseline, Optional<Double> goal) {
    /**
     * The figure for comparison.
     *
     * @param what how it was measured, in words
     * @param values as measured
     */
    record Baseline(String what, List<Double> values) {
        Baseline {
            values = List.copyOf(values);
        }

        static Baseline of(String what, double value) {
            return new Baseline(what, List.of(value));
        }

        /** The median. */
        double figure() {
            return Figures.median(values);
        }
    }

    Result {
        values = List.copyOf(values);
    }

    static Result of(String name, String unit, double value, Baseline baseline) {
        return new Result(name, unit, List.of(value), baseline, Optional.empty());
    }

    static Result of(String name, String unit, List<Double> values, Baseline baseline) {
        return new Result(name, unit, values, baseline, Optional.empty());
    }

    /** A copy of this result with a goal. */
    Result atMost(double most) {
        return new Result(name, unit, values, baseline, Optional.of(most));
    }

    /** Copies of the results without goals. */
    static List<Result> withoutGoals(List<Result> all) {
        return all.stream()
                .map(
                        each ->
                                new Result(
                                        each.name,
                                        each.unit,
                                        each.values,
                                        each.baseline,
                                        Optional.empty()))
                .toList();
    }

    /** The median of the values, which is compared with baseline and goal. */
    double figure() {
        return Figures.median(values);
    }

    /** The 99th percentile; empty when there are too few values for it. */
    Optional<Double> p99() {
        return values.size() < Figures.FOR_P99
                ? Optional.empty()
                : Optional.of(Figures.quantile(values, 0.99));
    }

    /** The interquartile range; empty for a single value. */
    Optional<Double> iqr() {
        return values.size() < 2
                ? Optional.empty()
                : Optional.of(Figures.quantile(values, 0.75) - Figures.quantile(values, 0.25));
    }

    /** The figure divided by the baseline; empty when the baseline is zero. */
    Optional<Double> ratio() {
        double base = baseline.figure();
        return base == 0 ? Optional.empty() : Optional.of(figure() / base);
    }

    /** Whether the goal is met; empty without a goal. */
    Optional<Boolean> met() {
        return goal.map(most -> figure() <= most);
    }
}
