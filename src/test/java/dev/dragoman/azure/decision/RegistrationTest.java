package dev.dragoman.azure.decision;

import static dev.dragoman.azure.decision.Answers.ABSENT;
import static dev.dragoman.azure.decision.Answers.error;
import static dev.dragoman.azure.decision.Answers.plain;
import static dev.dragoman.azure.decision.FactsOf.facts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.azure.decision.OwnState.Operation;
import dev.dragoman.capability.point.Before;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which provider is registered, and how often. */
class RegistrationTest {
    private static final String ID =
            "/subscriptions/s/resourceGroups/g/providers/Microsoft.ContainerService/managedClusters/c";
    private static final String PROVIDER = "/subscriptions/s/providers/Microsoft.Other";

    /** As {@code AzureStep.LookUp} has it. */
    private static final String ASKED = PROVIDER + "?";

    private static final Answer REFUSED =
            refused("MissingSubscriptionRegistration", "Microsoft.Other", "no");

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void decides(String why, AzureFacts facts, AzureProgress done, String expected) {
        assertThat(StepText.of(AzureDecision.next(facts, done))).isEqualTo(expected);
    }

    static Stream<Arguments> rows() {
        var claimed = facts(f -> f.claimNeeded(false).id(ID));
        var put = AzureProgress.NONE.withPut(REFUSED);
        var waits = facts(f -> f.claimNeeded(false).id(ID).works(Operation.ofProvider(PROVIDER)));
        var waiting = "Finish Info Reconciling operation=provider Pending[PT10S]";
        return Stream.of(
                arguments(
                        "a PUT needs another provider -> it is looked at",
                        claimed,
                        put,
                        "LookUp " + PROVIDER + " 2019-05-01"),
                arguments(
                        "so it is when a look is refused",
                        claimed,
                        AzureProgress.NONE.withGet(REFUSED),
                        "LookUp " + PROVIDER + " 2019-05-01"),
                arguments(
                        "so it is when the operation of a PUT failed for it",
                        facts(f -> f.claimNeeded(false).id(ID).operation("PUT")),
                        AzureProgress.NONE.withPoll(
                                plain(
                                        200,
                                        Map.of(
                                                "status",
                                                "Failed",
                                                "error",
                                                REFUSED.body().get("error")))),
                        "LookUp " + PROVIDER + " 2019-05-01"),
                arguments(
                        "not registered -> register",
                        claimed,
                        put.withLookUp(ASKED, shows("NotRegistered")),
                        "Register Microsoft.Other"),
                arguments(
                        "somebody has registered it -> wait, no second time",
                        claimed,
                        put.withLookUp(ASKED, shows("Registering")),
                        waiting),
                arguments(
                        "registered by us -> wait",
                        claimed,
                        put.withLookUp(ASKED, shows("NotRegistered"))
                                .withRegistration(shows("Registering")),
                        waiting),
                arguments(
                        "registered, but Azure has not noticed -> shown and retried",
                        claimed,
                        put.withLookUp(ASKED, shows("Registered")),
                        "Finish Warning MissingSubscriptionRegistration Transient SLOW +CreateOrUpdateActionError"),
                arguments(
                        "it may not be looked at -> shown",
                        claimed,
                        put.withLookUp(ASKED, error(403, "AuthorizationFailed")),
                        "Finish Warning AuthorizationFailed Transient SLOW +CreateOrUpdateActionError"),
                arguments(
                        "it may not be registered -> shown",
                        claimed,
                        put.withLookUp(ASKED, shows("NotRegistered"))
                                .withRegistration(error(403, "AuthorizationFailed")),
                        "Finish Warning AuthorizationFailed Transient SLOW +CreateOrUpdateActionError"),
                arguments(
                        "in no subscription -> nothing can be registered",
                        facts(
                                f ->
                                        f.claimNeeded(false)
                                                .id("/providers/Microsoft.Subscription/aliases/a")),
                        put,
                        "Finish Warning MissingSubscriptionRegistration Transient SLOW +CreateOrUpdateActionError"),
                arguments("the provider is asked", waits, AzureProgress.NONE, "Poll"),
                arguments(
                        "it is being registered -> wait, nothing is sent",
                        waits,
                        AzureProgress.NONE.withPoll(shows("Registering")),
                        "Finish operation=provider Pending[PT10S]"),
                arguments(
                        "it cannot be asked -> asked again",
                        waits,
                        AzureProgress.NONE.withPoll(error(0, Answer.UNREACHABLE)),
                        "Finish operation=provider Transient SLOW"),
                arguments(
                        "registered -> on as before",
                        waits,
                        AzureProgress.NONE.withPoll(shows("Registered")),
                        "Get"),
                arguments(
                        "registered -> sent",
                        waits,
                        AzureProgress.NONE
                                .withPoll(shows("Registered"))
                                .withGet(ABSENT)
                                .withConfirmation(),
                        "Put"),
                arguments(
                        "registered, and it needs one more -> that one",
                        waits,
                        AzureProgress.NONE
                                .withPoll(shows("Registered"))
                                .withGet(ABSENT)
                                .withPut(
                                        refused(
                                                "MissingSubscriptionRegistration",
                                                "Microsoft.More",
                                                "no")),
                        "LookUp /subscriptions/s/providers/Microsoft.More 2019-05-01"),
                arguments(
                        "deleted meanwhile -> DELETE",
                        facts(
                                f ->
                                        f.claimNeeded(false)
                                                .id(ID)
                                                .deleting()
                                                .works(Operation.ofProvider(PROVIDER))),
                        AzureProgress.NONE,
                        "Delete"));
    }

