package dev.dragoman.camel.confine;

import java.util.regex.Pattern;
import org.apache.camel.Expression;
import org.apache.camel.Predicate;
import org.apache.camel.language.simple.SimpleLanguage;

/**
 * The language {@code simple} with only the functions of {@link SimpleFunctions}. The check of
 * files sees the text of a file; this class sees the text that Camel parses, with placeholders
 * replaced. Regular expressions of its predicates end.
 */
final class ValueSimple extends SimpleLanguage {
    /** Finds each function, also one within another. */
    private static final Pattern FUNCTION = Pattern.compile("\\$(?:simple)?\\{(?=([^{}]*))");

    @Override
    public Predicate createPredicate(String text) {
        return allowed(text).contains("regex")
                        && !isDynamicResource(text)
                        && !isStaticResource(text)
                ? new BoundedPredicates(getCamelContext(), text).parsePredicate()
                : super.createPredicate(text);
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
