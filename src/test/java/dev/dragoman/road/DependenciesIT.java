package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.tier.Landing;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An owner must be Ready before anything is made below it; its later trouble is its own. */
@Landing
class DependenciesIT {
    private static final String GROUPS = "resources.azure.com/v1api20200601";
    private static final String STORAGE = "storage.azure.com/v20230101";

    private Road road;

    @BeforeEach
    void start() {
        road = new Road("dependencies").start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void afterTheFirstSendTheOwnersTroubleStopsNeitherUpdateNorDeletion() {
        road.apply(Samples.account("sample"));
        road.ready("storageaccount/sample");
        breakTheGroup();
        road.apply(Samples.account("v20230101", "sample", "Cool"));
        await().until(() -> road.azure(account("sample"), "/properties/accessTier").equals("Cool"));
        road.ready("storageaccount/sample");
        road.apply(Samples.account("late"));
        road.reason(STORAGE, "StorageAccount", "late", "WaitingForOwner");
        assertThat(road.puts("/late")).isEmpty();
        var _ = road.kubectl("delete", "storageaccount/sample", Patience.timeout());
        assertThat(road.azure.control().get(account("sample"))).isEmpty();
    }

    @Test
    void whatAzureWorksOnIsAskedForThoughTheOwnerIsInTrouble() {
        road.azure.control().operationDuration("storageAccounts", Duration.ofSeconds(6));
        road.apply(Samples.account("slow"));
        await().until(() -> !road.puts("/slow").isEmpty());
        breakTheGroup();
        road.ready("storageaccount/slow");
    }

    /** One failed edit of the group. */
    private void breakTheGroup() {
        road.azure
                .control()
                .failNext("PUT .*/orders", 400, "LocationRequired", "an edit that Azure refuses");
        road.apply(Samples.group("orders", "edited"));
        road.reason(GROUPS, "ResourceGroup", "orders", "LocationRequired");
    }

    private String account(String name) {
        return road.group("orders") + "/providers/Microsoft.Storage/storageAccounts/" + name;
    }
}
