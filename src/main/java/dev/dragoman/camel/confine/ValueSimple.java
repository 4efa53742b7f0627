package dev.dragoman.camel.confine;

import java.util.regex.Pattern;
import org.apache.camel.Expression;
import org.apache.camel.Predicate;
import org.apache.camel.language.simple.SimpleLanguage;

/**
 * The language {@code simple}, restricted to the functions of {@link SimpleFunctions}. The check of
 * files has seen only the text of a file. This class checks the text that Camel parses, in which
 * placeholders are replaced. The time of regular expressions in predicates is bounded.
 */
final class ValueSimple extends SimpleLanguage {
    /** Finds each function, also inside another function. */
    private static final Pattern FUNCTION = Pattern.compile("\\$(?:simple)?\\{(?=([^{}]*))");

    /** Finds {@code ?} behind the name of a header or variable, of which Camel makes it a part. */
    private static final Pattern OPTIONAL =
            Pattern.compile("(\\$(?:simple)?\\{(?:in\\.)?(?:headers?|variable)[.:][\\w-]+)\\?\\[");

    @Override
    public Predicate createPredicate(String text) {
        var read = allowed(text);
        return read.contains("regex") && !isDynamicResource(read) && !isStaticResource(read)
                ? new BoundedPredicates(getCamelContext(), read).parsePredicate()
                : super.createPredicate(read);
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
        return text == null ? null : OPTIONAL.matcher(text).replaceAll("$1[");
    }
}
