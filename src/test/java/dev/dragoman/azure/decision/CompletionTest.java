package dev.dragoman.azure.decision;

import static dev.dragoman.azure.decision.Answers.ABSENT;
import static dev.dragoman.azure.decision.Answers.FOUND;
import static dev.dragoman.azure.decision.Answers.answer;
import static dev.dragoman.azure.decision.Answers.error;
import static dev.dragoman.azure.decision.Answers.plain;
import static dev.dragoman.azure.decision.FactsOf.facts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.azure.decision.OwnState.Operation;
import dev.dragoman.azure.decision.OwnState.Operation.Form;
import dev.dragoman.azure.model.LookUp;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of a PUT that Azure has taken. */
class CompletionTest {
    private static final Operation OURS = Operation.ofResource("h1");
    private static final Operation UNSURE = Operation.ofResource("");

    @ParameterizedTest(name = "{0}")
    @MethodSource({"settling", "lost", "silent", "broken"})
    void decides(String why, AzureFacts facts, AzureProgress done, String expected) {
        assertThat(StepText.of(AzureDecision.next(facts, done))).isEqualTo(expected);
    }

    /** A vault shows RegisteringDns for some looks, and no operation is named. */
    static Stream<Arguments> settling() {
        var waits = facts(f -> f.claimNeeded(false).works(OURS));
        var odd = List.of("properties.createMode");
        return Stream.of(
                arguments(
                        "answered with a state that passes -> the resource is asked",
                        facts(f -> f.claimNeeded(false)),
                        AzureProgress.NONE.withPut(answer(200, "RegisteringDns")),
                        "Finish Info Reconciling operation=resource Pending[PT10S] +BeginCreateOrUpdate"),
                arguments("the resource is asked", waits, AzureProgress.NONE, "Poll"),
                arguments(
                        "not settled -> no write",
                        waits,
                        AzureProgress.NONE.withPoll(answer(200, "Updating")),
                        "Finish operation=resource Pending[PT10S]"),
                arguments(
                        "a state that is seldom -> the condition names it",
                        waits,
                        AzureProgress.NONE.withPoll(answer(200, "RegisteringDns")),
                        "Finish Info Reconciling operation=resource Pending[PT10S]"),
                arguments(
                        "a state that waits for a person -> a warning",
                        waits,
                        AzureProgress.NONE.withPoll(answer(200, "AwaitingManualAction")),
                        "Finish Warning Reconciling operation=resource Pending[PT10S]"),
                arguments(
                        "settled -> Ready, without another look",
                        waits,
                        AzureProgress.NONE.withPoll(FOUND),
                        "Finish Ready Succeeded accepted=h1 Done"),
                arguments(
                        "settled and not shown as sent -> Ready, no PUT",
                        facts(f -> f.claimNeeded(false).works(OURS).drift(odd)),
                        AzureProgress.NONE.withPoll(FOUND),
                        "Finish Ready Succeeded accepted=h1 Done"),
                arguments(
                        "settled, with a role by name -> which one it is comes before",
                        named(OURS),
                        AzureProgress.NONE.withPoll(FOUND),
                        "LookUp /providers/Microsoft.Authorization/roleDefinitions 2022-04-01"),
                arguments(
                        "edited while it settles -> PUT, Azure may refuse it",
                        facts(f -> f.claimNeeded(false).works(OURS).hash("h2")),
                        AzureProgress.NONE.withPoll(answer(200, "RegisteringDns")),
                        "Confirm"),
                arguments(
                        "edited and settled -> PUT",
                        facts(f -> f.claimNeeded(false).works(OURS).hash("h2")),
                        AzureProgress.NONE.withPoll(FOUND),
                        "Confirm"),
                arguments(
                        "not shown yet -> one more wait",
                        waits,
                        AzureProgress.NONE.withPoll(ABSENT),
                        "Finish Info Reconciling operation=unsure Pending[PT10S]"),
                arguments(
                        "Azure away -> asked again",
                        waits,
                        AzureProgress.NONE.withPoll(error(0, Answer.UNREACHABLE)),
                        "Finish operation=resource Transient SLOW"),
                arguments(
                        "a kind that Azure only says the existence of",
                        waits,
                        AzureProgress.NONE.withPoll(plain(204, Map.of())),
                        "Finish Ready Succeeded accepted=h1 Done"),
                arguments(
                        "the owner is in trouble -> said, nothing is asked",
                        facts(f -> f.works(OURS).problem(Problem.waiting("WaitingForOwner", "no"))),
                        AzureProgress.NONE,
                        "Finish Warning WaitingForOwner operation=resource Transient FAST +CreateOrUpdateActionError"),
                arguments(
                        "a policy that Azure has ended with the status of something else -> by its document",
                        facts(f -> f.claimNeeded(false).works(operation(Form.STATUS))),
                        AzureProgress.NONE.withPoll(
                                plain(
                                        200,
                                        Map.of(
                                                "status",
                                                "Failed",
                                                "properties",
                                                Map.of(),
                                                "error",
                                                Map.of("code", "Conflict", "message", "no")))),
                        "Finish Warning Conflict Transient SLOW +CreateOrUpdateActionError"));
    }

