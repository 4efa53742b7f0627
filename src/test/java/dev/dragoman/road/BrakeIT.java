package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Full;
import dev.dragoman.tier.OneTry;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What makes the operator change something again and again is paused: steps that give another
 * result each time, and somebody who deletes what is written. Others are served meanwhile.
 */
@Full
@OneTry
class BrakeIT {
    private static final String ACCOUNTS = "storage.azure.com/v20230101";

    /** More than the changes that have no pause, and fewer than without pauses. */
    private static final int BOUND = 70;

    /** How long others wait at most. */
    private static final Duration SOON = Duration.ofSeconds(5);

    @TempDir private Path directory;
    private VaultRoad road;

    @AfterEach
    void stop() {
        road.close();
    }

    private void start(Map<String, String> files) throws IOException {
        road = new VaultRoad("brake");
        road.start();
        // as a result that comes at once lets more of them come
        road.road.azure.control().operationDuration(".*", Duration.ZERO);
        road.road.stop();
        for (var each : files.entrySet()) {
            Files.writeString(directory.resolve(each.getKey() + ".steps.yaml"), each.getValue());
        }
        road.road.environment.put("DRAGOMAN_OVERLAYS", directory.toString());
        road.road.environment.put("AZURE_SYNC_PERIOD", "1h");
        road.road.start();
    }

    /** For the account alone, as the group and the vault have steps of the same points. */
    private static String ofAccounts(String step) {
        return """
               - filter:
                   simple: "${header.CamelKubernetesReconcileKind} == 'StorageAccount'"
                   steps: [ { to: "bean:%s" } ]
               """
                .formatted(step);
    }

    private Map<String, Object> brake() {
        return Road.condition(
                Optional.ofNullable(road.road.get(ACCOUNTS, "StorageAccount", road.account)),
                "RepairsDoNotHold");
    }

    private String isPaused() {
        await("that the object says that it is paused")
                .until(() -> "ChangedAgain".equals(brake().get("reason")));
        return String.valueOf(brake().get("message"));
    }

    private long sent(String method, String suffix) {
        return road.road.azure.control().exchanges().stream()
                .filter(each -> each.method().equals(method) && each.path().endsWith(suffix))
                .count();
    }

    /** Another team's group is Ready soon. */
    private void othersAreServed(String name) {
        long begun = System.nanoTime();
        road.road.apply(Samples.group(name, "others"));
        road.road.ready("resourcegroup/" + name);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON);
    }

    /** An edit and a deletion come through, whatever pause there is. */
    private void usersNeedNotWait() {
        long puts = sent("PUT", "/" + road.account);
        road.road.kubectl(
                "patch",
                "storageaccount",
                road.account,
                "--type=merge",
                "-p",
                "{\"spec\":{\"accessTier\":\"Cool\"}}");
        await().until(() -> sent("PUT", "/" + road.account) > puts);
        isPaused();
        road.road.kubectl("delete", "storageaccount", road.account, "--wait=false");
        await().until(() -> road.road.get(ACCOUNTS, "StorageAccount", road.account) == null);
    }

    @Test
    void stepsWithTheClockAndWithRandomNumbersArePaused() throws IOException {
        start(
                Map.of(
                        "azure-desired.clock",
                        ofAccounts("body?method=tag(at, ${date:now:yyyyMMddHHmmssSSS})"),
                        "azure-exported.mark",
                        ofAccounts("exports?method=annotation(mark, ${random(1000000000)})")));
        road.export(Map.of());
        await().until(() -> sent("PUT", "/" + road.account) > 5);
        othersAreServed("among");
        assertThat(isPaused()).contains("request 'put' to Azure", "Secret", "is looked at again");
        assertThat(sent("PUT", "/" + road.account)).isLessThan(BOUND);
        assertThat(sent("POST", "/listKeys")).isLessThan(BOUND);
        othersAreServed("after");
        usersNeedNotWait();
    }

    @Test
    void aStepThatNamesAnotherEntryOfAVaultAtEachLookIsPaused() throws IOException {
        start(Map.of("azure-exported.entry", ofAccounts("exports?method=add('*', ${uuid}, key)")));
        var mark = road.road.plane.audit().mark();
        road.export(Map.of("key-vault", road.vault));
        othersAreServed("among");
        assertThat(isPaused()).contains("at once");
        othersAreServed("after");
        assertThat(road.road.writes(mark, road.account)).hasSizeLessThan(3 * BOUND);
        assertThat(sent("POST", "/listKeys")).isLessThan(2 * BOUND);
    }

    /** Another controller deletes the exported Secret, each time that it is there. */
    @Test
    void anExportedSecretThatSomebodyDeletesIsWrittenWithPauses() throws IOException {
        start(Map.of());
        var written = new AtomicInteger();
        var secrets = road.road.client().secrets().inNamespace(road.road.namespace);
        try (var _ =
                secrets.withName("keys")
                        .watch(
                                new Watcher<Secret>() {
                                    @Override
                                    public void eventReceived(Action action, Secret secret) {
                                        if (action == Action.ADDED) {
                                            written.incrementAndGet();
                                            var _ = secrets.withName("keys").delete();
                                        }
                                    }

                                    @Override
                                    public void onClose(WatcherException cause) {
                                        // the test ends
                                    }
                                })) {
            road.export(Map.of());
            assertThat(isPaused()).contains("create Secret");
            assertThat(written.get()).isLessThan(BOUND);
            othersAreServed("after");
        }
    }
}
