package dev.dragoman.cli.uninstall;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is changed of an object before it goes. */
class ReleasedObjectTest {
    private static final String POLICY = "serviceoperator.azure.com/reconcile-policy";

    private static Map<String, Object> metadata(String key, Object value) {
        return Map.of("uid", "u", "resourceVersion", "7", key, value);
    }

    @Test
    void theResourceStaysWhateverThePolicyWas() {
        assertThat(ReleasedObject.detached(metadata("name", "a")))
                .contains(
                        List.of(
                                Map.of("op", "test", "path", "/metadata/uid", "value", "u"),
                                Map.of(
                                        "op",
                                        "test",
                                        "path",
                                        "/metadata/resourceVersion",
                                        "value",
                                        "7"),
                                Map.of(
                                        "op",
                                        "add",
                                        "path",
                                        "/metadata/labels",
                                        "value",
                                        Map.of("dragoman.dev/detached-by", "uninstall")),
                                Map.of(
                                        "op",
                                        "add",
                                        "path",
                                        "/metadata/annotations",
                                        "value",
                                        Map.of(POLICY, "detach-on-delete"))));
        for (var policy : List.of("manage", "Skip", "", "unheard")) {
            assertThat(
                            ReleasedObject.detached(
                                    metadata("annotations", Map.of("a", "b", POLICY, policy))))
                    .as(policy)
                    .hasValueSatisfying(
                            patch ->
                                    assertThat(patch.getLast())
                                            .containsEntry(
                                                    "value",
                                                    Map.of("a", "b", POLICY, "detach-on-delete")));
        }
        for (var policy : List.of("detach-on-delete", "skip")) {
            assertThat(ReleasedObject.detached(metadata("annotations", Map.of(POLICY, policy))))
                    .as(policy)
                    .isEmpty();
        }
    }

    @Test
    void finalizersOfOthersStayAndAreNamed() {
        var metadata =
                metadata(
                        "finalizers",
                        List.of("example.com/x", "foregroundDeletion", ReleasedObject.FINALIZER));
        assertThat(ReleasedObject.released(metadata, ReleasedObject.FINALIZER))
                .hasValueSatisfying(
                        patch ->
                                assertThat(patch.getLast())
                                        .containsEntry("path", "/metadata/finalizers")
                                        .containsEntry(
                                                "value",
                                                List.of("example.com/x", "foregroundDeletion")));
        assertThat(ReleasedObject.held(metadata)).containsExactly("example.com/x");
        assertThat(ReleasedObject.released(metadata("name", "a"), ReleasedObject.FINALIZER))
                .isEmpty();
    }

    @Test
    void ownersThatStayAreKept() {
        var account = Map.<String, Object>of("kind", "StorageAccount");
        var pod = Map.<String, Object>of("kind", "Pod");
        assertThat(
                        ReleasedObject.owners(
                                metadata("ownerReferences", List.of(account, pod)),
                                account::equals))
                .containsExactly(pod);
    }

    @Test
    void anObjectOfAnotherOperatorIsToldApart() {
        var theirs =
                metadata(
                        "annotations",
                        Map.of("serviceoperator.azure.com/operator-namespace", "theirs"));
        assertThat(ReleasedObject.otherOperator(theirs, List.of("ours"))).contains("theirs");
        assertThat(ReleasedObject.otherOperator(theirs, List.of("ours", "theirs"))).isEmpty();
        assertThat(ReleasedObject.otherOperator(metadata("name", "a"), List.of("ours"))).isEmpty();
    }

    @Test
    void aSecretIsExportedWhereNobodyElseHasSetAKey() {
        var ours = entry("dragoman-export", "f:data");
        assertThat(ReleasedObject.exported(metadata("managedFields", List.of(ours)))).isTrue();
        assertThat(
                        ReleasedObject.exported(
                                metadata(
                                        "managedFields",
                                        List.of(ours, entry("kubectl", "f:metadata")))))
                .isTrue();
        assertThat(
                        ReleasedObject.exported(
                                metadata(
                                        "managedFields",
                                        List.of(ours, entry("kubectl", "f:data")))))
                .isFalse();
        assertThat(
                        ReleasedObject.exported(
                                metadata("managedFields", List.of(entry("kubectl", "f:data")))))
                .isFalse();
        assertThat(ReleasedObject.exported(metadata("name", "a"))).isFalse();
    }

    private static Map<String, Object> entry(String manager, String field) {
        return Map.of("manager", manager, "fieldsV1", Map.of(field, Map.of()));
    }
}
