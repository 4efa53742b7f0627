package dev.dragoman.azure.decision;

import static dev.dragoman.azure.decision.Answers.ABSENT;
import static dev.dragoman.azure.decision.Answers.FOUND;
import static dev.dragoman.azure.decision.Answers.answer;
import static dev.dragoman.azure.decision.FactsOf.facts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The Event after a PUT says why it was sent. */
class SentNoteTest {
    private static final Answer CREATED = answer(201, "Succeeded");

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void says(String why, AzureFacts facts, AzureProgress done, String expected) {
        var finish = (AzureStep.Finish) AzureDecision.next(facts, done);
        assertThat(finish.notes()).extracting(AzureEvent::text).containsExactly(expected);
        assertThat(finish.notes())
                .extracting(AzureEvent::repair)
                .as("counted as drift")
                .containsExactly(expected.contains("again"));
    }

    static Stream<Arguments> rows() {
        var drifted =
                facts(
                        f ->
                                f.claimNeeded(false)
                                        .accepted("h1")
                                        .notEchoed("b")
                                        .drift(List.of("g", "f", "e", "d", "c", "b", "a")));
        return Stream.of(
                arguments(
                        "the first time",
                        facts(f -> f.claimNeeded(false)),
                        AzureProgress.NONE.withGet(ABSENT).withPut(CREATED),
                        "Azure accepted /r"),
                arguments(
                        "it was there and different, and had never been sent",
                        facts(f -> f.claimNeeded(false).drift(List.of("a"))),
                        AzureProgress.NONE.withGet(FOUND).withPut(CREATED),
                        "Azure accepted /r"),
                arguments(
                        "gone from Azure since",
                        facts(f -> f.claimNeeded(false).accepted("h1")),
                        AzureProgress.NONE.withGet(ABSENT).withPut(CREATED),
                        "created /r again: it was gone from Azure"),
                arguments(
                        "changed in Azure since: five paths, in order, without those never shown",
                        drifted,
                        AzureProgress.NONE.withGet(FOUND).withPut(CREATED),
                        "sent /r again: Azure had other values in a, c, d, e, f"),
                arguments(
                        "edited since: what differs is no drift",
                        facts(f -> f.claimNeeded(false).accepted("h0").drift(List.of("a"))),
                        AzureProgress.NONE.withGet(FOUND).withPut(CREATED),
                        "Azure accepted /r"),
                arguments(
                        "sent again without a look",
                        drifted,
                        AzureProgress.NONE.withPut(CREATED),
                        "Azure accepted /r"));
    }

    @Test
    void whatAzureShowsDifferentlyRightAfterThePutIsRemembered() {
        var facts = facts(f -> f.claimNeeded(false).drift(List.of("x")));
        var finish =
                (AzureStep.Finish)
                        AzureDecision.next(
                                facts, AzureProgress.NONE.withGet(ABSENT).withPut(CREATED));
        assertThat(finish.state().notEchoed()).containsExactly("x");
    }

    @Test
    void aWaitIsAtLeastASecond() {
        assertThat(Completion.wait(after(Duration.ofMillis(1)))).isEqualTo(Duration.ofSeconds(1));
        assertThat(Completion.wait(after(Duration.ofMillis(1_001))))
                .isEqualTo(Duration.ofMillis(1_001));
        assertThat(Completion.wait(CREATED)).isEqualTo(Duration.ofSeconds(10));
    }

    private static Answer after(Duration wait) {
        return new Answer(
                202, java.util.Map.of(), Optional.empty(), Optional.of(wait), Optional.empty(), "");
    }
}