    static Stream<Arguments> lost() {
        var gone = AzureProgress.NONE.withPoll(error(404, "NotFound"));
        var edit = facts(f -> f.claimNeeded(false).accepted("h0").works(operation(Form.STATUS)));
        var waited = facts(f -> f.claimNeeded(false).accepted("h0").works(UNSURE));
        return Stream.of(
                arguments("an edit's operation is not known -> look", edit, gone, "Get"),
                arguments(
                        "410 is the same",
                        edit,
                        AzureProgress.NONE.withPoll(error(410, "Gone")),
                        "Get"),
                arguments(
                        "it is there -> wait once",
                        edit,
                        gone.withGet(FOUND),
                        "Finish Info Reconciling accepted=h0 operation=unsure Pending[PT30S]"),
                arguments(
                        "Azure is at work on it -> wait until it has settled",
                        edit,
                        gone.withGet(answer(200, "Updating")),
                        "Finish Info Reconciling accepted=h0 operation=unsure Pending[PT10S]"),
                arguments(
                        "the look is refused -> said, asked again",
                        edit,
                        gone.withGet(error(403, "AuthorizationFailed")),
                        "Finish Warning AuthorizationFailed accepted=h0 operation=unsure Transient SLOW +CreateOrUpdateActionError"),
                arguments("waited -> the resource is asked", waited, AzureProgress.NONE, "Poll"),
                arguments(
                        "waited, still at work -> wait",
                        waited,
                        AzureProgress.NONE.withPoll(answer(200, "Updating")),
                        "Finish accepted=h0 operation=unsure Pending[PT10S]"),
                arguments(
                        "waited, and it has settled -> PUT, whatever it shows",
                        waited,
                        AzureProgress.NONE.withPoll(FOUND),
                        "Confirm"),
                arguments(
                        "waited, and there is nothing -> PUT",
                        waited,
                        AzureProgress.NONE.withPoll(ABSENT),
                        "Confirm"),
                arguments(
                        "waited for a first PUT, and it is as it should be -> adopted",
                        facts(f -> f.claimNeeded(false).works(UNSURE)),
                        AzureProgress.NONE.withPoll(FOUND),
                        "Finish Ready Succeeded accepted=h1 Done"),
                arguments(
                        "waited for a first PUT, and it is different -> PUT",
                        facts(f -> f.claimNeeded(false).works(UNSURE).drift(List.of("x"))),
                        AzureProgress.NONE.withPoll(FOUND),
                        "Confirm"),
                arguments(
                        "waited for a first PUT, and it has failed -> PUT",
                        facts(f -> f.claimNeeded(false).works(UNSURE)),
                        AzureProgress.NONE.withPoll(answer(200, "Failed")),
                        "Confirm"));
    }

