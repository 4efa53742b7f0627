package dev.dragoman.azure.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureKind.Scope;
import dev.dragoman.azure.catalog.Export;
import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.azure.catalog.KindRules;
import dev.dragoman.azure.model.SecretValues;
import dev.dragoman.azure.model.SecretValuesFixture;
import dev.dragoman.capability.status.Condition.Severity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is written to the user's Secrets and ConfigMaps, from the spec and Azure's answers. */
class ExportPlanTest {
    private static final AzureKind KIND =
            new AzureKind(
                    "g",
                    "K",
                    "ks",
                    "P/k",
                    Scope.RESOURCE_GROUP,
                    Optional.empty(),
                    Optional.empty(),
                    AzureKind.Naming.OBJECT,
                    Set.of(),
                    List.of(
                            key("key1", "keys.0.value"),
                            key("key2", "keys.1.value"),
                            field("endpoint")),
                    KindRules.NONE,
                    List.of());
    private static final Map<String, Object> RESOURCE =
            Map.of("id", "/r", "properties", Map.of("endpoint", "https://e"));
    private static final Map<ExportCall, Map<String, Object>> CALLS =
            Map.of(
                    new ExportCall("", "listKeys", "2023-01-01"),
                    Map.of("keys", List.of(Map.of("value", "a"), Map.of("value", "b"))));

    private static Export key(String key, String path) {
        return new Export(
                "secrets",
                key,
                Optional.empty(),
                Optional.of(new Export.Action("listKeys", "2023-01-01", path)));
    }

    private static Export field(String key) {
        return new Export("configMaps", key, Optional.of("properties." + key), Optional.empty());
    }

    private static Map<String, Object> spec(
            Map<String, Object> secrets, Map<String, Object> configMaps) {
        return Map.of("operatorSpec", Map.of("secrets", secrets, "configMaps", configMaps));
    }

    private static ExportPlan plan(Map<String, Object> spec) {
        return plan(ExportRequest.of(KIND, spec), RESOURCE, CALLS);
    }

    private static ExportPlan plan(
            List<ExportRequest> requests,
            Map<String, Object> resource,
            Map<ExportCall, Map<String, Object>> calls) {
        return ExportPlan.of(
                new ExportRequests(requests, List.of()),
                Set.of(),
                new ExportSource("ns", resource, calls, Set.of(), Map::of));
    }

    /** Whoever may read ConfigMaps, labels and annotations may not read Secrets. */
    @Test
    void whatTheSpecTakesFromASecretIsShownInSecretsAlone() {
        var resource =
                Map.<String, Object>of(
                        "id", "/r", "properties", Map.of("endpoint", "https://x?k=s3cret-value"));
        var sent = SecretValuesFixture.of("s3cret-value");
        var open =
                plan(
                        ExportRequest.of(
                                KIND,
                                spec(
                                        Map.of(),
                                        Map.of("endpoint", Map.of("name", "c", "key", "e")))),
                        resource,
                        CALLS);
        assertThat(open.problem()).isEmpty();
        assertThat(open.hiding(SecretValues.NONE)).isEqualTo(open);
        assertThat(open.hiding(sent).objects()).isEmpty();
        assertThat(open.hiding(sent).problem())
                .hasValueSatisfying(
                        p ->
                                assertThat(p.message())
                                        .contains("ConfigMap c", "Export it to a Secret")
                                        .doesNotContain("s3cret-value"));
        var label =
                new ExportPlan(
                        List.of(
                                Map.of(
                                        "kind",
                                        "Secret",
                                        "metadata",
                                        Map.of("name", "s", "labels", Map.of("l", "s3cret-value")),
                                        "data",
                                        Map.of("k", "s3cret-value"))),
                        Map.of(),
                        Optional.empty());
        assertThat(label.hiding(sent).problem()).isPresent();
        var secret =
                new ExportPlan(
                        List.of(Map.of("kind", "Secret", "data", Map.of("k", "s3cret-value"))),
                        Map.of(),
                        Optional.empty());
        assertThat(secret.hiding(sent)).isEqualTo(secret);
    }

