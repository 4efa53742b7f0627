package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Full;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An API server that stamps no version on objects: who owns the spec tells which was applied. */
@Full
class AppliedVersionIT {
    private static final String OLD = "v20230101";
    private static final String NEW = "v20250601";
    private static final String STAMP = "dragoman.dev/applied-version";

    private ControlPlane plane;
    private Road road;

    @BeforeEach
    void withoutThePolicy() {
        plane = ControlPlane.start(Options.defaults());
        road = new Road("unstamped", plane);
        for (var kind :
                new String[] {"mutatingadmissionpolicybinding", "mutatingadmissionpolicy"}) {
            var _ = road.kubectl("delete", kind, "applied-version.dragoman.dev");
        }
        // the API server learns of it a moment later
        await().until(
                        () -> {
                            road.apply(Samples.group("orders", "orders"));
                            var stamped =
                                    annotations(
                                                    "resources.azure.com/v1api20200601",
                                                    "ResourceGroup",
                                                    "orders")
                                            .containsKey(STAMP);
                            if (stamped) {
                                var _ = road.kubectl("delete", "resourcegroup/orders");
                            }
                            return !stamped;
                        });
        road.start();
    }

    @AfterEach
    void stop() {
        road.close();
        plane.close();
    }

    @Test
    void theVersionThatOwnsTheSpecIsSentAndASwitchIsNoticed() {
        road.apply(Samples.account(OLD, "unstamped", "Hot"));
        road.ready("storageaccount/unstamped");
        assertThat(annotations("storage.azure.com/" + OLD, "StorageAccount", "unstamped"))
                .doesNotContainKeys(STAMP, "kubectl.kubernetes.io/last-applied-configuration");
        sent("2023-01-01");
        road.apply(Samples.account(NEW, "unstamped", "Hot"));
        sent("2023-01-01", "2025-06-01");
        road.apply(Samples.account(OLD, "unstamped", "Hot"));
        sent("2023-01-01", "2025-06-01", "2023-01-01");
        road.ready("storageaccount/unstamped");
    }

    /** The client's record stays on the object, whoever applies after it. */
    @Test
    void whatAnotherManagerAppliesAfterTheClientCounts() {
        road.applyByClient(Samples.account(OLD, "unstamped", "Hot"));
        road.ready("storageaccount/unstamped");
        sent("2023-01-01");
        // owners have times of whole seconds
        var next = Instant.now().plusSeconds(1).truncatedTo(ChronoUnit.SECONDS);
        await().until(() -> Instant.now().isAfter(next));
        road.applyAs("flux", Samples.account(NEW, "unstamped", "Hot"));
        sent("2023-01-01", "2025-06-01");
        road.ready("storageaccount/unstamped");
    }

    private Map<String, String> annotations(String apiVersion, String kind, String name) {
        return road.get(apiVersion, kind, name).getMetadata().getAnnotations();
    }

    private void sent(String... versions) {
        await().untilAsserted(
                        () ->
                                assertThat(road.puts("/unstamped"))
                                        .extracting(e -> e.url().replaceAll(".*api-version=", ""))
                                        .containsExactly(versions));
    }
}
