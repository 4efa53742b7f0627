package dev.dragoman.azure.vault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.dragoman.azure.identity.VaultAddress;
import dev.dragoman.azure.identity.VaultSettings;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is made of a vault's refusals, and of answers that are no values. */
class VaultRefusalsTest extends VaultExportsFixture {
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

    /** A page of a proxy would make a new version, or leave an entry that was to be deleted. */
    @Test
    void a404OfSomebodyElseSaysNothingAboutAnEntry() {
        assertThat(store(List.of()).problem()).isEmpty();
        page("GET");
        var unread = store(entries);
        assertThat(unread.unread()).isPresent();
        assertThat(reason(unread)).isEqualTo("AzureUnreachable");
        assertThat(message(unread)).contains("answered 404, and not as a Key Vault does");
        page("DELETE");
        var kept = exports.withdraw(asker, has(entries), List.of());
        assertThat(reason(kept)).isEqualTo("AzureUnreachable");
        assertThat(kept.entries()).isEqualTo(entries);
        assertThat(azure.control().vault(vault).secret("s-k").orElseThrow().versions()).hasSize(1);
        assertThat(exports.withdraw(asker, has(entries), List.of()).entries()).isEmpty();
    }

    /** An object that is deleted would leave its entry in the vault. */
    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"{}", "{\"status\": \"ok\"}"})
    void aSuccessWithoutAnEntrySaysNothingAboutIt(String body) throws Exception {
        assertThat(store(List.of()).problem()).isEmpty();
        var shown = body == null ? null : new ObjectMapper().readTree(body);
        azure.control().answer(2, "GET /" + vault, 200, Map.of(), shown);
        var unread = store(entries);
        assertThat(unread.unread()).isPresent();
        assertThat(reason(unread)).isEqualTo("AzureUnreachable");
        var kept = exports.withdraw(asker, has(entries), List.of());
        assertThat(reason(kept)).isEqualTo("AzureUnreachable");
        assertThat(kept.entries()).isEqualTo(entries);
        assertThat(azure.control().vault(vault).secret("s-k").orElseThrow().versions()).hasSize(1);
        assertThat(exports.withdraw(asker, has(entries), List.of()).entries()).isEmpty();
    }

    private void page(String method) {
        azure.control()
                .answer(
                        1,
                        "%s /%s".formatted(method, vault),
                        404,
                        Map.of(),
                        TextNode.valueOf("not found"));
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
                "{\"id\": \"https://v/secrets/n/1\", \"value\": \"LONG\"}",
                "{\"id\": \"https://v/secrets/n/1\", \"value\": \"VERY LONG\"}"
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
