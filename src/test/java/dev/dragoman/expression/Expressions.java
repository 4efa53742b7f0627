package dev.dragoman.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks and evaluates in one go. */
final class Expressions {
    static final Scope SELF =
            new Scope(
                    Set.of("self"),
                    Map.of("secret", "the variable secret is not available here: only values"));
    static final Scope SELF_AND_SECRET =
            new Scope(new LinkedHashSet<>(List.of("self", "secret")), Map.of(), Set.of("secret"));

    private Expressions() {}

    static Value of(String text, Map<String, Object> self, Map<String, String> secret) {
        assertThat(Expression.check(text, SELF_AND_SECRET))
                .as(text)
                .isInstanceOf(Checked.Right.class);
        return ((Checked.Right) Expression.check(text, SELF_AND_SECRET))
                .expression()
                .evaluate(Map.of("self", Variable.of(self), "secret", secret), new Budget());
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