    /** The address of an operation answers with 500, for a moment or for ever. */
    static Stream<Arguments> silent() {
        var works = facts(f -> f.claimNeeded(false).works(operation(Form.STATUS)));
        var other =
                facts(f -> f.claimNeeded(false).works(operation(Form.STATUS)).drift(List.of("x")));
        var edit = facts(f -> f.claimNeeded(false).accepted("h0").works(operation(Form.STATUS)));
        var repair = facts(f -> f.claimNeeded(false).accepted("h1").works(operation(Form.STATUS)));
        var due =
                facts(
                        f ->
                                f.claimNeeded(false)
                                        .accepted("h0")
                                        .works(operation(Form.STATUS))
                                        .resync());
        var silent = AzureProgress.NONE.withPoll(error(500, "InternalServerError"));
        return Stream.of(
                arguments("the operation is not told of -> look", works, silent, "Get"),
                arguments(
                        "as it should be -> Ready",
                        works,
                        silent.withGet(FOUND),
                        "Finish Ready Succeeded accepted=h1 Done"),
                arguments(
                        "Azure is at work on it -> the operation is asked again",
                        works,
                        silent.withGet(answer(200, "Creating")),
                        "Finish operation=PUT Transient SLOW"),
                arguments(
                        "there is nothing yet -> the operation is asked again",
                        works,
                        silent.withGet(ABSENT),
                        "Finish operation=PUT Transient SLOW"),
                arguments(
                        "new, done, and not shown as sent -> asked once more",
                        other,
                        silent.withGet(FOUND),
                        "Finish Info Reconciling operation=resource Pending[PT30S]"),
                arguments(
                        "a repair, and as it should be -> Ready",
                        repair,
                        silent.withGet(FOUND),
                        "Finish Ready Succeeded accepted=h1 Done"),
                arguments(
                        "with a role by name -> which one it is comes before",
                        named(operation(Form.STATUS)),
                        silent.withGet(FOUND),
                        "LookUp /providers/Microsoft.Authorization/roleDefinitions 2022-04-01"),
                arguments(
                        "nobody knows whether Azure has it -> asked again, nothing is adopted",
                        facts(f -> f.claimNeeded(false).works(UNSURE)),
                        silent.withGet(FOUND),
                        "Finish operation=unsure Transient SLOW"),
                arguments(
                        "an edit, which Azure may not have begun -> the operation is asked again",
                        edit,
                        silent.withGet(FOUND),
                        "Finish accepted=h0 operation=PUT Transient SLOW"),
                arguments(
                        "still so at a resync -> the operation is lost",
                        due,
                        silent.withGet(FOUND),
                        "Finish Info Reconciling accepted=h0 operation=unsure Pending[PT30S]"));
    }

    /** The owner is in trouble meanwhile, and so there is no body to compare. */
    @Test
    void anOperationOfWhichAzureFailsToTellWaitsForWhatIsMissing() {
        var obstructed =
                facts(
                                f ->
                                        f.works(operation(Form.STATUS))
                                                .problem(Problem.waiting("WaitingForOwner", "no")))
                        .with(Optional.empty());
        for (var polled :
                List.of(
                        error(500, "InternalServerError"),
                        error(0, Answer.UNREACHABLE),
                        plain(200, Map.of()))) {
            var done = AzureProgress.NONE.withPoll(polled);
            assertThat(StepText.of(AzureDecision.next(obstructed, done)))
                    .isEqualTo("Finish operation=PUT Transient SLOW");
        }
    }

    /** What says nothing of the operation is no word of its end. */
    @Test
    void aDocumentWithoutAStatusLeavesItToTheResource() {
        var edit = facts(f -> f.claimNeeded(false).accepted("h0").works(operation(Form.STATUS)));
        var silent = AzureProgress.NONE.withPoll(plain(200, Map.of()));
        assertThat(StepText.of(AzureDecision.next(edit, silent))).isEqualTo("Get");
        assertThat(StepText.of(AzureDecision.next(edit, silent.withGet(FOUND))))
                .isEqualTo("Finish accepted=h0 operation=PUT Transient SLOW");
    }

