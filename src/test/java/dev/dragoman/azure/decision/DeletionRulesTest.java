package dev.dragoman.azure.decision;

import static dev.dragoman.azure.decision.Answers.ABSENT;
import static dev.dragoman.azure.decision.Answers.FOUND;
import static dev.dragoman.azure.decision.Answers.error;
import static dev.dragoman.azure.decision.Answers.plain;
import static dev.dragoman.azure.decision.FactsOf.facts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.azure.catalog.DeletionRule;
import dev.dragoman.azure.catalog.KindRules;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Deletions of kinds with a {@link DeletionRule}; every row is a sentence. */
class DeletionRulesTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void decides(String why, AzureFacts facts, AzureProgress done, String expected) {
        assertThat(StepText.of(AzureDecision.next(facts, done))).isEqualTo(expected);
    }

    static Stream<Arguments> rows() {
        var with =
                deleted(
                        new DeletionRule(
                                Map.of("deleteSubscriptions", "true"),
                                Map.of("If-Match", "*"),
                                Optional.empty()));
        var after =
                deleted(
                        new DeletionRule(
                                Map.of(),
                                Map.of(),
                                Optional.of(
                                        new DeletionRule.Before(
                                                "/subscriptions/{properties.subscriptionId}/cancel",
                                                "v1",
                                                "properties.subscriptionId"))));
        var shown = AzureProgress.NONE.withGet(alias("sub-1"));
        return Stream.of(
                arguments(
                        "a DELETE with more",
                        with,
                        AzureProgress.NONE,
                        "Delete {deleteSubscriptions=true} {If-Match=*}"),
                arguments("what comes before needs a look", after, AzureProgress.NONE, "Get"),
                arguments("it is sent", after, shown, "Post /subscriptions/sub-1/cancel v1"),
                arguments(
                        "the object named what was there before -> that stays",
                        facts(
                                f ->
                                        f.deleting()
                                                .rules(after.type().rules())
                                                .spec(
                                                        Map.of(
                                                                "properties",
                                                                Map.of(
                                                                        "subscriptionId",
                                                                        "sub-1")))),
                        shown,
                        "Delete"),
                arguments(
                        "it was not made for the object -> it stays",
                        facts(f -> f.deleting().rules(after.type().rules()).notMade()),
                        shown,
                        "Delete"),
                arguments(
                        "the operator's own subscription is not cancelled",
                        after,
                        AzureProgress.NONE.withGet(alias("OWN")),
                        "Finish Error OwnSubscription Fatal +DeleteActionError"),
                arguments(
                        "then the DELETE",
                        after,
                        shown.withLookUp("/subscriptions/sub-1/cancel", plain(200, Map.of())),
                        "Delete"),
                arguments(
                        "it is refused -> Warning, retried, nothing is deleted",
                        after,
                        shown.withLookUp("/subscriptions/sub-1/cancel", error(409, "InUse")),
                        "Finish Warning InUse Transient SLOW +DeleteActionError"),
                arguments(
                        "gone already -> release",
                        after,
                        AzureProgress.NONE.withGet(ABSENT),
                        "Release"),
                arguments(
                        "no right to look -> Warning, retried",
                        after,
                        AzureProgress.NONE.withGet(error(403, "AuthorizationFailed")),
                        "Finish Warning AuthorizationFailed Transient SLOW +DeleteActionError"),
                arguments(
                        "no value for the path -> only the DELETE",
                        after,
                        AzureProgress.NONE.withGet(FOUND),
                        "Delete"),
                arguments(
                        "a value that would lead the request elsewhere -> only the DELETE",
                        after,
                        AzureProgress.NONE.withGet(alias("../x")),
                        "Delete"),
                arguments(
                        "Azure has forgotten the deletion -> the resource is read after a pause",
                        facts(f -> f.deleting().operation("DELETE").rules(after.type().rules())),
                        AzureProgress.NONE.withPoll(error(404, "NotFound")),
                        "Finish operation=DELETE by resource Pending[PT30S]"));
    }

    private static AzureFacts deleted(DeletionRule rule) {
        return facts(
                f ->
                        f.deleting()
                                .rules(
                                        new KindRules(
                                                List.of(), List.of(), rule, List.of(), List.of(),
                                                List.of())));
    }

    private static Answer alias(String subscription) {
        return plain(200, Map.of("id", "/r", "properties", Map.of("subscriptionId", subscription)));
    }
}
