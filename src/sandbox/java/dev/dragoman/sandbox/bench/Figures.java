package dev.dragoman.sandbox.bench;

import java.util.List;

/** Quantiles of measured values. */
final class Figures {
    /** With fewer values the 99th percentile would be about the largest value. */
    static final int FOR_P99 = 50;

    private Figures() {}

    static double median(List<Double> values) {
        return quantile(values, 0.5);
    }

    /**
     * The quantile, interpolated between neighbouring values.
     *
     * @param share between 0 and 1
     * @throws IllegalArgumentException when there are no values
     */
    static double quantile(List<Double> values, double share) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no values");
        }
        var sorted = values.stream().sorted().toList();
        double at = share * (sorted.size() - 1);
        int below = (int) at;
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (at - below) * (sorted.get(above) - sorted.get(below));
    }
}
