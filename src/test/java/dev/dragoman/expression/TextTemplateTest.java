package dev.dragoman.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

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

/** Texts with expressions. */
class TextTemplateTest {
    private static final Scope SCOPE = Scope.of(Set.of("object", "each", "gone"));
    private static final Map<String, Object> VARIABLES =
            Map.of("object", Map.of("name", "n", "list", List.of(1), "count", 2), "each", "e");

    static Stream<Arguments> values() {
        return Stream.of(
                arguments("", ""),
                arguments("plain $ {} $x }", "plain $ {} $x }"),
                arguments("$${object.name}", "${object.name}"),
                arguments("$$${each}", "$${each}"),
                arguments("${each}$${each}", "e${each}"),
                arguments("${object.name}-${each}", "n-e"),
                arguments("${ each }", "e"),
                arguments("é${each}\n${each}!", "ée\ne!"),
                arguments("${object.count}", 2L),
                arguments("${object.list}", List.of(1L)),
                arguments("${null}", null),
                arguments("${object.?nothing}", null),
                arguments("${{'a': {'b': each}}}", Map.of("a", Map.of("b", "e"))),
                arguments("${{'a': 'x'}['a']}-", "x-"),
                arguments("${'}' + \"{\"}-", "}{-"),
                arguments("${'\\'}' + each}-", "'}e-"),
                arguments("${r'\\}' + each}-", "\\}e-"),
                arguments("${R\"}\\d\" + each}-", "}\\de-"),
                arguments("${string(br'\\}') + each}-", "\\}e-"),
                arguments("${string(b'}') + each}-", "}e-"),
                arguments("${'''a'}\n''' + each}-", "a'}\ne-"),
                arguments("${\"\"\"a\"}\\\"\"\"\" + each}-", "a\"}\"e-"),
                arguments("${r'''\\}'''}-", "\\}-"),
                arguments("${'' + each}-", "e-"),
                arguments("${each // no } here\n}-", "e-"),
                arguments("${'//'}-", "//-"),
                arguments("${object.count}|${1.0}|${1e21}|${true}|${2u}", "2|1|1e+21|true|2"),
                arguments("${object.?name}-", "n-"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void joinsPartsAndKeepsTheTypeOfASingleOne(String text, Object json) {
        assertThat(template(text).evaluate(VARIABLES, new Budget()))
                .as(text)
                .isEqualTo(new Value.Result(json));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plain|true|false|TEXT",
                "$${x}|true|false|TEXT",
                "${1}|false|true|NUMBER",
                "${[1]}|false|true|LIST",
                "${object}|false|true|OPEN",
                "a${1}|false|false|TEXT",
                "${1}${2}|false|false|TEXT"
            })
    void saysWhatItIs(String text, boolean literal, boolean single, Expression.Result result) {
        assertThat(template(text).isLiteral()).isEqualTo(literal);
        assertThat(template(text).isSingle()).isEqualTo(single);
        assertThat(template(text).result()).isEqualTo(result);
    }

    @Test
    void literalHasNoEscapes() {
        assertThat(template("a$${b}${each}c").literal()).isEqualTo("a${b}c");
        assertThat(template("").isLiteral()).isTrue();
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                arguments("${each", "line 1, column 1: the expression has no end;"),
                arguments("a\n é${", "line 2, column 3: the expression has no end;"),
                arguments("${each} ${'}", "line 1, column 9: the expression has no end;"),
                arguments("${each // }", "line 1, column 1: the expression has no end;"),
                arguments("${{'a': 1}", "line 1, column 1: the expression has no end;"),
                arguments("${}", "line 1, column 3: there is no expression; write one"),
                arguments("ab${nope}", "line 1, column 5: there is no variable or function nope;"),
                arguments("$${${nope}", "line 1, column 6: there is no variable"),
                arguments("😀\n${each}${\n  nope}", "line 3, column 3: there is no variable"),
                arguments("😀${nope}", "line 1, column 4: there is no variable"),
                arguments("${r'\\'}-", "line 1, column 3: String literal contains unescaped"),
                arguments("${each}-${1 +}", "line 1, column 14: mismatched input"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void whatIsWrongIsToldWithItsPositionInTheText(String text, String message) {
        assertThat(TextTemplate.parse(text, SCOPE)).isInstanceOf(TextTemplate.Parsed.Wrong.class);
        assertThat(((TextTemplate.Parsed.Wrong) TextTemplate.parse(text, SCOPE)).message())
                .startsWith(message);
    }

    static Stream<Arguments> failing() {
        return Stream.of(
                arguments("a ${object.list}", "line 1, column 5: the expression gives a list;", ""),
                arguments("a\n${object}", "line 2, column 3: the expression gives a map;", ""),
                arguments("a${object.?x}", "line 1, column 4: the expression gives null;", ""),
                arguments("${each}${null}", "line 1, column 10: the expression gives null;", ""),
                arguments("a${object.x}", "line 1, column 10: there is no field", "object.x"),
                arguments("a\n${each}\n${\nobject.x}", "line 4, column 7: there is", "object.x"),
                arguments("${gone}", "line 1, column 3: the variable gone has no value", "gone"),
                arguments("a${b'x'}", "line 1, column 4: the expression gives no text,", ""));
    }

    @ParameterizedTest
    @MethodSource("failing")
    void failuresHaveThePositionInTheText(String text, String message, String missing) {
        var failed = (Value.Failed) template(text).evaluate(VARIABLES, new Budget());
        assertThat(failed.message()).startsWith(message);
        assertThat(failed.missing())
                .isEqualTo(Optional.of(missing).filter(each -> !each.isEmpty()));
    }

    @Test
    void referencesHaveThePositionInTheText() {
        assertThat(
                        template("é${each}\n ${object.name} ${\n has(object.name)}")
                                .references()
                                .stream()
                                .map(ReferenceTest::shown))
                .containsExactly(
                        "each 1:4 []", "object.name 2:10 [name]", "object.name 3:5 [name] tested");
    }

    @Test
    void literalsCountAsResultsToo() {
        var budget = new Budget();
        var template = template("x".repeat(512 * 1024) + "${each}");
        assertThat(template.evaluate(VARIABLES, budget)).isInstanceOf(Value.Result.class);
        assertThat(template.evaluate(VARIABLES, budget))
                .isEqualTo(new Value.Failed("line 1, column 1: " + Budget.SPENT));
    }

    @Test
    void evaluationsOfABudgetCostTogether() {
        var variables =
                Map.of("object", Variable.of(Map.of("list", java.util.Collections.nCopies(90, 1))));
        var template = template("${object.list.map(a, object.list.map(b, 'x').size()).size()}-");
        var budget = new Budget();
        assertThat(template.evaluate(variables, budget)).isEqualTo(new Value.Result("90-"));
        Value last = new Value.Result("");
        for (int i = 0; i < 1000 && last instanceof Value.Result; i++) {
            last = template.evaluate(variables, budget);
        }
        assertThat(((Value.Failed) last).message())
                .startsWith("line 1, column 3: the expression costs too much");
        assertThat(template.evaluate(variables, new Budget())).isInstanceOf(Value.Result.class);
    }

    /** The end is found without recursion. */
    @Test
    void longTextsAreNoProblem() {
        var text = "${'" + "\\\\a".repeat(5_000) + "'}-" + "$ { é".repeat(100_000);
        assertThat(TextTemplate.parse(text, SCOPE)).isInstanceOf(TextTemplate.Parsed.Right.class);
        assertThat(TextTemplate.parse("${" + "a{'}'}\"\\\"}\" ".repeat(50_000), SCOPE))
                .isInstanceOf(TextTemplate.Parsed.Wrong.class);
    }

    private static TextTemplate template(String text) {
        assertThat(TextTemplate.parse(text, SCOPE)).isInstanceOf(TextTemplate.Parsed.Right.class);
        return ((TextTemplate.Parsed.Right) TextTemplate.parse(text, SCOPE)).template();
    }
}
