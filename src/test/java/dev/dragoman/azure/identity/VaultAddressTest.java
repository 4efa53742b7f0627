package dev.dragoman.azure.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which texts name a Key Vault, and to which hosts a token may be sent. */
class VaultAddressTest {
    private static final List<String> SUFFIXES = List.of("vault.azure.net", "vault.example");

    @ParameterizedTest
    @CsvSource({
        "my-vault, my-vault.vault.azure.net, https://vault.azure.net/.default",
        "My-Vault, my-vault.vault.azure.net, https://vault.azure.net/.default",
        "https://my-vault.vault.azure.net, my-vault.vault.azure.net, https://vault.azure.net/.default",
        "https://MY-vault.vault.azure.net:443/, my-vault.vault.azure.net, https://vault.azure.net/.default",
        "My-vault.vault.azure.net, my-vault.vault.azure.net, https://vault.azure.net/.default",
        "https://v-1.vault.example/, v-1.vault.example, https://vault.example/.default",
    })
    void aNameOrAUrl(String written, String host, String scope) {
        var vault = VaultAddress.of(written, SUFFIXES);
        assertThat(vault.host()).isEqualTo(host);
        assertThat(vault.url()).hasToString("https://" + host);
        assertThat(vault.scope()).isEqualTo(scope);
    }

    @ParameterizedTest
    @CsvSource({
        "http://my-vault.vault.azure.net",
        "https://my-vault.vault.azure.net.evil.example",
        "my-vault.vault.azure.net.evil.example",
        "my-vault.vault.azure.net/x",
        "my.vault",
        "user@my-vault.vault.azure.net",
        "https://evil.example/my-vault.vault.azure.net",
        "https://evil.example?my-vault.vault.azure.net",
        "https://my-vault.vault.azure.net@evil.example",
        "https://user@my-vault.vault.azure.net",
        "https://my-vault.vault.azure.net:8443",
        "https://my-vault.vault.azure.net/secrets/x",
        "https://my-vault.vault.azure.net#x",
        "https://a.my-vault.vault.azure.net",
        "https://my-vaultvault.azure.net",
        "https://vault.azure.net",
        "https://127.0.0.1",
        "https://",
        "keyvault://my-vault",
    })
    void noTokenIsSentElsewhere(String written) {
        assertThatThrownBy(() -> VaultAddress.of(written, SUFFIXES))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no token is sent there");
    }

    @ParameterizedTest
    @CsvSource({
        "ab",
        "1vault",
        "-vault",
        "vault-",
        "my--vault",
        "my_vault",
        "a/b/c",
        "a-name-that-is-longer-than-it-may-be",
        "https://ab.vault.azure.net",
    })
    void whatIsNoNameIsRefused(String written) {
        assertThatThrownBy(() -> VaultAddress.of(written, SUFFIXES))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is no name of a Key Vault");
    }

    @Test
    void aCloudWithoutAKnownSuffixNeedsTheSetting() {
        assertThatThrownBy(() -> VaultAddress.of("my-vault", List.of()))
                .hasMessageContaining(VaultSettings.SUFFIXES);
    }
}
