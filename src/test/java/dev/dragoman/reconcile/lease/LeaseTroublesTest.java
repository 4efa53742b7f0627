package dev.dragoman.reconcile.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What makes a replica say that nobody knows who leads. */
class LeaseTroublesTest {
    private final LeaseTroubles troubles = new LeaseTroubles("dragoman-system/dragoman");

    @Test
    void aFailureLastsUntilARequestSucceeds() {
        troubles.failed(new KubernetesClientException("not allowed", 403, null));
        assertThat(troubles.lasting(Duration.ZERO).orElseThrow())
                .contains("dragoman-system/dragoman", "not allowed");
        assertThat(troubles.lasting(Duration.ofHours(1))).as("only just").isEmpty();
        troubles.succeeded();
        assertThat(troubles.lasting(Duration.ZERO)).isEmpty();
    }

    /** The words of the API server, not those of the client with all fields of its answer. */
    @Test
    void aMissingRightIsSaidShortWithWhatToDo() {
        var status = new StatusBuilder().withCode(403).withMessage("leases is forbidden").build();
        troubles.failed(new KubernetesClientException("GET at https://x: " + status, 403, status));
        assertThat(troubles.lasting(Duration.ZERO).orElseThrow())
                .endsWith(
                        "renewed: leases is forbidden. If the operator's service account is in another namespace, set POD_NAMESPACE to that namespace");
    }

    @Test
    void thatAnotherWasFasterIsNoTrouble() {
        troubles.failed(new KubernetesClientException("conflict", 409, null));
        assertThat(troubles.lasting(Duration.ZERO)).isEmpty();
    }
}
