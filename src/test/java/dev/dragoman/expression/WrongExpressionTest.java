package dev.dragoman.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of expressions that are wrong: where, why, and nothing of what they read. */
class WrongExpressionTest {
    private static final String HIDDEN = "Sup3rSecretValue";
    private static final Map<String, Object> SELF =
            Map.of("spec", Map.of("location", HIDDEN, "zones", List.of("1"), "n", 7));

    static Stream<Arguments> unread() {
        return Stream.of(
                arguments("", "line 1, column 1: there is no expression; write one"),
                arguments(" \n", "line 1, column 1: there is no expression; write one"),
                arguments("1 +", "line 1, column 4: mismatched input '<EOF>'; correct it"),
                arguments("this is wrong", "line 1, column 6: mismatched input 'is'; correct it"),
                arguments(
                        "'a' +\n nothing",
                        "line 2, column 2: there is no variable or function nothing; the expression may use self and secret"),
                arguments(
                        "self.spec.x.nope()",
                        "line 1, column 17: there is no variable or function nope; the expression may use self and secret"),
                arguments(
                        "'a' + 1",
                        "line 1, column 5: found no matching overload for '_+_' applied to '(string, int)'"),
                arguments(
                        "cel.bind(x, 'a', x)",
                        "line 1, column 1: there is no variable or function cel;"));
    }

