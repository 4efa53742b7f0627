package dev.dragoman.sandbox.bench;

import java.util.List;
import java.util.Optional;

/**
 * A figure with all that it takes to judge it.
 *
 * @param name scenario, a dot, and what was measured
 * @param unit of the values, the baseline and the goal; "" for a plain number
 * @param values as measured, in the order of measuring; a single one where it is counted once
 * @param baseline what was measured in the same run to compare with
 * @param goal the most that {@link #figure} should be; empty where nobody has set one
 */
record Result(
        String name, String unit, List<Double> values, Baseline baseline, Optional<Double> goal) {
    /**
     * What the figure is held against.
     *
     * @param what how it came about, in words
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

    /** The same with a goal. */
    Result atMost(double most) {
        return new Result(name, unit, values, baseline, Optional.of(most));
    }

    /** The same figures, held against nothing. */
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

    /** The median of the values: what is compared with baseline and goal. */
    double figure() {
        return Figures.median(values);
    }

    /** Only where there are enough values for it to mean something. */
    Optional<Double> p99() {
        return values.size() < Figures.FOR_P99
                ? Optional.empty()
                : Optional.of(Figures.quantile(values, 0.99));
    }

    /** The distance of the quartiles. */
    Optional<Double> iqr() {
        return values.size() < 2
                ? Optional.empty()
                : Optional.of(Figures.quantile(values, 0.75) - Figures.quantile(values, 0.25));
    }

    /** Figure by baseline; empty where the baseline is zero. */
    Optional<Double> ratio() {
        double base = baseline.figure();
        return base == 0 ? Optional.empty() : Optional.of(figure() / base);
    }

    /** Whether the goal is met; empty without one. */
    Optional<Boolean> met() {
        return goal.map(most -> figure() <= most);
    }
}
