package dev.dragoman.azure.vault;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.security.keyvault.secrets.SecretClient;
import com.azure.security.keyvault.secrets.SecretClientBuilder;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.azure.arm.ArmClients;
import dev.dragoman.azure.arm.ArmMetrics;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.decision.StoreResult;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.Proof;
import dev.dragoman.azure.identity.Proofs;
import dev.dragoman.azure.identity.Sensitive;
import dev.dragoman.azure.identity.VaultAddress;
import dev.dragoman.azure.identity.VaultSettings;
import dev.dragoman.azure.model.StoredEntries;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.azure.SdkClient;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.sandbox.azure.http.ConnectProxy;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An object's entries are known until they are gone, whatever the vault shows meanwhile. */
class VaultExportsTest {
    private static final List<String> SUFFIXES = List.of("vault.azure.net");
    private static final VaultOwner OWNER = new VaultOwner("c", "K.g", "ns", "n");
    private static final List<Map<String, Object>> SECRETS =
            List.of(Map.of("metadata", Map.of("name", "s"), "data", Map.of("k", "dmFsdWU=")));

    /** Microsoft's client remembers the tenant of a name as long as the JVM runs. */
    private final String vault = "kv" + System.nanoTime() / 1000;

    private final List<String> entries = List.of(vault + ".vault.azure.net/s-k");
    private final AzureSandbox azure =
            AzureSandbox.start(Options.of(Catalog.load()).client(Client.secret("app", "s")));
    private Instant now = Instant.EPOCH;
    private final InstantSource clock = () -> now;
    private final VaultExports exports = new VaultExports(clock);
    private final VaultExports.Asker asker = asker(azure.vaultProxy());
    private SecretClient other;

    private VaultExports.Asker asker(String proxy) {
        var settings =
                AzureSettings.from(
                        Map.of(
                                "AZURE_RESOURCE_MANAGER_ENDPOINT", azure.armEndpoint(),
                                "AZURE_AUTHORITY_HOST", azure.authorityHost(),
                                "DRAGOMAN_CA_FILE", azure.caPem().toString(),
                                "HTTPS_PROXY", proxy,
                                "NO_PROXY", "localhost"));
        var clients =
                new ArmClients(
                        settings,
                        InstantSource.system(),
                        new ArmMetrics(new SimpleMeterRegistry()),
                        Proofs.none(),
                        () -> true);
        var identity =
                new AzureIdentity(
                        azure.subscriptionId(),
                        azure.tenantId(),
                        "app",
                        new Proof.ClientSecret(new Sensitive("s")),
                        List.of(),
                        settings.cloud());
        return new VaultExports.Asker(clients.of(identity), OWNER, SUFFIXES);
    }

    @BeforeEach
    void prepare() {
        azure.control().vaultRights("app", "all");
        azure.control().vaultDelays(Duration.ZERO, Duration.ZERO);
        var credential = SdkClient.secret(azure, "app", "s");
        var arm = new SdkClient(azure, credential);
        var group = "/resourceGroups/rg";
        assertThat(arm.send("PUT", group, "2020-06-01", "{\"location\":\"westeurope\"}").status())
                .isEqualTo(201);
        var body =
                """
                {"location":"westeurope","properties":{"tenantId":"%s","sku":{"family":"A","name":"standard"},
                 "enableRbacAuthorization":true}}"""
                        .formatted(azure.tenantId());
        var path = group + "/providers/Microsoft.KeyVault/vaults/" + vault;
        assertThat(arm.send("PUT", path, "2023-07-01", body).status()).isIn(200, 201);
        other =
                new SecretClientBuilder()
                        .vaultUrl("https://%s.vault.azure.net".formatted(vault))
                        .credential(credential)
                        .httpClient(SdkClient.httpByProxy(azure))
                        .buildClient();
    }

    @AfterEach
    void stop() {
        azure.close();
    }

    private StoreResult store(List<String> recorded) {
        return store("{secret}-{key}", recorded);
    }

