package dev.dragoman.kube.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnershipTest {
    @ParameterizedTest
    @CsvSource({
        "mine, Apply, '', true, true",
        "mine, Update, '', false, true",
        "mine, Apply, status, false, false",
        "mine, Update, status, false, false",
        "other, Apply, '', false, false"
    })
    void anObjectIsItsWhoAppliedIt(
            String manager, String operation, String subresource, boolean managed, boolean left) {
        var entry = new HashMap<String, Object>();
        entry.put("manager", manager);
        entry.put("operation", operation);
        if (!subresource.isEmpty()) {
            entry.put("subresource", subresource);
        }
        var object = Map.<String, Object>of("metadata", Map.of("managedFields", List.of(entry)));
        assertThat(Ownership.managed(object, "mine")).isEqualTo(managed);
        assertThat(Ownership.left(object, "mine")).as("withdrawn from it").isEqualTo(left);
    }

    private static final Map<String, Object> OWNER =
            Map.of(
                    "apiVersion",
                    "g/v2",
                    "kind",
                    "K",
                    "metadata",
                    Map.of("name", "a", "namespace", "ns", "uid", "now"));

    @ParameterizedTest
    @CsvSource({
        "g/v1, K, a, before, true, of a former cluster",
        "g/v2, K, a, now, false, the owner itself",
        "g/v2, K, b, before, false, another name",
        "g/v2, L, a, before, false, another kind",
        "h/v2, K, a, before, false, another group"
    })
    void anOwnerOfAFormerClusterHasAnotherUidAlone(
            String version, String kind, String name, String uid, boolean lost, String why) {
        var reference = Map.of("apiVersion", version, "kind", kind, "name", name, "uid", uid);
        assertThat(Ownership.lost(OWNER, object(Map.of(), List.of(reference))))
                .as(why)
                .isEqualTo(lost);
        var stranger = Map.of("apiVersion", "v1", "kind", "Pod", "name", "a", "uid", "x");
        assertThat(Ownership.lost(OWNER, object(Map.of(), List.of(reference, stranger))))
                .as("with a stranger beside it")
                .isFalse();
    }

    @Test
    void whatIsRestoredInTheNamespaceIsKnownByAllLabels() {
        var labels = Map.<String, Object>of("made", "for", "owner", "a");
        assertThat(Fields.ownedOrRestored(OWNER, labels, object(labels, List.of()))).isTrue();
        assertThat(Fields.ownedOrRestored(OWNER, labels, object(Map.of("made", "for"), List.of())))
                .isFalse();
        assertThat(Fields.ownedOrRestored(OWNER, Map.of(), object(labels, List.of())))
                .as("no label to know it by")
                .isFalse();
        var elsewhere =
                Map.<String, Object>of("metadata", Map.of("namespace", "other", "labels", labels));
        assertThat(Fields.ownedOrRestored(OWNER, labels, elsewhere)).isFalse();
        var others = new HashMap<>(labels);
        others.put(Ownership.OWNER_LABEL, "of another namespace");
        assertThat(Fields.ownedOrRestored(OWNER, labels, object(others, List.of()))).isFalse();
    }

    private static Map<String, Object> object(
            Map<String, Object> labels, List<Map<String, String>> owners) {
        return Map.of(
                "metadata", Map.of("namespace", "ns", "labels", labels, "ownerReferences", owners));
    }
}