    @ParameterizedTest
    @MethodSource("unread")
    void isToldWithItsPosition(String expression, String message) {
        assertThat(Expressions.wrong(expression, Expressions.SELF_AND_SECRET)).startsWith(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret.a", "'x' + secret['a']", "secret"})
    void secretsAreInNoConfigMapLabelOrAnnotation(String expression) {
        assertThat(Expressions.wrong(expression, Expressions.SELF))
                .contains("the variable secret is not available here: only");
    }

    static Stream<Arguments> failing() {
        return Stream.of(
                arguments(
                        "self.spec.missing.more",
                        "line 1, column 10: there is no field self.spec.missing; correct its name, or test with has(self.spec.missing) whether it exists"),
                arguments(
                        "'a' +\n  self.status.id",
                        "line 2, column 7: there is no field self.status;"),
                arguments("self.spec.zones.map(z, z.nope).join()", "line 1, column 25: "),
                arguments("secret.none", "line 1, column 7: there is no field secret.none;"),
                arguments(
                        "{'a': 'b'}[secret.a]",
                        "line 1, column 11: the map has no such key; correct the key, or test with the operator 'in' whether it exists"),
                arguments(
                        "string(int(secret.a))",
                        "line 1, column 11: the text does not have the form that this conversion needs"),
                arguments(
                        "string(timestamp(secret.a))",
                        "line 1, column 17: the text does not have the form that this conversion needs"),
                arguments(
                        "string(duration(secret.a))",
                        "line 1, column 16: the text does not have the form that this conversion needs"),
                arguments(
                        "self.spec.zones[3]",
                        "line 1, column 16: the list has no item with that index; compare the index with size() first"),
                arguments("string(1 / 0)", "line 1, column 10: a number is divided by zero"),
                arguments(
                        "string(9223372036854775807 + self.spec.n)",
                        "line 1, column 28: the number is too large or too small"),
                arguments(
                        "self.spec.location + self.spec.n",
                        "line 1, column 20: there is no such function or operator for values of these types; convert them, for example with string()"),
                arguments(
                        "{secret.a: '1', '" + HIDDEN + "': '2'}",
                        "line 1, column 17: the map has one key twice"),
                arguments(
                        "secret.a.matches('[') ? 'a' : 'b'",
                        "line 1, column 17: the pattern is no regular expression of RE2"),
                arguments(
                        "secret.a.charAt(99)",
                        "line 1, column 17: the function does not accept these values"),
                arguments(
                        "'%d'.format([secret.a])",
                        "line 1, column 12: the format has %d for a value that is not a whole number"),
                arguments(
                        "'%s %s'.format([secret.a])",
                        "line 1, column 15: the format needs more values than the list in format() has"),
                arguments(
                        "'%'.format([secret.a])",
                        "line 1, column 11: the format ends after %; write %% for the sign itself"),
                arguments(
                        "'%q'.format([secret.a])",
                        "line 1, column 12: the format has a letter after % that is none of s, d, f, e, b, o, x, X"),
                arguments(
                        "'%.f'.format([1.0])",
                        "line 1, column 13: the format needs a precision from 0 to 100 after the point"),
                arguments(
                        "self.spec.zones.map(z, dyn(1)).join()",
                        "line 1, column 36: the list to join has a value that is not a text"),
                arguments(
                        "aso.parseResourceId(secret.a).name",
                        "line 1, column 20: the text is no ARM id: it does not begin with /"));
    }

    @ParameterizedTest
    @MethodSource("failing")
    void isToldWithoutAnyValue(String expression, String message) {
        assertThat(Expressions.failure(expression, SELF, Map.of("a", HIDDEN)))
                .startsWith(message)
                .doesNotContain(HIDDEN);
    }

    /** To find the types of a few thousand takes a quarter of a minute. */
    @Test
    void whatHasVeryManyPartsIsNotLookedAt() {
        var parts = ("[]" + "+[]".repeat(60) + ",").repeat(80);
        assertThat(Expressions.wrong("string([" + parts + "1].size())", Expressions.SELF))
                .isEqualTo(
                        "line 1, column 1: the expression has more than 500 parts; make it shorter");
    }

    @Test
    void whatIsTooLongIsNotRead() {
        assertThat(Expressions.wrong("'" + "x".repeat(20_000) + "'", Expressions.SELF))
                .isEqualTo(
                        "line 1, column 1: the expression has more than 16384 characters; make it shorter");
    }

    @Test
    void whatIsTooDeepIsNotRead() {
        assertThat(Expressions.wrong("(".repeat(5000) + "'a'" + ")".repeat(5000), Expressions.SELF))
                .startsWith("line 1, column ")
                .hasSizeLessThan(300);
    }

    /** Each of them took minutes, or all memory, without a limit. */
    static Stream<String> expensive() {
        var ten = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]";
        return Stream.of(
                (ten + ".map(a, ").repeat(8) + "'x'" + ")".repeat(8) + " == [] ? 'a' : 'b'",
                "['" + "x".repeat(50) + "']" + ".map(a, a + a)".repeat(40) + "[0]",
                "[['x']]" + ".map(a, [a, a])".repeat(40) + " == [] ? 'a' : 'b'",
                "[['x']]" + ".map(a, a + a)".repeat(40) + ".size() > 0 ? 'a' : 'b'",
                "'%s'.format([[['x']]" + ".map(a, [a, a])".repeat(40) + "])",
                "['"
                        + "x".repeat(5000)
                        + "'].map(a, a.replace('x', a)).map(a, a.replace('x', a))[0]",
                "'x'.matches('((x{1000}){1000}){1000}') ? 'a' : 'b'",
                "self.long.split('').map(a, self.long).join()",
                "self.long.split('').map(a, self.long.matches('(a|b|c|d)*e')).size() > 0 ? 'a' : 'b'",
                "[b'"
                        + "x".repeat(50)
                        + "']"
                        + ".map(a, a + a)".repeat(40)
                        + ".size() > 0 ? 'a' : 'b'",
                "self.long.split('').map(a, self == self).size() > 0 ? 'a' : 'b'");
    }

    @ParameterizedTest
    @MethodSource("expensive")
    void whatCostsTooMuchIsEnded(String expression) {
        var self = Map.<String, Object>of("long", "x".repeat(9000), "list", List.of(SELF, SELF));
        var message = Expressions.failure(expression, self, Map.of());
        assertThat(message).matches("(?s).*(costs too much|repetitions are written out).*");
    }

    @Test
    void whatWasExpensiveIsNotSwallowed() {
        assertThat(
                        Expressions.failure(
                                "[['x']]"
                                        + ".map(a, [a, a])".repeat(40)
                                        + " == [] || true ? 'a' : 'b'",
                                Map.of(),
                                Map.of()))
                .contains("costs too much");
    }

    @Test
    void manyExpressionsOfAnObjectCostTogether() {
        var expression =
                ((Checked.Right)
                                Expression.check(
                                        "self.map(a, self.map(b, 'x').size()).size() > 0 ? 'a' : 'b'",
                                        Expressions.SELF))
                        .expression();
        var fields = new java.util.HashMap<String, Object>();
        for (int i = 0; i < 90; i++) {
            fields.put("f" + i, i);
        }
        var self = Variable.of(fields);
        var budget = new Budget();
        assertThat(expression.evaluate(Map.of("self", self), budget))
                .isInstanceOf(Value.Result.class);
        Value last = new Value.Result("");
        for (int i = 0; i < 1000 && last instanceof Value.Result; i++) {
            last = expression.evaluate(Map.of("self", self), budget);
        }
        assertThat(last).isInstanceOf(Value.Failed.class);
        assertThat(expression.evaluate(Map.of("self", self), new Budget()))
                .isInstanceOf(Value.Result.class);
    }
}
