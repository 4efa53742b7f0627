package dev.dragoman.azure.decision;

import static dev.dragoman.azure.decision.Answers.plain;
import static dev.dragoman.azure.decision.FactsOf.facts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.azure.catalog.Export;
import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.azure.model.StoredEntries;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys are asked for only where they may have changed; every row is a sentence. */
class StandingKeysTest {
    private static final ExportCall LIST_KEYS = new ExportCall("", "listKeys", "2023-01-01");
    private static final ExportCall OTHER = new ExportCall("properties.nic", "", "2023-01-01");
    private static final String ASKS = "Call listKeys 2023-01-01";
    private static final String RESTS = "Finish Ready Succeeded accepted=h1 Done";
    private static final UnaryOperator<FactsOf> SAME = UnaryOperator.identity();

    private static Export secret(ExportCall call) {
        return new Export(
                "secrets",
                "key1",
                Optional.empty(),
                Optional.of(
                        new Export.Action(
                                call, "keys.0.value", false, "properties.keyTimes.key1")));
    }

    private static final Export ENDPOINT =
            new Export("configMaps", "endpoint", Optional.of("properties.url"), Optional.empty());

    private static Answer shown(String time, String url, String count) {
        return plain(
                200,
                Map.of(
                        "id",
                        "/r",
                        "properties",
                        Map.of(
                                "provisioningState",
                                "Succeeded",
                                "keyTimes",
                                Map.of("key1", time),
                                "url",
                                url,
                                "count",
                                count)));
    }

    private static final Answer BEFORE = shown("monday", "https://a", "1");

    private static FactsOf settled(FactsOf f) {
        return f.claimNeeded(false)
                .ready()
                .accepted("h1")
                .resync()
                .exports(secret(LIST_KEYS), ENDPOINT);
    }

    private static AzureFacts standing(UnaryOperator<FactsOf> before, UnaryOperator<FactsOf> now) {
        var sign = Exporting.sign(facts(f -> before.apply(settled(f))), BEFORE.body());
        return facts(f -> now.apply(settled(f)).standing(sign));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void decides(
            String why,
            UnaryOperator<FactsOf> before,
            UnaryOperator<FactsOf> now,
            Answer got,
            String expected) {
        var step = AzureDecision.next(standing(before, now), AzureProgress.NONE.withGet(got));
        assertThat(StepText.of(step)).isEqualTo(expected);
    }

    static Stream<Arguments> rows() {
        UnaryOperator<FactsOf> skipped = f -> f.policy(AzureFacts.Policy.SKIP);
        UnaryOperator<FactsOf> vault = f -> f.vault("mark").recorded(STORED);
        UnaryOperator<FactsOf> expression =
                f -> f.spec(Map.of("operatorSpec", Map.of("secretExpressions", List.of())));
        return Stream.of(
                arguments("nothing has changed -> Ready", SAME, SAME, BEFORE, RESTS),
                arguments("policy skip -> Ready", skipped, skipped, BEFORE, RESTS),
                arguments(
                        "what is not exported has changed -> Ready",
                        SAME,
                        SAME,
                        shown("monday", "https://a", "2"),
                        RESTS),
                arguments(
                        "another key time -> asked",
                        SAME,
                        SAME,
                        shown("friday", "https://a", "1"),
                        ASKS),
                arguments(
                        "another value beside the keys -> asked",
                        SAME,
                        SAME,
                        shown("monday", "https://b", "1"),
                        ASKS),
                arguments(
                        "expressions read all that the resource shows -> asked",
                        expression,
                        expression,
                        shown("monday", "https://a", "2"),
                        ASKS),
                arguments(
                        "expressions, and the resource shows the same -> Ready",
                        expression,
                        expression,
                        BEFORE,
                        RESTS),
                arguments(
                        "a missing Secret or key -> asked",
                        SAME,
                        (UnaryOperator<FactsOf>) FactsOf::exportsBroken,
                        BEFORE,
                        ASKS),
                arguments(
                        "Azure works on a request for them -> asked for its result",
                        SAME,
                        (UnaryOperator<FactsOf>) f -> f.pending(LIST_KEYS),
                        BEFORE,
                        "Await listKeys https://arm/result"),
                arguments(
                        "values go to a Key Vault, and its entries are as they were -> Ready",
                        vault,
                        vault,
                        BEFORE,
                        RESTS),
                arguments(
                        "a Key Vault, and another key time -> asked",
                        vault,
                        vault,
                        shown("friday", "https://a", "1"),
                        ASKS),
                arguments(
                        "another choice about the Key Vault -> asked",
                        vault,
                        (UnaryOperator<FactsOf>) f -> f.vault("other").recorded(STORED),
                        BEFORE,
                        ASKS),
                arguments(
                        "entries that are not asked for any more -> asked, and deleted",
                        vault,
                        (UnaryOperator<FactsOf>) f -> f.recorded(STORED),
                        BEFORE,
                        ASKS));
    }

    private static final StoredEntries STORED = new StoredEntries("mark", List.of("v/e"));

    @Test
    void whatWasAskedForAfterAPutIsAskedForAgain() {
        var done = AzureProgress.NONE.withGet(BEFORE).withPut(BEFORE);
        assertThat(StepText.of(AzureDecision.next(standing(SAME, SAME), done))).isEqualTo(ASKS);
    }

    /** Each request makes another credential, which is good for a day. */
    @Test
    void whatAzureHasWorkedForIsNotRemembered() {
        var facts = facts(f -> settled(f).pending(LIST_KEYS));
        var value = plain(200, Map.of("keys", List.of(Map.of("value", "v"))));
        var done =
                AzureProgress.NONE
                        .withGet(BEFORE)
                        .withCall(LIST_KEYS, value)
                        .withExport(Optional.empty());
        var end = (AzureStep.Finish) AzureDecision.next(facts, done);
        assertThat(StepText.of(end)).isEqualTo(RESTS);
        assertThat(AzureDecision.sign(facts, done, end)).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rowsOfSigns")
    void remembers(String why, List<ExportCall> calls, Answer answer, boolean expected) {
        var facts =
                facts(
                        f ->
                                settled(f)
                                        .exports(
                                                calls.stream()
                                                        .map(StandingKeysTest::secret)
                                                        .toArray(Export[]::new)));
        var done = AzureProgress.NONE.withGet(BEFORE);
        for (var call : calls) {
            done = done.withCall(call, answer);
        }
        done = done.withExport(Optional.empty());
        var end = (AzureStep.Finish) AzureDecision.next(facts, done);
        assertThat(AzureDecision.sign(facts, done, end).isPresent()).isEqualTo(expected);
    }

    static Stream<Arguments> rowsOfSigns() {
        var keys = plain(200, Map.of("keys", List.of(Map.of("value", "v"))));
        return Stream.of(
                arguments("keys were asked for and written", List.of(LIST_KEYS), keys, true),
                arguments("nothing was asked for", List.of(), keys, false),
                arguments("a call failed", List.of(LIST_KEYS), Answers.error(503, "Busy"), false),
                arguments(
                        "keys, and a value of another resource",
                        List.of(LIST_KEYS, OTHER),
                        keys,
                        false),
                arguments("a value of another resource", List.of(OTHER), keys, false));
    }
}