    private StoreResult store(String pattern, List<String> recorded) {
        var choice =
                new VaultChoice(
                        VaultAddress.of(vault, SUFFIXES),
                        false,
                        VaultChoice.Form.ENTRIES,
                        pattern,
                        true,
                        false,
                        Optional.empty(),
                        Optional.empty());
        return exports.store(asker, Optional.of(choice), SECRETS, has(recorded), false);
    }

    /** An object stays Ready while entries cannot be read, so nothing else may hide behind that. */
    @Test
    void whatIsWrongWithAnotherEntryIsToldBeforeAReadThatFailsForNow() {
        other.setSecret("s-l", "of somebody else");
        azure.control().fail(1, "GET /" + vault + ".*/s-k", 500, "InternalError", "later");
        var two =
                List.<Map<String, Object>>of(
                        Map.of(
                                "metadata",
                                Map.of("name", "s"),
                                "data",
                                Map.of("k", "dmFsdWU=", "l", "dmFsdWU=")));
        var choice =
                VaultChoice.of(
                        Map.of(
                                "dragoman.dev/key-vault",
                                vault,
                                "dragoman.dev/key-vault-entry",
                                "{secret}-{key}"),
                        Map.of(),
                        VaultSettings.NONE,
                        name -> VaultAddress.of(name, SUFFIXES));
        var result = exports.store(asker, choice, two, has(List.of()), false);
        assertThat(reason(result)).isEqualTo("KeyVaultEntryTaken");
        assertThat(result.unread()).isEmpty();
    }

    private static StoredEntries has(List<String> entries) {
        return new StoredEntries("", entries);
    }

    private String state() {
        return azure.control().vault(vault).secret("s-k").orElseThrow().state().name();
    }

    @Test
    void anEntryThatIsBeingRecoveredIsDeletedOnceItIsBack() {
        assertThat(store(List.of())).isEqualTo(new StoreResult(entries, Optional.empty()));
        other.beginDeleteSecret("s-k");
        azure.control().vaultDelays(Duration.ZERO, Duration.ofHours(1));
        other.beginRecoverDeletedSecret("s-k");
        assertThat(state()).isEqualTo("RECOVERING");
        var result = exports.withdraw(asker, has(entries), List.of());
        assertThat(reason(result)).isEqualTo("KeyVaultEntryRecovering");
        assertThat(result.entries()).isEqualTo(entries);
        azure.control().vaultDelays(Duration.ZERO, Duration.ZERO);
        assertThat(exports.withdraw(asker, has(entries), List.of()).entries()).isEmpty();
        assertThat(state()).isEqualTo("DELETED");
    }

    @Test
    void anEntryThatIsDeletedAlreadyIsNotWaitedFor() {
        assertThat(store(List.of()).problem()).isEmpty();
        other.beginDeleteSecret("s-k");
        assertThat(exports.withdraw(asker, has(entries), List.of()))
                .isEqualTo(new StoreResult(List.of(), Optional.empty()));
    }

    @Test
    void anEntryThatIsNowhereIsGoneAfterAWhile() {
        assertThat(exports.withdraw(asker, StoredEntries.NONE, entries).problem())
                .as("perhaps it never was there")
                .isEmpty();
        var result = exports.store(asker, Optional.empty(), List.of(), has(entries), false);
        assertThat(reason(result)).isEqualTo("KeyVaultEntryRecovering");
        now = now.plus(VaultExports.RECOVERY).minusMillis(1);
        assertThat(exports.withdraw(asker, has(entries), List.of()).entries()).isEqualTo(entries);
        now = now.plusMillis(1);
        assertThat(exports.withdraw(asker, has(entries), List.of()))
                .isEqualTo(new StoreResult(List.of(), Optional.empty()));
    }

