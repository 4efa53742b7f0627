package dev.dragoman.azure.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tools.catalog.Yaml;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PropertyBagsTest {
    private static final Map<String, Object> SCHEMA =
            Yaml.object(
                    """
                    type: object
                    properties:
                      text: {type: string}
                      count: {type: integer}
                      ipTags: {type: array, items: {type: object, properties: {tag: {type: string}}}}
                      inner: {type: object, properties: {a: {type: string}, b: {type: string}}}
                      named:
                        type: object
                        additionalProperties: {type: object, properties: {a: {type: string}}}
                      tags: {type: object, additionalProperties: {type: string}}
                      open: {type: object, x-kubernetes-preserve-unknown-fields: true}
                    """);

    private static PropertyBags.Unfolded unfold(String spec) {
        return PropertyBags.unfold(Yaml.object(spec), SCHEMA);
    }

    @Test
    void fieldsComeBackWhereTheyBelong() {
        var unfolded =
                unfold(
                        """
                        text: here
                        $propertyBag:
                          Count: '3'
                          IPTags: '[{"$propertyBag":{"Tag":"t"}}]'
                          Tags: '{"a":"b"}'
                        inner: {a: x, $propertyBag: {B: 'true'}}
                        named: {one: {$propertyBag: {A: '7'}}}
                        open: {$propertyBag: {A: x}}
                        """);
        assertThat(unfolded.problems()).isEmpty();
        assertThat(unfolded.value())
                .isEqualTo(
                        Yaml.object(
                                """
                                text: here
                                count: 3
                                ipTags: [{tag: t}]
                                tags: {a: b}
                                inner: {a: x, b: 'true'}
                                named: {one: {a: '7'}}
                                open: {$propertyBag: {A: x}}
                                """));
    }

    @Test
    void fieldsOfEqualLettersAreToldApart() {
        var schema = Yaml.object("properties: {aIPs: {type: string}, aIps: {type: string}}");
        assertThat(PropertyBags.unfold(Yaml.object("{$propertyBag: {AIps: x}}"), schema).value())
                .isEqualTo(Map.of("aIps", "x"));
        assertThat(PropertyBags.unfold(Yaml.object("{$propertyBag: {AIPs: x}}"), schema).value())
                .isEqualTo(Map.of("aIPs", "x"));
        assertThat(PropertyBags.unfold(Yaml.object("{$propertyBag: {Aips: x}}"), schema).problems())
                .hasSize(1);
    }

    @Test
    void whatIsWrittenBesideABagIsNewer() {
        assertThat(unfold("{text: new, $propertyBag: {Text: old}}").value())
                .isEqualTo(Map.of("text", "new"));
    }

    @Test
    void whatHasNoPlaceIsNamedWithoutItsValue() {
        var unfolded =
                unfold(
                        """
                        unheard: 1
                        inner: {other: 1}
                        $propertyBag: {Lost: hidden, Count: hidden}
                        """);
        assertThat(unfolded.problems())
                .containsExactly(
                        "spec.unheard is in no version that Dragoman serves",
                        "spec.inner.other is in no version that Dragoman serves",
                        "spec.$propertyBag holds Lost, which is in no version that Dragoman serves",
                        "spec.count is no JSON in the property bag, or is nested too deep");
        assertThat(unfolded.problems().toString()).doesNotContain("hidden");
    }

    @Test
    void withoutBagsNothingElseChanges() {
        assertThat(
                        PropertyBags.without(
                                Yaml.object(
                                        "{a: [{$propertyBag: {X: y}, b: 1}], $propertyBag: {}}")))
                .isEqualTo(Map.of("a", List.of(Map.of("b", 1))));
    }

    /** What compares values recurses once for each level. */
    @Test
    void aTextThatIsNestedTooDeepIsRefused() {
        var deep = "[".repeat(950) + "]".repeat(950);
        assertThat(unfold("$propertyBag: {open: '%s'}".formatted(deep)).problems())
                .containsExactly("spec.open is no JSON in the property bag, or is nested too deep");
    }
}
