package dev.dragoman.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
        var reply = new ApiServer.Reply(code, Map.of("message", message), Optional.empty());
        return Failures.of(reply, REQUEST, false);
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
                .hasMessageStartingWith("apply Deployment team/agents: it is larger than");
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