    @Test
    void whatMayHaveComeIntoBeingIsNotForgotten() {
        azure.control().loseReplies(1, "PUT /" + vault);
        var lost = store(List.of());
        assertThat(lost.problem()).isPresent();
        assertThat(lost.entries()).isEqualTo(entries);
        assertThat(exports.store(asker, Optional.empty(), SECRETS, has(entries), false).entries())
                .isEmpty();
        assertThat(state()).isEqualTo("DELETED");

        var recovering = store(List.of());
        assertThat(reason(recovering)).isEqualTo("KeyVaultEntryRecovering");
        assertThat(recovering.entries()).isEqualTo(entries);
        assertThat(state()).isEqualTo("ACTIVE");
    }

    @Test
    void whatWasPerhapsWrittenUnderAnotherNameIsDeletedIfItIsThere() {
        assertThat(store(List.of()).problem()).isEmpty();
        var perhaps = new StoredEntries("", List.of(), entries);
        assertThat(exports.store(asker, Optional.empty(), SECRETS, perhaps, false))
                .isEqualTo(new StoreResult(List.of(), Optional.empty()));
        assertThat(state()).isEqualTo("DELETED");
    }

    /** What was perhaps written must not be forgotten while the vault says nothing. */
    @Test
    void aDeletionWaitsForWhatWasPerhapsWritten() {
        var perhaps = new StoredEntries("", List.of(), entries);
        azure.control().throttle(1, 0, "GET /" + vault);
        assertThat(reason(exports.withdraw(asker, perhaps, List.of()))).isEqualTo("Throttled");
        await("the end of the vault's pause")
                .until(
                        () ->
                                reason(exports.withdraw(asker, perhaps, List.of()))
                                        .equals("KeyVaultEntryRecovering"));
        now = now.plus(VaultExports.RECOVERY);
        assertThat(exports.withdraw(asker, perhaps, List.of()).problem()).isEmpty();
    }

    /** An unknown entry that comes first in the alphabet made the vault silent for all. */
    @Test
    void anEntryThatIsKnownIsNotLeftBecauseAnotherWasNotRead() {
        assertThat(store(List.of()).problem()).isEmpty();
        azure.control().throttle(1, 0, "GET /" + vault);
        var asked = List.of(vault + ".vault.azure.net/a");
        var result = exports.withdraw(asker, has(entries), asked);
        assertThat(result.problem()).isPresent();
        assertThat(result.entries()).isEqualTo(entries);
        await("the end of the vault's pause")
                .until(() -> exports.withdraw(asker, has(entries), asked).problem().isEmpty());
        assertThat(state()).isEqualTo("DELETED");
    }

    /** A name server may be away for a moment, and the entry would stay for ever. */
    @Test
    void aVaultAtWhoseAddressNobodyAnswersIsGoneAfterAWhile() {
        var lost = List.of("none" + vault + ".vault.azure.net/s-k");
        assertThat(reason(exports.withdraw(asker, has(lost), List.of())))
                .isEqualTo("KeyVaultNotFound");
        now = now.plus(VaultExports.OUTAGE).minusMillis(1);
        assertThat(exports.withdraw(asker, has(lost), List.of()).entries()).isEqualTo(lost);
        now = now.plusMillis(1);
        assertThat(exports.withdraw(asker, has(lost), List.of()))
                .isEqualTo(new StoreResult(List.of(), Optional.empty()));
    }

    /** They would be waited for one after the other, each at another comparison. */
    @Test
    void withAVaultThatIsGoneGoAllItsEntries() {
        var host = "none" + vault + ".vault.azure.net";
        var lost = List.of(host + "/a", host + "/b", host + "/c");
        assertThat(exports.withdraw(asker, has(lost), List.of()).entries()).isEqualTo(lost);
        now = now.plus(VaultExports.OUTAGE);
        assertThat(exports.withdraw(asker, has(lost), List.of()))
                .isEqualTo(new StoreResult(List.of(), Optional.empty()));
    }

