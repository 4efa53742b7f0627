package dev.dragoman.camel.confine;

import java.util.Arrays;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.ExpressionIllegalSyntaxException;
import org.apache.camel.jsonpath.JsonPathLanguage;
import org.apache.camel.jsonpath.easypredicate.EasyPredicateParser;
import org.apache.camel.support.ExpressionAdapter;

/**
 * The language {@code jsonpath} without its operator {@code =~}. Its regular expression has no time
 * limit, so a malicious text could keep it running for ever. Also checks a path that contains
 * results of the language simple, because such a result may come from a user.
 */
final class BoundedJsonPath extends JsonPathLanguage {
    /** Finds the parts of a path that Camel evaluates as the language simple. */
    private static final Pattern SIMPLE = Pattern.compile("\\$\\{[^}]+}");

    // positions of the options, as in Camel's own class
    private static final int SIMPLE_ALLOWED = 3;
    private static final int EASY = 4;

    @Override
    protected ExpressionAdapter doCreateJsonPathExpression(
            Expression source, String text, Object[] given, boolean predicate) {
        var options = given == null ? new Object[0] : given;
        bounded(text);
        if (!property(boolean.class, options, SIMPLE_ALLOWED, isAllowSimple())
                || !SIMPLE.matcher(text).find()) {
            return super.doCreateJsonPathExpression(source, text, options, predicate);
        }
        boolean easy = predicate && property(boolean.class, options, EASY, isAllowEasyPredicate());
        var path = easy ? new EasyPredicateParser().parse(text) : text;
        var computed = Arrays.copyOf(options, Math.max(options.length, EASY + 1));
        computed[SIMPLE_ALLOWED] = false;
        computed[EASY] = false;
        var made = new Computed(path, source, computed, predicate);
        if (getCamelContext() != null) {
            made.init(getCamelContext());
        }
        return made;
    }

    private static void bounded(String path) {
        if (path != null && path.contains("=~")) {
            throw new ExpressionIllegalSyntaxException(
                    path,
                    new IllegalArgumentException(
                            "the operator =~ of jsonpath is not for routes, because its regular expression has no time limit; use 'regex' of simple"));
        }
    }

    /** A path that is computed for each message. */
    private final class Computed extends ExpressionAdapter {
        private final String path;
        private final Expression source;
        private final Object[] options;
        private final boolean predicate;
        private Expression text;

        Computed(String path, Expression source, Object[] options, boolean predicate) {
            this.path = path;
            this.source = source;
            this.options = options;
            this.predicate = predicate;
        }

        @Override
        public void init(CamelContext context) {
            super.init(context);
            text = context.resolveLanguage("simple").createExpression(path);
            text.init(context);
        }

        @Override
        public Object evaluate(Exchange exchange) {
            var now = text.evaluate(exchange, String.class);
            bounded(now);
            var whole = doCreateJsonPathExpression(source, now, options, predicate);
            whole.init(exchange.getContext());
            return whole.evaluate(exchange);
        }

        @Override
        public String toString() {
            return "jsonpath[" + path + "]";
        }
    }
}
