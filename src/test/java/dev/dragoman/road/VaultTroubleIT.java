package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.security.keyvault.secrets.models.KeyVaultSecret;
import com.azure.security.keyvault.secrets.models.SecretProperties;
import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.tier.Full;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What keeps values out of a Key Vault is told, and correcting it heals without a restart. */
@Full
class VaultTroubleIT {
    private VaultRoad road;

    @BeforeEach
    void prepare() {
        road = new VaultRoad("vault-trouble").start();
    }

    @AfterEach
    void stop() {
        road.close();
    }

    private void export(String entry) {
        road.export(Map.of("key-vault", road.vault, "key-vault-entry", entry));
    }

    @Test
    void anEntryOfSomebodyElseIsNotOverwritten() {
        var client = road.client();
        client.setSecret("mine", "theirs");
        export("mine");
        road.told("KeyVaultEntryTaken", "entry mine of Key Vault " + road.vault, "somebody else");
        assertThat(client.getSecret("mine").getValue()).isEqualTo("theirs");
        assertThat(road.inCluster()).as("other exports go on").isPresent();

        client.beginDeleteSecret("mine");
        road.told("KeyVaultEntryTaken", "was deleted and still has its name", "Purge it");
        road.road.azure.control().vaultDelays(java.time.Duration.ZERO, java.time.Duration.ZERO);
        client.purgeDeletedSecret("mine");
        road.ready();
        assertThat(client.getSecret("mine").getValue()).isEqualTo(road.inCluster().orElseThrow());
    }

    @Test
    void aDisabledEntryStaysDisabled() {
        export("{secret}-{key}");
        road.ready();
        var client = road.client();
        var properties = client.getSecret("keys-key").getProperties();
        client.updateSecretProperties(properties.setEnabled(false));
        road.told("KeyVaultEntryDisabled", "entry keys-key", "enable it in the vault");
        assertThat(road.entry().latest().enabled()).isFalse();
        client.updateSecretProperties(properties.setEnabled(true));
        road.ready();
        assertThat(road.entry().versions()).hasSize(1);
    }

    @Test
    void aMissingRightIsTold() {
        road.road.azure.control().vaultRights(AzurePart.CLIENT);
        export("{secret}-{key}");
        road.told("ForbiddenByRbac", "Key Vault Secrets Officer");
        road.road.azure.control().vaultRights(AzurePart.CLIENT, "all");
        road.ready();
    }

    @Test
    void aVaultThatTurnsRequestsAwayIsHeldBackAsLongAsItAsks() {
        road.road.azure.control().throttle(1, 2, "PUT /" + road.vault);
        export("{secret}-{key}");
        road.ready();
        assertThat(road.sent("PUT")).hasSize(2);
        assertThat(road.entry().versions()).hasSize(1);
    }

    @Test
    void aVaultThatIsNotThereIsAwaited() {
        road.road.environment.put("DRAGOMAN_KEY_VAULTS", road.road.namespace + "=not-there-yet");
        road.road.stop();
        road.road.start();
        road.export(Map.of("key-vault", "not-there-yet"));
        road.told("KeyVaultNotFound", "no Key Vault answers at not-there-yet.vault.azure.net");
        export("{secret}-{key}");
        road.ready();
    }

    @Test
    void whatIsWrongInAnAnnotationIsToldBeforeAnythingIsMade() {
        road.export(Map.of("key-vault", "https://evil.example"));
        road.told("InvalidKeyVault", "no token is sent there");
        road.export(Map.of("key-vault", road.vault, "key-vault-entry", "{oops}"));
        road.told("InvalidKeyVault", "has {oops}");
        road.export(Map.of("key-vault-only", "true"));
        road.told("InvalidKeyVault", "no Key Vault is named");
        road.export(Map.of());
        road.ready();
    }

    @Test
    void underASharedCredentialANamespaceUsesItsOwnVaultsAlone() {
        road.export(Map.of("key-vault", "vault-of-another-team"));
        road.told("KeyVaultNotAllowed", "DRAGOMAN_KEY_VAULTS");
        road.export(Map.of("key-vault", "https://vault-of-another-team.vault.azure.net"));
        road.told("KeyVaultNotAllowed", "vault-of-another-team.vault.azure.net");
        assertThat(road.sent("GET")).isEmpty();
        assertThat(road.sent("PUT")).isEmpty();
    }

    @Test
    void aLostReplyCostsAVersionAtMost() {
        road.road.azure.control().loseReplies(1, "PUT /" + road.vault);
        export("{secret}-{key}");
        road.ready();
        assertThat(road.entry().versions().size()).isBetween(1, 2);
        assertThat(road.entry().latest().value()).isEqualTo(road.inCluster().orElseThrow());
    }

    @Test
    void tagsOfOthersAreTakenAway() {
        export("{secret}-{key}");
        road.ready();
        var client = road.client();
        var now = client.getSecret("keys-key");
        var tags = new java.util.HashMap<>(now.getProperties().getTags());
        tags.put("more", "x");
        client.setSecret(
                new KeyVaultSecret("keys-key", now.getValue())
                        .setProperties(new SecretProperties().setTags(tags)));
        await().until(() -> !road.entry().latest().tags().containsKey("more"));
        road.ready();
    }
}
