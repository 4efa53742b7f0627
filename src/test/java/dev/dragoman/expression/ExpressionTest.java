package dev.dragoman.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What expressions give: each line is one that users of the original may have. */
class ExpressionTest {
    private static final Map<String, Object> SELF =
            Map.of(
                    "metadata",
                    Map.of(
                            "name",
                            "cache",
                            "namespace",
                            "team",
                            "annotations",
                            Map.of("a.b/c", "dotted", "plain", "p")),
                    "spec",
                    Map.ofEntries(
                            Map.entry("location", "westeurope"),
                            Map.entry("capacity", 2),
                            Map.entry("ratio", 1.5),
                            Map.entry("zones", List.of("1", "2", "3")),
                            Map.entry("tags", Map.of("cost centre", "7", "team", "a")),
                            Map.entry("maxmemory-delta", "10"),
                            Map.entry("odata.type", "dot"),
                            Map.entry("a/b", "slash"),
                            Map.entry("under__score", "two"),
                            Map.entry("dash-__both", "both"),
                            Map.entry("_first", "first"),
                            Map.entry("in", "IN"),
                            Map.entry("true", "TRUE"),
                            Map.entry("const", "CONST"),
                            Map.entry("namespace", "NS"),
                            Map.entry("enabled", true)),
                    "status",
                    Map.of(
                            "id",
                            "/subscriptions/s/resourceGroups/g/providers/Microsoft.Cache/redis/cache",
                            "hostName",
                            "cache.example"));
    private static final Map<String, String> SECRET =
            Map.of("primaryKey", "p/k=", "secondaryKey", "s");