    @Test
    void valuesGoWhereTheSpecSaysEachToItsOwnKey() {
        var plan =
                plan(
                        spec(
                                Map.of(
                                        "key1", Map.of("name", "s", "key", "one"),
                                        "key2", Map.of("name", "s", "key", "two")),
                                Map.of("endpoint", Map.of("name", "c", "key", "url"))));
        assertThat(plan.problem()).isEmpty();
        assertThat(plan.objects())
                .containsExactlyInAnyOrder(
                        Map.of(
                                "apiVersion",
                                "v1",
                                "kind",
                                "Secret",
                                "type",
                                "Opaque",
                                "metadata",
                                Map.of("name", "s", "namespace", "ns"),
                                "data",
                                Map.of("one", "YQ==", "two", "Yg==")),
                        Map.of(
                                "apiVersion",
                                "v1",
                                "kind",
                                "ConfigMap",
                                "metadata",
                                Map.of("name", "c", "namespace", "ns"),
                                "data",
                                Map.of("url", "https://e")));
    }

    @Test
    void aSecretAndAConfigMapOfOneNameAreTwoObjects() {
        var plan =
                plan(
                        spec(
                                Map.of("key1", Map.of("name", "x", "key", "k")),
                                Map.of("endpoint", Map.of("name", "x", "key", "k"))));
        assertThat(plan.objects()).extracting(o -> o.get("kind")).contains("Secret", "ConfigMap");
    }

    @Test
    void labelsAndAnnotationsOfAllItsValuesAreOnTheDestination() {
        var plan =
                plan(
                        spec(
                                Map.of(
                                        "key1",
                                        Map.of(
                                                "name",
                                                "s",
                                                "key",
                                                "one",
                                                "labels",
                                                Map.of("a", "1"),
                                                "annotations",
                                                Map.of("n", true)),
                                        "key2",
                                        Map.of(
                                                "name",
                                                "s",
                                                "key",
                                                "two",
                                                "labels",
                                                Map.of("b", 2))),
                                Map.of()));
        assertThat(plan.objects().getFirst().get("metadata"))
                .isEqualTo(
                        Map.of(
                                "name",
                                "s",
                                "namespace",
                                "ns",
                                "labels",
                                Map.of("a", "1", "b", "2"),
                                "annotations",
                                Map.of("n", "true")));
    }

    @Test
    void aLabelThatTwoFieldsSetToDifferentValuesIsRefused() {
        for (var field : List.of("labels", "annotations")) {
            var plan =
                    plan(
                            spec(
                                    Map.of(
                                            "key1",
                                            Map.of(
                                                    "name",
                                                    "s",
                                                    "key",
                                                    "a",
                                                    field,
                                                    Map.of("l", "1")),
                                            "key2",
                                            Map.of(
                                                    "name",
                                                    "s",
                                                    "key",
                                                    "b",
                                                    field,
                                                    Map.of("l", "2"))),
                                    Map.of()));
            assertThat(plan.objects()).isEmpty();
            assertThat(plan.problem().orElseThrow().message())
                    .isEqualTo(
                            "operatorSpec.secrets.key2.%s: l is set to another value on Secret s by another field; set it once"
                                    .formatted(field));
        }
    }

    @Test
    void destinationsThatAreOneAreKnownBeforeAzureIsAsked() {
        var one = Map.of("name", "s", "key", "k");
        var requests =
                ExportRequests.of(
                        KIND, spec(Map.of("key1", one, "key2", one), Map.of("endpoint", one)));
        assertThat(ExportPlan.colliding(requests).orElseThrow().message())
                .isEqualTo(
                        "spec.operatorSpec.secrets.key2 writes to key k of Secret s, and so does"
                                + " spec.operatorSpec.secrets.key1; give them different keys");
        assertThat(ExportPlan.colliding(new ExportRequests(List.of(), List.of()))).isEmpty();
    }

