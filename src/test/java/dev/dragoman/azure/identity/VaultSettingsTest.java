package dev.dragoman.azure.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VaultSettingsTest {
    private static VaultAddress vault(String name) {
        return new VaultAddress(name, "vault.azure.net", "https://vault.azure.net");
    }

    @Test
    void withoutSettingsThereAreNone() {
        assertThat(VaultSettings.from(Map.of())).isEqualTo(VaultSettings.NONE);
    }

    @Test
    void vaultsAreListedByNamespace() {
        var settings =
                VaultSettings.from(
                        Map.of(
                                "DRAGOMAN_KEY_VAULTS",
                                "team-a=One, team-a = two.vault.azure.net , *=all,team-b=https://Three.vault.azure.net/"));
        assertThat(settings.lists("team-b", vault("three"))).isTrue();
        assertThat(settings.lists("team-a", vault("one"))).isTrue();
        assertThat(settings.lists("team-a", vault("two"))).isTrue();
        assertThat(settings.lists("team-b", vault("one"))).isFalse();
        assertThat(settings.lists("team-a", vault("all"))).isFalse();
        assertThat(settings.lists("*", vault("all"))).isTrue();
    }

    @Test
    void theVaultOfOverlaysIsNobodyElses() {
        for (var written : List.of("Platform", "https://platform.vault.azure.net:443/")) {
            var settings = VaultSettings.from(Map.of("DRAGOMAN_OVERLAY_KEY_VAULT", written));
            assertThat(settings.namedForOthers("team-a", vault("platform"))).isTrue();
            assertThat(settings.namedForOthers("team-a", vault("other"))).isFalse();
        }
        assertThat(VaultSettings.NONE.namedForOthers("team-a", vault("platform"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "https://one.vault.azure.net, One, true",
        "one, https://one.vault.azure.net/, true",
        "one, one, true",
        "one, one-more, false",
        "one.vault.azure.net, one.vault.example, false",
        "'', one, false",
        "one, '', false",
    })
    void objectsDoNotWriteWhereOverlaysRead(String all, String overlays, boolean refused) {
        var both = Map.of("AZURE_OPERATOR_KEYVAULT", all, "DRAGOMAN_OVERLAY_KEY_VAULT", overlays);
        if (!refused) {
            assertThat(VaultSettings.from(both).ofOverlays()).isEqualTo(overlays);
            return;
        }
        assertThatThrownBy(() -> VaultSettings.from(both))
                .hasMessageContaining("the same Key Vault");
    }

    @Test
    void theCloudsOwnSuffixComesFirst() {
        var settings =
                VaultSettings.from(Map.of("DRAGOMAN_KEY_VAULT_SUFFIXES", ".Vault.example,vault.b"));
        assertThat(settings.suffixes(Optional.of("vault.azure.net")))
                .isEqualTo(List.of("vault.azure.net", "vault.example", "vault.b"));
        assertThat(settings.suffixes(Optional.empty()))
                .isEqualTo(List.of("vault.example", "vault.b"));
    }

    @ParameterizedTest
    @CsvSource({
        "AZURE_SECRET_NAMING_VERSION, 3, write 1 or 2",
        "DRAGOMAN_KEY_VAULTS, vault, NAMESPACE=VAULT",
        "DRAGOMAN_KEY_VAULTS, Team=vault, NAMESPACE=VAULT",
        "DRAGOMAN_KEY_VAULTS, team=, NAMESPACE=VAULT",
        "DRAGOMAN_KEY_VAULTS, team=*, NAMESPACE=VAULT",
        "DRAGOMAN_KEY_VAULTS, team=my vault, NAMESPACE=VAULT",
        "DRAGOMAN_KEY_VAULTS, team=http://v.vault.azure.net, 'name, host or URL'",
        "DRAGOMAN_KEY_VAULTS, team=https://v.vault.azure.net/secrets, 'name, host or URL'",
        "DRAGOMAN_KEY_VAULT_SUFFIXES, net, is no DNS suffix",
        "DRAGOMAN_KEY_VAULT_SUFFIXES, https://vault.example, is no DNS suffix",
    })
    void whatCannotBeReadEndsTheStart(String name, String value, String told) {
        assertThatThrownBy(() -> VaultSettings.from(Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(name)
                .hasMessageContaining(told);
    }

    @Test
    void aClusterNameMustFitATag() {
        assertThatThrownBy(
                        () -> VaultSettings.from(Map.of("DRAGOMAN_CLUSTER_NAME", "c".repeat(257))))
                .hasMessageContaining("longer than 256");
    }
}