    /** A proxy that has too much to do says nothing about the vault. */
    @ParameterizedTest
    @ValueSource(strings = {"503 Service Unavailable", "504 Gateway Timeout"})
    void aVaultThatAProxyDoesNotReachNowIsNotGone(String refusal) {
        try (var proxy = new ConnectProxy((host, port) -> new ConnectProxy.Route(0, refusal))) {
            var through = asker(proxy.url());
            for (int i = 0; i < 3; i++) {
                var result = exports.withdraw(through, has(entries), List.of());
                assertThat(reason(result)).isEqualTo("AzureUnreachable");
                assertThat(result.entries()).isEqualTo(entries);
                now = now.plus(VaultExports.OUTAGE);
            }
        }
    }

    /** A gateway in front of the vault, which has a certificate that counts. */
    @Test
    void aVaultThatAnswersThatItIsNotAvailableIsNotGone() {
        assertThat(store(List.of()).problem()).isEmpty();
        azure.control().fail(3, "GET /" + vault, 503, "ServiceUnavailable", "later");
        for (int i = 0; i < 3; i++) {
            assertThat(exports.withdraw(asker, has(entries), List.of()).entries())
                    .isEqualTo(entries);
            now = now.plus(VaultExports.OUTAGE);
        }
        assertThat(exports.withdraw(asker, has(entries), List.of()).problem()).isEmpty();
        assertThat(state()).isEqualTo("DELETED");
    }

    /** Otherwise the value would be nowhere. */
    @Test
    void theFormerEntryStaysWhileTheNewOneCannotBeWritten() {
        assertThat(store(List.of()).problem()).isEmpty();
        other.setSecret("k", "theirs");
        var refused = store("{key}", entries);
        assertThat(reason(refused)).isEqualTo("KeyVaultEntryTaken");
        assertThat(refused.entries()).isEqualTo(entries);
        assertThat(state()).isEqualTo("ACTIVE");
    }

    @Test
    void entriesThatAreKeptStayWhenNobodyAsksForThem() {
        assertThat(store(List.of()).problem()).isEmpty();
        var _ = exports.store(asker, Optional.empty(), List.of(), has(entries), true);
        assertThat(state()).isEqualTo("ACTIVE");
    }

    /** A vault knows no case in names: the entry of the former name is the same. */
    @Test
    void aNameInAnotherCaseIsTheSameEntry() {
        assertThat(store(List.of()).problem()).isEmpty();
        assertThat(store("S-{key}", entries)).isEqualTo(new StoreResult(entries, Optional.empty()));
        assertThat(state()).isEqualTo("ACTIVE");
    }

    /** It may be a stranger's vault, or one that never let the operator in. */
    @Test
    void whatWasNeverWrittenKeepsNoObject() {
        azure.control().vaultRights("app");
        assertThat(exports.withdraw(asker, StoredEntries.NONE, entries))
                .isEqualTo(new StoreResult(List.of(), Optional.empty()));
        assertThat(reason(exports.withdraw(asker, has(entries), List.of())))
                .isEqualTo("ForbiddenByRbac");
    }

    private static String reason(StoreResult result) {
        return result.problem().map(Problem::reason).orElse("");
    }

    /** A value of megabytes would be sent on as a password. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "{}",
                "[]",
                "5",
                "{\"value\": null}",
                "{\"value\": {\"a\": 1}}",
                "{\"value\": \"LONG\"}",
                "{\"value\": \"VERY LONG\"}"
            })
    void anOddAnswerIsNoValue(String body) throws Exception {
        var written =
                body.replace("VERY LONG", "x".repeat(14_000_000))
                        .replace("LONG", "x".repeat(26_000));
        azure.control()
                .answer(1, "GET /" + vault, 200, Map.of(), new ObjectMapper().readTree(written));
        var read =
                new VaultReads()
                        .read(
                                asker.client(),
                                VaultAddress.of(vault, SUFFIXES),
                                VaultSource.latest(vault, "n"));
        assertThat(read.value()).isEmpty();
        assertThat(read.problem().orElseThrow().message())
                .contains(vault)
                .doesNotContain("java.", "com.azure", "Exception")
                .hasSizeLessThan(500);
    }
}
