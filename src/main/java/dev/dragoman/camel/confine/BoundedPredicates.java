package dev.dragoman.camel.confine;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.Predicate;
import org.apache.camel.language.simple.SimplePredicateParser;
import org.apache.camel.language.simple.ast.BinaryExpression;
import org.apache.camel.language.simple.ast.LogicalExpression;
import org.apache.camel.language.simple.ast.SimpleNode;
import org.apache.camel.language.simple.types.BinaryOperatorType;
import org.apache.camel.language.simple.types.SimpleToken;
import org.apache.camel.support.ExpressionAdapter;

/**
 * Parses predicates of the language simple, and bounds the time that their regular expressions
 * take. Not thread-safe.
 */
final class BoundedPredicates extends SimplePredicateParser {
    BoundedPredicates(CamelContext context, String text) {
        // true: escapes are replaced, as in Camel's own language
        super(context, text, true, null);
    }

    @Override
    protected Predicate doParsePredicate() {
        nodes.replaceAll(BoundedPredicates::bounded);
        return super.doParsePredicate();
    }

    private static SimpleNode bounded(SimpleNode node) {
        return switch (node) {
            case LogicalExpression both -> {
                both.acceptLeftNode(bounded(both.getLeft()));
                both.acceptRightNode(bounded(both.getRight()));
                yield both;
            }
            case BinaryExpression binary when binary.getOperator() == BinaryOperatorType.REGEX ->
                    new Regex(binary, true);
            case BinaryExpression binary
                    when binary.getOperator() == BinaryOperatorType.NOT_REGEX ->
                    new Regex(binary, false);
            case null, default -> node;
        };
    }

    /**
     * The operator {@code regex}, or {@code !regex}.
     *
     * @param matching the result when the regular expression matches the whole text
     */
    private record Regex(BinaryExpression binary, boolean matching) implements SimpleNode {
        @Override
        public SimpleToken getToken() {
            return binary.getToken();
        }

        @Override
        public Expression createExpression(CamelContext context, String text) {
            var left = binary.getLeft().createExpression(context, text);
            var right = binary.getRight().createExpression(context, text);
            left.init(context);
            right.init(context);
            return new ExpressionAdapter() {
                @Override
                public Object evaluate(Exchange exchange) {
                    var regex = right.evaluate(exchange, String.class);
                    var value = left.evaluate(exchange, String.class);
                    return (value != null && new BoundedText(value).matches(regex)) == matching;
                }
            };
        }

        @Override
        public String createCode(CamelContext context, String text) {
            throw new UnsupportedOperationException("expressions are not compiled");
        }
    }
}
