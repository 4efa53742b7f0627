package dev.dragoman.azure.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.AzureEnding;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.model.AsoNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A misspelt annotation says so, a known one does not. */
class UnusedTest {
    private static final AzureKind GROUPS =
            Catalog.load().find("resources.azure.com", "ResourceGroup").orElseThrow();
    private static final String MISSPELT = "serviceoperator.azure.com/reconcile-polcy";
    private static final String SENTENCE =
            "the annotation serviceoperator.azure.com/reconcile-polcy does nothing, because no annotation has that name; the nearest is serviceoperator.azure.com/reconcile-policy: correct or remove it";

    private static Map<String, Object> annotated(String... keys) {
        var annotations = new HashMap<String, Object>();
        List.of(keys).forEach(key -> annotations.put(key, "x"));
        return Map.of(
                "metadata",
                Map.of("name", "a", "annotations", annotations),
                "spec",
                Map.of("location", "westeurope"));
    }

    private static Unused of(Map<String, Object> object) {
        return Unused.of(GROUPS, GROUPS.newest(), object, false);
    }

    @Test
    void aMisspeltOneIsNamedWithTheNearest() {
        assertThat(of(annotated(MISSPELT)).all()).containsExactly(SENTENCE);
        assertThat(of(annotated("dragoman.dev/allow-childen-from")).all())
                .singleElement()
                .satisfies(
                        text ->
                                assertThat(text)
                                        .contains(
                                                "the nearest is dragoman.dev/allow-children-from"));
    }

    @Test
    void knownOnesAndThoseOfOthersAreNotNamed() {
        var known = new ArrayList<>(AsoNames.ANNOTATIONS);
        known.add("kubectl.kubernetes.io/last-applied-configuration");
        known.add("example.dragoman.dev/x");
        assertThat(of(annotated(known.toArray(String[]::new))).all()).isEmpty();
        assertThat(of(Map.of()).annotations()).isEmpty();
    }

    @Test
    void ofManyAFewAreNamed() {
        var keys =
                IntStream.range(0, 100).mapToObj(i -> "dragoman.dev/x" + i).toArray(String[]::new);
        assertThat(of(annotated(keys)).all())
                .hasSize(6)
                .last()
                .isEqualTo("95 more such annotations");
    }

    @Test
    void theConditionSaysItAndStopsSayingIt() {
        var object = new HashMap<>(annotated(MISSPELT));
        assertThat(AzureEnding.outdated(object, false)).isTrue();
        object.put("status", status(object));
        assertThat(conditions(object)).containsExactly(Map.entry("UnknownAnnotation", SENTENCE));
        assertThat(AzureEnding.outdated(object, false)).isFalse();

        var corrected = new HashMap<>(annotated());
        corrected.put("status", object.get("status"));
        assertThat(AzureEnding.outdated(corrected, false)).isTrue();
        corrected.put("status", status(corrected));
        assertThat(conditions(corrected)).isEmpty();
        assertThat(AzureEnding.outdated(corrected, false)).isFalse();
    }

    @Test
    void aConsentOfTheNamespaceThatDoesNothingIsNamed() {
        var object = new HashMap<>(annotated());
        assertThat(AzureEnding.outdated(object, true)).isTrue();
        var unused = Unused.of(GROUPS, GROUPS.newest(), object, true);
        assertThat(unused.all())
                .singleElement()
                .asString()
                .contains("dragoman.dev/accept-operator-credential of the namespace does nothing");
        object.put("status", status(object, unused));
        assertThat(AzureEnding.outdated(object, true)).isFalse();
        assertThat(AzureEnding.outdated(object, false)).isTrue();
    }

    private static Map<String, Object> status(Map<String, Object> object) {
        return status(object, of(object));
    }

    private static Map<String, Object> status(Map<String, Object> object, Unused unused) {
        return Map.of(
                "conditions",
                AzureEnding.unused(unused, object).stream()
                        .map(
                                each ->
                                        Map.of(
                                                "type", each.type(),
                                                "reason", each.reason(),
                                                "message", each.message()))
                        .toList());
    }

    private static List<Map.Entry<Object, Object>> conditions(Map<String, Object> object) {
        return object.get("status") instanceof Map<?, ?> status
                        && status.get("conditions") instanceof List<?> all
                ? all.stream()
                        .map(Map.class::cast)
                        .filter(each -> "FieldsNotSent".equals(each.get("type")))
                        .map(
                                each ->
                                        Map.<Object, Object>entry(
                                                each.get("reason"), each.get("message")))
                        .collect(Collectors.toList())
                : List.of();
    }
}