    static Stream<Arguments> broken() {
        var claimed = facts(f -> f.claimNeeded(false));
        var resync = facts(f -> f.claimNeeded(false).ready().accepted("h1").resync());
        return Stream.of("Failed", "Canceled", "Cancelled", "canceled")
                .flatMap(
                        state ->
                                Stream.of(
                                        arguments(
                                                state + " in the answer -> not Ready",
                                                claimed,
                                                AzureProgress.NONE.withPut(answer(200, state)),
                                                "Finish Warning ProvisioningFailed accepted=h1 Transient SLOW +BeginCreateOrUpdate +CreateOrUpdateActionError"),
                                        arguments(
                                                state + " at a resync -> one PUT",
                                                resync,
                                                AzureProgress.NONE.withGet(answer(200, state)),
                                                "Confirm"),
                                        arguments(
                                                state + " again after it -> not Ready",
                                                resync,
                                                AzureProgress.NONE
                                                        .withGet(answer(200, state))
                                                        .withPut(answer(200, state)),
                                                "Finish Warning ProvisioningFailed accepted=h1 Transient SLOW +BeginCreateOrUpdate +CreateOrUpdateActionError"),
                                        arguments(
                                                state + " when it has settled -> not Ready",
                                                facts(f -> f.claimNeeded(false).works(OURS)),
                                                AzureProgress.NONE.withPoll(answer(200, state)),
                                                "Finish Warning ProvisioningFailed accepted=h1 Transient SLOW +CreateOrUpdateActionError")));
    }

    /** A role assignment whose role has a name in the spec. */
    private static AzureFacts named(Operation operation) {
        return facts(
                f ->
                        f.claimNeeded(false)
                                .works(operation)
                                .body(
                                        "/subscriptions/s/providers/Microsoft.Authorization/roleAssignments/n",
                                        Map.of("role", "Reader"),
                                        new LookUp(
                                                "role", LookUp.Subject.BUILT_IN_ROLE, "Reader")));
    }

    /** It would be shown with nothing in its status. */
    @Test
    void aKindThatAzureOnlySaysTheExistenceOfShowsNothing() {
        var waits = facts(f -> f.claimNeeded(false).works(OURS));
        var end =
                (AzureStep.Finish)
                        AzureDecision.next(
                                waits, AzureProgress.NONE.withPoll(plain(204, Map.of())));
        assertThat(end.resource()).isEmpty();
    }

    private static Operation operation(Form form) {
        return new Operation("https://arm/op", "PUT", "h1", form);
    }

    @Test
    void whatIsNotShownAsSentIsNotedFromTheFirstSettledLook() {
        var odd = List.of("properties.createMode");
        var waits = facts(f -> f.claimNeeded(false).works(OURS).drift(odd));
        var end = (AzureStep.Finish) AzureDecision.next(waits, AzureProgress.NONE.withPoll(FOUND));
        assertThat(end.state().notEchoed()).isEqualTo(odd);
    }

    @Test
    void whichHeaderNamedTheOperationIsRemembered() {
        var claimed = facts(f -> f.claimNeeded(false));
        for (boolean document : List.of(true, false)) {
            var accepted =
                    new Answer(
                            202,
                            Map.of(),
                            Optional.of("https://arm/op"),
                            document,
                            Optional.empty(),
                            Optional.empty(),
                            "");
            var end =
                    (AzureStep.Finish)
                            AzureDecision.next(claimed, AzureProgress.NONE.withPut(accepted));
            assertThat(end.state().operation())
                    .contains(operation(document ? Form.STATUS : Form.RESULT));
        }
    }

    @Test
    void aBrokenResourceIsToldWithItsStateAndTheNextTry() {
        var end =
                (AzureStep.Finish)
                        AzureDecision.next(
                                facts(f -> f.claimNeeded(false)),
                                AzureProgress.NONE.withPut(answer(200, "Canceled")));
        assertThat(end.condition().orElseThrow().message())
                .isEqualTo(
                        "Azure accepted the PUT of Type/name name without an error, but shows the resource as Canceled. The resource's activity log in Azure may say why; tried again within 180 s");
        assertThat(end.resource())
                .as("what teams do once for what exists, they do not do for this")
                .isEmpty();
    }
}