    @Test
    void twoValuesForOneKeyAreRefusedAndNothingIsWritten() {
        var one = Map.of("name", "s", "key", "k");
        var plan = plan(spec(Map.of("key1", one, "key2", one), Map.of()));
        assertThat(plan.objects()).isEmpty();
        assertThat(plan.problem().orElseThrow().severity()).isEqualTo(Severity.ERROR);
        assertThat(plan.problem().orElseThrow().message())
                .isEqualTo(
                        "operatorSpec.secrets.key2 writes to key k of Secret s, and so does another"
                                + " field; give them different keys");
    }

    @Test
    void everyValueThatAzureDidNotGiveIsNamedAndNothingIsWritten() {
        var spec =
                spec(
                        Map.of(
                                "key1", Map.of("name", "s", "key", "one"),
                                "key2", Map.of("name", "s", "key", "two")),
                        Map.of("endpoint", Map.of("name", "c", "key", "url")));
        var plan = plan(ExportRequest.of(KIND, spec), Map.of(), Map.of());
        assertThat(plan.objects()).isEmpty();
        assertThat(plan.problem().orElseThrow().message())
                .isEqualTo(
                        "Azure gave no value for operatorSpec.secrets.key1,"
                                + " operatorSpec.secrets.key2, operatorSpec.configMaps.endpoint;"
                                + " remove the field if this resource has no such value");
    }

    @Test
    void whatIsInBase64IsWrittenAsWhatItStandsFor() {
        var call = new ExportCall("", "listCredentials", "2023-01-01");
        var kubeconfig =
                new ExportRequest(
                        new Export(
                                "secrets",
                                "kubeconfig",
                                Optional.empty(),
                                Optional.of(new Export.Action(call, "value", true, ""))),
                        "s",
                        "k",
                        Map.of(),
                        Map.of());
        assertThat(
                        plan(
                                        List.of(kubeconfig),
                                        RESOURCE,
                                        Map.of(call, Map.of("value", "a2luZDogQ29uZmlnCg==")))
                                .objects())
                .singleElement()
                .satisfies(
                        o ->
                                assertThat(o.get("data"))
                                        .isEqualTo(Map.of("k", "a2luZDogQ29uZmlnCg==")));
        for (var answer :
                List.of(Map.<String, Object>of("value", "###"), Map.<String, Object>of())) {
            var plan = plan(List.of(kubeconfig), RESOURCE, Map.of(call, answer));
            assertThat(plan.objects()).isEmpty();
            assertThat(plan.problem().orElseThrow().message())
                    .startsWith("Azure gave no value for operatorSpec.secrets.kubeconfig;");
        }
    }

    @Test
    void twoActionsOfOneNameInTwoVersionsAreNotMixedUp() {
        var newer = new ExportCall("", "listKeys", "2024-01-01");
        var request =
                new ExportRequest(
                        new Export(
                                "secrets",
                                "key1",
                                Optional.empty(),
                                Optional.of(new Export.Action(newer, "keys.0.value", false, ""))),
                        "s",
                        "k",
                        Map.of(),
                        Map.of());
        assertThat(plan(List.of(request), RESOURCE, CALLS).problem()).isPresent();
    }

    @Test
    void whatIsNoDestinationAsksForNothing() {
        assertThat(ExportRequest.of(KIND, Map.of())).isEmpty();
        assertThat(ExportRequest.of(KIND, spec(Map.of("key1", "s"), Map.of()))).isEmpty();
        assertThat(ExportRequest.of(KIND, spec(Map.of("key1", Map.of("name", "s")), Map.of())))
                .isEmpty();
        assertThat(ExportRequest.of(KIND, spec(Map.of("key1", Map.of("key", "s")), Map.of())))
                .isEmpty();
    }

    @Test
    void aDestinationOfSomebodyElseIsNamedWithItsOwner() {
        var plan = plan(spec(Map.of("key1", Map.of("name", "s", "key", "k")), Map.of()));
        var problem = ExportPlan.foreign(plan.objects().getFirst(), "owned by Deployment d");
        assertThat(problem.message())
                .isEqualTo(
                        "Secret s is not owned by this object (owned by Deployment d), so it is not"
                                + " overwritten; delete it or export to another name");
        assertThat(ExportPlan.foreign(Map.of("kind", "Secret"), "x").message())
                .startsWith("Secret  is");
    }
}
