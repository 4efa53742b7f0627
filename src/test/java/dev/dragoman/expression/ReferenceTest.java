package dev.dragoman.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What an expression says of the variables that it reads, before it is evaluated. */
class ReferenceTest {
    private static final Scope SCOPE =
            new Scope(
                    new LinkedHashSet<>(List.of("object", "identity", "each", "texts")),
                    Map.of("later", "later is for tomorrow"),
                    Set.of("texts"));

    /** Each reference as {@code written line:column [fields]}, with a mark if it is a test. */
    static Stream<Arguments> references() {
        return Stream.of(
                arguments("'a'", List.of()),
                arguments("each", List.of("each 1:1 []")),
                arguments("each + each", List.of("each 1:1 []", "each 1:8 []")),
                arguments("'a' +\n  each", List.of("each 2:3 []")),
                arguments(
                        "identity.status.clientId",
                        List.of(
                                "identity.status 1:9 [status]",
                                "identity.status.clientId 1:16 [status, clientId]")),
                arguments(
                        "has(object.spec.x) ? each : ''",
                        List.of(
                                "each 1:22 []",
                                "object.spec 1:11 [spec]",
                                "object.spec.x 1:4 [spec, x] tested")),
                arguments(
                        "object.?spec.x.orValue('')",
                        List.of(
                                "object.?spec 1:7 [spec] tested",
                                "object.?spec.x 1:13 [spec, x] tested")),
                arguments("object[?'a'].orValue('')", List.of("object[?'a'] 1:7 [a] tested")),
                arguments(
                        "object.spec[\"a.b\"].c",
                        List.of(
                                "object.spec 1:7 [spec]",
                                "object.spec['a.b'] 1:12 [spec, a.b]",
                                "object.spec['a.b'].c 1:19 [spec, a.b, c]")),
                arguments("object.list[0].name", List.of("object.list 1:7 [list]")),
                arguments("object[0]", List.of("object 1:1 []")),
                arguments("object[each]", List.of("object 1:1 []", "each 1:8 []")),
                arguments(
                        "object.a__dash__b.__in__",
                        List.of(
                                "object.a__dash__b 1:7 [a-b]",
                                "object.a__dash__b.__in__ 1:18 [a-b, in]")),
                arguments("texts.a__dash__b", List.of("texts.a__dash__b 1:6 [a__dash__b]")),
                arguments("object.list.map(i, i.name)", List.of("object.list 1:7 [list]")),
                arguments("[1].map(each, each + 1)", List.of()),
                arguments("each.list.map(each, each.name)", List.of("each.list 1:5 [list]")),
                arguments("{'a': 1}.transformList(object, each, each)", List.of()),
                arguments(
                        "object.?a.optMap(each, each + 'x').orValue(each)",
                        List.of("each 1:44 []", "object.?a 1:7 [a] tested")),
                arguments("[1].map(i, .each)", List.of("each 1:13 []")),
                arguments("object.f(1)", null));
    }

    @ParameterizedTest
    @MethodSource("references")
    void areListedOuterFieldsFirst(String text, List<String> expected) {
        if (expected == null) {
            assertThat(Expressions.wrong(text, SCOPE)).contains("no variable or function f;");
            return;
        }
        var all = ((Checked.Right) Expression.check(text, SCOPE)).expression().references();
        assertThat(all.stream().map(ReferenceTest::shown)).as(text).isEqualTo(expected);
        assertThat(all).allMatch(each -> SCOPE.variables().contains(each.variable()));
    }

    static String shown(Reference each) {
        return "%s %d:%d %s%s"
                .formatted(
                        each.written(),
                        each.line(),
                        each.column(),
                        each.fields(),
                        each.tested() ? " tested" : "");
    }

    static Stream<Arguments> unknown() {
        var two = new LinkedHashSet<>(List.of("b", "a"));
        return Stream.of(
                arguments(Scope.of(Set.of()), "x", "the expression may use only functions"),
                arguments(
                        Scope.of(Set.of("a")),
                        "x",
                        "no variable or function x; the expression may use only a"),
                arguments(Scope.of(two), "x", "the expression may use b and a"),
                arguments(SCOPE, "x", "may use object, identity, each and texts"),
                arguments(SCOPE, "later.x", "line 1, column 1: later is for tomorrow"));
    }

    @ParameterizedTest
    @MethodSource("unknown")
    void otherNamesAreNoVariables(Scope scope, String text, String message) {
        assertThat(Expressions.wrong(text, scope)).endsWith(message);
    }

    @Test
    void scopesAreEqualByTheirContent() {
        assertThat(Scope.of(Set.of("a", "b"))).isEqualTo(Scope.of(Set.of("b", "a")));
        assertThat(Expressions.wrong("a", Scope.of(Set.of("b")))).contains("only b");
        assertThat(Expression.check("a", Scope.of(Set.of("a")))).isInstanceOf(Checked.Right.class);
    }
}
