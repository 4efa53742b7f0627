package dev.dragoman.azure.decision;

import static dev.dragoman.azure.decision.Answers.FOUND;
import static dev.dragoman.azure.decision.Answers.answer;
import static dev.dragoman.azure.decision.FactsOf.facts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.capability.status.Repairs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What somebody writes again after each repair is repaired with pauses. */
class RepairsDecisionTest {
    private static final Instant NOW = Instant.parse("2026-11-01T12:00:00Z");
    private static final AzureProgress LOOKED =
            AzureProgress.NONE.withGet(FOUND).withConfirmation();
    private static final Repairs OFTEN = repairs(3, Duration.ofMinutes(5));

    private static Repairs repairs(int times, Duration ago) {
        return new Repairs(Map.of("a", times), NOW.minus(ago));
    }

    private static AzureFacts settled(UnaryOperator<FactsOf> change) {
        return facts(
                f -> change.apply(f.ready().claimNeeded(false).accepted("h1").resync().now(NOW)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("looks")
    void afterALook(String why, AzureFacts facts, String expected) {
        assertThat(StepText.of(AzureDecision.next(facts, LOOKED))).as(why).isEqualTo(expected);
    }

    static Stream<Arguments> looks() {
        var drift = List.of("a");
        return Stream.of(
                arguments("the first time", settled(f -> f.drift(drift)), "Put"),
                arguments(
                        "edited, although Azure shows it",
                        settled(f -> f.accepted("h0").reconciled(1)),
                        "Put"),
                arguments(
                        "edited and handed over, and Azure shows it",
                        settled(f -> f.accepted("h0").handedOver()),
                        "Finish Ready Succeeded accepted=h1 Done"),
                arguments(
                        "edited and handed over, and Azure never shows it",
                        settled(
                                f ->
                                        f.accepted("h0")
                                                .reconciled(1)
                                                .handedOver()
                                                .notEchoed("a")
                                                .drift(drift)),
                        "Put"),
                arguments(
                        "the third time",
                        settled(f -> f.drift(drift).repairs(repairs(2, Duration.ZERO))),
                        "Put"),
                arguments(
                        "the fourth time, too soon",
                        settled(f -> f.drift(drift).repairs(OFTEN)),
                        "Finish Ready Succeeded accepted=h1 Done"),
                arguments(
                        "the fourth time, after the pause",
                        settled(f -> f.drift(drift).repairs(repairs(3, Duration.ofMinutes(10)))),
                        "Put"),
                arguments(
                        "other fields", settled(f -> f.drift(List.of("b")).repairs(OFTEN)), "Put"),
                arguments(
                        "an edit", settled(f -> f.hash("h2").drift(drift).repairs(OFTEN)), "Put"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("puts")
    void isRemembered(String why, AzureFacts facts, AzureProgress done, Repairs expected) {
        var finish = (AzureStep.Finish) AzureDecision.next(facts, done);
        assertThat(finish.state().repairs()).as(why).isEqualTo(expected);
    }

    static Stream<Arguments> puts() {
        var drifted = settled(f -> f.drift(List.of("a")).repairs(OFTEN));
        var sent = LOOKED.withPut(answer(200, "Succeeded"));
        return Stream.of(
                arguments("a repair", drifted, sent, repairs(4, Duration.ZERO)),
                arguments(
                        "a repair that takes Azure some time",
                        drifted,
                        LOOKED.withPut(answer(200, "Updating")),
                        repairs(4, Duration.ZERO)),
                arguments(
                        "an edit begins anew",
                        settled(f -> f.hash("h2").drift(List.of("a")).repairs(OFTEN)),
                        sent,
                        Repairs.NONE),
                arguments(
                        "what Azure never shows is no repair",
                        settled(f -> f.drift(List.of("a")).notEchoed("a").repairs(OFTEN)),
                        sent,
                        OFTEN),
                arguments("it holds for a moment", settled(f -> f.repairs(OFTEN)), LOOKED, OFTEN),
                arguments(
                        "it held",
                        settled(f -> f.repairs(repairs(3, Duration.ofHours(2)))),
                        LOOKED,
                        Repairs.NONE));
    }
}
