package dev.dragoman.expression;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers as text in the form of Go, which users of expressions know. */
final class Numbers {
    /** Smallest decimal exponent that {@link #shortest} writes without {@code e}. */
    private static final int SMALLEST = -4;

    /** Largest decimal exponent that {@link #shortest} writes without {@code e}. */
    private static final int LARGEST = 5;

    private Numbers() {}

    /** What {@code string()} makes of a double: {@code 1}, {@code 1.5}, {@code 1e+06}. */
    static String shortest(double number) {
        if (!Double.isFinite(number)) {
            return unusual(number, "Inf", "+");
        }
        var digits = digits(number);
        int exponent = exponent(digits);
        return exponent < SMALLEST || exponent > LARGEST
                ? scientific(digits, digits.precision() - 1)
                : plain(number);
    }

    /** What {@code %s} makes of a double: digits without an exponent. */
    static String plain(double number) {
        if (!Double.isFinite(number)) {
            return unusual(number, "Infinity", "");
        }
        return number == 0 ? sign(number) + "0" : digits(number).toPlainString();
    }

    /** What {@code %f} makes of a double. */
    static String fixed(double number, int precision) {
        if (!Double.isFinite(number)) {
            return unusual(number, "Infinity", "");
        }
        var rounded = new BigDecimal(number).setScale(precision, RoundingMode.HALF_EVEN);
        return (rounded.signum() == 0 ? sign(number) : "") + rounded.toPlainString();
    }

    /** What {@code %e} makes of a double. */
    static String scientific(double number, int precision) {
        if (!Double.isFinite(number)) {
            return unusual(number, "Infinity", "");
        }
        var exact =
                new BigDecimal(number)
                        .round(new MathContext(precision + 1, RoundingMode.HALF_EVEN));
        return (number == 0 ? sign(number) : "") + scientific(exact, precision);
    }

    private static String scientific(BigDecimal number, int precision) {
        int exponent = number.signum() == 0 ? 0 : exponent(number);
        var mantissa =
                number.scaleByPowerOfTen(-exponent).setScale(precision, RoundingMode.HALF_EVEN);
        return "%se%s%02d"
                .formatted(mantissa.toPlainString(), exponent < 0 ? "-" : "+", Math.abs(exponent));
    }

    private static BigDecimal digits(double number) {
        return new BigDecimal(Double.toString(number).toLowerCase(Locale.ROOT))
                .stripTrailingZeros();
    }

    private static int exponent(BigDecimal number) {
        return number.precision() - number.scale() - 1;
    }

    private static String unusual(double number, String infinity, String plus) {
        return Double.isNaN(number) ? "NaN" : (number < 0 ? "-" : plus) + infinity;
    }

    private static String sign(double number) {
        return 1 / number < 0 ? "-" : "";
    }
}