    @ParameterizedTest(name = "{0} {1} {2} -> {3}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    MissingSubscriptionRegistration        | Microsoft.Other       | no | Microsoft.Other
                    MissingSubscriptionRegistration        | Microsoft.Other/types | no | Microsoft.Other
                    MissingSubscriptionRegistration        | vmSize                | The subscription is not registered to use namespace 'Microsoft.Text'. See https://aka.ms/rps-not-found. | Microsoft.Text
                    MissingSubscriptionRegistration        | ``                    | The subscription is not registered to use namespace 'NGINX.NGINXPLUS'. | NGINX.NGINXPLUS
                    MissingRegistrationForResourceProvider | ``                    | The subscription is not in registered state for the resource provider: Microsoft.Quota. | Microsoft.Quota
                    Subscription Not Registered            | ``                    | The subscription is not registered. | Microsoft.ContainerService
                    SubscriptionNotRegistered              | ``                    | See https://aka.ms/rps-not-found. | Microsoft.ContainerService
                    """)
    void theProviderThatAzureNames(String code, String target, String text, String expected) {
        var claimed = facts(f -> f.claimNeeded(false).id(ID));
        var step =
                AzureDecision.next(
                        claimed, AzureProgress.NONE.withPut(refused(code, target, text)));
        assertThat(StepText.of(step))
                .isEqualTo("LookUp /subscriptions/s/providers/%s 2019-05-01".formatted(expected));
    }

    @Test
    void teamsAreAskedBeforeItOnlyWhereTheyWereNotYet() {
        var claimed = facts(f -> f.claimNeeded(false).id(ID));
        var looked = AzureProgress.NONE.withLookUp(ASKED, shows("NotRegistered"));
        assertThat(AzureDecision.next(claimed, looked.withGet(REFUSED)).before())
                .contains(Before.create());
        assertThat(AzureDecision.next(claimed, looked.withPut(REFUSED)).before()).isEmpty();
    }

    @Test
    void whoWaitsReadsForWhat() {
        var claimed = facts(f -> f.claimNeeded(false).id(ID));
        var done = AzureProgress.NONE.withPut(REFUSED).withLookUp(ASKED, shows("Registering"));
        var end = (AzureStep.Finish) AzureDecision.next(claimed, done);
        assertThat(end.condition().orElseThrow().message())
                .isEqualTo(
                        "Azure registers the provider Microsoft.Other in the subscription s, because the resource needs the provider; the resource is sent again after the registration");
        assertThat(end.state().operation().orElseThrow().url())
                .isEqualTo(PROVIDER + "?api-version=2019-05-01");
    }

    private static Answer shows(String state) {
        return plain(200, Map.of("registrationState", state));
    }

    private static Answer refused(String code, String target, String message) {
        var detail = Map.of("code", code, "target", target, "message", message);
        return new Answer(
                409,
                Map.of(
                        "error",
                        Map.of("code", code, "message", message, "details", List.of(detail))),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Answer.Failure(code, message, true)),
                "");
    }

    @Test
    void detailsThatAreNoErrorsOrTooDeepNameNoProvider() {
        var claimed = facts(f -> f.claimNeeded(false).id(ID));
        Map<String, Object> deep = Map.of("target", "Microsoft.Deep");
        for (int i = 0; i < 100; i++) {
            deep = Map.of("details", List.of("text", deep));
        }
        var step = AzureDecision.next(claimed, AzureProgress.NONE.withPut(refused(deep)));
        assertThat(StepText.of(step))
                .isEqualTo("LookUp /subscriptions/s/providers/Microsoft.Text 2019-05-01");
        var near = Map.<String, Object>of("details", List.of("text", REFUSED.body().get("error")));
        assertThat(
                        StepText.of(
                                AzureDecision.next(
                                        claimed, AzureProgress.NONE.withPut(refused(near)))))
                .isEqualTo("LookUp /subscriptions/s/providers/Microsoft.Other 2019-05-01");
    }

    private static Answer refused(Map<String, Object> error) {
        var code = "MissingSubscriptionRegistration";
        return new Answer(
                409,
                Map.of("error", error),
                Optional.empty(),
                Optional.empty(),
                Optional.of(
                        new Answer.Failure(
                                code, "not registered to use namespace 'Microsoft.Text'", true)),
                "");
    }
}
