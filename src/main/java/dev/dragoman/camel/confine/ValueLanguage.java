package dev.dragoman.camel.confine;

import java.util.List;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.Predicate;
import org.apache.camel.language.bean.BeanLanguage;
import org.apache.camel.language.bean.RuntimeBeanExpressionException;
import org.apache.camel.support.ExpressionToPredicateAdapter;
import org.apache.camel.util.ObjectHelper;
import org.apache.camel.util.OgnlHelper;

/**
 * The language {@code bean}, to which the language {@code simple} passes each path, such as {@code
 * ${body[a].size}}. A path can read only values, with the methods of {@link ValueReading}. A call
 * can reach only the beans for routes.
 */
final class ValueLanguage extends BeanLanguage {
    // indexes in the array of properties that Camel passes for an expression
    private static final int BEAN = 1;
    private static final int METHOD = 2;
    private static final int TYPE = 3;
    private static final int REF = 4;

    @Override
    public Predicate createPredicate(String expression) {
        return ExpressionToPredicateAdapter.toPredicate(createExpression(expression));
    }

    @Override
    public Predicate createPredicate(String expression, Object[] properties) {
        return ExpressionToPredicateAdapter.toPredicate(createExpression(expression, properties));
    }

    /** Parses {@code name?method=m} or {@code name.method}. */
    @Override
    public Expression createExpression(String expression) {
        int mark = expression.indexOf("?method=");
        int dot = expression.indexOf('.');
        int end = mark >= 0 ? mark : dot >= 0 ? dot : expression.length();
        var method =
                mark >= 0
                        ? expression.substring(mark + "?method=".length())
                        : dot >= 0 ? expression.substring(dot + 1) : null;
        return call(expression.substring(0, end), method);
    }

    @Override
    public Expression createExpression(String expression, Object[] properties) {
        if (at(properties, BEAN) != null) {
            return new Path(properties[BEAN], (String) at(properties, METHOD));
        }
        if (at(properties, TYPE) != null) {
            throw new IllegalArgumentException("name a bean here, not a class");
        }
        if (at(properties, REF) != null) {
            return call((String) properties[REF], (String) at(properties, METHOD));
        }
        return createExpression(expression);
    }

    private static Object at(Object[] properties, int index) {
        return index < properties.length ? properties[index] : null;
    }

    private Expression call(String bean, String method) {
        var called = RouteBeans.method(getCamelContext(), bean, method);
        return super.createExpression(
                null, new Object[] {null, null, called, null, bean, null, false});
    }

    /** Lets Camel read one part of a path. */
    private Object read(Object value, String part, Exchange exchange) {
        var from =
                value instanceof String text && method(part).filter(BoundedText::has).isPresent()
                        ? new BoundedText(text)
                        : value;
        var expression =
                super.createExpression(
                        null, new Object[] {null, from, part, null, null, null, false});
        return expression.evaluate(exchange, Object.class);
    }

    /** Name of the method that a part of a path calls; empty when the part is only an index. */
    static Optional<String> method(String part) {
        var name = OgnlHelper.removeLeadingOperators(part);
        var index = OgnlHelper.isOgnlIndex(name);
        return Optional.ofNullable(index == null ? name : index.getKey())
                .map(called -> called.replaceFirst("(?s)\\(.*", "").strip());
    }

    private final class Path implements Expression, Predicate {
        private final Object from;
        private final String path;

        Path(Object from, String path) {
            this.from = from;
            this.path = path;
        }

        @Override
        public void init(CamelContext context) {
            // nothing to do: evaluate() creates the expression of each part of the path once it has
            // the value of the part to its left
        }

        @Override
        public void initPredicate(CamelContext context) {
            // as in init
        }

        @Override
        public <T> T evaluate(Exchange exchange, Class<T> type) {
            var value = walk(exchange);
            return type == Object.class
                    ? type.cast(value)
                    : exchange.getContext().getTypeConverter().convertTo(type, exchange, value);
        }

        @Override
        public boolean matches(Exchange exchange) {
            return ObjectHelper.evaluateValuePredicate(walk(exchange));
        }

        private Object walk(Exchange exchange) {
            Object value = from;
            for (var part : OgnlHelper.splitOgnl(path)) {
                if (value == null) {
                    throw new RuntimeBeanExpressionException(
                            exchange,
                            null,
                            path,
                            "the value before '%s' is null; write '?' before that part of the path"
                                    .formatted(part));
                }
                allow(exchange, value, part);
                value = read(value, part, exchange);
                if (value == null && OgnlHelper.isNullSafeOperator(part)) {
                    return null;
                }
            }
            return value;
        }

        /** Whether Camel, which splits a part a second time, finds only one part in it. */
        private static boolean isOne(String part) {
            return OgnlHelper.splitOgnl(part).equals(List.of(part));
        }

        private void allow(Exchange exchange, Object value, String part) {
            boolean readable =
                    method(part)
                            .map(method -> ValueReading.has(value, method))
                            .orElseGet(() -> ValueReading.isValue(value));
            if (!readable || !isOne(part)) {
                throw new RuntimeBeanExpressionException(
                        exchange,
                        null,
                        path,
                        "'%s' cannot be read: steps can only read maps, lists, texts and numbers, and only by allowed methods"
                                .formatted(part));
            }
        }

        @Override
        public String toString() {
            return path;
        }
    }
}
