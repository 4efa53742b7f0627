package dev.dragoman.azure.decision;

import static dev.dragoman.azure.decision.Answers.FOUND;
import static dev.dragoman.azure.decision.Answers.answer;
import static dev.dragoman.azure.decision.Answers.error;
import static dev.dragoman.azure.decision.Answers.plain;
import static dev.dragoman.azure.decision.FactsOf.facts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.azure.catalog.Export;
import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.azure.model.StoredEntries;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Exported values come before Ready; every row is a sentence. */
class ExportingTest {
    private static final Answer KEYS = plain(200, Map.of("keys", Map.of()));

    private static final ExportCall LIST_KEYS = new ExportCall("", "listKeys", "2023-01-01");
    private static final ExportCall REQUEST = new ExportCall("", "request", "2026-01-01");
    private static final ExportCall LIST_SAS = new ExportCall("", "listSas", "2023-01-01");

    private static Export secret(String key, String action) {
        return new Export(
                "secrets",
                key,
                Optional.empty(),
                Optional.of(new Export.Action(action, "2023-01-01", "keys.0." + key)));
    }

    private static Export of(String target, ExportCall call) {
        return new Export(
                target,
                "key",
                Optional.empty(),
                Optional.of(new Export.Action(call, "value", false, "")));
    }

