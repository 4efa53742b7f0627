package dev.dragoman.azure.decision;

import static dev.dragoman.azure.decision.Answers.ABSENT;
import static dev.dragoman.azure.decision.Answers.FOUND;
import static dev.dragoman.azure.decision.Answers.accepted;
import static dev.dragoman.azure.decision.Answers.answer;
import static dev.dragoman.azure.decision.Answers.error;
import static dev.dragoman.azure.decision.Answers.failed;
import static dev.dragoman.azure.decision.Answers.plain;
import static dev.dragoman.azure.decision.Answers.poll;
import static dev.dragoman.azure.decision.Answers.withOperation;
import static dev.dragoman.azure.decision.FactsOf.facts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is done next, and why; every row is a sentence. */
class AzureDecisionTest {
    /** A proxy's 404: it has neither a code of Azure nor an id of a request. */
    private static final Answer PAGE =
            new Answer(
                    404,
                    Map.of(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(new Answer.Failure("", "a page", true)),
                    "");

    private static final Problem OWNER = Problem.waiting("WaitingForOwner", "no owner");

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void decides(String why, AzureFacts facts, AzureProgress done, String expected) {
        assertThat(StepText.of(AzureDecision.next(facts, done))).isEqualTo(expected);
    }

    static Stream<Arguments> rows() {
        return Stream.of(creating(), waiting(), settled()).flatMap(rows -> rows);
    }

    private static Stream<Arguments> creating() {
        var fresh = facts(f -> f);
        var claimed = facts(f -> f.claimNeeded(false));
        return Stream.of(
                arguments("nothing is known -> look first", fresh, AzureProgress.NONE, "Get"),
                arguments(
                        "absent -> nothing is sent before the claim is written",
                        fresh,
                        AzureProgress.NONE.withGet(ABSENT),
                        "Claim"),
                arguments(
                        "there already -> nothing is Ready before the claim is written",
                        fresh,
                        AzureProgress.NONE.withGet(FOUND),
                        "Claim"),
                arguments(
                        "no token -> nothing is claimed, the settings may be wrong",
                        fresh,
                        AzureProgress.NONE.withGet(error(0, Answer.AUTHENTICATION)),
                        "Finish Warning AuthenticationFailed Transient SLOW +CreateOrUpdateActionError"),
                arguments(
                        "no right to look -> nothing is claimed",
                        fresh,
                        AzureProgress.NONE.withGet(error(403, "AuthorizationFailed")),
                        "Finish Warning AuthorizationFailed Transient SLOW +CreateOrUpdateActionError"),
                arguments(
                        "a proxy says that it is absent -> nothing is claimed, nothing is sent",
                        fresh,
                        AzureProgress.NONE.withGet(PAGE),
                        "Finish Warning UnknownError Transient SLOW +CreateOrUpdateActionError"),
                arguments(
                        "a proxy says so to an earlier claim -> nothing is sent",
                        claimed,
                        AzureProgress.NONE.withGet(PAGE),
                        "Finish Warning UnknownError Transient SLOW +CreateOrUpdateActionError"),
                arguments(
                        "absent and the intent is written -> create",
                        fresh,
                        AzureProgress.NONE.withClaim().withGet(ABSENT),
                        "Put"),
                arguments(
                        "changed by another since it was looked at -> looked at again, at once",
                        claimed,
                        AzureProgress.NONE.withGet(FOUND).withPut(error(412, "PreconditionFailed")),
                        "Finish Transient FAST"),
                arguments(
                        "claimed by an earlier process, killed before the PUT -> create, no second claim",
                        claimed,
                        AzureProgress.NONE.withGet(ABSENT),
                        "Confirm"),
                arguments(
                        "and it is still wanted -> create",
                        claimed,
                        AzureProgress.NONE.withGet(ABSENT).withConfirmation(),
                        "Put"),
                arguments(
                        "there already and equal -> adopted without a PUT",
                        claimed,
                        AzureProgress.NONE.withGet(FOUND),
                        "Finish Ready Succeeded accepted=h1 Done"),
                arguments(
                        "there already and different -> PUT",
                        facts(f -> f.claimNeeded(false).drift(List.of("tags.a"))),
                        AzureProgress.NONE.withGet(FOUND),
                        "Confirm"),
                arguments(
                        "there already but failed -> PUT repairs",
                        claimed,
                        AzureProgress.NONE.withGet(answer(200, "Failed")),
                        "Confirm"),
                arguments(
                        "Azure is still busy with it -> wait",
                        claimed,
                        AzureProgress.NONE.withGet(answer(200, "Creating")),
                        "Finish Info Reconciling Pending[PT10S]"),
                arguments(
                        "created at once -> Ready",
                        claimed,
                        AzureProgress.NONE.withGet(ABSENT).withPut(answer(201, "Succeeded")),
                        "Finish Ready Succeeded accepted=h1 Done +BeginCreateOrUpdate"),
                arguments(
                        "accepted, to be polled -> remember the operation",
                        claimed,
                        AzureProgress.NONE.withPut(accepted(17)),
                        "Finish Info Reconciling operation=PUT Pending[PT17S] +BeginCreateOrUpdate"),
                arguments(
                        "refused for its content -> Error, no blind retry",
                        claimed,
                        AzureProgress.NONE.withPut(error(400, "LocationRequired")),
                        "Finish Error LocationRequired Fatal +CreateOrUpdateActionError"),
                arguments(
                        "refused for a state that passes -> Warning and backoff",
                        claimed,
                        AzureProgress.NONE.withPut(error(409, "AnotherOperationInProgress")),
                        "Finish Warning AnotherOperationInProgress Transient SLOW +CreateOrUpdateActionError"),
                arguments(
                        "the look is refused -> shown",
                        claimed,
                        AzureProgress.NONE.withGet(error(403, "AuthorizationFailed")),
                        "Finish Warning AuthorizationFailed Transient SLOW +CreateOrUpdateActionError"),
                arguments(
                        "accepted, nothing to poll -> the resource tells",
                        claimed,
                        AzureProgress.NONE.withPut(accepted()),
                        "Finish Info Reconciling operation=resource Pending[PT10S] +BeginCreateOrUpdate"),
                arguments(
                        "made, but Azure is busy with it -> wait",
                        claimed,
                        AzureProgress.NONE.withPut(answer(201, "Creating")),
                        "Finish Info Reconciling operation=resource Pending[PT10S] +BeginCreateOrUpdate"),
                arguments(
                        "an operation is named, yet the resource is done -> no poll",
                        claimed,
                        AzureProgress.NONE.withPut(withOperation(FOUND)),
                        "Finish Ready Succeeded accepted=h1 Done +BeginCreateOrUpdate"),
                arguments(
                        "an operation is named, and the resource is not done -> poll",
                        claimed,
                        AzureProgress.NONE.withPut(withOperation(answer(200, "Updating"))),
                        "Finish Info Reconciling operation=PUT Pending[PT10S] +BeginCreateOrUpdate"),
                arguments(
                        "an operation is named with 201 -> poll, whatever the body says",
                        claimed,
                        AzureProgress.NONE.withPut(withOperation(answer(201, "Succeeded"))),
                        "Finish Info Reconciling operation=PUT Pending[PT10S] +BeginCreateOrUpdate"),
                arguments(
                        "an operation is named and the answer is no resource -> poll",
                        claimed,
                        AzureProgress.NONE.withPut(
                                withOperation(
                                        plain(
                                                200,
                                                Map.of(
                                                        "properties",
                                                        Map.of(
                                                                "provisioningState",
                                                                "Succeeded"))))),
                        "Finish Info Reconciling operation=PUT Pending[PT10S] +BeginCreateOrUpdate"),
                arguments(
                        "done without a word -> read it",
                        claimed,
                        AzureProgress.NONE.withPut(plain(200, Map.of())),
                        "Get"),
                arguments(
                        "done without a word, and read -> Ready",
                        claimed,
                        AzureProgress.NONE.withPut(plain(200, Map.of())).withGet(FOUND),
                        "Finish Ready Succeeded accepted=h1 Done +BeginCreateOrUpdate"),
                arguments(
                        "done without a word, but it cannot be read -> shown",
                        claimed,
                        AzureProgress.NONE
                                .withPut(plain(200, Map.of()))
                                .withGet(error(403, "AuthorizationFailed")),
                        "Finish Warning AuthorizationFailed operation=resource Transient SLOW +CreateOrUpdateActionError"),
                arguments(
                        "done without a word, and it shows a failure -> said, no PUT again in this reconciliation",
                        claimed,
                        AzureProgress.NONE
                                .withPut(plain(200, Map.of()))
                                .withGet(answer(200, "Failed")),
                        "Finish Warning ProvisioningFailed accepted=h1 Transient SLOW +BeginCreateOrUpdate +CreateOrUpdateActionError"),
                arguments(
                        "done without a word, and Azure is busy with it -> wait",
                        claimed,
                        AzureProgress.NONE
                                .withPut(plain(200, Map.of()))
                                .withGet(answer(200, "Updating")),
                        "Finish Info Reconciling operation=resource Pending[PT10S] +BeginCreateOrUpdate"),
                arguments(
                        "owner is not there -> wait for it, send nothing",
                        facts(f -> f.problem(Problem.waiting("WaitingForOwner", "no owner"))),
                        AzureProgress.NONE,
                        "Finish Warning WaitingForOwner Transient FAST +DetermineCreateOrUpdateActionError"),
                arguments(
                        "owner in trouble while Azure works -> the operation is asked for",
                        facts(f -> f.problem(OWNER).operation("PUT")),
                        AzureProgress.NONE,
                        "Poll"),
                arguments(
                        "owner in trouble, Azure still works -> wait",
                        facts(f -> f.problem(OWNER).operation("PUT")),
                        AzureProgress.NONE.withPoll(poll("InProgress")),
                        "Finish operation=PUT Pending[PT10S]"),
                arguments(
                        "owner in trouble, Azure is done -> remembered, then the owner's trouble",
                        facts(f -> f.problem(OWNER).operation("PUT")),
                        AzureProgress.NONE.withPoll(poll("Succeeded")),
                        "Finish Warning WaitingForOwner operation=resource Transient FAST +CreateOrUpdateActionError"),
                arguments(
                        "owner in trouble, Azure failed -> its code, the operation is forgotten",
                        facts(f -> f.problem(OWNER).operation("PUT")),
                        AzureProgress.NONE.withPoll(failed("SkuNotAvailable")),
                        "Finish Warning SkuNotAvailable Fatal +CreateOrUpdateActionError"),
                arguments(
                        "owner in trouble, the operation is lost -> the owner's trouble",
                        facts(f -> f.problem(OWNER).operation("PUT")),
                        AzureProgress.NONE.withPoll(error(404, "NotFound")),
                        "Finish Warning WaitingForOwner operation=unsure Transient FAST +CreateOrUpdateActionError"),
                arguments(
                        "owner in trouble, a deletion was begun -> only the owner's trouble",
                        facts(f -> f.problem(OWNER).operation("DELETE")),
                        AzureProgress.NONE,
                        "Finish Warning WaitingForOwner operation=DELETE Transient FAST +DetermineCreateOrUpdateActionError"),
                arguments(
                        "not ours to send -> the operation is not asked for either",
                        facts(
                                f ->
                                        f.problem(Problem.error("CredentialNotSupported", "no"))
                                                .operation("PUT")),
                        AzureProgress.NONE,
                        "Finish Error CredentialNotSupported operation=PUT Fatal +DetermineCreateOrUpdateActionError"),
                arguments(
                        "another operator's object -> hands off",
                        facts(f -> f.foreign("elsewhere")),
                        AzureProgress.NONE,
                        "Finish Done +Overlap"));
    }

    private static Stream<Arguments> waiting() {
        var running = facts(f -> f.claimNeeded(false).operation("PUT"));
        var polled = AzureProgress.NONE.withPoll(poll("InProgress"));
        return Stream.of(
                arguments(
                        "an operation is remembered -> poll, never a second PUT",
                        running,
                        AzureProgress.NONE,
                        "Poll"),
                arguments(
                        "an event before Retry-After is over -> no poll",
                        facts(f -> f.claimNeeded(false).operation("PUT").pollWait(5)),
                        AzureProgress.NONE,
                        "Finish operation=PUT Pending[PT5S]"),
                arguments(
                        "still running -> no write",
                        running,
                        polled,
                        "Finish operation=PUT Pending[PT10S]"),
                arguments(
                        "still running, and what is shown is over -> it is not shown any more",
                        facts(
                                f ->
                                        f.claimNeeded(false)
                                                .operation("PUT")
                                                .shows("CredentialNotFound")),
                        polled,
                        "Finish Info Reconciling operation=PUT Pending[PT10S]"),
                arguments(
                        "done -> read what came of it",
                        running,
                        AzureProgress.NONE.withPoll(poll("Succeeded")),
                        "Get"),
                arguments(
                        "done and read -> Ready",
                        running,
                        AzureProgress.NONE.withPoll(poll("Succeeded")).withGet(FOUND),
                        "Finish Ready Succeeded accepted=h1 Done"),
                arguments(
                        "edited while Azure was busy -> claim the new generation, then PUT",
                        facts(f -> f.claimNeeded(false).operation("PUT").hash("h2").reconciled(0)),
                        AzureProgress.NONE.withPoll(poll("Succeeded")).withGet(FOUND),
                        "Claim"),
                arguments(
                        "failed -> its own code, operation forgotten",
                        running,
                        AzureProgress.NONE.withPoll(failed("SkuNotAvailable")),
                        "Finish Warning SkuNotAvailable Fatal +CreateOrUpdateActionError"),
                arguments(
                        "the operation is unknown to Azure -> ask the resource",
                        running,
                        AzureProgress.NONE.withPoll(error(404, "NotFound")),
                        "Get"),
                arguments(
                        "the operation was lost and nothing was made -> wait, then start over",
                        running,
                        AzureProgress.NONE.withPoll(error(404, "NotFound")).withGet(ABSENT),
                        "Finish Info Reconciling operation=unsure Pending[PT10S]"),
                arguments(
                        "done, but it shows a failure -> said, and sent again with pauses",
                        running,
                        AzureProgress.NONE
                                .withPoll(poll("Succeeded"))
                                .withGet(answer(200, "Failed")),
                        "Finish Warning ProvisioningFailed accepted=h1 Transient SLOW +CreateOrUpdateActionError"),
                arguments(
                        "done, but Azure is busy with it -> wait, what it accepted is remembered",
                        running,
                        AzureProgress.NONE
                                .withPoll(poll("Succeeded"))
                                .withGet(answer(200, "Updating")),
                        "Finish Info Reconciling operation=resource Pending[PT10S]"),
                arguments(
                        "done, but it cannot be read -> shown, what it accepted is remembered",
                        running,
                        AzureProgress.NONE
                                .withPoll(poll("Succeeded"))
                                .withGet(error(403, "AuthorizationFailed")),
                        "Finish Warning AuthorizationFailed operation=resource Transient SLOW +CreateOrUpdateActionError"),
                arguments(
                        "the operation was lost, and it is there and equal -> adopted",
                        running,
                        AzureProgress.NONE.withPoll(error(404, "NotFound")).withGet(FOUND),
                        "Finish Ready Succeeded accepted=h1 Done"),
                arguments(
                        "the operation of an edit was lost -> one wait, whatever Azure shows",
                        facts(f -> f.claimNeeded(false).accepted("h0").operation("PUT")),
                        AzureProgress.NONE.withPoll(error(404, "NotFound")).withGet(FOUND),
                        "Finish Info Reconciling accepted=h0 operation=unsure Pending[PT30S]"),
                arguments(
                        "throttled while polling -> keep waiting, no write",
                        running,
                        AzureProgress.NONE.withPoll(error(429, "TooManyRequests")),
                        "Finish operation=PUT Transient SLOW"));
    }

    private static Stream<Arguments> settled() {
        var settled = facts(f -> f.claimNeeded(false).ready().accepted("h1"));
        var resync = facts(f -> f.claimNeeded(false).ready().accepted("h1").resync());
        var missed =
                facts(
                        f ->
                                f.claimNeeded(false)
                                        .ready()
                                        .accepted("h1")
                                        .works(OwnState.Operation.ofLook())
                                        .shows("Succeeded"));
        return Stream.of(
                arguments(
                        "nothing changed -> nothing is asked",
                        settled,
                        AzureProgress.NONE,
                        "Finish accepted=h1 Done"),
                arguments("resync -> one look", resync, AzureProgress.NONE, "Get"),
                arguments(
                        "resync, equal -> Ready as before",
                        resync,
                        AzureProgress.NONE.withGet(FOUND),
                        "Finish Ready Succeeded accepted=h1 Done"),
                arguments(
                        "resync, changed in Azure -> one PUT, no claim",
                        facts(
                                f ->
                                        f.claimNeeded(false)
                                                .ready()
                                                .accepted("h1")
                                                .resync()
                                                .drift(List.of("x"))),
                        AzureProgress.NONE.withGet(FOUND),
                        "Confirm"),
                arguments(
                        "resync, not found -> asked again after a pause",
                        resync,
                        AzureProgress.NONE.withGet(ABSENT),
                        "Finish accepted=h1 operation=GET by resource Pending[PT3S]"),
                arguments("after the pause -> asked again", missed, AzureProgress.NONE, "Poll"),
                arguments(
                        "not found again -> created again",
                        missed,
                        AzureProgress.NONE.withPoll(ABSENT),
                        "Confirm"),
                arguments(
                        "after the pause, a proxy says so -> still Ready, nothing is sent",
                        missed,
                        AzureProgress.NONE.withPoll(PAGE),
                        "Finish accepted=h1 Transient SLOW"),
                arguments(
                        "resync, a proxy says that it is absent -> still Ready, tried again",
                        resync,
                        AzureProgress.NONE.withGet(PAGE),
                        "Finish accepted=h1 Transient SLOW"),
                arguments(
                        "after the pause, the subscription is not found -> told, nothing is sent",
                        missed,
                        AzureProgress.NONE.withPoll(error(404, "SubscriptionNotFound")),
                        "Finish Warning SubscriptionNotFound accepted=h1 operation=GET by resource Fatal +CreateOrUpdateActionError"),
                arguments(
                        "found -> one 404 was wrong, nothing is sent",
                        missed,
                        AzureProgress.NONE.withPoll(FOUND),
                        "Finish Ready Succeeded accepted=h1 Done"),
                arguments(
                        "no answer -> still Ready",
                        missed,
                        AzureProgress.NONE.withPoll(
                                Answer.failure(Answer.UNREACHABLE, "down", true)),
                        "Finish accepted=h1 Transient SLOW"),
                arguments(
                        "resync while Azure is down -> still Ready, tried again",
                        resync,
                        AzureProgress.NONE.withGet(
                                Answer.failure(Answer.UNREACHABLE, "down", true)),
                        "Finish accepted=h1 Transient SLOW"),
                arguments(
                        "resync while the credential changes -> still Ready, tried again",
                        resync,
                        AzureProgress.NONE.withGet(
                                Answer.failure(Answer.CREDENTIAL_CHANGED, "not sent", false)),
                        "Finish accepted=h1 Transient SLOW"),
                arguments(
                        "resync while Azure has a fault of its own -> still Ready, tried again",
                        resync,
                        AzureProgress.NONE.withGet(error(500, "InternalServerError")),
                        "Finish accepted=h1 Transient SLOW"),
                arguments(
                        "resync while Azure throttles -> still Ready, tried again",
                        resync,
                        AzureProgress.NONE.withGet(error(429, Answer.THROTTLED)),
                        "Finish accepted=h1 Transient SLOW"),
                arguments(
                        "resync without the right to look -> no longer Ready",
                        resync,
                        AzureProgress.NONE.withGet(error(403, "AuthorizationFailed")),
                        "Finish Warning AuthorizationFailed accepted=h1 Transient SLOW +CreateOrUpdateActionError"),
                arguments(
                        "not Ready, and Azure is down -> said",
                        facts(f -> f.claimNeeded(false).accepted("h1")),
                        AzureProgress.NONE.withGet(
                                Answer.failure(Answer.UNREACHABLE, "down", true)),
                        "Finish Warning AzureUnreachable accepted=h1 Transient SLOW +CreateOrUpdateActionError"),
                arguments(
                        "resync, what Azure never shows as sent is no drift",
                        facts(
                                f ->
                                        f.claimNeeded(false)
                                                .ready()
                                                .accepted("h1")
                                                .notEchoed("x", "y")
                                                .resync()
                                                .drift(List.of("x"))),
                        AzureProgress.NONE.withGet(FOUND),
                        "Finish Ready Succeeded accepted=h1 Done"),
                arguments(
                        "edited -> the new intent is written, then sent without a look",
                        facts(f -> f.claimNeeded(false).ready().accepted("h0").reconciled(0)),
                        AzureProgress.NONE,
                        "Claim"),
                arguments(
                        "edited and claimed -> PUT",
                        facts(f -> f.claimNeeded(false).accepted("h0").reconciled(0)),
                        AzureProgress.NONE.withClaim(),
                        "Put"));
    }
}
