package dev.dragoman.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.kube.failure.ApiServerUnavailable;
import dev.dragoman.kube.failure.KubeException;
import dev.dragoman.kube.failure.WriteRefused;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailuresTest {
    private static final ApiServer.Request REQUEST =
            new ApiServer.Request(
                    "PATCH",
                    "/",
                    Map.of(),
                    ApiServer.APPLY,
                    Map.of(),
                    "apply Deployment team/agents");

    private static KubeException answer(int code, String message) {
        return answer(code, message, false);
    }

    private static KubeException answer(int code, String message, boolean secret) {
        var reply = new ApiServer.Reply(code, Map.of("message", message), Optional.empty());
        return Failures.of(reply, REQUEST, secret);
    }

    /**
     * Which quota, policy or webhook it is, of a Secret too; what these write is told of others.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "403 | secrets \"a\" is forbidden: exceeded quota: small.team, requested: secrets=1, used: secrets=5, limited: secrets=5 | exceeded quota: small.team, requested: secrets=1, used: secrets=5, limited: secrets=5",
                "403 | secrets \"a\" is forbidden: failed quota: q: must specify limits.cpu for: agent | failed quota: q: must specify limits.cpu for: agent",
                "403 | secrets \"a\" is forbidden: status unknown for quota: q, resources: count/secrets,secrets | status unknown for quota: q, resources: count/secrets,secrets",
                "403 | secrets \"a\" is forbidden: unable to create new content in namespace team because it is being terminated | unable to create new content in namespace team because it is being terminated",
                "403 | secrets \"a\" is forbidden: ValidatingAdmissionPolicy 'team.rules' with binding 'all' denied request: hunter2 cannot be used | ValidatingAdmissionPolicy 'team.rules' with binding 'all' denied request",
                "422 | secrets \"a\" is forbidden: ValidatingAdmissionPolicy 'team.rules' with binding 'all' denied request: failed expression: hunter2 | ValidatingAdmissionPolicy 'team.rules' with binding 'all' denied request",
                "403 | secrets \"a\" is forbidden: cannot set an ownerRef on a resource you can't delete: RBAC: hunter2, <nil> | cannot set an ownerRef on a resource you can't delete",
                "403 | admission webhook \"validate.kyverno.svc-fail\" denied the request: hunter2 is too short | admission webhook \"validate.kyverno.svc-fail\" denied the request",
                "400 | admission webhook \"w\" denied the request without explanation | admission webhook \"w\" denied the request without explanation",
                "500 | Internal error occurred: failed calling webhook \"w.example\": failed to call webhook: Post hunter2 | failed calling webhook \"w.example\"",
            })
    void theReasonOfTheApiServerIsTold(int code, String message, String told) {
        assertThat(answer(code, message, false)).hasMessageContaining(message);
        assertThat(answer(code, message, true))
                .hasMessageContaining(told)
                .hasMessageNotContaining("hunter2")
                .hasMessageNotContaining("ClusterRole");
    }

    /**
     * Where it cannot be read at all, and where admission asks for a right that it does not name.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "secrets \"keys\" is forbidden: User \"system:serviceaccount:dragoman-system:dragoman\" cannot get resource \"secrets\" in API group \"\" in the namespace \"team\"",
                "secrets \"keys\" is forbidden: cannot set an ownerRef on a resource you can't delete: RBAC: x, <nil>"
            })
    void anEndingThatWaitsNamesTheRightsAndTheirBinding(String message) {
        var refused = (WriteRefused) answer(403, message, true);
        assertThat(refused.notLeft("Secret keys", "team"))
                .hasMessageContaining("Secret keys: it may have keys of others")
                .hasMessageContaining("needs get, patch and delete of it")
                .hasMessageEndingWith(
                        "kubectl describe rolebinding dragoman-secrets --namespace=team");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 403, 405, 413, 422, 500})
    void whatIsInASecretIsNotTold(int code) {
        assertThat(answer(code, "data: Invalid value: \"hunter2\" cannot be", true))
                .hasMessageNotContaining("hunter2")
                .hasMessageContaining("apply Deployment team/agents: ");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 405, 413})
    void anAnswerWithoutAReasonHasItsCode(int code) {
        for (boolean secret : List.of(true, false)) {
            assertThat(answer(code, "", secret))
                    .hasMessageEndingWith(
                            "the API server refuses the request: HTTP %d, without a reason"
                                    .formatted(code));
        }
    }

    /** As the API server answers; nothing but a deletion helps. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Secret | data | Forbidden: field is immutable when `immutable` is set | SecretImmutable",
                "ConfigMap | immutable | Forbidden: field is immutable when `immutable` is set | ConfigMapImmutable",
                "Secret | type | Invalid value: \"hunter2\": field is immutable | FieldImmutable",
                "Deployment | spec.selector | Invalid value: {\"a\":\"hunter2\"}: field is immutable | FieldImmutable",
                "RoleBinding | roleRef | Invalid value: {\"name\":\"hunter2\"}: cannot change roleRef | FieldImmutable",
                "Service | spec.clusterIPs[0] | Invalid value: [\"hunter2\"]: may not change once set | FieldImmutable",
            })
    void whatCanNeverBeChangedIsToDelete(String kind, String field, String message, String reason) {
        var body =
                Map.<String, Object>of(
                        "details",
                        Map.of(
                                "kind",
                                kind,
                                "causes",
                                List.of(Map.of("field", field, "message", message))));
        var failure = Failures.of(new ApiServer.Reply(422, body, Optional.empty()), REQUEST, false);
        assertThat(failure.reason()).isEqualTo(reason);
        assertThat(WriteRefused.FOR_OWNERS).contains(reason);
        assertThat(failure)
                .hasMessageContaining("apply Deployment team/agents: ")
                .hasMessageContaining(" change " + field)
                .hasMessageContaining("Delete the object")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void aRightThatIsMissingIsSaidInBothCases() {
        var said =
                "secrets \"a\" is forbidden: User \"system:serviceaccount:ns:op\" cannot patch resource"
                        + " \"secrets\" in API group \"\" in the namespace \"team\"";
        for (boolean secret : List.of(true, false)) {
            assertThat(answer(403, said, secret))
                    .hasMessageContaining("cannot patch resource \"secrets\"")
                    .hasMessageContaining("--serviceaccount=ns:op --namespace=team");
        }
    }

    /** A retry has no other answer. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "etcdserver: request is too large",
                "rpc error: code = ResourceExhausted desc = trying to send message larger than max"
                        + " (2107931 vs. 2097152)"
            })
    void whatTheStoreDoesNotTakeIsRefused(String message) {
        var failure = answer(500, message);
        assertThat(failure).isInstanceOf(WriteRefused.class);
        assertThat(failure.retriable()).isFalse();
        assertThat(failure.reason()).isEqualTo("TooLarge");
        assertThat(((WriteRefused) failure).rights()).isFalse();
        assertThat(failure)
                .hasMessageStartingWith("apply Deployment team/agents: the object is larger than");
    }

    @Test
    void whatHasAnotherTypeIsRefused() {
        var failure =
                answer(
                        500,
                        "failed to create typed patch object (team/agents; apps/v1, Kind=Deployment):"
                                + " .spec.paused: expected boolean, got &{yes}");
        assertThat(failure).isInstanceOf(WriteRefused.class);
        assertThat(failure.reason()).isEqualTo("Invalid");
        assertThat(failure).hasMessageContaining(".spec.paused: expected boolean");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "etcdserver: request timed out",
                "rpc error: code = Unavailable desc = transport is closing"
            })
    void anotherFailureOfTheApiServerPasses(String message) {
        assertThat(answer(500, message)).isInstanceOf(ApiServerUnavailable.class);
    }

    @Test
    void anApiServerThatIsAwayIsNoRefusal() {
        assertThat(answer(503, "etcdserver: request is too large"))
                .isInstanceOf(ApiServerUnavailable.class);
    }
}
