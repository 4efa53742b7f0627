package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Campaign;
import dev.dragoman.tier.Full;
import dev.dragoman.tier.OneTry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The API server is away while the operator runs, and users change objects right before and right
 * after. A leader that cannot renew its Lease ends, once, and its pod is started again; without
 * leader election the process stays.
 */
@OneTry
class ApiServerAwayIT {
    /** Longer than the Lease lasts (15 s). */
    private static final Duration SHORT = Duration.ofSeconds(25);

    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    private ControlPlane plane;
    private Road road;

    @BeforeEach
    void start() {
        plane = ControlPlane.start(Options.defaults());
        road = new Road("away", plane);
    }

    @AfterEach
    void stop() {
        road.close();
        plane.close();
    }

    @Full
    @Test
    void aLeaderEndsOnceAndGoesOn() throws IOException {
        converges(true, SHORT);
    }

    @Full
    @Test
    void whoNeedsNoLeaseStays() throws IOException {
        converges(false, SHORT);
    }

    @Test
    @Campaign
    void aLeaderGoesOnAfterFiveMinutes() throws IOException {
        converges(true, LONG);
    }

    @Test
    @Campaign
    void whoNeedsNoLeaseStaysForFiveMinutes() throws IOException {
        converges(false, LONG);
    }

    private void converges(boolean elected, Duration away) throws IOException {
        road.environment.put("DRAGOMAN_LEADER_ELECTION", Boolean.toString(elected));
        var log = directory.resolve("log");
        try (var pod = new RestartedPod(() -> road.process(log))) {
            for (var name : List.of("orders", "untouched", "edited-before", "edited-after")) {
                road.apply(Samples.group(name, "first"));
            }
            road.apply(Samples.group("deleted-before", "first"));
            road.apply(Samples.group("deleted-after", "first"));
            var _ =
                    road.kubectl(
                            "wait",
                            "--for=condition=Ready",
                            "resourcegroup",
                            "--all",
                            Patience.timeout());
            // an operation that is under way in Azure when the API server goes
            road.azure
                    .control()
                    .operationDuration("PUT .*/storageAccounts/", Duration.ofSeconds(10));
            road.apply(Samples.account("underway"));
            await().until(() -> !road.puts("/underway").isEmpty());

            road.apply(Samples.group("edited-before", "second"));
            road.apply(Samples.group("made-before", "first"));
            var _ = road.kubectl("delete", "resourcegroup/deleted-before", "--wait=false");
            plane.stopApiServer();
            var gone = Instant.now();
            await(away.plus(Duration.ofMinutes(1)))
                    .until(() -> gone.plus(away).isBefore(Instant.now()));
            assertThat(pod.alive()).as("runs, or runs again").isTrue();

            plane.startApiServer();
            // its admission learns of the kinds anew
            road.kindsServed();
            var mark = plane.audit().mark();
            road.apply(Samples.group("edited-after", "second"));
            road.apply(Samples.group("made-after", "first"));
            var _ = road.kubectl("delete", "resourcegroup/deleted-after", "--wait=false");

            await().untilAsserted(this::everythingIsAsUsersSaid);
            assertThat(pod.exits())
                    .as("exit codes: a lost Lease ends the process, and nothing else does")
                    .isEqualTo(elected ? List.of(1) : List.of());
            assertThat(Files.readString(log).contains("lost the Lease")).isEqualTo(elected);
            assertNothingTooMuch(mark);
        }
    }

    private void everythingIsAsUsersSaid() {
        for (var name : List.of("edited-before", "edited-after")) {
            assertThat(team(name)).as(name).isEqualTo("second");
            assertReady("resources.azure.com/v1api20200601", "ResourceGroup", name);
        }
        for (var name : List.of("untouched", "made-before", "made-after")) {
            assertThat(team(name)).as(name).isEqualTo("first");
            assertReady("resources.azure.com/v1api20200601", "ResourceGroup", name);
        }
        assertReady("storage.azure.com/v20230101", "StorageAccount", "underway");
        for (var name : List.of("deleted-before", "deleted-after")) {
            assertThat(road.get("resources.azure.com/v1api20200601", "ResourceGroup", name))
                    .as(name)
                    .isNull();
            assertThat(road.azure.control().get(road.group(name))).as(name + " in Azure").isEmpty();
        }
    }

    private void assertReady(String apiVersion, String kind, String name) {
        var object = road.get(apiVersion, kind, name);
        assertThat(Road.condition(object))
                .as(name)
                .containsEntry("status", "True")
                .containsEntry(
                        "observedGeneration", object.getMetadata().getGeneration().intValue());
    }

    private String team(String group) {
        return road.azure(road.group(group), "/tags/team");
    }

    /**
     * What settled before the outage is neither sent nor written again. Whose answer could not be
     * written down is sent once more, and no more than that.
     */
    private void assertNothingTooMuch(AuditLog.Mark since) {
        assertThat(written(since, "untouched", "orders")).as("writes").isEmpty();
        assertThat(road.puts("/untouched")).hasSize(1);
        assertThat(road.puts("/orders")).hasSize(1);
        assertThat(road.puts("/edited-after")).hasSize(2);
        assertThat(road.puts("/made-after")).hasSize(1);
        assertThat(road.puts("/edited-before")).hasSizeBetween(2, 3);
        assertThat(road.puts("/made-before")).hasSizeBetween(1, 2);
        assertThat(road.puts("/underway")).hasSizeBetween(1, 2);
        assertThat(road.puts("/deleted-before")).hasSize(1);
        assertThat(road.puts("/deleted-after")).hasSize(1);
        // claim, status, Event; as of an object that was made without an outage
        assertThat(written(since, "made-after")).hasSizeLessThanOrEqualTo(3);
    }

    /** Without what was refused, as anything may be while the API server starts. */
    private List<String> written(AuditLog.Mark since, String... names) {
        return road.writes(since, names).stream()
                .filter(each -> !each.matches(".* [45]\\d\\d"))
                .toList();
    }
}
