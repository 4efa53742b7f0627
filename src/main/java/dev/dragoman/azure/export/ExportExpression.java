package dev.dragoman.azure.export;

import dev.dragoman.expression.Budget;
import dev.dragoman.expression.Checked;
import dev.dragoman.expression.Expression;
import dev.dragoman.expression.Scope;
import dev.dragoman.expression.Value;
import java.util.Map;
import java.util.Optional;

/** Expressions that give what a Secret or ConfigMap can have: a text, or a map of texts. */
final class ExportExpression {
    private ExportExpression() {}

    /** Checks that a text is an expression, and that it gives a text or a map of texts. */
    static Checked check(String text, Scope scope) {
        var checked = Expression.check(text, scope);
        if (!(checked instanceof Checked.Right(var expression))) {
            return checked;
        }
        var type = expression.type();
        var wrong =
                new Checked.Wrong(
                        "line 1, column 1: the expression gives %s; only string and map(string, string) can be written, so convert it, for example with string()"
                                .formatted(type));
        return switch (expression.result()) {
            case TEXT, TEXTS -> checked;
            case OPEN -> type.startsWith("optional_type") ? wrong : checked;
            default -> wrong;
        };
    }

    /** What an expression gives: a text, a map of texts, or a failure. */
    static Value value(Expression expression, Map<String, ?> variables, Budget budget) {
        return switch (expression.evaluate(variables, budget)) {
            case Value.Result(Map<?, ?> map)
                    when !map.values().stream().allMatch(String.class::isInstance) ->
                    failed("a map with a key or value that is no string");
            case Value.Result(var json) when !(json instanceof String || json instanceof Map) ->
                    failed("neither string nor map(string, string)");
            case Value value -> value;
        };
    }

    private static Value failed(String what) {
        return new Value.Failed(
                "line 1, column 1: the expression gives %s; convert it, for example with string()"
                        .formatted(what),
                Optional.empty());
    }
}
