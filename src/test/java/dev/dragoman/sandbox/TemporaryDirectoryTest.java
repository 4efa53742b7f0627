package dev.dragoman.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a sandbox puts below /tmp goes with it; what was named by its caller stays. */
class TemporaryDirectoryTest {
    @Test
    void goesWithAllThatIsInItAndMayBeClosedAgain() throws IOException {
        var directory = TemporaryDirectory.create("dragoman-test");
        Files.createDirectories(directory.path().resolve("a/b"));
        Files.writeString(directory.path().resolve("a/b/c"), "d");
        directory.close();
        directory.close();
        assertThat(directory.path()).doesNotExist();
    }

    @Test
    void theLocalAzureLeavesNothingBehind() {
        var azure = AzureSandbox.start(Options.of(Catalog.load()));
        assertThat(azure.caPem()).exists();
        azure.close();
        assertThat(azure.caPem().getParent()).doesNotExist();
    }

    @Test
    void aStateDirectoryOfTheCallerStays(@TempDir Path state) {
        var azure = AzureSandbox.start(Options.of(Catalog.load()).state(state));
        azure.close();
        assertThat(azure.caPem()).exists();
    }
}
