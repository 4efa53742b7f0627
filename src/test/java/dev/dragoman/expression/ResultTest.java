package dev.dragoman.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Types and values of results, and what is missing told from what is wrong. */
class ResultTest {
    private static final Scope SCOPE = Scope.of(Set.of("object", "identity"));
    private static final Map<String, Object> OBJECT =
            Map.of("spec", Map.of("name", "n", "count", 3, "list", Arrays.asList("a", null)));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'a'|TEXT|string",
                "{'a': 'b'}|TEXTS|map(string, string)",
                "{}|TEXTS|map(A, B)",
                "{'a': 1}|MAP|map(string, int)",
                "true|BOOL|bool",
                "1|NUMBER|int",
                "1u|NUMBER|uint",
                "1.5|NUMBER|double",
                "[1]|LIST|list(int)",
                "object.spec|OPEN|dyn",
                "object.?spec|OPEN|optional_type(dyn)",
                "null|OTHER|null",
                "b'a'|OTHER|bytes",
                "type(1)|OTHER|type(int)",
                "duration('1s')|OTHER|google.protobuf.Duration"
            })
    void haveAStaticType(String text, Expression.Result result, String type) {
        assertThat(expression(text).result()).isEqualTo(result);
        if (!text.equals("{}")) {
            assertThat(expression(text).type()).isEqualTo(type);
        }
    }

    static Stream<Arguments> values() {
        return Stream.of(
                arguments("'a'", "a"),
                arguments("1", 1L),
                arguments("7u", 7L),
                arguments("1.5", 1.5),
                arguments("true", true),
                arguments("null", null),
                arguments("optional.none()", null),
                arguments("object.?nothing", null),
                arguments("object.?spec.name", "n"),
                arguments("object.spec.count", 3L),
                arguments("object.spec.list", Arrays.asList("a", null)),
                arguments(
                        "{'b': [1, {'c': 2.0}], 'a': true}",
                        Map.of("b", List.of(1L, Map.of("c", 2.0)), "a", true)),
                arguments(
                        "object",
                        Map.of(
                                "spec",
                                Map.of(
                                        "name",
                                        "n",
                                        "count",
                                        3L,
                                        "list",
                                        Arrays.asList("a", null)))));
    }

    @ParameterizedTest
    @MethodSource("values")
    void areJson(String text, Object json) {
        assertThat(evaluated(text)).isEqualTo(new Value.Result(json));
    }

    @Test
    void keepTheOrderAndCannotBeChanged() {
        var map = (Map<?, ?>) ((Value.Result) evaluated("{'z': 1, 'a': 2, 'm': 3}")).json();
        assertThat(map.keySet().stream().map(String::valueOf)).containsExactly("z", "a", "m");
        assertThat(map).isUnmodifiable();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "b'a'",
                "[duration('1s')]",
                "timestamp('2024-01-01T00:00:00Z')",
                "type(1)",
                "1.0 / 0.0",
                "18446744073709551615u",
                "{1: 'a'}"
            })
    void areConvertedIfJsonHasNoSuchValue(String text) {
        var failed = (Value.Failed) evaluated(text);
        assertThat(failed.message())
                .startsWith("line 1, column 1: the expression gives ")
                .endsWith("convert it, for example with string()");
        assertThat(failed.missing()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "object.status.id|object.status",
                "object.spec.id|object.spec.id",
                "object.spec['id'].x|object.spec['id']",
                "object[object.spec.name]|object[(…)]",
                "has(object.status.id)|object.status",
                "object.spec.list.map(i, object.a)|object.a",
                "identity|identity",
                "identity.status.clientId|identity",
                "identity['status']|identity",
                "identity.?status.orValue('')|identity",
                "has(identity.status)|identity",
                "'%s'.format([identity.status])|identity",
                "[identity]|identity",
                "object.spec.list[0] == 'a' ? identity.x : 'b'|identity"
            })
    void sayWhatIsMissing(String text, String missing) {
        assertThat(((Value.Failed) evaluated(text)).missing()).contains(missing);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "object.spec.name.more",
                "object.spec.count.more",
                "object.spec.list[7]",
                "1 / (object.spec.count - 3)",
                "object.spec.name + object.spec.count",
                "int(object.spec.name)",
                "has(object.spec.name.more)",
                "b'a'",
                "[['x']].map(a, [a, a].map(b, [b, b])) + [object.spec.name.x]"
            })
    void tellWhatIsWrongFromWhatIsMissing(String text) {
        assertThat(((Value.Failed) evaluated(text)).missing()).isEmpty();
    }

    @Test
    void ofAVariableWithoutAValueTheNameIsSaid() {
        assertThat(evaluated("'a' + identity.status.x"))
                .isEqualTo(
                        new Value.Failed(
                                "line 1, column 7: the variable identity has no value",
                                Optional.of("identity")));
        assertThat(evaluated("true || identity.x")).isEqualTo(new Value.Result(true));
    }

    @Test
    void variablesAreJsonOrReadManyTimes() {
        var expression = expression("object.n + 1");
        for (var variable : List.of(Map.of("n", 1), Variable.of(Map.of("n", 1)))) {
            assertThat(expression.evaluate(Map.of("object", variable), new Budget()))
                    .isEqualTo(new Value.Result(2L));
        }
    }

    /** A result takes 64 characters for each entry. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"object.text|16", "[object.text, object.text]|8", "{'a': object.text}|16"})
    void haveAMebibyteTogether(String text, int most) {
        var object = Variable.of(Map.of("text", "x".repeat(64 * 1024 - 65)));
        var budget = new Budget();
        int right = 0;
        while (expression(text).evaluate(Map.of("object", object), budget)
                instanceof Value.Result) {
            right++;
        }
        assertThat(right).isEqualTo(most);
        assertThat(
                        ((Value.Failed) expression(text).evaluate(Map.of("object", object), budget))
                                .message())
                .isEqualTo("line 1, column 1: " + Budget.SPENT);
    }

    private static Expression expression(String text) {
        return ((Checked.Right) Expression.check(text, SCOPE)).expression();
    }

    private static Value evaluated(String text) {
        return expression(text).evaluate(Map.of("object", OBJECT), new Budget());
    }
}
