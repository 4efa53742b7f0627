package dev.dragoman.azure.decision;

import static dev.dragoman.azure.decision.Answers.FOUND;
import static dev.dragoman.azure.decision.Answers.error;
import static dev.dragoman.azure.decision.Answers.plain;
import static dev.dragoman.azure.decision.FactsOf.facts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.azure.model.StoredEntries;
import dev.dragoman.capability.status.Repairs;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** When entries of Key Vaults are written and deleted; every row is a sentence. */
class VaultStepsTest {
    private static final StoreResult STORED = new StoreResult(List.of("v/e"), Optional.empty());
    private static final StoreResult REFUSED =
            new StoreResult(
                    List.of("v/e"), Optional.of(Problem.error("KeyVaultEntryTaken", "taken")));
    private static final StoreResult UNREAD = notRead(error(429, "Throttled"));
    private static final StoreResult NOT_THERE =
            notRead(Answer.failure(Answer.NO_VAULT, "", false));
    private static final Problem MISSING = Problem.waiting("Missing", "there is none");
    private static final StoredEntries MORE =
            new StoredEntries("m", List.of("v/e"), List.of("v/more"));
    private static final StoredEntries HAS = new StoredEntries("m", List.of("v/e"));

    private static StoreResult notRead(Answer answer) {
        return new StoreResult(
                List.of("v/e"),
                Optional.of(Problem.passing(answer, "read e", Optional.empty())),
                Optional.of(answer),
                false,
                List.of());
    }

    /** What is remembered decides whether the next look finds a Ready object again. */
    @Test
    void anObjectThatStaysReadyHasItsEntriesAsBefore() {
        var ready =
                facts(
                        f ->
                                f.claimNeeded(false)
                                        .ready()
                                        .accepted("h1")
                                        .stored(HAS)
                                        .vault("m")
                                        .resync());
        var exported =
                AzureProgress.NONE.withGet(FOUND).withExport(Optional.empty()).exporting(List.of());
        assertThat(AzureDecision.next(ready, exported.withStore(UNREAD)))
                .isInstanceOfSatisfying(
                        AzureStep.Finish.class,
                        finish -> assertThat(finish.state().stored()).isEqualTo(HAS));
    }

