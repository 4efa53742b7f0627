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
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Exported values come before Ready; every row is a sentence. */
class ExportingTest {
    private static final Answer KEYS = plain(200, Map.of("keys", Map.of()));

    private static final ExportCall LIST_KEYS = new ExportCall("", "listKeys", "2023-01-01");
    private static final ExportCall LIST_SAS = new ExportCall("", "listSas", "2023-01-01");

    private static Export secret(String key, String action) {
        return new Export(
                "secrets",
                key,
                Optional.empty(),
                Optional.of(new Export.Action(action, "2023-01-01", "keys.0." + key)));
    }

    private static Export field(String key) {
        return new Export("configMaps", key, Optional.of("properties." + key), Optional.empty());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void decides(String why, Facts facts, Progress done, String expected) {
        assertThat(StepText.of(Decision.next(facts, done))).isEqualTo(expected);
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
        var found = Progress.NONE.withGet(FOUND);
        var called = found.withCall(LIST_KEYS, KEYS).withCall(LIST_SAS, KEYS);
        return Stream.of(
                arguments(
                        "a field of the resource -> written without a call",
                        plain,
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
                        "a call is refused -> not Ready, the code of Azure, what it accepted is remembered",
                        keys,
                        found.withCall(LIST_KEYS, error(403, "AuthorizationFailed")),
                        "Finish Warning AuthorizationFailed accepted=h1 Transient SLOW +CreateOrUpdateActionError"),
                arguments(
                        "the Secret cannot be written -> not Ready, the reason",
                        keys,
                        called.withExport(Optional.of(Problem.error("Foreign", "not ours"))),
                        "Finish Error Foreign accepted=h1 Fatal +CreateOrUpdateActionError"),
                arguments(
                        "just created, and a call is refused -> both are told",
                        keys,
                        Progress.NONE
                                .withPut(answer(201, "Succeeded"))
                                .withCall(LIST_KEYS, error(403, "AuthorizationFailed")),
                        "Finish Warning AuthorizationFailed accepted=h1 Transient SLOW +BeginCreateOrUpdate +CreateOrUpdateActionError"),
                arguments(
                        "an exported Secret was deleted -> looked at again",
                        facts(f -> f.claimNeeded(false).ready().accepted("h1").exportsBroken()),
                        Progress.NONE,
                        "Get"));
    }

    @Test
    void theStatusShowsTheResourceAlsoWhenAnExportFails() {
        var keys = facts(f -> f.claimNeeded(false).exports(secret("key1", "listKeys")));
        var done =
                Progress.NONE.withGet(FOUND).withCall(LIST_KEYS, error(403, "AuthorizationFailed"));
        var finish = (Step.Finish) Decision.next(keys, done);
        assertThat(finish.resource()).contains(FOUND.body());
        assertThat(finish.condition().orElseThrow().message())
                .contains("listKeys of Type/name name", "refused", "correlation id c-1");
    }
}