    private static Export field(String key) {
        return new Export("configMaps", key, Optional.of("properties." + key), Optional.empty());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void decides(String why, AzureFacts facts, AzureProgress done, String expected) {
        assertThat(StepText.of(AzureDecision.next(facts, done))).isEqualTo(expected);
    }

    static Stream<Arguments> rows() {
        var plain = facts(f -> f.claimNeeded(false).exports(field("endpoint")));
        var keys =
                facts(
                        f ->
                                f.claimNeeded(false)
                                        .exports(
                                                secret("key1", "listKeys"),
                                                secret("key2", "listKeys"),
                                                secret("sas", "listSas")));
        var settled =
                facts(
                        f ->
                                f.claimNeeded(false)
                                        .ready()
                                        .accepted("h1")
                                        .resync()
                                        .exports(
                                                secret("key1", "listKeys"),
                                                secret("sas", "listSas")));
        var found = AzureProgress.NONE.withGet(FOUND);
        var called = found.withCall(LIST_KEYS, KEYS).withCall(LIST_SAS, KEYS);
        return Stream.of(
                arguments(
                        "a field of the resource -> written without a call",
                        plain,
                        found,
                        "Export"),
                arguments(
                        "a text that takes no value of Azure -> written without a call",
                        facts(f -> f.claimNeeded(false).exportsText()),
                        found,
                        "Export"),
                arguments(
                        "written -> Ready",
                        plain,
                        found.withExport(Optional.empty()),
                        "Finish Ready Succeeded accepted=h1 Done"),
                arguments(
                        "values that an action gives -> it is called",
                        keys,
                        found,
                        "Call listKeys 2023-01-01"),
                arguments(
                        "two values of one action -> one call, then the next action",
                        keys,
                        found.withCall(LIST_KEYS, KEYS),
                        "Call listSas 2023-01-01"),
                arguments("all called -> written", keys, called, "Export"),
                arguments(
                        "a call is refused -> the others are called",
                        keys,
                        found.withCall(LIST_KEYS, error(403, "AuthorizationFailed")),
                        "Call listSas 2023-01-01"),
                arguments(
                        "a call is refused -> what the others gave is written",
                        keys,
                        found.withCall(LIST_KEYS, error(403, "AuthorizationFailed"))
                                .withCall(LIST_SAS, KEYS),
                        "Export"),
                arguments(
                        "a passing failure of a Ready object -> it stays Ready",
                        settled,
                        found.withCall(LIST_KEYS, error(503, "ServerBusy"))
                                .withCall(LIST_SAS, KEYS)
                                .withExport(Optional.empty()),
                        "Finish accepted=h1 Transient SLOW"),
                arguments(
                        "a throttled call of a Ready object -> it stays Ready",
                        settled,
                        found.withCall(LIST_KEYS, error(429, "TooManyRequests"))
                                .withCall(LIST_SAS, KEYS)
                                .withExport(Optional.empty()),
                        "Finish accepted=h1 Transient SLOW"),
                arguments(
                        "a call fails and the Secret is refused -> the Secret's problem is told",
                        facts(
                                f ->
                                        f.claimNeeded(false)
                                                .vault("mark")
                                                .exports(secret("key1", "listKeys"))),
                        found.withCall(LIST_KEYS, error(503, "ServerBusy"))
                                .withExport(Optional.of(Problem.error("Foreign", "not ours"))),
                        "Finish Error Foreign accepted=h1 Fatal +CreateOrUpdateActionError"),
                arguments(
                        "a call fails -> the entries of the others are written, none is deleted",
                        facts(
                                f ->
                                        f.claimNeeded(false)
                                                .vault("mark")
                                                .exports(secret("key1", "listKeys"))),
                        found.withCall(LIST_KEYS, error(403, "AuthorizationFailed"))
                                .withExport(Optional.empty())
                                .exporting(java.util.List.of()),
                        "Store partial"),
                arguments(
                        "Azure works on one call -> the others are called",
                        keys,
                        found.withCall(LIST_KEYS, Answers.accepted(15)),
                        "Call listSas 2023-01-01"),
                arguments(
                        "Azure works on one call, another is refused -> the first is polled",
                        keys,
                        found.withCall(LIST_KEYS, Answers.accepted(15))
                                .withCall(LIST_SAS, error(403, "AuthorizationFailed"))
                                .withExport(Optional.empty()),
                        "Finish Info Reconciling accepted=h1 Pending[PT15S]"),
                arguments(
                        "a passing failure and a lasting one -> the lasting one is told",
                        settled,
                        found.withCall(LIST_KEYS, error(503, "ServerBusy"))
                                .withCall(LIST_SAS, error(400, "Disabled"))
                                .withExport(Optional.empty()),
                        "Finish Warning Disabled accepted=h1 Fatal +CreateOrUpdateActionError"),
                arguments(
                        "a call is refused -> not Ready, the code of Azure, what it accepted is remembered",
                        keys,
                        found.withCall(LIST_KEYS, error(403, "AuthorizationFailed"))
                                .withCall(LIST_SAS, KEYS)
                                .withExport(Optional.empty()),
                        "Finish Warning AuthorizationFailed accepted=h1 Transient SLOW +CreateOrUpdateActionError"),
                arguments(
                        "the Secret cannot be written -> not Ready, the reason",
                        keys,
                        called.withExport(Optional.of(Problem.error("Foreign", "not ours"))),
                        "Finish Error Foreign accepted=h1 Fatal +CreateOrUpdateActionError"),
                arguments(
                        "just created, and a call is refused -> both are told",
                        keys,
                        AzureProgress.NONE
                                .withPut(answer(201, "Succeeded"))
                                .withCall(LIST_KEYS, error(403, "AuthorizationFailed"))
                                .withCall(LIST_SAS, KEYS)
                                .withExport(Optional.empty()),
                        "Finish Warning AuthorizationFailed accepted=h1 Transient SLOW +BeginCreateOrUpdate +CreateOrUpdateActionError"),
                arguments(
                        "an exported Secret was deleted -> looked at again",
                        facts(f -> f.claimNeeded(false).ready().accepted("h1").exportsBroken()),
                        AzureProgress.NONE,
                        "Get"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rowsOfAnotherResource")
    void asksAnotherResource(String why, AzureProgress done, String expected) {
        var facts = facts(f -> f.claimNeeded(false).exports(of("configMaps", OF_NIC)));
        assertThat(StepText.of(AzureDecision.next(facts, done))).isEqualTo(expected);
    }

    private static final ExportCall OF_NIC =
            new ExportCall("properties.nics.0.id", "", "2022-01-01");

    static Stream<Arguments> rowsOfAnotherResource() {
        var found = AzureProgress.NONE.withGet(withNic("/nics/n"));
        return Stream.of(
                arguments("its id is in the resource -> GET", found, "Call /nics/n GET 2022-01-01"),
                arguments(
                        "it is not there -> not Ready, the code of Azure",
                        found.withCall(OF_NIC, Answers.ABSENT).withExport(Optional.empty()),
                        "Finish Warning ResourceNotFound accepted=h1 Transient SLOW +CreateOrUpdateActionError"),
                arguments("it answered -> written", found.withCall(OF_NIC, KEYS), "Export"),
                arguments(
                        "the resource names none -> nobody is asked, the export will say so",
                        AzureProgress.NONE.withGet(FOUND),
                        "Export"),
                arguments(
                        "what it names is no id -> nobody is asked",
                        AzureProgress.NONE.withGet(withNic("n")),
                        "Export"));
    }

    private static Answer withNic(String id) {
        var nics = java.util.List.of(Map.of("id", id));
        return plain(200, Map.of("id", "/r", "properties", Map.of("nics", nics)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rowsOfWork")
    void waitsForARequestOnWhichAzureWorks(
            String why, UnaryOperator<FactsOf> change, Answer answer, String expected) {
        var facts = facts(f -> change.apply(f.claimNeeded(false).exports(of("secrets", REQUEST))));
        var found = AzureProgress.NONE.withGet(FOUND);
        var done = answer == null ? found : found.withCall(REQUEST, answer);
        var written =
                AzureDecision.next(facts, done) instanceof AzureStep.Export export
                        && !export.open().isEmpty();
        if (written) {
            done = done.withExport(Optional.empty());
        }
        assertThat(StepText.of(AzureDecision.next(facts, done))).isEqualTo(expected);
    }

    static Stream<Arguments> rowsOfWork() {
        var value = plain(200, Map.of("value", "v"));
        UnaryOperator<FactsOf> first = f -> f;
        UnaryOperator<FactsOf> pending = f -> f.pending(REQUEST);
        UnaryOperator<FactsOf> settled = f -> f.ready().accepted("h1").pending(REQUEST);
        UnaryOperator<FactsOf> skipped = f -> f.policy(AzureFacts.Policy.SKIP).pending(REQUEST);
        return Stream.of(
                arguments("not asked yet -> asked", first, null, "Call request 2026-01-01"),
                arguments(
                        "accepted -> waits as long as Azure says",
                        first,
                        Answers.accepted(15),
                        "Finish Info Reconciling accepted=h1 Pending[PT15S]"),
                arguments(
                        "accepted, but no address for the result -> said, asked again later",
                        first,
                        Answers.accepted(),
                        "Finish Warning OperationWithoutUrl accepted=h1 Transient SLOW +CreateOrUpdateActionError"),
                arguments("answered at once -> written", first, value, "Export"),
                arguments(
                        "Azure works on it -> asked for the result, not begun again",
                        pending,
                        null,
                        "Await request https://arm/result"),
                arguments(
                        "an event before Azure wants to be asked -> waits on",
                        (UnaryOperator<FactsOf>) f -> f.pending(REQUEST).pollWait(7),
                        null,
                        "Finish Info Reconciling accepted=h1 Pending[PT7S]"),
                arguments(
                        "policy skip -> asked for the result too",
                        skipped,
                        null,
                        "Await request https://arm/result"),
                arguments(
                        "settled and nothing else to do -> the result is still asked for",
                        settled,
                        null,
                        "Await request https://arm/result"),
                arguments(
                        "still at work -> waits on, the address need not be told again",
                        pending,
                        Answers.accepted(),
                        "Finish Info Reconciling accepted=h1 Pending[PT10S]"),
                arguments(
                        "at work on a newer value -> Ready stays",
                        settled,
                        Answers.poll("InProgress"),
                        "Finish accepted=h1 Pending[PT10S]"),
                arguments(
                        "at work, and what was exported is gone -> not Ready",
                        (UnaryOperator<FactsOf>) f -> settled.apply(f).exportsBroken(),
                        Answers.poll("InProgress"),
                        "Finish Info Reconciling accepted=h1 Pending[PT10S]"),
                arguments("the result is there -> written", pending, value, "Export"),
                arguments(
                        "it failed -> not Ready, the code of Azure",
                        pending,
                        Answers.failed("ClusterBroken"),
                        "Finish Warning ClusterBroken accepted=h1 Transient SLOW +CreateOrUpdateActionError"),
                arguments(
                        "Azure no longer knows it -> said, begun again later",
                        pending,
                        error(404, "NotFound"),
                        "Finish Warning NotFound accepted=h1 Transient SLOW +CreateOrUpdateActionError"));
    }

    @Test
    void anObjectForWhichAzureWorksIsNotLeftAloneBetweenTwoResyncs() {
        for (var policy : AzureFacts.Policy.values()) {
            var facts =
                    facts(
                            f ->
                                    f.claimNeeded(false)
                                            .policy(policy)
                                            .ready()
                                            .accepted("h1")
                                            .exports(of("secrets", REQUEST))
                                            .pending(REQUEST));
            assertThat(StepText.of(AzureDecision.next(facts, AzureProgress.NONE))).isEqualTo("Get");
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rowsOfMemory")
    void remembersWhatAzureWorksOn(
            String why,
            UnaryOperator<FactsOf> change,
            Answer answer,
            Map<ExportCall, String> left) {
        var facts = facts(f -> change.apply(f.exports(of("secrets", REQUEST), field("f"))));
        var done =
                answer == null ? AzureProgress.NONE : AzureProgress.NONE.withCall(REQUEST, answer);
        assertThat(AzureDecision.pending(facts, done)).isEqualTo(left);
    }

    static Stream<Arguments> rowsOfMemory() {
        UnaryOperator<FactsOf> first = f -> f;
        UnaryOperator<FactsOf> pending = f -> f.pending(REQUEST);
        var before = Map.of(REQUEST, "https://arm/result");
        var named = Map.of(REQUEST, "https://arm/op");
        Map<ExportCall, String> nothing = Map.of();
        return Stream.of(
                arguments("nothing sent", first, null, nothing),
                arguments("accepted", first, Answers.accepted(15), named),
                arguments("answered at once", first, KEYS, nothing),
                arguments("refused", first, error(429, Answer.THROTTLED), nothing),
                arguments("a reconciliation that did not come so far", pending, null, before),
                arguments("still at work, same address", pending, Answers.accepted(), before),
                arguments("still at work, another address", pending, Answers.accepted(1), named),
                arguments("could not be asked", pending, error(429, Answer.THROTTLED), before),
                arguments("done", pending, KEYS, nothing),
                arguments("failed", pending, Answers.failed("Broken"), nothing),
                arguments("unknown to Azure", pending, error(404, "NotFound"), nothing),
                arguments(
                        "no longer wanted",
                        (UnaryOperator<FactsOf>) f -> pending.apply(f).exports(field("f")),
                        null,
                        nothing));
    }

    @Test
    void anAddressOfAResultIsNotPrinted() {
        assertThat(new AzureStep.Await(REQUEST, "https://arm/op?sig=s3cret"))
                .hasToString("Await[" + REQUEST + "]");
        assertThat(new AzureStep.Export(Map.of("key", "s3cret"), Set.of())).hasToString("Export");
    }

    @Test
    void aSecretThatLacksAValueIsNamedToKeyVaultsWithoutData() {
        Map<String, Object> known = Map.of("kind", "Secret", "data", Map.of("sas", "dg=="));
        Map<String, Object> open = Map.of("metadata", Map.of("name", "keys"));
        var export =
                new AzureStep.Export(Map.of(), Set.of(LIST_KEYS))
                        .exporting(
                                java.util.List.of(known),
                                Map.of("Secret keys", Set.of("k"), "ConfigMap c", Set.of("k")));
        assertThat(export.secrets()).containsExactly(known, open);
    }

    @Test
    void theStatusShowsTheResourceAlsoWhenAnExportFails() {
        var keys = facts(f -> f.claimNeeded(false).exports(secret("key1", "listKeys")));
        var done =
                AzureProgress.NONE
                        .withGet(FOUND)
                        .withCall(LIST_KEYS, error(403, "AuthorizationFailed"))
                        .withExport(Optional.empty());
        var finish = (AzureStep.Finish) AzureDecision.next(keys, done);
        assertThat(finish.resource()).contains(FOUND.body());
        assertThat(finish.condition().orElseThrow().message())
                .contains(
                        "operatorSpec.secrets.key1: listKeys of Type/name name",
                        "refused",
                        "correlation id c-1");
    }

    /** With the mark, the next look would find the vault complete. */
    @ParameterizedTest(name = "{0}")
    @MethodSource
    void aVaultThatLacksAValueIsNotRecordedAsComplete(
            String why, Answer answer, UnaryOperator<FactsOf> change, String mark) {
        var facts =
                facts(
                        f ->
                                change.apply(
                                        f.claimNeeded(false)
                                                .vault("m")
                                                .exports(of("secrets", REQUEST))));
        var done =
                AzureProgress.NONE
                        .withGet(FOUND)
                        .withCall(REQUEST, answer)
                        .withExport(Optional.empty())
                        .exporting(java.util.List.of())
                        .withStore(new StoreResult(java.util.List.of("v/e"), Optional.empty()));
        assertThat(AzureDecision.next(facts, done))
                .isInstanceOfSatisfying(
                        AzureStep.Finish.class,
                        finish ->
                                assertThat(finish.state().stored())
                                        .isEqualTo(
                                                new StoredEntries(mark, java.util.List.of("v/e"))));
    }

    static Stream<Arguments> aVaultThatLacksAValueIsNotRecordedAsComplete() {
        UnaryOperator<FactsOf> first = f -> f;
        UnaryOperator<FactsOf> pending = f -> f.pending(REQUEST);
        return Stream.of(
                arguments("every call gave its values", KEYS, first, "m"),
                arguments("a call is refused", error(403, "AuthorizationFailed"), first, ""),
                arguments("accepted without an address", Answers.accepted(), first, ""),
                arguments("the operation failed", Answers.failed("Broken"), pending, ""));
    }
}