    /** A comparison of the resource that finds nothing must not end the count of its entries. */
    @Test
    void repairsOfEntriesAreCounted() {
        var before = new Repairs(Map.of("Key Vault entry v/e", 3), Instant.EPOCH);
        var facts =
                facts(
                        f ->
                                f.claimNeeded(false)
                                        .ready()
                                        .accepted("h1")
                                        .repairs(before)
                                        .stored(HAS)
                                        .vault("m")
                                        .resync());
        var result =
                new StoreResult(
                        List.of("v/e"),
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        List.of("Key Vault entry v/e"));
        var exported =
                AzureProgress.NONE.withGet(FOUND).withExport(Optional.empty()).exporting(List.of());
        assertThat(AzureDecision.next(facts, exported.withStore(result)))
                .isInstanceOfSatisfying(
                        AzureStep.Finish.class,
                        finish -> {
                            var repairs = finish.state().repairs();
                            assertThat(repairs.times()).containsEntry("Key Vault entry v/e", 4);
                            assertThat(repairs.last()).isEqualTo(facts.timing().now());
                        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void decides(String why, AzureFacts facts, AzureProgress done, String expected) {
        assertThat(StepText.of(AzureDecision.next(facts, done))).isEqualTo(expected);
    }

    static Stream<Arguments> decides() {
        var asked = facts(f -> f.claimNeeded(false).vault("m"));
        var exported =
                AzureProgress.NONE.withGet(FOUND).withExport(Optional.empty()).exporting(List.of());
        var failed = Optional.of(Problem.error("Foreign", "not ours"));
        var unknown = AzureProgress.NONE.withGet(FOUND).withExport(failed);
        var foreign = unknown.exporting(List.of());
        var deleted = facts(f -> f.deleting().withdraws());
        var gone = AzureProgress.NONE.withDelete(plain(204, Map.of()));
        return Stream.of(
                arguments(
                        "Secrets and ConfigMaps come first",
                        asked,
                        AzureProgress.NONE.withGet(FOUND),
                        "Export"),
                arguments("exported -> to the vault", asked, exported, "Store"),
                arguments(
                        "the status does not name the entries yet -> it does first",
                        facts(f -> f.claimNeeded(false).vault("m").entries("v/e")),
                        exported,
                        "Finish Info Reconciling accepted=h1 Pending[PT0.001S]"),
                arguments(
                        "a Secret that cannot be written keeps nothing out of the vault",
                        asked,
                        foreign,
                        "Store"),
                arguments(
                        "it is not known what to export -> the entries stay as they are",
                        facts(f -> f.claimNeeded(false).accepted("h1").stored(HAS).vault("m")),
                        unknown,
                        "Finish Error Foreign accepted=h1 Fatal +CreateOrUpdateActionError"),
                arguments(
                        "all written -> Ready",
                        asked,
                        exported.withStore(STORED),
                        "Finish Ready Succeeded accepted=h1 Done"),
                arguments(
                        "the vault recovers an entry -> looked at again soon",
                        asked,
                        exported.withStore(
                                new StoreResult(
                                        List.of("v/e"),
                                        Optional.of(Problem.waiting("Recovering", "wait")),
                                        Optional.empty(),
                                        true,
                                        List.of())),
                        "Finish Warning Recovering accepted=h1 Pending[PT3S] +CreateOrUpdateActionError"),
                arguments(
                        "an entry of somebody else -> told",
                        asked,
                        exported.withStore(REFUSED),
                        "Finish Error KeyVaultEntryTaken accepted=h1 Fatal +CreateOrUpdateActionError"),
                arguments(
                        "both failed -> the first is told",
                        asked,
                        foreign.withStore(REFUSED),
                        "Finish Error Foreign accepted=h1 Fatal +CreateOrUpdateActionError"),
                arguments(
                        "no vault is asked for any more -> the entries go",
                        facts(f -> f.claimNeeded(false).accepted("h1").stored(HAS).resync()),
                        AzureProgress.NONE.withGet(FOUND),
                        "Store"),
                arguments(
                        "another vault or form is asked for -> looked at, though Ready",
                        facts(
                                f ->
                                        f.claimNeeded(false)
                                                .ready()
                                                .accepted("h1")
                                                .stored(HAS)
                                                .vault("n")),
                        AzureProgress.NONE,
                        "Get"),
                arguments(
                        "as it was -> nothing",
                        facts(
                                f ->
                                        f.claimNeeded(false)
                                                .ready()
                                                .accepted("h1")
                                                .stored(HAS)
                                                .vault("m")),
                        AzureProgress.NONE,
                        "Finish accepted=h1 Done"),
                arguments(
                        "Ready, and the vault does not say what it has -> stays Ready, asked again",
                        facts(
                                f ->
                                        f.claimNeeded(false)
                                                .ready()
                                                .accepted("h1")
                                                .stored(HAS)
                                                .vault("m")
                                                .resync()),
                        exported.withStore(UNREAD),
                        "Finish accepted=h1 Transient SLOW"),
                arguments(
                        "a further entry is not written yet, and the vault does not say what it has -> stays Ready",
                        facts(
                                f ->
                                        f.claimNeeded(false)
                                                .ready()
                                                .accepted("h1")
                                                .recorded(MORE)
                                                .vault("m")),
                        exported.withStore(UNREAD),
                        "Finish accepted=h1 Transient SLOW"),
                arguments(
                        "Ready, and the vault is not there -> told",
                        facts(
                                f ->
                                        f.claimNeeded(false)
                                                .ready()
                                                .accepted("h1")
                                                .stored(HAS)
                                                .vault("m")
                                                .resync()),
                        exported.withStore(NOT_THERE),
                        "Finish Warning KeyVaultNotFound accepted=h1 Transient SLOW +CreateOrUpdateActionError"),
                arguments(
                        "not Ready yet, and the vault does not say what it has -> told",
                        asked,
                        exported.withStore(UNREAD),
                        "Finish Warning Throttled accepted=h1 Transient SLOW +CreateOrUpdateActionError"),
                arguments("deleted in Azure -> the entries go", deleted, gone, "Withdraw"),
                arguments(
                        "the entries are gone -> released",
                        deleted,
                        gone.withWithdrawal(new StoreResult(List.of(), Optional.empty())),
                        "Release"),
                arguments(
                        "an entry cannot be deleted -> the object stays",
                        deleted,
                        gone.withWithdrawal(REFUSED),
                        "Finish Error KeyVaultEntryTaken Fatal +DeleteActionError"),
                arguments(
                        "an entry may be coming back -> looked at again soon",
                        deleted,
                        gone.withWithdrawal(
                                new StoreResult(
                                        List.of("v/e"),
                                        Optional.of(Problem.waiting("Recovering", "wait")),
                                        Optional.empty(),
                                        true,
                                        List.of())),
                        "Finish Warning Recovering Pending[PT3S] +DeleteActionError"),
                arguments(
                        "a value is not read for now, and Ready -> stays Ready",
                        facts(
                                f ->
                                        f.ready()
                                                .accepted("h1")
                                                .problem(MISSING)
                                                .vaultValue(AzureFacts.VaultValue.UNREAD)),
                        AzureProgress.NONE,
                        "Finish accepted=h1 Transient FAST"),
                arguments(
                        "the vault of the credential is silent, and Ready -> stays Ready",
                        facts(
                                f ->
                                        f.ready()
                                                .accepted("h1")
                                                .problem(MISSING)
                                                .vaultValue(
                                                        AzureFacts.VaultValue.CREDENTIAL_UNREAD)),
                        AzureProgress.NONE,
                        "Finish accepted=h1 Transient FAST"),
                arguments(
                        "a value is not there any more -> told",
                        facts(
                                f ->
                                        f.ready()
                                                .accepted("h1")
                                                .problem(MISSING)
                                                .vaultValue(AzureFacts.VaultValue.MISSING)),
                        AzureProgress.NONE,
                        "Finish Warning Missing accepted=h1 Transient FAST +DetermineCreateOrUpdateActionError"),
                arguments(
                        "Azure is at work, and a value is not read for now -> the operation is asked for",
                        working(AzureFacts.VaultValue.UNREAD),
                        AzureProgress.NONE,
                        "Poll"),
                arguments(
                        "Azure is at work, and a value is not there any more -> the operation is asked for",
                        working(AzureFacts.VaultValue.MISSING),
                        AzureProgress.NONE,
                        "Poll"),
                arguments(
                        "Azure is at work, and the vault of the credential is silent -> nothing can be asked for",
                        facts(
                                f ->
                                        f.problem(MISSING)
                                                .withoutCredential()
                                                .operation("PUT")
                                                .vaultValue(
                                                        AzureFacts.VaultValue.CREDENTIAL_UNREAD)),
                        AzureProgress.NONE,
                        "Finish Warning Missing operation=PUT Transient FAST +DetermineCreateOrUpdateActionError"),
                arguments(
                        "Azure is at work, and the credential's value is gone -> nothing can be asked for",
                        facts(f -> f.problem(MISSING).withoutCredential().operation("PUT")),
                        AzureProgress.NONE,
                        "Finish Warning Missing operation=PUT Transient FAST +DetermineCreateOrUpdateActionError"),
                arguments(
                        "Ready, and a further entry is not written yet -> looked at",
                        facts(
                                f ->
                                        f.claimNeeded(false)
                                                .ready()
                                                .accepted("h1")
                                                .recorded(MORE)
                                                .vault("m")),
                        AzureProgress.NONE,
                        "Get"),
                arguments(
                        "Azure is at work, and what is wrong is no value -> nothing is asked for",
                        working(AzureFacts.VaultValue.THERE),
                        AzureProgress.NONE,
                        "Finish Warning ForbiddenByRbac operation=PUT Transient SLOW +DetermineCreateOrUpdateActionError"),
                arguments(
                        "entries that are kept -> released",
                        facts(FactsOf::deleting),
                        gone,
                        "Release"));
    }

    /** A PUT that Azure has accepted, and what a vault refuses is no missing dependency. */
    private static AzureFacts working(AzureFacts.VaultValue value) {
        var refused = Problem.passing(error(403, "ForbiddenByRbac"), "read e", Optional.empty());
        return facts(f -> f.problem(refused).operation("PUT").vaultValue(value));
    }

    @Test
    void whatIsWrittenIsRemembered() {
        var facts = facts(f -> f.claimNeeded(false).vault("m"));
        var done =
                AzureProgress.NONE.withGet(FOUND).withExport(Optional.empty()).exporting(List.of());
        assertThat(remembered(facts, done.withStore(STORED)))
                .isEqualTo(new StoredEntries("m", List.of("v/e")));
        assertThat(remembered(facts, done.withStore(REFUSED)))
                .as("not all is written")
                .isEqualTo(new StoredEntries("", List.of("v/e")));
    }

    @Test
    void entriesAreNamedBeforeTheyAreWritten() {
        var facts = facts(f -> f.claimNeeded(false).vault("m").entries("v/e", "v/f").stored(HAS));
        var done =
                AzureProgress.NONE.withGet(FOUND).withExport(Optional.empty()).exporting(List.of());
        var named = new StoredEntries("m", List.of("v/e"), List.of("v/f"));
        assertThat(remembered(facts, done)).isEqualTo(named);
        assertThat(remembered(facts, AzureProgress.NONE.withGet(error(429, "Throttled"))))
                .as("with any other write of the status")
                .isEqualTo(named);
        assertThat(remembered(facts, done.withStore(REFUSED)))
                .as("which of them were written is not known")
                .isEqualTo(new StoredEntries("", List.of("v/e"), List.of("v/f")));
        assertThat(remembered(facts, done.withStore(STORED)))
                .isEqualTo(new StoredEntries("m", List.of("v/e")));
    }

    private static StoredEntries remembered(AzureFacts facts, AzureProgress done) {
        return ((AzureStep.Finish) AzureDecision.next(facts, done)).state().stored();
    }

    @Test
    void noStepTellsValues() {
        var secret = Map.<String, Object>of("kind", "Secret", "data", Map.of("k", "s3cret"));
        assertThat(new AzureStep.Store(List.of(secret), false).toString()).doesNotContain("s3cret");
    }
}
