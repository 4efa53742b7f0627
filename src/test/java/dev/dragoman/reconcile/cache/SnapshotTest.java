package dev.dragoman.reconcile.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.reconcile.watch.BoundedJson;
import dev.dragoman.reconcile.watch.WireFormat;
import io.fabric8.kubernetes.api.model.FieldsV1Builder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotTest {
    private static final KubernetesSerialization JSON = new KubernetesSerialization();
    private static final String OBJECT =
            """
            apiVersion: example.org/v1
            kind: Thing
            metadata:
              name: a
              uid: u1
              resourceVersion: "5"
              generation: 1
              labels: {app: x}
              managedFields:
              - {manager: kubectl, operation: Apply, apiVersion: example.org/v1, time: t1, fieldsV1: {"f:spec": {"f:size": {}}}}
              - {manager: status-writer, subresource: status, time: t1, fieldsV1: {"f:spec": {}, "f:status": {}}}
              - {manager: labeller, time: t2, fieldsV1: {"f:metadata": {}}}
            spec: {size: 1, list: [a]}
            status: {phase: old, conditions: [{type: Ready, status: "False"}]}
            """;

    @ParameterizedTest(name = "{0} -> {1}: edited {2}, with status counting {3}, conditions {4}")
    @CsvSource({
        "size: 1, size: 2, true, true, false",
        "generation: 1, generation: 2, true, true, false",
        "app: x, app: y, true, true, false",
        "uid: u1, uid: u2, true, true, false",
        "manager: kubectl, manager: other, true, true, false",
        "'example.org/v1, time', 'example.org/v2, time', true, true, false",
        "manager: status-writer, manager: other, false, false, false",
        "time: t2, time: t3, false, false, false",
        "phase: old, phase: new, false, true, false",
        "'status: \"False\"', 'status: \"True\"', false, true, true",
        "generation: 1, 'deletionTimestamp: \"2026-01-01T00:00:00Z\"', true, true, false",
    })
    void seesWhatAUserMayEdit(
            String from, String to, boolean edited, boolean counting, boolean conditions) {
        var before = full(OBJECT);
        var after = full(OBJECT.replace(from, to).replace("\"5\"", "\"6\""));
        assertThat(after.editedSince(before, false)).isEqualTo(edited);
        assertThat(after.editedSince(before, true)).isEqualTo(counting);
        assertThat(after.conditionsDiffer(before)).isEqualTo(conditions);
    }

    @ParameterizedTest(name = "{0} -> {1}: {2}")
    @CsvSource({
        "'', 'example.org/at: \"1\"', true",
        "'example.org/at: \"1\"', 'example.org/at: \"2\"', true",
        "'example.org/at: \"1\"', 'example.org/at: \"1\"', false",
        "'example.org/at: \"1\"', '', false",
        "'example.org/at: \"1\"', 'example.org/other: \"2\"', false",
        "'example.org/at: \"1\"', 'example.org/at: \"\"', false",
        "'', 'example.org/at: \"\\n\\0🤖\"', true",
    })
    void whetherAnAnnotationIsAnotherOne(String before, String after, boolean other) {
        assertThat(annotated(after).hasOther("example.org/at", annotated(before))).isEqualTo(other);
    }

    private static Snapshot annotated(String annotation) {
        var annotations = "  annotations: {%s}\n  uid: u1".formatted(annotation);
        return full(OBJECT.replace("  uid: u1", annotations));
    }

    @Test
    void whatTwoObjectsHaveInCommonIsThereOnce() {
        var one = spec(full(OBJECT.replace("size: 1", "size: in-common")));
        var other = spec(full(OBJECT.replace("size: 1", "size: in-common").replace("u1", "u2")));
        assertThat(other.get("size")).isEqualTo("in-common").isSameAs(one.get("size"));
        var longText = "x".repeat(100);
        assertThat(spec(full(OBJECT.replace("size: 1", "size: " + longText))).get("size"))
                .isEqualTo(longText);
    }

    @ParameterizedTest(name = "{0} fields")
    @ValueSource(ints = {0, 1, 16, 17, 40})
    void isEqualToTheMapThatItWasMadeOf(int size) {
        var map = new LinkedHashMap<String, Object>();
        IntStream.range(0, size).forEach(i -> map.put("field" + i, i % 3 == 0 ? null : i));
        var frozen = Snapshot.frozen(map);
        assertThat(frozen).isEqualTo(map).hasSameHashCodeAs(map).hasSize(size);
        assertThat(map).isEqualTo(frozen);
        assertThat(List.copyOf(frozen.keySet())).isEqualTo(List.copyOf(map.keySet()));
        assertThat(frozen.get("field4")).isEqualTo(map.get("field4"));
        assertThat(frozen.containsKey("field0")).isEqualTo(size > 0);
        assertThat(frozen.containsKey("other")).isFalse();
        assertThatThrownBy(() -> frozen.put("field0", 1))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThat(JSON.asJson(frozen)).isEqualTo(JSON.asJson(map));
    }

    private static Map<?, ?> spec(Snapshot of) {
        return (Map<?, ?>) of.object().get("spec");
    }

    @Test
    void keepsOfManagedFieldsWhoOwnsTheSpecInWhichVersion() {
        var metadata = (Map<?, ?>) full(OBJECT).object().get("metadata");
        assertThat(metadata.get("managedFields"))
                .isEqualTo(
                        List.of(
                                Map.of(
                                        "manager", "kubectl",
                                        "apiVersion", "example.org/v1",
                                        "time", "t1",
                                        "fieldsV1", Map.of("f:spec", Map.of()))));
    }

    /** Also of an object that is listed, of whose managedFields little is read. */
    @Test
    void keepsWhoRecordedWhatClientSideApplyHad() {
        var text =
                OBJECT.replace(
                        "\"f:metadata\": {}",
                        "\"f:metadata\": {\"f:labels\": {\"f:a\": {}}, \"f:annotations\": {\"f:other\": {},"
                                + " \"f:kubectl.kubernetes.io/last-applied-configuration\": {}}}");
        for (var format : List.of(JSON, WireFormat.lean(BoundedJson.mapper()))) {
            var object = format.unmarshal(text, GenericKubernetesResource.class);
            var kept = Snapshot.full(object, JSON, Instant.EPOCH).object().get("metadata");
            assertThat(((List<?>) ((Map<?, ?>) kept).get("managedFields")).getLast())
                    .isEqualTo(
                            Map.of(
                                    "manager", "labeller",
                                    "apiVersion", "",
                                    "time", "t2",
                                    "fieldsV1",
                                            Map.of(
                                                    "f:metadata",
                                                    Map.of(
                                                            "f:annotations",
                                                            Map.of(
                                                                    "f:kubectl.kubernetes.io/last-applied-configuration",
                                                                    Map.of())))));
        }
    }

    @Test
    void whatIsListedIsReadWithoutTheDepthOfManagedFields() {
        var object =
                WireFormat.lean(BoundedJson.mapper())
                        .unmarshal(OBJECT, GenericKubernetesResource.class);
        assertThat(object.getMetadata().getManagedFields().getFirst().getFieldsV1())
                .isEqualTo(
                        new FieldsV1Builder()
                                .addToAdditionalProperties("f:spec", Map.of())
                                .build());
        assertThat(object.getMetadata().getManagedFields().getFirst().getManager())
                .isEqualTo("kubectl");
    }

    @Test
    void isPlainAndImmutable() {
        var object = full(OBJECT).object();
        assertThat(object.get("spec")).isInstanceOf(Map.class);
        assertThatThrownBy(() -> object.remove("spec"))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> ((Map<?, ?>) object.get("spec")).clear())
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void ofALargeObjectLittleIsKeptAndEditsAreNoticed() {
        var budget = new CacheBudget(Long.MAX_VALUE - 1);
        var first = large("a", 1).kept(budget);
        assertThat(first.partial()).isTrue();
        assertThat(first.heavy()).isTrue();
        assertThat(first.object()).containsOnlyKeys("apiVersion", "kind", "metadata", "status");
        assertThat(large("a", 2).kept(budget).editedSince(first, false)).isFalse();
        assertThat(large("a", 2).editedSince(first, false)).as("not by being larger").isFalse();
        assertThat(large("b", 2).kept(budget).editedSince(first, false)).isTrue();
        assertThat(large("a", 2).kept(budget).conditionsDiffer(first)).isFalse();
        var small = full("kind: Thing\nmetadata: {name: a, uid: u, resourceVersion: '1'}\n");
        assertThat(small.kept(budget)).isSameAs(small);
        assertThat(small.editedSince(first, false)).isTrue();
    }

    @Test
    void manyEmptyFieldsWeighMoreThanTheirNames() {
        var tags = new LinkedHashMap<String, Object>();
        IntStream.range(0, 12_500).forEach(i -> tags.put("t" + i, ""));
        var object = full(OBJECT.replace("size: 1", "tags: " + json(tags)));
        assertThat(object.weight()).isGreaterThan(1 << 20);
        var kept = object.kept(new CacheBudget(Long.MAX_VALUE - 1));
        assertThat(kept.heavy()).isTrue();
        assertThat(kept.weight()).isLessThan(3000);
        assertThat(full(OBJECT).weight()).isLessThan(8192);
    }

    @Test
    void metadataHasABoundToo() {
        var annotations = new LinkedHashMap<String, Object>();
        IntStream.range(0, 10_000).forEach(i -> annotations.put("a" + i, ""));
        annotations.put("dragoman.dev/claimed-by", "u");
        var object =
                full(OBJECT.replace("app: x}", "app: x}\n  annotations: " + json(annotations)));
        var kept = object.kept(new CacheBudget(Long.MAX_VALUE - 1));
        assertThat(kept.weight()).isLessThan(4000);
        var metadata = (Map<?, ?>) kept.object().get("metadata");
        assertThat(metadata.get("annotations")).isEqualTo(Map.of("dragoman.dev/claimed-by", "u"));
        var status = (Map<?, ?>) kept.object().get("status");
        assertThat(status.get("phase")).isEqualTo("old");
        assertThat(status.containsKey("conditions")).isTrue();

        var least = object.kept(new CacheBudget(0));
        assertThat(least.weight()).isLessThan(1500);
        assertThat(((Map<?, ?>) least.object().get("status")).get("phase")).isEqualTo("old");
    }

    private static String json(Object value) {
        return JSON.asJson(value).replace("\n", "");
    }

    private static Snapshot large(String spec, int version) {
        return full(
                """
                apiVersion: example.org/v1
                kind: Thing
                metadata: {name: a, uid: u, resourceVersion: '%d'}
                spec: {text: '%s'}
                status: {id: x, conditions: [{type: Ready}]}
                """
                        .formatted(version, spec.repeat(200_000)));
    }

    @Test
    void slimKeepsNoContentButNoticesThatItWasWritten() {
        var before = slim(OBJECT);
        assertThat(before.object()).isEmpty();
        assertThat(slim(OBJECT).editedSince(before, true)).isFalse();
        assertThat(slim(OBJECT.replace("\"5\"", "\"6\"")).editedSince(before, true)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"9,10,true", "10,9,false", "10,10,false", "'',10,false", "abc,10,false"})
    void ordersVersions(String one, String other, boolean older) {
        assertThat(ResourceVersions.older(one, other)).isEqualTo(older);
    }

    private static Snapshot full(String yaml) {
        return Snapshot.full(
                JSON.unmarshal(yaml, GenericKubernetesResource.class), JSON, Instant.EPOCH);
    }

    private static Snapshot slim(String yaml) {
        return Snapshot.slim(JSON.unmarshal(yaml, GenericKubernetesResource.class), Instant.EPOCH);
    }
}
