package dev.dragoman.discovery.decision.sidecar;

import static dev.dragoman.kube.object.Json.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.dragoman.discovery.decision.DiscoveryService;
import dev.dragoman.kube.object.Json;
import io.fabric8.zjsonpatch.JsonPatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases of {@code sidecars/cases.yaml}. */
class InjectionTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String DOMAIN = "marin3r.3scale.net/";

    static Stream<Arguments> cases() throws IOException {
        var all =
                new ObjectMapper(new YAMLFactory())
                        .readValue(
                                InjectionTest.class.getResourceAsStream("/sidecars/cases.yaml"),
                                Map[].class);
        return Stream.of(all).map(each -> Arguments.of(each.get("case"), each));
    }

    private static Map<String, Object> keys(Map<String, Object> annotations) {
        var all = object();
        annotations.forEach((key, value) -> all.put(key.contains("/") ? key : DOMAIN + key, value));
        return all;
    }

    private static Map<String, Object> pod(Map<String, Object> row) {
        var spec = Json.map(row, "pod");
        return object(
                "kind",
                "Pod",
                "metadata",
                object(
                        "labels",
                        row.getOrDefault("labels", Map.of(DOMAIN + "status", "enabled")),
                        "annotations",
                        keys(Json.map(row, "annotations"))),
                "spec",
                spec.isEmpty()
                        ? object("containers", List.of(object("name", "app", "image", "app")))
                        : spec);
    }

    private static Map<String, Object> service(Map<String, Object> row) {
        var metadata =
                object(
                        "name",
                        row.get("name"),
                        "namespace",
                        row.getOrDefault("namespace", "team"),
                        "uid",
                        "uid-" + row.get("name"),
                        "creationTimestamp",
                        row.getOrDefault("created", "2026-01-01T00:00:00Z"));
        if (row.containsKey("deleting")) {
            metadata.put("deletionTimestamp", "2026-01-02T00:00:00Z");
        }
        return object("metadata", metadata, "spec", row.getOrDefault("spec", Map.of()));
    }

    private static SidecarFacts facts(Map<String, Object> row) {
        var own =
                row.containsKey("services")
                        ? Json.maps(row, "services")
                        : List.of(object("name", "xds"));
        return new SidecarFacts(
                object(
                        "metadata",
                        object(
                                "name",
                                "team",
                                "annotations",
                                row.getOrDefault("namespaceAnnotations", Map.of()))),
                own.stream().map(InjectionTest::service).map(DiscoveryService::new).toList(),
                Optional.of(Json.map(row, "serving"))
                        .filter(each -> !each.isEmpty())
                        .map(InjectionTest::service)
                        .map(DiscoveryService::new),
                Optional.ofNullable(row.get("certificate")).map(InjectionTest::certificate),
                row.getOrDefault("image", "marin3r:1").toString(),
                Boolean.TRUE.equals(row.get("lenient")));
    }

    private static Map<String, Object> certificate(Object owner) {
        return object(
                "metadata",
                object(
                        "namespace",
                        "team",
                        "ownerReferences",
                        List.of(object("uid", "uid-" + owner, "controller", true))));
    }

    private static JsonNode patched(Map<String, Object> pod, Injection.Allowed answer) {
        return JsonPatch.apply(tree(answer.patch()), tree(pod));
    }

    /** As it comes over the wire, where numbers have no type. */
    private static JsonNode tree(Object value) {
        try {
            return JSON.readTree(Json.write(value));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void pods(String why, Map<String, Object> row) {
        var pod = pod(row);
        var answer = Injection.of(pod, facts(row));
        if (row.get("refused") instanceof String text) {
            assertThat(answer)
                    .isInstanceOfSatisfying(
                            Injection.Denied.class,
                            denied ->
                                    assertThat(denied.message())
                                            .contains(text)
                                            .hasSizeLessThan(500));
            return;
        }
        assertThat(answer).as("%s: %s", why, answer).isInstanceOf(Injection.Allowed.class);
        var allowed = (Injection.Allowed) answer;
        assertThat(allowed.patch().isEmpty()).isEqualTo(row.containsKey("unchanged"));
        var warnings = assertThat(String.join("\n", allowed.warnings()));
        if (row.get("warned") instanceof String text) {
            warnings.contains(text);
        } else {
            warnings.isEmpty();
        }
        var after = patched(pod, allowed);
        Json.map(row, "expect")
                .forEach(
                        (pointer, value) -> {
                            var at = after.at(pointer);
                            assertThat(at.isMissingNode() ? null : at)
                                    .as(pointer)
                                    .isEqualTo(value == null ? null : tree(value));
                        });
    }

    @Test
    void aPodThatWasInjectedStaysAsItIs() throws IOException {
        for (var how : List.of("true", "false")) {
            var row =
                    object(
                            "annotations",
                            object(
                                    "node-id",
                                    "node",
                                    "shutdown-manager.enabled",
                                    "true",
                                    "dragoman.dev/native-sidecar",
                                    how));
            var first = (Injection.Allowed) Injection.of(pod(row), facts(row));
            var after = patched(pod(row), first).toString();
            assertThat(Injection.of(Json.literal(after), facts(row)))
                    .isEqualTo(new Injection.Allowed(List.of(), List.of()));
            assertThat(Injection.isMissing(pod(row), "operator")).isTrue();
            assertThat(Injection.isMissing(Json.literal(after), "operator")).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"metadata": {"namespace": "team"}} | true
                    {"metadata": {"namespace": "team"}, "status": {"phase": "Running"}} | true
                    {"metadata": {"namespace": "team"}, "status": {"phase": "Succeeded"}} | false
                    {"metadata": {"namespace": "team"}, "status": {"phase": "Failed"}} | false
                    {"metadata": {"namespace": "team", "deletionTimestamp": "now"}} | false
                    {"metadata": {"namespace": "operator"}} | false
                    {"metadata": {"namespace": "kube-system"}} | false
                    """)
    void aSidecarIsMissingWhereItShouldBe(String pod, boolean missing) {
        assertThat(Injection.isMissing(Json.literal(pod), "operator")).isEqualTo(missing);
    }
}
