package dev.dragoman.composition.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.expression.Budget;
import dev.dragoman.expression.Variable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What templates that are right say. */
class TemplatesTest {
    private static final Map<String, Object> SPEC =
            Map.of(
                    "text", "t",
                    "number", 7,
                    "truth", true,
                    "list", List.of("a", "b"),
                    "map", Map.of("privileged", true),
                    "maps", List.of(Map.of("a", "b")),
                    "many", Collections.nCopies(2000, "x"));

    private static Map<String, Object> variables() {
        return Map.of("object", Variable.of(Map.of("metadata", Map.of("name", "o"), "spec", SPEC)));
    }

    private static Template one(String content) {
        return Files.templates(Files.line("a", content)).lines().get("a");
    }

    @Test
    void optionsHaveDefaults() {
        var none = one(Files.map("a", "{ a: b }"));
        assertThat(none.keep()).isEmpty();
        assertThat(none.elsewhere()).isEqualTo("false");
        assertThat(none.missing() || none.open() || none.existence()).isFalse();
        assertThat(none.when()).isEmpty();
        assertThat(none.each()).isEmpty();
        assertThat(none.apiVersion() + none.kind()).isEqualTo("v1ConfigMap");
        assertThat(none.literals()).containsEntry("data", Map.of("a", "b"));
    }

    @Test
    void optionsAreRead() {
        var map = Files.map("${each}", "{ a: b }") + "each: ${object.spec.list}\n";
        var all =
                one(
                        map
                                + "when: ${object.spec.truth}\nkeep: deletion\nelsewhere: true\nopen: true\nready: existence\n");
        assertThat(all.keep()).map(Part::literal).contains("deletion");
        assertThat(all.elsewhere()).isEqualTo("true");
        assertThat(all.open() && all.existence()).isTrue();
        assertThat(all.when()).isPresent();
        assertThat(one(map + "keep: always\nelsewhere: any\n").elsewhere()).isEqualTo("any");
        assertThat(one(map + "missing: true\nopen: false\n").missing()).isTrue();
    }

    @Test
    void aLineStandsAfterThoseThatItReads() {
        var first = Files.line("z", Files.map("z", "{ a: b }"));
        var second = Files.line("y", Files.map("y", "{ a: '${z.metadata.name}' }"));
        var third = Files.line("b", Files.map("b", "{ a: '${y.data.a}${z.data.a}' }"));
        var alone = Files.line("c", Files.map("c", "{ a: b }"));
        assertThat(Files.templates(third, alone, first, second).lines().keySet())
                .containsExactly("c", "z", "y", "b");
        assertThat(Files.templates(third, first, second).lines().get("b").reads())
                .containsExactly("y", "z");
        var when = Files.line("a", Files.map("a", "{}") + "when: ${z.data.a == 'b'}\n");
        assertThat(Files.templates(when, first).lines().keySet()).containsExactly("z", "a");
    }

