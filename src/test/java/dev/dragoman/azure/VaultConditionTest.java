package dev.dragoman.azure;

import static dev.dragoman.azure.AzureEnding.Entries.WRITTEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.model.StoredEntries;
import dev.dragoman.capability.status.Condition;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an object says of its entries of Key Vaults. */
class VaultConditionTest {
    private static Condition condition(StoredEntries stored, AzureEnding.Entries what) {
        var all = AzureEnding.inKeyVault(stored, what, 7);
        assertThat(all).hasSize(1);
        return all.getFirst();
    }

    @ParameterizedTest
    @CsvSource({
        "WRITTEN, Written, true, https:",
        "INCOMPLETE, Incomplete, false, the entries are not yet as the object asks; it has https:",
        "KEPT, Kept, true, https:",
        "DELETING, Deleting, false, the object is being deleted; it has https:",
    })
    void saysWhetherMoreIsToBeWritten(
            AzureEnding.Entries what, String reason, boolean met, String begin) {
        var said = condition(new StoredEntries("m", List.of("v.vault.azure.net/e")), what);
        assertThat(said.type()).isEqualTo("InKeyVault");
        assertThat(said.reason()).isEqualTo(reason);
        assertThat(said.met()).as("what kubectl wait waits for").isEqualTo(met);
        assertThat(said.message()).startsWith(begin).endsWith("//v.vault.azure.net/secrets/e");
        assertThat(said.generation()).isEqualTo(7);
    }

    @ParameterizedTest(name = "written as {0}, may still write {1}, asked {2}: {3}")
    @CsvSource({
        "m, '', m, WRITTEN",
        "m, v/more, m, INCOMPLETE",
        "m, '', other, INCOMPLETE",
        "m, '', '', INCOMPLETE",
        "'', '', m, INCOMPLETE",
        "'', '', '', INCOMPLETE",
    })
    void isWrittenOnlyIfAllIsWrittenAsAskedNow(
            String mark, String intended, String asked, AzureEnding.Entries what) {
        var more = intended.isEmpty() ? List.<String>of() : List.of(intended);
        var stored = new StoredEntries(mark, List.of("v/e"), more);
        assertThat(AzureEnding.Entries.compared(stored, asked)).isEqualTo(what);
    }

    @Test
    void namesTwentyAndCountsTheOthers() {
        var entries = IntStream.range(0, 22).mapToObj("v/e%02d"::formatted).toList();
        assertThat(condition(new StoredEntries("m", entries.subList(0, 20)), WRITTEN).message())
                .endsWith("https://v/secrets/e19");
        assertThat(condition(new StoredEntries("m", entries), WRITTEN).message())
                .endsWith("https://v/secrets/e19 and 2 more");
    }

    @Test
    void isNotThereWithoutEntries() {
        var intended = new StoredEntries("m", List.of(), List.of("v/e"));
        assertThat(AzureEnding.inKeyVault(intended, WRITTEN, 7)).isEmpty();
    }
}
