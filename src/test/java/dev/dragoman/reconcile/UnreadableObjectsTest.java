package dev.dragoman.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.reconcile.cache.Snapshot;
import dev.dragoman.reconcile.watch.BoundedJson;
import dev.dragoman.reconcile.watch.WireFormat;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.WatchEvent;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whatever one object of a list or a watch contains, the others are read. */
class UnreadableObjectsTest {
    private final KubernetesSerialization lean = WireFormat.lean(BoundedJson.mapper());

    private static String object(String name, String fields) {
        return """
        {"apiVersion": "example.org/v1", "kind": "Thing",
         "metadata": {"name": "%s", "namespace": "ns", "uid": "u", "resourceVersion": "7"}, %s}
        """
                .formatted(name, fields);
    }

    /** As much as the API server takes. */
    private static String nested(int depth) {
        return "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);
    }

    private List<Snapshot> read(String... objects) {
        return lean
                .unmarshal(
                        """
                        {"apiVersion": "v1", "kind": "List", "metadata": {"resourceVersion": "9"}, "items": [%s]}
                        """
                                .formatted(String.join(",", objects)),
                        GenericKubernetesResourceList.class)
                .getItems()
                .stream()
                .map(each -> Snapshot.full(each, lean, Instant.EPOCH))
                .toList();
    }

    @Test
    void oneThatIsTooDeepIsKnownByItsIdentityAndSaysWhy() {
        var all =
                read(
                        object("a", "\"spec\": {\"size\": 1}"),
                        object(
                                "b",
                                "\"spec\": {\"size\": 2, \"deep\": %s}, \"status\": {\"phase\": \"On\"}"
                                        .formatted(nested(9_990))),
                        object("c", "\"spec\": {\"deep\": %s}".formatted(nested(190))));
        assertThat(all)
                .extracting(each -> each.unreadable().isPresent())
                .containsExactly(false, true, false);
        var unreadable = all.get(1);
        assertThat(unreadable.unreadable().orElseThrow())
                .startsWith("spec has more than 200 maps and lists within one another");
        assertThat(unreadable.object())
                .containsKeys("apiVersion", "kind", "metadata")
                .containsEntry("status", Map.of("phase", "On"))
                .doesNotContainKey("spec");
        assertThat(unreadable.version()).isEqualTo("7");
        assertThat(all.get(0).object()).containsEntry("spec", Map.of("size", 1));
    }

    @Test
    void namesOfFieldsMayBeAsLongAsAnObject() {
        var uid = "a".repeat(1_000_000);
        var managed =
                """
                {"metadata": {"name": "x", "managedFields": [{"manager": "kubectl", "fieldsV1":
                 {"f:metadata": {"f:ownerReferences": {"k:{\\"uid\\":\\"%s\\"}": {}}}}}]},
                 "spec": {"%s": 1}}
                """
                        .formatted(uid, uid);
        var all = read(object("a", "\"spec\": {}"), managed, object("c", "\"spec\": {}"));
        assertThat(all).noneMatch(each -> each.unreadable().isPresent());
        assertThat(all.get(1).object()).containsEntry("spec", Map.of(uid, 1));
    }

    @Test
    void eventsOfAWatchAreReadLikeTheItemsOfAList() {
        var event =
                lean.unmarshal(
                        "{\"type\": \"MODIFIED\", \"object\": %s}"
                                .formatted(object("b", "\"spec\": %s".formatted(nested(9_990)))),
                        WatchEvent.class);
        assertThat(event.getObject())
                .isInstanceOfSatisfying(
                        GenericKubernetesResource.class,
                        each ->
                                assertThat(Snapshot.full(each, lean, Instant.EPOCH).unreadable())
                                        .isPresent());
    }

    @Test
    void whatIsOnlyLookedAtIsReadWithoutWhatLiesTooDeep() throws Exception {
        var read =
                BoundedJson.read(
                        "{\"a\": 1, \"deep\": %s, \"z\": [true, null, 1.5, 12345678901234567890]}"
                                .formatted(nested(9_990))
                                .getBytes(StandardCharsets.UTF_8));
        assertThat(read).containsEntry("a", 1).containsKey("deep");
        assertThat(read.get("z").toString()).isEqualTo("[true, null, 1.5, 12345678901234567890]");
    }
}
