package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.azure.decision.OwnState;
import dev.dragoman.tier.Landing;
import dev.dragoman.tier.OneTry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operator as a process that ends when nobody expects it. */
@Landing
@OneTry
class CrashIT {
    private static final String API = "storage.azure.com/v20230101";

    @TempDir private Path directory;
    private Road road;
    private Process process;

    @BeforeEach
    void start() throws IOException {
        road = new Road("crash");
        road.azure.control().operationDuration("storageAccounts", Duration.ofSeconds(5));
        process = road.process(directory.resolve("log"));
    }

    @AfterEach
    void stop() throws InterruptedException {
        var _ = process.destroyForcibly().waitFor();
        road.close();
    }

    @Test
    void killedWhileAzureWorksItFindsTheOperationAgain() throws Exception {
        road.apply(Samples.group("orders", "orders"));
        road.apply(Samples.account("crashroad"));
        awaitOperation("crashroad");
        killAndStartAgain();

        road.ready("storageaccount/crashroad");
        assertThat(road.puts("/crashroad")).hasSize(1);
        assertThat(accounts()).isEqualTo(1);
    }

    @Test
    void killedBeforeTheAnswerItEndsWithOneResource() throws Exception {
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        road.azure.control().delay("PUT .*storageAccounts", Duration.ofSeconds(2));
        road.apply(Samples.account("answerless"));
        var id = road.group("orders") + "/providers/Microsoft.Storage/storageAccounts/answerless";
        await().pollInterval(Duration.ofMillis(20))
                .until(
                        () ->
                                road.azure.control().get(id).isPresent()
                                        || reconciledGeneration("answerless").equals("1"));
        killAndStartAgain();

        road.ready("storageaccount/answerless");
        assertThat(accounts()).isEqualTo(1);
    }

    @Test
    void toldToEndItEndsWellAndAnotherTakesOver() throws Exception {
        road.apply(Samples.group("orders", "orders"));
        road.apply(Samples.account("endroad"));
        awaitOperation("endroad");
        process.destroy();
        assertThat(Patience.ends(process)).isTrue();
        assertThat(process.exitValue()).isZero();

        process = road.process(directory.resolve("log"));
        road.ready("storageaccount/endroad");
        assertThat(road.puts("/endroad")).hasSize(1);
    }

    private void killAndStartAgain() throws Exception {
        var _ = process.destroyForcibly().waitFor();
        assertThat(process.exitValue()).isEqualTo(128 + 9);
        process = road.process(directory.resolve("log"));
    }

    private void awaitOperation(String name) {
        await().pollInterval(Duration.ofMillis(50))
                .until(
                        () ->
                                OwnState.of(
                                                road.get(API, "StorageAccount", name)
                                                        .getAdditionalProperties())
                                        .operation()
                                        .isPresent());
    }

    private String reconciledGeneration(String name) {
        var annotations = road.get(API, "StorageAccount", name).getMetadata().getAnnotations();
        return annotations == null
                ? ""
                : annotations.getOrDefault(
                        "serviceoperator.azure.com/latest-reconciled-generation", "");
    }

    private long accounts() {
        return road.azure.control().resources().stream()
                .filter(id -> id.matches(".*/storageAccounts/[^/]+"))
                .count();
    }
}
