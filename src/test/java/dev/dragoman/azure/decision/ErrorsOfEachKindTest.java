package dev.dragoman.azure.decision;

import static dev.dragoman.azure.decision.FactsOf.facts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.ErrorClass;
import dev.dragoman.azure.catalog.ErrorRule;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of an object when Azure gives the error that a rule of its kind is about. */
class ErrorsOfEachKindTest {
    /** Without a rule: once per sync period, or with growing pauses where no list has the code. */
    private static String asForAll(String code) {
        var known = ErrorClass.of(400, code, "", List.of()) == ErrorClass.VERY_SLOW;
        return "Warning %s %s +CreateOrUpdateActionError"
                .formatted(code, known ? "Fatal" : "Transient WANING");
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("rules")
    void theKindDecides(String kind, ErrorRule rule) {
        var code = rule.code().orElse("SomethingNew");
        var rules = Catalog.load().kinds().stream().filter(k -> k.id().equals(kind)).findFirst();
        var given = facts(f -> f.claimNeeded(false).rules(rules.orElseThrow().rules()));
        assertThat(put(given, code, String.join(" x ", rule.texts())))
                .isEqualTo("Finish " + expected(rule.as(), code));
        var other = facts(f -> f.claimNeeded(false));
        assertThat(put(other, code, String.join(" x ", rule.texts())))
                .as("the rule is what makes the difference")
                .isEqualTo("Finish " + asForAll(code));
        if (!rule.texts().isEmpty()) {
            assertThat(put(given, code, "something else"))
                    .as("it is not about another message")
                    .isEqualTo("Finish " + asForAll(code));
        }
    }

    /** The classifiers of Azure Service Operator, without those that say the same for all kinds. */
    @Test
    void thereAreRulesForTheseKinds() {
        assertThat(rules().map(row -> row.get()[0]).distinct()).hasSize(32);
    }

    static Stream<Arguments> rules() {
        return Catalog.load().kinds().stream()
                .flatMap(
                        kind ->
                                kind.rules().errors().stream()
                                        .map(rule -> arguments(kind.id(), rule)));
    }

    private static String put(AzureFacts facts, String code, String message) {
        var refused =
                new Answer(
                        400,
                        Map.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(new Answer.Failure(code, message, true)),
                        "c-1");
        return StepText.of(
                AzureDecision.next(
                        facts, AzureProgress.NONE.withPut(refused).withGet(Answers.ABSENT)));
    }

    private static String expected(ErrorClass clazz, String code) {
        return switch (clazz) {
            case SLOW -> "Warning %s Transient SLOW +CreateOrUpdateActionError".formatted(code);
            case VERY_SLOW -> "Warning %s Fatal +CreateOrUpdateActionError".formatted(code);
            case UNKNOWN -> throw new AssertionError("no rule says that");
            case FATAL -> "Error %s Fatal +CreateOrUpdateActionError".formatted(code);
        };
    }
}
