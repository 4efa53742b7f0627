package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.cluster.Account;
import dev.dragoman.kube.HashKey;
import dev.dragoman.tier.Full;
import dev.dragoman.tier.OneTry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is lost when a cluster comes back from a backup without all of it. */
@Full
@OneTry
class StatusKeyLostIT {
    private static final String SEAL = "dragoman.dev/claimed-by";

    private Road road;

    @BeforeEach
    void start() {
        road = new Road("key-lost", Account.STATUS_KEY);
        road.start();
        road.apply(Samples.group("orders", "x"));
        road.ready("resourcegroup/orders");
        road.stop();
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void withoutTheKeyEachResourceIsSentOnceMoreAndItsClaimSealedAnew() {
        var seal = seal();
        assertThat(seal).isNotEmpty();
        assertThat(road.puts("/orders")).hasSize(1);
        var secret =
                road.client()
                        .secrets()
                        .inNamespace(Account.STATUS_KEY.namespace())
                        .withName(HashKey.SECRET);
        var lost = secret.get().getData();
        var _ = secret.delete();

        // the claim is written at a comparison
        road.environment.put("AZURE_SYNC_PERIOD", "1s");
        road.start();
        await().until(() -> road.puts("/orders").size() >= 2);
        await().until(() -> !seal().equals(seal) && !seal().isEmpty());
        road.ready("resourcegroup/orders");
        assertThat(secret.get().getData()).isNotEqualTo(lost);
        restedAfter(2);
    }

    @Test
    void whoDeletesTheKeyOfARunningOperatorGetsItBack() {
        road.start();
        road.ready("resourcegroup/orders");
        var secret =
                road.client()
                        .secrets()
                        .inNamespace(Account.STATUS_KEY.namespace())
                        .withName(HashKey.SECRET);
        // it is put back by whoever has used it
        road.apply(Samples.group("second", "x"));
        road.ready("resourcegroup/second");
        var before = secret.get().getData();
        var _ = secret.delete();
        await().until(() -> secret.get() != null);
        assertThat(secret.get().getData()).isEqualTo(before);
        restedAfter(1);
    }

    @Test
    void withoutItsStatusAResourceIsComparedAndNotSent() {
        var _ =
                road.kubectl(
                        "patch",
                        "resourcegroup/orders",
                        "--subresource=status",
                        "--type=json",
                        "--patch=[{\"op\": \"remove\", \"path\": \"/status\"}]");
        road.start();
        road.ready("resourcegroup/orders");
        restedAfter(1);
    }

    /** Another start finds all as it was. */
    private void restedAfter(int puts) {
        road.stop();
        road.start();
        road.apply(Samples.group("after", "x"));
        road.ready("resourcegroup/after");
        assertThat(road.puts("/orders")).hasSize(puts);
    }

    private String seal() {
        var annotations =
                road.get("resources.azure.com/v1api20200601", "ResourceGroup", "orders")
                        .getMetadata()
                        .getAnnotations();
        return annotations == null ? "" : annotations.getOrDefault(SEAL, "");
    }
}
