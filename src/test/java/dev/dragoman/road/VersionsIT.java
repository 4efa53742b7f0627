package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Landing;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Edits that overtake each other, and the same spec spoken in another version. */
@Landing
class VersionsIT {
    private static final String OLD = "v20230101";
    private static final String NEW = "v20250601";

    private Road road;

    @BeforeEach
    void start() {
        road = new Road("versions").start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void ofTwoQuickEditsTheSecondEndsInAzure() {
        road.azure.control().operationDuration("storageAccounts", Duration.ofSeconds(2));
        road.apply(Samples.account(OLD, "twoedits", "Hot"));
        road.apply(Samples.account(OLD, "twoedits", "Cool"));
        road.apply(Samples.account(OLD, "twoedits", "Hot"));
        road.apply(Samples.account(OLD, "twoedits", "Cool"));
        road.ready("storageaccount/twoedits");

        assertThat(road.azure(id("twoedits"), "/properties/accessTier")).isEqualTo("Cool");
        var object = road.get("storage.azure.com/" + OLD, "StorageAccount", "twoedits");
        assertThat(Road.condition(object))
                .containsEntry("status", "True")
                .containsEntry(
                        "observedGeneration", object.getMetadata().getGeneration().intValue());
    }

    @Test
    void waitNeverPassesForTheGenerationBefore() {
        for (int i = 0; i < 8; i++) {
            road.apply(Samples.group("orders", "team" + i));
            road.ready("resourcegroup/orders");
            assertThat(road.azure(road.group("orders"), "/tags/team")).isEqualTo("team" + i);
        }
        road.apply(Samples.account(OLD, "waiting", "Hot"));
        road.ready("storageaccount/waiting");
        for (var tier : List.of("Cool", "Hot", "Cool")) {
            road.apply(Samples.account(OLD, "waiting", tier));
            road.ready("storageaccount/waiting");
            assertThat(road.azure(id("waiting"), "/properties/accessTier")).isEqualTo(tier);
        }
    }

    @Test
    void anotherVersionAppliedByTheServerIsAnotherApiVersion() {
        road.apply(Samples.account(OLD, "byserver", "Hot"));
        road.ready("storageaccount/byserver");
        road.apply(Samples.account(NEW, "byserver", "Hot"));
        awaitApiVersions("/byserver", "2023-01-01", "2025-06-01");
        road.apply(Samples.account(OLD, "byserver", "Hot"));
        awaitApiVersions("/byserver", "2023-01-01", "2025-06-01", "2023-01-01");
    }

    @Test
    void anotherVersionAppliedByTheClientIsAnotherApiVersion() {
        road.applyByClient(Samples.account(OLD, "byclient", "Hot"));
        road.ready("storageaccount/byclient");
        road.applyByClient(Samples.account(NEW, "byclient", "Hot"));
        awaitApiVersions("/byclient", "2023-01-01", "2025-06-01");
        var _ = road.kubectl("annotate", "storageaccount/byclient", "note=seen");
        road.applyByClient(Samples.account(NEW, "byclient", "Cool"));
        road.ready("storageaccount/byclient");
        awaitApiVersions("/byclient", "2023-01-01", "2025-06-01", "2025-06-01");
    }

    private void awaitApiVersions(String suffix, String... expected) {
        await().untilAsserted(
                        () ->
                                assertThat(road.puts(suffix))
                                        .extracting(e -> e.url().replaceAll(".*api-version=", ""))
                                        .containsExactly(expected));
        await().untilAsserted(
                        () ->
                                assertThat(
                                                Road.condition(
                                                        road.get(
                                                                "storage.azure.com/" + OLD,
                                                                "StorageAccount",
                                                                suffix.substring(1))))
                                        .containsEntry("status", "True"));
    }

    private String id(String account) {
        return road.group("orders") + "/providers/Microsoft.Storage/storageAccounts/" + account;
    }
}
