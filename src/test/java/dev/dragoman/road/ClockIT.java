package dev.dragoman.road;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Full;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The clock of the machine is set while the operator runs. */
@Full
class ClockIT {
    /** How far the machine's clock was set. */
    private volatile Duration off = Duration.ZERO;

    private final InstantSource machine = () -> InstantSource.system().instant().plus(off);
    private final Clock clock = machine.withZone(ZoneOffset.UTC);
    private final Road road = new Road("clock");

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void aClockThatIsSetBackByAnHourStopsNoRetry() {
        road.start(clock);
        road.azure.control().down();
        road.apply(Samples.group("orders", "orders"));
        var _ =
                road.reason(
                        "resources.azure.com/v1api20200601",
                        "ResourceGroup",
                        "orders",
                        "AzureUnreachable");
        off = Duration.ofHours(-1);
        road.azure.control().up();
        road.ready("resourcegroup/orders");
        assertThat(road.puts("/orders")).hasSize(1);
    }

    @Test
    void aClockThatIsSetBackByAnHourHoldsNoPollUp() {
        road.start(clock);
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        road.azure.control().operationDuration("storageAccounts", Duration.ofSeconds(8));
        road.apply(Samples.account("polled"));
        var _ =
                road.reason(
                        "storage.azure.com/v20230101", "StorageAccount", "polled", "Reconciling");
        off = Duration.ofHours(-1);
        road.ready("storageaccount/polled");
    }
}
