package dev.dragoman.road;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.tier.Full;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** More at once than Azure allows one principal: nothing is lost, and hardly anything refused. */
@Full
class ThrottledIT {
    private static final int GROUPS = 260;

    private Road road;

    @BeforeEach
    void start() {
        road = new Road("throttled");
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void allBecomeReadyAndNobodyInsists() {
        road.apply(
                IntStream.range(0, GROUPS)
                        .mapToObj(n -> Samples.group("group" + n, "x"))
                        .collect(Collectors.joining("---\n")));
        // or a slow machine would never reach the limit
        road.azure.control().exhaust();
        road.start();
        var _ =
                road.kubectl(
                        "wait",
                        "--for=condition=Ready",
                        "resourcegroup",
                        "--all",
                        Patience.timeout());
        assertThat(road.azure.control().resources()).hasSize(GROUPS);
        var exchanges = road.azure.control().exchanges();
        long refused = exchanges.stream().filter(e -> e.status() == 429).count();
        assertThat(refused).as("Azure throttles by itself").isPositive();
        assertThat(exchanges.stream().filter(e -> e.method().equals("PUT") && e.status() != 429))
                .as("one accepted PUT for each")
                .hasSize(GROUPS);
        // those on their way when the first is refused, and a few for each second that it takes
        assertThat(refused).isLessThan(GROUPS / 2);
    }
}
