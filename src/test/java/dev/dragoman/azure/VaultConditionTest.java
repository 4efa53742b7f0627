package dev.dragoman.azure;

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
    private static Condition condition(StoredEntries stored, boolean kept) {
        var all = VaultCondition.of(stored, kept, 7);
        assertThat(all).hasSize(1);
        return all.getFirst();
    }

    @ParameterizedTest
    @CsvSource({"m, false, Written", "'', false, Incomplete", "m, true, Kept", "'', true, Kept"})
    void saysWhetherAllAreWrittenOrNoneIsAskedForAnyMore(String mark, boolean kept, String reason) {
        var said = condition(new StoredEntries(mark, List.of("v.vault.azure.net/e")), kept);
        assertThat(said.type()).isEqualTo("InKeyVault");
        assertThat(said.reason()).isEqualTo(reason);
        boolean whole = !reason.equals("Incomplete");
        assertThat(said.met()).as("what kubectl wait waits for").isEqualTo(whole);
        assertThat(said.message())
                .endsWith("https://v.vault.azure.net/secrets/e")
                .satisfies(
                        message ->
                                assertThat(message.startsWith("not every value"))
                                        .isEqualTo(!whole));
        assertThat(said.generation()).isEqualTo(7);
    }

    @Test
    void namesTwentyAndCountsTheOthers() {
        var entries = IntStream.range(0, 22).mapToObj("v/e%02d"::formatted).toList();
        assertThat(condition(new StoredEntries("m", entries.subList(0, 20)), false).message())
                .endsWith("https://v/secrets/e19");
        assertThat(condition(new StoredEntries("m", entries), false).message())
                .endsWith("https://v/secrets/e19 and 2 more");
    }

    @Test
    void isNotThereWithoutEntries() {
        var intended = new StoredEntries("m", List.of(), List.of("v/e"));
        assertThat(VaultCondition.of(intended, true, 7)).isEmpty();
    }
}
