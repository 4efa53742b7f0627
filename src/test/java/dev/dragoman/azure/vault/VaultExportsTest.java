package dev.dragoman.azure.vault;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.decision.StoreResult;
import dev.dragoman.azure.model.StoredEntries;
import dev.dragoman.sandbox.azure.http.ConnectProxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An object's entries are known until they are gone, whatever the vault shows meanwhile. */
class VaultExportsTest extends VaultExportsFixture {
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
}
