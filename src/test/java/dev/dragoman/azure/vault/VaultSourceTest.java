package dev.dragoman.azure.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a spec names a value in a Key Vault. */
class VaultSourceTest {
    private static final String VERSION = "0123456789abcdef0123456789abcdef";

    @ParameterizedTest
    @CsvSource({
        "keyvault://v/e, v, e, ''",
        "KeyVault://My-Vault/Some-Entry, My-Vault, Some-Entry, ''",
        "keyvault://v.vault.azure.net/e, v.vault.azure.net, e, ''",
        "keyvault://v/e/" + VERSION + ", v, e, " + VERSION,
    })
    void isRead(String written, String vault, String name, String version) {
        assertThat(VaultSource.named(written)).isTrue();
        assertThat(VaultSource.of(written)).isEqualTo(new VaultSource(vault, name, version));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "keyvault://",
                "keyvault://v",
                "keyvault://v/",
                "keyvault:///e",
                "keyvault://v/e/1",
                "keyvault://v/e/" + VERSION + "/x",
                "keyvault://v/a.b",
                "keyvault://user@v/e",
                "keyvault://v:444/e",
                "keyvault://v/e?x",
            })
    void isRefused(String written) {
        assertThat(VaultSource.named(written)).isTrue();
        assertThatThrownBy(() -> VaultSource.of(written))
                .hasMessageContaining("write keyvault://VAULT/NAME");
    }
}
