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
import java.util.UUID;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
        return asker(proxy, List.of(), SUFFIXES);
    }

    private VaultExports.Asker asker(String proxy, List<String> tenants, List<String> suffixes) {
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
                        tenants,
                        settings.cloud());
        return new VaultExports.Asker(clients.of(identity), OWNER, suffixes);
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
        return store(asker, pattern, SECRETS, recorded, any -> true);
    }

    private static List<Map<String, Object>> secret(String base64) {
        return List.of(Map.of("metadata", Map.of("name", "s"), "data", Map.of("k", base64)));
    }

    private StoreResult store(
            VaultExports.Asker by,
            String pattern,
            List<Map<String, Object>> secrets,
            List<String> recorded,
            Predicate<String> mayRepair) {
        var choice =
                new VaultChoice(
                        VaultAddress.of(vault, by.suffixes()),
                        false,
                        VaultChoice.Form.ENTRIES,
                        pattern,
                        true,
                        false,
                        Optional.empty(),
                        Optional.empty());
        return exports.store(by, Optional.of(choice), secrets, has(recorded), mayRepair, false);
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
        var result = exports.store(asker, choice, two, has(List.of()), any -> true, false);
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
        var result =
                exports.store(asker, Optional.empty(), List.of(), has(entries), any -> true, false);
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
        assertThat(
                        exports.store(
                                        asker,
                                        Optional.empty(),
                                        SECRETS,
                                        has(entries),
                                        any -> true,
                                        false)
                                .entries())
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
        assertThat(exports.store(asker, Optional.empty(), SECRETS, perhaps, any -> true, false))
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
        var _ = exports.store(asker, Optional.empty(), List.of(), has(entries), any -> true, true);
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

    private Map<String, String> tags() {
        return other.getSecret("s-k").getProperties().getTags();
    }

    private int versions() {
        return (int) other.listPropertiesOfSecretVersions("s-k").stream().count();
    }

    /** A policy of costs adds a tag to each entry. */
    @Test
    void tagsOfOthersAreNoDifferenceAndStay() {
        assertThat(store(List.of()).problem()).isEmpty();
        var theirs = other.getSecret("s-k").getProperties();
        theirs.getTags().put("cost", "12");
        other.updateSecretProperties(theirs);
        assertThat(store(entries)).isEqualTo(new StoreResult(entries, Optional.empty()));
        assertThat(versions()).isEqualTo(1);
        assertThat(store(asker, "{secret}-{key}", secret("bmV3"), entries, any -> true).problem())
                .isEmpty();
        assertThat(other.getSecret("s-k").getValue()).isEqualTo("new");
        assertThat(tags()).containsEntry("cost", "12").containsEntry("dragoman-name", "n");
    }

    /** A Secret that changes often is no repair, however often that is. */
    @Test
    void anEntryThatOthersChangeIsARepairAndWaitsForItsTime() {
        var entry = "Key Vault entry " + entries.getFirst();
        assertThat(store(List.of()).repaired()).isEmpty();
        other.setSecret("s-k", "theirs");
        assertThat(store(entries).repaired()).containsExactly(entry);
        other.setSecret("s-k", "theirs again");
        var paused = store(asker, "{secret}-{key}", SECRETS, entries, each -> !each.equals(entry));
        assertThat(paused).isEqualTo(new StoreResult(entries, Optional.empty()));
        assertThat(other.getSecret("s-k").getValue()).isEqualTo("theirs again");
        var changed = store(asker, "{secret}-{key}", secret("bmV3"), entries, any -> false);
        assertThat(changed).isEqualTo(new StoreResult(entries, Optional.empty()));
        assertThat(other.getSecret("s-k").getValue()).isEqualTo("new");
    }

    /** Each further request to recover it would begin anew. */
    @ParameterizedTest
    @ValueSource(strings = {"ObjectIsBeingRecovered", "ObjectIsBeingDeleted"})
    void aRecoveryThatRunsIsWaitedFor(String code) throws Exception {
        var body =
                "{\"error\":{\"code\":\"Conflict\",\"message\":\"later\",\"innererror\":{\"code\":\"%s\"}}}"
                        .formatted(code);
        azure.control()
                .answer(5, "PUT /" + vault, 409, Map.of(), new ObjectMapper().readTree(body));
        for (int i = 0; i < 5; i++) {
            var result = store(List.of());
            assertThat(reason(result)).isEqualTo("KeyVaultEntryRecovering");
            assertThat(result.waits()).isTrue();
        }
        assertThat(azure.control().counts().keySet())
                .noneMatch(each -> each.contains("deletedsecrets"));
        assertThat(store(List.of()).problem()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "ForbiddenByPolicy, access policies",
        "AccessDenied, access policies",
        "ForbiddenByRbac, the role Key Vault Secrets Officer",
        "SomethingNew, give the identity rights"
    })
    void whatAVaultForbidsSaysWhatToDo(String code, String advice) throws Exception {
        var body =
                "{\"error\":{\"code\":\"Forbidden\",\"message\":\"no\",\"innererror\":{\"code\":\"%s\"}}}"
                        .formatted(code);
        azure.control()
                .answer(1, "GET /" + vault, 403, Map.of(), new ObjectMapper().readTree(body));
        var result = store(List.of());
        assertThat(reason(result)).isEqualTo(code);
        assertThat(message(result)).contains(advice);
    }

    /** In a cloud of one's own, the resource may be another than the suffix. */
    @Test
    void aVaultThatTakesTokensForAnotherResourceGetsThemWhereThatIsListed() {
        var resource = "https://keys.example.com";
        azure.control().vaultChallenge(vault, azure.tenantId(), resource);
        var refused = store(List.of());
        assertThat(reason(refused)).isEqualTo("Unauthorized");
        assertThat(message(refused))
                .contains(
                        "the vault takes tokens for https://keys.example.com, and the operator requested one for https://vault.azure.net",
                        "vault.azure.net=https://keys.example.com to DRAGOMAN_KEY_VAULT_SUFFIXES");
        var listed = asker(azure.vaultProxy(), List.of(), List.of("vault.azure.net=" + resource));
        assertThat(store(listed, "{secret}-{key}", SECRETS, List.of(), any -> true).problem())
                .isEmpty();
    }

    @Test
    void aVaultOfAnotherTenantGetsItsTokensWhereTheTenantIsAllowed() {
        var tenant = UUID.randomUUID().toString();
        azure.control().vaultChallenge(vault, tenant, "https://vault.azure.net");
        var refused = store(List.of());
        assertThat(message(refused))
                .contains(
                        "AKV10032",
                        "the vault belongs to tenant " + tenant,
                        "the identity to tenant " + azure.tenantId(),
                        "AZURE_ADDITIONAL_TENANTS");
        for (var tenants : List.of(List.of(tenant), List.of("*"))) {
            var allowed = asker(azure.vaultProxy(), tenants, SUFFIXES);
            assertThat(store(allowed, "{secret}-{key}", SECRETS, entries, any -> true).problem())
                    .isEmpty();
        }
    }

    /** Until the next ordinary token, each request would be refused. */
    @Test
    void aTokenThatAVaultRefusesIsReplaced() {
        assertThat(store(List.of()).problem()).isEmpty();
        azure.control().revokeTokens();
        var refused = store(entries);
        assertThat(reason(refused)).isEqualTo("AzureUnreachable");
        assertThat(message(refused)).contains("refused the token of client app with 401");
        assertThat(store(entries).problem()).isEmpty();
    }

    private static String message(StoreResult result) {
        return result.problem().map(Problem::message).orElse("");
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
