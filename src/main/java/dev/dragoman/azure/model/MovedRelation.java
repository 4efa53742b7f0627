package dev.dragoman.azure.model;

import dev.dragoman.azure.catalog.MovedField;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Applies a {@link MovedField} rule to one field: whether others may change it, and which value is
 * sent then. Pure.
 */
final class MovedRelation {
    private static final Pattern PART = Pattern.compile("\\d{1,18}|[^\\d.]+");

    /** Mark of a preview version, as in 1.0.0-beta.2. */
    private static final Pattern PREVIEW = Pattern.compile("-\\p{L}.*");

    private MovedRelation() {}

    /** Whether the user's spec lets others change the value. */
    static boolean may(MovedField rule, BodySlot slot) {
        if (rule.when().isEmpty()) {
            return rule.relation() != MovedField.Relation.SCALED;
        }
        var when = rule.when().get();
        var value = slot.beside(when.path());
        var text = value == null ? "" : String.valueOf(value);
        return when.values().stream()
                .anyMatch(
                        each ->
                                each.equals(MovedField.ANY_VALUE)
                                        ? !text.isEmpty()
                                        : each.equalsIgnoreCase(text));
    }

    /**
     * The value to send: Azure's value where the rule allows it. Otherwise the nearest bound of the
     * rule, or our value if there is no bound.
     */
    static Object carried(MovedField rule, BodySlot slot) {
        var ours = slot.ours();
        var theirs = slot.theirs();
        return switch (rule.relation()) {
            case ANY, ANY_VERSION, SAME_SET -> theirs;
            case SCALED -> ours;
            case OTHER_VERSION ->
                    unversioned(theirs).equalsIgnoreCase(unversioned(ours)) ? theirs : ours;
            case NOT_OLDER -> newer(String.valueOf(theirs), String.valueOf(ours)) ? theirs : ours;
            case BETWEEN -> within(theirs, bound(rule.low(), slot), bound(rule.high(), slot), ours);
            case NOT_LESS -> within(theirs, number(ours), bound(rule.high(), slot), ours);
        };
    }

    private static String unversioned(Object key) {
        var text = String.valueOf(key);
        return text.substring(0, Math.max(text.lastIndexOf('/'), text.lastIndexOf('_')) + 1);
    }

    private static Object within(
            Object theirs, Optional<BigDecimal> low, Optional<BigDecimal> high, Object ours) {
        var value = number(theirs);
        if (value.isEmpty()) {
            return ours;
        }
        if (high.filter(most -> value.get().compareTo(most) > 0).isPresent()) {
            return like(ours, high.get().max(low.orElse(high.get())));
        }
        return low.filter(least -> value.get().compareTo(least) < 0).isPresent()
                ? like(ours, low.get())
                : theirs;
    }

    /** The value as a text or as a number, whichever the user wrote. */
    private static Object like(Object ours, BigDecimal value) {
        return ours instanceof String ? value.toPlainString() : value.longValue();
    }

    private static Optional<BigDecimal> bound(String bound, BodySlot slot) {
        return bound.isEmpty()
                ? Optional.empty()
                : number(bound.startsWith(".") ? slot.beside(bound) : bound);
    }

    private static Optional<BigDecimal> number(Object value) {
        var text = String.valueOf(value);
        return text.matches("-?\\d{1,18}") ? Optional.of(new BigDecimal(text)) : Optional.empty();
    }

    /**
     * Whether a version is the same as another version, or newer. The versions are compared part by
     * part: 1.32.6 is newer than 1.32, which is newer than 1.32-preview. False where the same part
     * is a different word in each version.
     */
    static boolean newer(String version, String than) {
        var ours = parts(than);
        var theirs = parts(version);
        for (int i = 0; i < Math.min(ours.size(), theirs.size()); i++) {
            var a = number(theirs.get(i));
            var b = number(ours.get(i));
            if (a.isPresent() != b.isPresent()
                    || (a.isEmpty() && !theirs.get(i).equalsIgnoreCase(ours.get(i)))) {
                return false;
            }
            int order = a.isPresent() ? a.get().compareTo(b.get()) : 0;
            if (order != 0) {
                return order > 0;
            }
        }
        if (theirs.size() == ours.size()) {
            return true;
        }
        boolean longer = theirs.size() > ours.size();
        var next = longer ? theirs.get(ours.size()) : ours.get(theirs.size());
        return longer != PREVIEW.matcher(next).matches();
    }

    private static List<String> parts(String version) {
        var out = new ArrayList<String>();
        var found = PART.matcher(version);
        while (found.find()) {
            out.add(found.group());
        }
        return out;
    }
}
