package dev.dragoman.azure.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

/** Checks and evaluates in one go. */
final class Expressions {
    private Expressions() {}

    static Value of(String text, Map<String, Object> self, Map<String, String> secret) {
        assertThat(Expression.check(text, Scope.SELF_AND_SECRET))
                .as(text)
                .isInstanceOf(Checked.Right.class);
        return ((Checked.Right) Expression.check(text, Scope.SELF_AND_SECRET))
                .expression()
                .evaluate(Self.of(self), secret, new Budget());
    }

    static Value of(String text) {
        return of(text, Map.of(), Map.of());
    }

    static String failure(String text, Map<String, Object> self, Map<String, String> secret) {
        var value = of(text, self, secret);
        assertThat(value).as(text).isInstanceOf(Value.Failed.class);
        return ((Value.Failed) value).message();
    }

    static String wrong(String text, Scope scope) {
        assertThat(Expression.check(text, scope)).as(text).isInstanceOf(Checked.Wrong.class);
        return ((Checked.Wrong) Expression.check(text, scope)).message();
    }
}
