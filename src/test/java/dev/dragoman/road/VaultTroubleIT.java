package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.security.keyvault.secrets.models.KeyVaultSecret;
import com.azure.security.keyvault.secrets.models.SecretProperties;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.tier.Full;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
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
        road.told(
                "ForbiddenByRbac",
                "Key Vault Secrets Officer",
                "Caller: appid=%s;oid=".formatted(AzurePart.CLIENT),
                "Action: 'Microsoft.KeyVault/vaults/secrets/");
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

    /**
     * Each value by itself: what a key call has not given keeps no other entry from being written.
     */
    @Test
    void anEntryIsWrittenWhileAKeyCallFails() {
        road.road.azure.control().fail(1_000_000, "POST .*/listKeys", 403, "Denied", "no right");
        road.export(
                Map.of("key-vault", road.vault, "key-vault-entry", "{secret}-{key}"),
                "blobEndpoint: {name: keys, key: endpoint}");
        road.told("Denied", "operatorSpec.secrets.key1");
        assertThat(road.entry().name()).isEqualTo("keys-endpoint");
        road.road.azure.control().clearFaults();
        road.ready();
        assertThat(road.entries()).hasSize(2);
        road.road.azure.control().fail(1_000_000, "POST .*/listKeys", 403, "Denied", "no right");
        // keys are asked for, because somebody has changed an entry
        road.client().setSecret("keys-key", "other");
        road.told("Denied", "operatorSpec.secrets.key1");
        road.looks(2);
        assertThat(road.entries())
                .hasSize(2)
                .allMatch(
                        each -> each.versions().size() == (each.name().equals("keys-key") ? 2 : 1));
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

    /** A policy that writes after each write would make versions without end. */
    @Test
    void anEntryThatIsChangedAgainAndAgainIsLeftForAWhile() {
        export("{secret}-{key}");
        road.ready();
        var client = road.client();
        for (int i = 0; i < 3; i++) {
            client.setSecret("keys-key", "theirs " + i);
            await().until(
                            () ->
                                    road.entry()
                                            .latest()
                                            .value()
                                            .equals(road.inCluster().orElseThrow()));
        }
        client.setSecret("keys-key", "theirs for good");
        await().untilAsserted(
                        () ->
                                assertThat(String.valueOf(road.repairs().get("message")))
                                        .contains("Key Vault entry " + road.vault, "keys-key"));
        road.road.azure.control().clearExchanges();
        await().until(
                        () ->
                                road.road.azure.control().exchanges().stream()
                                                .filter(each -> each.path().contains("keys-key"))
                                                .count()
                                        > 3);
        assertThat(road.entry().latest().value()).isEqualTo("theirs for good");
        road.ready();
    }

    @Test
    void aFirewallIsTold() {
        var rules = JsonNodeFactory.instance.objectNode();
        rules.putObject("properties").putObject("networkAcls").put("defaultAction", "Deny");
        var allowed = rules.deepCopy();
        allowed.withObject("/properties/networkAcls").put("defaultAction", "Allow");
        var id = road.id();
        var _ = road.road.azure.control().mutate(id, rules);
        export("{secret}-{key}");
        road.told(
                "ForbiddenByFirewall",
                "let the operator's address through",
                "Client address: 127.0.0.1");
        var _ = road.road.azure.control().mutate(id, allowed);
        road.ready();
    }

    /** Of two clusters with the same namespaces, the second must not write what the first has. */
    @Test
    void anEntryOfAnotherClusterIsTakenOverWhereThatIsAsked() {
        export("{secret}-{key}");
        road.ready();
        var client = road.client();
        var now = client.getSecret("keys-key");
        var tags = new HashMap<>(now.getProperties().getTags());
        tags.put("dragoman-cluster", "another");
        client.setSecret(
                new KeyVaultSecret("keys-key", "theirs")
                        .setProperties(new SecretProperties().setTags(tags)));
        road.told("KeyVaultEntryTaken", "cluster another", "dragoman.dev/key-vault-take-over");
        assertThat(client.getSecret("keys-key").getValue()).isEqualTo("theirs");
        road.export(
                Map.of(
                        "key-vault",
                        road.vault,
                        "key-vault-entry",
                        "{secret}-{key}",
                        "key-vault-take-over",
                        "true"));
        road.ready();
        assertThat(road.entry().latest().tags().get("dragoman-cluster")).isNotEqualTo("another");
        assertThat(road.entry().latest().value()).isEqualTo(road.inCluster().orElseThrow());
    }

    /** Names and form of version 1 of Azure Service Operator, by its settings. */
    @Test
    void theVaultOfAllHasTheFormerNamesAndForm() {
        road.road.environment.put("AZURE_OPERATOR_KEYVAULT", road.vault);
        road.road.environment.put("AZURE_SECRET_NAMING_VERSION", "2");
        road.road.stop();
        road.road.start();
        road.export(Map.of());
        road.ready();
        var entry = road.entry();
        assertThat(entry.name())
                .isEqualTo("storageaccount-%s-%s".formatted(road.road.namespace, road.account));
        var value = road.inCluster().orElseThrow().getBytes(StandardCharsets.UTF_8);
        assertThat(entry.latest().value())
                .isEqualTo("{\"key\":\"%s\"}".formatted(Base64.getEncoder().encodeToString(value)));
    }
}
