package dev.dragoman.sandbox.azure.vault;

import static dev.dragoman.Patience.await;
import static dev.dragoman.sandbox.azure.vault.ClientVault.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.security.keyvault.secrets.SecretServiceVersion;
import com.azure.security.keyvault.secrets.models.KeyVaultSecret;
import com.azure.security.keyvault.secrets.models.SecretProperties;
import dev.dragoman.sandbox.azure.control.Exchange;
import dev.dragoman.tier.Landing;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Microsoft's Java client of Key Vault works with a vault of the sandbox under the vault's own
 * name. It belongs to the default tier.
 */
@Landing
class VaultClientIT {
    private ClientVault vault;

    @BeforeEach
    void start() {
        vault = new ClientVault();
    }

    @AfterEach
    void stop() {
        vault.close();
    }

    @Test
    void allPropertiesAreSetByOneRequestAfterAChallenge() {
        var expires = OffsetDateTime.of(2030, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);
        var properties =
                new SecretProperties()
                        .setContentType("text/plain")
                        .setTags(Map.of("team", "payments"))
                        .setExpiresOn(expires)
                        .setNotBefore(expires.minusYears(1));
        var set =
                vault.client.setSecret(
                        new KeyVaultSecret("key", "v4lue").setProperties(properties));
        assertThat(vault.azure.control().exchanges().stream().filter(Exchange::ofVault))
                .extracting(Exchange::status)
                .containsExactly(401, 200);
        assertThat(vault.azure.control().tokens().getLast().audience())
                .isEqualTo("https://vault.azure.net");
        var read = vault.client.getSecret("KEY");
        assertThat(read.getValue()).isEqualTo("v4lue");
        assertThat(read.getProperties()).usingRecursiveComparison().isEqualTo(set.getProperties());
        assertThat(read.getProperties().getContentType()).isEqualTo("text/plain");
        assertThat(read.getProperties().getTags()).containsEntry("team", "payments");
        assertThat(read.getProperties().getExpiresOn()).isEqualTo(expires);
        assertThat(read.getProperties().getRecoverableDays()).isEqualTo(90);
        assertThat(
                        vault.azure
                                .control()
                                .vault(vault.name)
                                .secret("key")
                                .orElseThrow()
                                .latest()
                                .value())
                .isEqualTo("v4lue");
        assertThat(vault.azure.control().exchanges().toString())
                .doesNotContain("v4lue", "Bearer ey");
        assertThat(vault.azure.control().counts())
                .containsEntry("PUT /" + vault.host + "/secrets/key", 2L);
    }

    @ParameterizedTest
    @EnumSource(names = {"V7_4", "V7_5", "V7_6"})
    void eachVersionIsServed(SecretServiceVersion version) {
        assertThat(vault.client(version).setSecret("key", "v").getValue()).isEqualTo("v");
    }

    @Test
    void listsAreFollowedOverPages() {
        IntStream.range(0, 30).forEach(each -> vault.client.setSecret("s" + each, "v"));
        assertThat(vault.client.listPropertiesOfSecrets().stream()).hasSize(30);
        IntStream.range(0, 27).forEach(each -> vault.client.setSecret("s0", "v" + each));
        assertThat(vault.client.listPropertiesOfSecretVersions("s0").stream()).hasSize(28);
        assertThat(vault.client.listPropertiesOfSecretVersions("none").stream()).isEmpty();
    }

    @Test
    void propertiesAreUpdatedAndADisabledSecretIsNotRead() {
        var first = vault.client.setSecret("key", "1");
        vault.client.setSecret("key", "2");
        assertThat(vault.client.getSecret("key", first.getProperties().getVersion()).getValue())
                .isEqualTo("1");
        var properties = vault.client.getSecret("key").getProperties();
        var updated =
                vault.client.updateSecretProperties(
                        properties.setTags(Map.of("a", "b")).setEnabled(false));
        assertThat(updated.isEnabled()).isFalse();
        assertThat(updated.getTags()).containsEntry("a", "b");
        assertThat(refused(403, () -> vault.client.getSecret("key"))).contains("SecretDisabled");
        vault.client.updateSecretProperties(updated.setEnabled(true));
        assertThat(vault.client.getSecret("key").getValue()).isEqualTo("2");
    }

    @Test
    void secretsAreDeletedRecoveredAndPurged() {
        vault.client.setSecret("key", "v");
        vault.azure.control().vaultDelays(Duration.ofHours(1), Duration.ofHours(1));
        var deletion = vault.client.beginDeleteSecret("key");
        deletion.setPollInterval(Duration.ofMillis(20));
        refused(404, () -> vault.client.getSecret("key"));
        refused(404, () -> vault.client.getDeletedSecret("key"));
        vault.azure.control().vaultDelays(Duration.ZERO, Duration.ofHours(1));
        deletion.waitForCompletion();
        assertThat(vault.client.getDeletedSecret("key").getScheduledPurgeDate()).isNotNull();
        assertThat(vault.client.listDeletedSecrets().stream()).hasSize(1);
        assertThat(refused(409, () -> vault.client.setSecret("key", "w")))
                .contains("ObjectIsDeletedButRecoverable");

        var recovery = vault.client.beginRecoverDeletedSecret("key");
        recovery.setPollInterval(Duration.ofMillis(20));
        refused(404, () -> vault.client.getSecret("key"));
        vault.azure.control().vaultDelays(Duration.ZERO, Duration.ZERO);
        recovery.waitForCompletion();
        assertThat(vault.client.getSecret("key").getValue()).isEqualTo("v");

        vault.client.beginDeleteSecret("key").poll();
        vault.client.purgeDeletedSecret("key");
        await().untilAsserted(() -> refused(404, () -> vault.client.getDeletedSecret("key")));
        assertThat(vault.client.setSecret("key", "w").getValue()).isEqualTo("w");
    }
}