    static Stream<Arguments> values() {
        return Stream.of(
                arguments("${object.spec.number}", 7L),
                arguments("n${object.spec.number}", "n7"),
                arguments("${object.spec.truth}", true),
                arguments("${object.spec.list}", List.of("a", "b")),
                arguments("$${object.spec.text}", "${object.spec.text}"),
                arguments("${object.spec.?other.orValue('x')}", "x"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void aTextThatIsOneExpressionHasItsType(String text, Object value) throws Unrendered {
        var template = one(Files.map("a", "{ x: \"%s\" }".formatted(text)));
        assertThat(template.object(variables(), new Budget()))
                .containsEntry("data", Map.of("x", value));
    }

    @Test
    void nullLeavesAFieldOrAnItemOut() throws Unrendered {
        var template =
                one(
                        Files.map(
                                "a",
                                "{ a: null, c: '${object.spec.?other}', d: [ '${object.spec.?other}', x ] }"));
        assertThat(template.object(variables(), new Budget()))
                .containsEntry("data", Map.of("d", List.of("x")));
    }

    static Stream<Arguments> maps() {
        return Stream.of(
                arguments("${object.spec.map}"),
                arguments("${object.spec.maps}"),
                arguments("${[[object.spec.map]]}"),
                arguments("${{'a': object.spec.text}}"));
    }

    @ParameterizedTest
    @MethodSource("maps")
    void mapsComeOnlyWithOpen(String text) throws Unrendered {
        var map = Files.map("a", "{ x: \"%s\" }".formatted(text));
        assertThatThrownBy(() -> one(map).object(variables(), new Budget()))
                .isInstanceOf(Unrendered.class)
                .hasMessageStartingWith("the expression gives a map, with which others could set");
        assertThat(one(map + "open: true\n").object(variables(), new Budget())).isNotEmpty();
    }

    @Test
    void aListOfMoreThanFiftyElementsIsRefused() throws Unrendered {
        var template = one(Files.map("${each}", "{}") + "each: ${object.spec.all}\n");
        assertThat(template.elements(all(50), new Budget())).hasSize(50);
        assertThatThrownBy(() -> template.elements(all(51), new Budget()))
                .hasMessage("'each' gives 51 elements, but at most 50 are allowed");
        assertThatThrownBy(() -> template.elements(all(10_000), new Budget()))
                .hasMessage("'each' gives 10000 elements, but at most 50 are allowed");
    }

    private static Map<String, Object> all(int elements) {
        return Map.of("object", Map.of("spec", Map.of("all", Collections.nCopies(elements, "x"))));
    }

    @Test
    void eachAndWhenAreOfTheirTypes() {
        var each = one(Files.map("${each}", "{}") + "each: ${object.spec.text}\n");
        assertThatThrownBy(() -> each.elements(variables(), new Budget()))
                .hasMessage("'each' gives no list; let it give a list");
        var when = one(Files.map("a", "{}") + "when: ${object.spec.text}\n");
        assertThatThrownBy(() -> when.isWanted(variables(), new Budget()))
                .hasMessage("'when' gives neither true nor false; compare its value");
        var name = one(Files.map("${object.spec.number}", "{}"));
        assertThatThrownBy(() -> name.metadata("name", variables(), new Budget()))
                .hasMessage("metadata.name is no text; use string()");
    }

    @Test
    void whatIsMissingIsNamedWithItsPath() {
        var template = one(Files.map("a", "\n    y: b\n    x: \"${object.spec.other.more}\""));
        assertThatThrownBy(() -> template.object(variables(), new Budget()))
                .isInstanceOfSatisfying(
                        Unrendered.class,
                        why -> {
                            assertThat(why.missing()).contains("object.spec.other");
                            assertThat(template.at(why))
                                    .startsWith(
                                            "/etc/shop.a.object.yaml:7: column 14: there is no field object.spec.other;");
                        });
    }

    static Stream<Arguments> rules() {
        return Stream.of(
                arguments("object.spec.number < 8", ""),
                arguments("object.spec.number < 7", "too much"),
                arguments("peers.all(p, p.spec.text != object.spec.text)", "too much"));
    }

    static Stream<Arguments> unusable() {
        return Stream.of(
                arguments("object.spec.text", "the rule gives neither true nor false"),
                arguments("object.spec.other", "column 12: there is no field object.spec.other;"),
                arguments(
                        "object.spec.many.all(x, object.spec.many.all(y, x + y != 'z'))",
                        "column 21: the expression costs too much"));
    }

    private static Rule rule(String text) {
        var rules = "- { rule: \"%s\", reason: Much, message: too much }".formatted(text);
        var files = Files.templates(Files.line("a", Files.map("a", "{}")), Files.rules(rules));
        return files.rules().getFirst();
    }

    @ParameterizedTest
    @MethodSource("unusable")
    void aRuleThatCannotBeEvaluatedIsToldWithItsPlace(String text, String why) {
        var rule = rule(text);
        assertThatThrownBy(() -> rule.broken(variables(), new Budget()))
                .isInstanceOfSatisfying(
                        Unrendered.class,
                        each ->
                                assertThat(rule.at(each))
                                        .startsWith("/etc/shop.rules.yaml:1: " + why));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void aRuleThatIsNotTrueForbids(String rule, String message) throws Unrendered {
        var variables = new java.util.HashMap<>(variables());
        variables.put("peers", List.of(Map.of("spec", SPEC)));
        var one = rule(rule);
        assertThat(one.readsPeers()).isEqualTo(rule.contains("peers"));
        var broken = one.broken(variables, new Budget());
        assertThat(broken.isEmpty()).isEqualTo(message.isEmpty());
        assertThat(broken.orElse("")).startsWith(message);
    }

    @Test
    void compositionsAreToldApartByTheirNames() {
        var problems = new ArrayList<String>();
        var map = Files.map("a", "{}");
        var all =
                Templates.of(
                        Arrays.asList(
                                Files.file("shop.a.object.yaml", map),
                                Files.file("team-x.a.object.yaml", map),
                                Files.rules("[]")),
                        problems);
        assertThat(problems).isEmpty();
        assertThat(all).containsOnlyKeys("shop", "team-x");
        assertThat(all.get("shop").rules()).isEmpty();
    }
}
