package dev.dragoman.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

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

    @Test
    void thatAnotherWasFasterIsNoTrouble() {
        troubles.failed(new KubernetesClientException("conflict", 409, null));
        assertThat(troubles.lasting(Duration.ZERO)).isEmpty();
    }
}
