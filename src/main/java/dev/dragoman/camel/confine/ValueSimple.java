package dev.dragoman.camel.confine;

import java.util.regex.Pattern;
import org.apache.camel.Expression;
import org.apache.camel.Predicate;
import org.apache.camel.language.simple.SimpleLanguage;

/**
 * The language {@code simple} with the functions that {@link SimpleFunctions} has. The check of
 * files looks at what is written there; this one at what is read, so also at what a placeholder has
 * become.
 */
final class ValueSimple extends SimpleLanguage {
    /** A function may be within another one. */
    private static final Pattern FUNCTION = Pattern.compile("\\$(?:simple)?\\{(?=([^{}]*))");

    @Override
    public Predicate createPredicate(String text) {
        return super.createPredicate(allowed(text));
    }

    @Override
    public Predicate createPredicate(String text, Object[] properties) {
        return super.createPredicate(allowed(text), properties);
    }

    @Override
    public Expression createExpression(String text) {
        return super.createExpression(allowed(text));
    }

    @Override
    public Expression createExpression(String text, Object[] properties) {
        return super.createExpression(allowed(text), properties);
    }

    private static String allowed(String text) {
        var function = FUNCTION.matcher(text == null ? "" : text);
        while (function.find()) {
            if (!SimpleFunctions.isAllowed(function.group(1).strip())) {
                throw new IllegalArgumentException(
                        "'${%s}' is not for routes; docs/points.md lists the functions"
                                .formatted(function.group(1).strip()));
            }
        }
        return text;
    }
}
