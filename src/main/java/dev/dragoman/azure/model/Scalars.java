package dev.dragoman.azure.model;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/** Compares single values of a body with those of an answer, which may be spelled differently. */
final class Scalars {
    private static final Pattern DURATION =
            Pattern.compile(
                    "P(?=.)(?:(\\d+)D)?(?:T(?:(\\d+)H)?(?:(\\d+)M)?(?:(\\d+(?:\\.\\d+)?)S)?)?");

    private static final Pattern TWO_UUIDS =
            Pattern.compile("([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}( |$)){2}");

    /** Longest text that is parsed as a number: parsing a million digits takes minutes. */
    private static final int LONGEST = 1_000;

    private Scalars() {}

    /**
     * Whether two values mean the same: numbers by value, durations by length, ARM ids, locations
     * and enums without case and spaces, everything else by its text.
     */
    static boolean equal(Object a, Object b, boolean location, boolean enumerated) {
        if (a instanceof Number || b instanceof Number) {
            return number(a).isPresent() && number(a).equals(number(b));
        }
        if (!(a instanceof String ours && b instanceof String theirs)) {
            return Objects.equals(a, b) || String.valueOf(a).equals(String.valueOf(b));
        }
        if (ours.equals(theirs)) {
            return true;
        }
        if (enumerated || location || (armId(ours) && armId(theirs))) {
            return squeezed(ours).equals(squeezed(theirs));
        }
        var duration = seconds(ours);
        return duration.isPresent() && duration.equals(seconds(theirs));
    }

    /** Whether two lists of one length have the same members, in any order. */
    static boolean sameMembers(List<?> ours, List<?> theirs, boolean location, boolean enumerated) {
        List<Object> left = new ArrayList<>(theirs);
        for (Object item : ours) {
            int at = 0;
            while (at < left.size() && !equal(item, left.get(at), location, enumerated)) {
                at++;
            }
            if (at == left.size()) {
                return false;
            }
            left.remove(at);
        }
        return true;
    }

    /** Whether both are UUIDs, which Azure may show in lower case. */
    static boolean areUuids(Object a, Object b) {
        return TWO_UUIDS.matcher(a + " " + b).matches();
    }

    private static boolean armId(String text) {
        return text.startsWith("/subscriptions/") || text.startsWith("/providers/");
    }

    /**
     * Azure writes both "West US 2" and "westus2", and "SystemAssigned, UserAssigned" also without
     * the space.
     */
    private static String squeezed(String text) {
        return text.replace(" ", "").toLowerCase(Locale.ROOT);
    }

    private static Optional<BigDecimal> number(Object value) {
        var text = String.valueOf(value);
        try {
            return text.length() > LONGEST
                    ? Optional.empty()
                    : Optional.of(new BigDecimal(text).stripTrailingZeros());
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<BigDecimal> seconds(String text) {
        var match = DURATION.matcher(text);
        if (text.length() > LONGEST || !match.matches()) {
            return Optional.empty();
        }
        BigDecimal sum = BigDecimal.ZERO;
        int[] unit = {86_400, 3_600, 60, 1};
        for (int i = 0; i < unit.length; i++) {
            if (match.group(i + 1) != null) {
                sum =
                        sum.add(
                                new BigDecimal(match.group(i + 1))
                                        .multiply(BigDecimal.valueOf(unit[i])));
            }
        }
        return Optional.of(sum.stripTrailingZeros());
    }
}