    static Stream<Arguments> texts() {
        return Stream.of(
                arguments("a literal", "'Hello'", "Hello"),
                arguments("a field", "self.spec.location", "westeurope"),
                arguments(
                        "of metadata",
                        "self.metadata.namespace + ':' + self.metadata.name",
                        "team:cache"),
                arguments("of status", "self.status.hostName", "cache.example"),
                arguments("a number as text", "string(self.spec.capacity)", "2"),
                arguments(
                        "a double as Go writes it",
                        "string(self.spec.ratio) + ' ' + string(2.0)",
                        "1.5 2"),
                arguments("a bool as text", "string(self.spec.enabled)", "true"),
                arguments(
                        "different types in a list",
                        "'%s:%d'.format([self.spec.location, 7])",
                        "westeurope:7"),
                arguments("an item", "self.spec.zones[0]", "1"),
                arguments("a key", "self.metadata.annotations['a.b/c']", "dotted"),
                arguments("macros", "self.spec.zones.filter(z, int(z) % 2 == 1).join('-')", "1-3"),
                arguments(
                        "macros of maps",
                        "self.spec.tags.exists(k, k == 'team') ? 'yes' : 'no'",
                        "yes"),
                arguments(
                        "two variables",
                        "self.spec.zones.transformList(i, z, string(i) + z).join(',')",
                        "01,12,23"),
                arguments(
                        "two variables of a map",
                        "self.spec.tags.all(k, v, k != v) ? 'yes' : 'no'",
                        "yes"),
                arguments("what is there", "has(self.spec.location) ? 'yes' : 'no'", "yes"),
                arguments("what is not", "has(self.spec.nothing) ? 'yes' : 'no'", "no"),
                arguments("optional fields", "self.?spec.?nothing.?more.orValue('else')", "else"),
                arguments(
                        "optional values",
                        "self.spec.?location.optMap(l, l + '!').orValue('')",
                        "westeurope!"),
                arguments(
                        "numbers of different types",
                        "self.spec.capacity < 2.5 && 1u < 2 ? 'yes' : 'no'",
                        "yes"),
                arguments(
                        "hours in UTC",
                        "string(timestamp('2024-01-01T23:30:00+01:00').getHours())",
                        "22"),
                arguments("a secret", "secret.primaryKey", "p/k="),
                arguments(
                        "a secret in a text",
                        "'password=' + secret['primaryKey'] + ',ssl=True'",
                        "password=p/k=,ssl=True"),
                arguments("all secrets", "secret.map(k, k).size() == 2 ? 'two' : 'other'", "two"),
                arguments("dashes", "self.spec.maxmemory__dash__delta", "10"),
                arguments("dots", "self.spec.odata__dot__type", "dot"),
                arguments("slashes", "self.spec.a__slash__b", "slash"),
                arguments("two underscores", "self.spec.under__underscores__score", "two"),
                arguments("several escapes", "self.spec.dash__dash____underscores__both", "both"),
                arguments("one underscore", "self.spec._first", "first"),
                arguments(
                        "words of the language", "self.spec.__in__ + self.spec.__true__", "INTRUE"),
                arguments(
                        "words kept for later", "self.spec.const + self.spec.namespace", "CONSTNS"),
                arguments(
                        "the same, escaped",
                        "self.spec.__const__ + self.spec.__namespace__",
                        "CONSTNS"),
                arguments("an id", "aso.parseResourceId(self.status.id).resourceGroupName", "g"),
                arguments(
                        "a long name of it",
                        "aso.parseResourceId(self.status.id).resourceType.namespace",
                        "Microsoft.Cache"),
                arguments(
                        "texts: charAt, indexOf",
                        "'abc'.charAt(1) + string('abc'.indexOf('c'))",
                        "b2"),
                arguments("texts: lastIndexOf", "string('abcb'.lastIndexOf('b'))", "3"),
                arguments(
                        "texts: lower, upper", "'aBc'.lowerAscii() + 'aBc'.upperAscii()", "abcABC"),
                arguments(
                        "texts: replace",
                        "'a a a'.replace(' ', '-') + 'aaa'.replace('a', 'b', 2)",
                        "a-a-abba"),
                arguments("texts: replace nothing", "'ab'.replace('', '.')", ".a.b."),
                arguments(
                        "texts: split, join",
                        "'a,b'.split(',').join('+') + ['x', 'y'].join()",
                        "a+bxy"),
                arguments("texts: empty ones joined", "['', ''].join(',')", ","),
                arguments(
                        "texts: substring, trim", "'abcd'.substring(1, 3) + '  x '.trim()", "bcx"),
                arguments(
                        "texts: reverse, quote",
                        "'abc'.reverse() + strings.quote('a\"b')",
                        "cba\"a\\\"b\""),
                arguments("texts: matches", "'v1api'.matches('^v[0-9]') ? 'yes' : 'no'", "yes"),
                arguments("bytes", "string(b'abc') + string(size(bytes('é')))", "abc2"),
                arguments(
                        "an error that is not needed",
                        "true || self.nothing ? 'yes' : 'no'",
                        "yes"));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("texts")
    void givesAText(String what, String expression, String expected) {
        assertThat(Expressions.of(expression, SELF, SECRET))
                .as(what)
                .isEqualTo(new Value.Result(expected));
    }

    static Stream<Arguments> maps() {
        return Stream.of(
                arguments(
                        "{'at': self.spec.location, 'key': secret.secondaryKey}",
                        Map.of("at", "westeurope", "key", "s")),
                arguments("self.spec.tags", Map.of("cost centre", "7", "team", "a")),
                arguments(
                        "self.spec.tags.transformMapEntry(k, v, {k.replace(' ', '-'): v})",
                        Map.of("cost-centre", "7", "team", "a")),
                arguments(
                        "self.spec.tags.transformMap(k, v, k == 'team', v + '!')",
                        Map.of("team", "a!")),
                arguments("secret", SECRET),
                arguments("{}", Map.of()));
    }

    @ParameterizedTest
    @MethodSource("maps")
    void givesAMap(String expression, Map<String, String> expected) {
        assertThat(Expressions.of(expression, SELF, SECRET)).isEqualTo(new Value.Result(expected));
    }

    static Stream<Arguments> forms() {
        return Stream.of(
                arguments("'a'", Expression.Result.TEXT),
                arguments("string(self.spec.capacity)", Expression.Result.TEXT),
                arguments("secret.primaryKey", Expression.Result.TEXT),
                arguments("{'a': 'b'}", Expression.Result.TEXTS),
                arguments("{'a': self.spec.location}", Expression.Result.TEXTS),
                arguments("secret", Expression.Result.TEXTS),
                arguments("self.spec.location", Expression.Result.OPEN),
                arguments("self.spec.location + 'x'", Expression.Result.TEXT));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void saysWhatItGivesBeforeItIsEvaluated(String expression, Expression.Result result) {
        assertThat(right(expression).result()).isEqualTo(result);
    }

    static Stream<Arguments> used() {
        return Stream.of(
                arguments("self.spec.location", false, Set.of()),
                arguments("secret.a", false, Set.of("a")),
                arguments("string(secret['a'])", false, Set.of("a")),
                arguments(
                        "has(secret.a) ? secret.?b.orValue('') : secret[?'c'].orValue('')",
                        false,
                        Set.of("a", "b", "c")),
                arguments(
                        "'%s:%s'.format([secret.a, self.spec.location + secret.b])",
                        false, Set.of("a", "b")),
                arguments(
                        "['x', secret.a].exists(s, s == secret.b) ? 'a' : 'b'",
                        false,
                        Set.of("a", "b")),
                arguments("{'k': secret.a, secret.b: 'v'}", false, Set.of("a", "b")),
                arguments("secret", true, Set.of()),
                arguments("secret[self.spec.location]", true, Set.of()),
                arguments("secret.map(k, k).join() + secret.a", true, Set.of("a")),
                arguments("{'a': 'b'}[secret.a]", false, Set.of("a")));
    }

    @ParameterizedTest
    @MethodSource("used")
    void saysWhichSecretsItReads(String expression, boolean all, Set<String> names) {
        var secrets = right(expression).references("secret").stream().map(Reference::fields);
        var keys = new ArrayList<List<String>>();
        names.forEach(name -> keys.add(List.of(name)));
        if (all) {
            keys.add(List.of());
        }
        assertThat(secrets.distinct()).containsExactlyInAnyOrderElementsOf(keys);
    }

    @Test
    void whatIsNullIsUnsetInObjectsAndNullInLists() {
        var object = new java.util.HashMap<String, Object>();
        object.put("unset", null);
        object.put("items", java.util.Arrays.asList("a", null));
        assertThat(
                        Expressions.of(
                                "has(self.unset) ? 'set' : string(self.items[1] == null)",
                                object,
                                Map.of()))
                .isEqualTo(new Value.Result("true"));
    }

    @Test
    void valuesAreNotPrinted() {
        assertThat(
                        List.of(
                                        new Value.Result("hidden"),
                                        new Value.Result(Map.of("hidden", "hidden")),
                                        Variable.of(Map.of("hidden", "hidden")))
                                .toString())
                .doesNotContain("hidden");
    }

    private static Expression right(String expression) {
        return ((Checked.Right) Expression.check(expression, Expressions.SELF_AND_SECRET))
                .expression();
    }
}
