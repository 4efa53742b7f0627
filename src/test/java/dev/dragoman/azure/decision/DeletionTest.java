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

import dev.dragoman.azure.decision.AzureFacts.Policy;
import dev.dragoman.capability.status.Condition.Severity;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is done with an object that is being deleted; every row is a sentence. */
class DeletionTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void decides(String why, AzureFacts facts, AzureProgress done, String expected) {
        assertThat(StepText.of(AzureDecision.next(facts, done))).isEqualTo(expected);
    }

    static Stream<Arguments> rows() {
        var deleting = facts(f -> f.claimNeeded(false).deleting());
        var reading = new OwnState.Operation("", "DELETE", "", OwnState.Operation.Form.RESOURCE);
        return Stream.of(
                arguments("deleted by its user -> DELETE", deleting, AzureProgress.NONE, "Delete"),
                arguments(
                        "gone already -> release",
                        deleting,
                        AzureProgress.NONE.withDelete(ABSENT),
                        "Release"),
                arguments(
                        "a 404 about something else -> not gone",
                        deleting,
                        AzureProgress.NONE.withDelete(error(404, "SubscriptionNotFound")),
                        "Finish Warning SubscriptionNotFound Transient SLOW +DeleteActionError"),
                arguments(
                        "absent while a lost request may still make it -> look again",
                        facts(f -> f.claimNeeded(false).deleting().doubt(Duration.ofSeconds(90))),
                        AzureProgress.NONE.withDelete(ABSENT),
                        "Finish Info Deleting Pending[PT10S] +BeginDelete"),
                arguments(
                        "its operation cannot be asked for, for want of a right -> shown",
                        facts(f -> f.claimNeeded(false).deleting().operation("DELETE")),
                        AzureProgress.NONE.withPoll(error(403, "AuthorizationFailed")),
                        "Finish Warning AuthorizationFailed operation=DELETE Transient SLOW +DeleteActionError"),
                arguments(
                        "accepted -> remember and poll",
                        deleting,
                        AzureProgress.NONE.withDelete(accepted(15)),
                        "Finish Info Deleting operation=DELETE Pending[PT15S] +BeginDelete"),
                arguments(
                        "deletion ended -> release",
                        facts(f -> f.claimNeeded(false).deleting().operation("DELETE")),
                        AzureProgress.NONE.withPoll(plain(200, Map.of())),
                        "Release"),
                arguments(
                        "deletion ended with the resource itself in the answer -> look",
                        facts(f -> f.claimNeeded(false).deleting().operation("DELETE")),
                        AzureProgress.NONE.withPoll(FOUND),
                        "Get"),
                arguments(
                        "with the resource in the answer, and it is there -> wait, then DELETE",
                        facts(f -> f.claimNeeded(false).deleting().operation("DELETE")),
                        AzureProgress.NONE.withPoll(FOUND).withGet(FOUND),
                        "Finish Info Deleting Pending[PT10S]"),
                arguments(
                        "with the resource in the answer, and it is gone -> release",
                        facts(f -> f.claimNeeded(false).deleting().operation("DELETE")),
                        AzureProgress.NONE.withPoll(FOUND).withGet(ABSENT),
                        "Release"),
                arguments(
                        "an error without a status is no end that is good",
                        facts(f -> f.claimNeeded(false).deleting().operation("DELETE")),
                        AzureProgress.NONE.withPoll(
                                plain(
                                        200,
                                        Map.of("error", Map.of("code", "InUse", "message", "no")))),
                        "Finish Warning InUse Transient SLOW +DeleteActionError"),
                arguments(
                        "a redirect says nothing of the deletion -> asked again",
                        facts(f -> f.claimNeeded(false).deleting().operation("DELETE")),
                        AzureProgress.NONE.withPoll(error(302, "")),
                        "Finish operation=DELETE Transient SLOW"),
                arguments(
                        "a document without a status -> look",
                        facts(f -> f.deleting().works(documented())),
                        AzureProgress.NONE.withPoll(plain(200, Map.of())),
                        "Get"),
                arguments(
                        "a document without a status, and it is there -> asked again",
                        facts(f -> f.deleting().works(documented())),
                        AzureProgress.NONE.withPoll(plain(200, Map.of())).withGet(FOUND),
                        "Finish operation=DELETE Transient SLOW"),
                arguments(
                        "answered 200 with an operation -> remember and poll",
                        deleting,
                        AzureProgress.NONE.withDelete(withOperation(plain(200, Map.of()))),
                        "Finish Info Deleting operation=DELETE Pending[PT10S] +BeginDelete"),
                arguments(
                        "refused -> look whether there is anything",
                        deleting,
                        AzureProgress.NONE.withDelete(error(409, "ScopeLocked")),
                        "Get"),
                arguments(
                        "a name that Azure never takes -> look whether there is anything",
                        deleting,
                        AzureProgress.NONE.withDelete(error(400, "InvalidName")),
                        "Get"),
                arguments(
                        "changed since it was looked at -> looked at again, at once",
                        deleting,
                        AzureProgress.NONE.withDelete(error(412, "PreconditionFailed")),
                        "Finish Transient FAST"),
                arguments(
                        "refused, and it is there -> Warning, retried",
                        deleting,
                        AzureProgress.NONE.withDelete(error(409, "ScopeLocked")).withGet(FOUND),
                        "Finish Warning ScopeLocked Transient SLOW +DeleteActionError"),
                arguments(
                        "a name that Azure never takes, and there is nothing -> release",
                        deleting,
                        AzureProgress.NONE.withDelete(error(400, "InvalidName")).withGet(ABSENT),
                        "Release"),
                arguments(
                        "refused, and the look says nothing of the resource -> Warning, retried",
                        deleting,
                        AzureProgress.NONE
                                .withDelete(error(403, "AuthorizationFailed"))
                                .withGet(error(404, "SubscriptionNotFound")),
                        "Finish Warning AuthorizationFailed Transient SLOW +DeleteActionError"),
                arguments(
                        "refused while a lost request may still make it -> look again",
                        facts(f -> f.claimNeeded(false).deleting().doubt(Duration.ofSeconds(90))),
                        AzureProgress.NONE.withDelete(error(400, "InvalidName")).withGet(ABSENT),
                        "Finish Info Deleting Pending[PT10S] +BeginDelete"),
                arguments(
                        "throttled -> Warning, retried, no look",
                        deleting,
                        AzureProgress.NONE.withDelete(error(429, "RetryableError")),
                        "Finish Warning RetryableError Transient SLOW +DeleteActionError"),
                arguments(
                        "Azure away -> Warning, retried, no look",
                        deleting,
                        AzureProgress.NONE.withDelete(error(0, Answer.UNREACHABLE)),
                        "Finish Warning AzureUnreachable Transient SLOW +DeleteActionError"),
                arguments(
                        "policy detach-on-delete -> Azure keeps it",
                        facts(f -> f.deleting().policy(Policy.DETACH_ON_DELETE)),
                        AzureProgress.NONE,
                        "Release"),
                arguments(
                        "its CRD is being removed -> Azure keeps it",
                        facts(f -> f.deleting().detaching()),
                        AzureProgress.NONE,
                        "Release, children stay"),
                arguments(
                        "never claimed -> nothing of ours is in Azure",
                        facts(f -> f.deleting().unclaimed()),
                        AzureProgress.NONE,
                        "Release"),
                arguments(
                        "released -> done",
                        deleting,
                        AzureProgress.NONE.withRelease(),
                        "Finish Done"),
                arguments(
                        "never claimed, and of a kind that nobody serves -> says what to do",
                        facts(
                                f ->
                                        f.deleting()
                                                .unclaimed()
                                                .problem(Problem.notServed("K.g", true))),
                        AzureProgress.NONE,
                        "Finish Warning NotServed Transient SLOW +DetermineDeleteActionError"),
                arguments(
                        "never claimed, whatever else is wrong -> nothing of ours is in Azure",
                        facts(f -> f.deleting().unclaimed().problem(noCredential())),
                        AzureProgress.NONE,
                        "Release"),
                arguments(
                        "released by its policy -> says that the resource stays",
                        facts(f -> f.deleting().policy(Policy.DETACH_ON_DELETE)),
                        AzureProgress.NONE.withRelease(),
                        "Finish Done +Detached"),
                arguments(
                        "released by its policy, and nothing was made -> nothing to say",
                        facts(f -> f.deleting().unclaimed().policy(Policy.DETACH_ON_DELETE)),
                        AzureProgress.NONE.withRelease(),
                        "Finish Done"),
                arguments(
                        "released with its CRD, whatever the policy -> nothing to say",
                        facts(f -> f.deleting().detaching().policy(Policy.SKIP)),
                        AzureProgress.NONE.withRelease(),
                        "Finish Done"),
                arguments(
                        "no credential -> stays, retried",
                        facts(f -> f.deleting().problem(noCredential())),
                        AzureProgress.NONE,
                        "Finish Warning CredentialNotFound Transient SLOW +DetermineDeleteActionError"),
                arguments(
                        "no credential, policy detach-on-delete -> released, Azure is not asked",
                        facts(
                                f ->
                                        f.deleting()
                                                .problem(noCredential())
                                                .policy(Policy.DETACH_ON_DELETE)),
                        AzureProgress.NONE,
                        "Release"),
                arguments(
                        "Azure cannot delete it, its owner goes -> release",
                        facts(f -> f.deleting().noDelete().ownerGone()),
                        AzureProgress.NONE,
                        "Release"),
                arguments(
                        "our finalizer is not on it -> nothing to do",
                        facts(f -> f.deleting().held(false)),
                        AzureProgress.NONE,
                        "Finish Done"),
                arguments(
                        "policy skip -> Azure keeps it",
                        facts(f -> f.deleting().policy(Policy.SKIP)),
                        AzureProgress.NONE,
                        "Release"),
                arguments(
                        "it may not be deleted -> Warning, whatever the problem's severity",
                        facts(f -> f.deleting().problem(Problem.error("Tenancy", "others below"))),
                        AzureProgress.NONE,
                        "Finish Warning Tenancy Transient SLOW +DetermineDeleteActionError"),
                arguments(
                        "deleted while its creation runs -> DELETE, the creation is not asked for",
                        facts(f -> f.deleting().operation("PUT")),
                        AzureProgress.NONE,
                        "Delete"),
                arguments(
                        "deleted while its creation runs, accepted -> told, the deletion is remembered",
                        facts(f -> f.deleting().operation("PUT")),
                        AzureProgress.NONE.withDelete(accepted(15)),
                        "Finish Info Deleting operation=DELETE Pending[PT15S] +BeginDelete"),
                arguments(
                        "its deletion runs -> poll",
                        facts(f -> f.deleting().operation("DELETE")),
                        AzureProgress.NONE,
                        "Poll"),
                arguments(
                        "still being deleted -> wait, told once only",
                        facts(f -> f.deleting().operation("DELETE")),
                        AzureProgress.NONE.withPoll(poll("InProgress")),
                        "Finish Info Deleting operation=DELETE Pending[PT10S]"),
                arguments(
                        "Azure fails to tell of the operation -> look",
                        facts(f -> f.deleting().operation("DELETE")),
                        AzureProgress.NONE.withPoll(error(500, "InternalServerError")),
                        "Get"),
                arguments(
                        "fails to tell, and it is gone -> release",
                        facts(f -> f.deleting().operation("DELETE")),
                        AzureProgress.NONE
                                .withPoll(error(500, "InternalServerError"))
                                .withGet(ABSENT),
                        "Release"),
                arguments(
                        "fails to tell, and it is there -> the operation is asked again",
                        facts(f -> f.deleting().operation("DELETE")),
                        AzureProgress.NONE
                                .withPoll(error(500, "InternalServerError"))
                                .withGet(FOUND),
                        "Finish operation=DELETE Transient SLOW"),
                arguments(
                        "fails to tell, it is there and still so at a resync -> DELETE again",
                        facts(f -> f.deleting().operation("DELETE").resync()),
                        AzureProgress.NONE
                                .withPoll(error(500, "InternalServerError"))
                                .withGet(FOUND),
                        "Delete"),
                arguments(
                        "fails to tell, and Azure is at work on it at a resync -> asked again",
                        facts(f -> f.deleting().operation("DELETE").resync()),
                        AzureProgress.NONE
                                .withPoll(error(500, "InternalServerError"))
                                .withGet(answer(200, "Deleting")),
                        "Finish operation=DELETE Transient SLOW"),
                arguments(
                        "Azure has forgotten the operation -> the resource is read after a pause",
                        facts(f -> f.deleting().operation("DELETE")),
                        AzureProgress.NONE.withPoll(error(404, "NotFound")),
                        "Finish operation=DELETE by resource Pending[PT30S]"),
                arguments(
                        "it is gone -> release",
                        facts(f -> f.deleting().works(reading)),
                        AzureProgress.NONE.withPoll(ABSENT),
                        "Release"),
                arguments(
                        "it is there -> the DELETE comes again after a pause",
                        facts(f -> f.deleting().works(reading)),
                        AzureProgress.NONE.withPoll(FOUND).withGet(FOUND),
                        "Finish Info Deleting Pending[PT10S]"),
                arguments(
                        "it was there, DELETE says it is not -> a GET must say so too",
                        facts(f -> f.deleting().accepted("h1")),
                        AzureProgress.NONE.withDelete(ABSENT),
                        "Get"),
                arguments(
                        "the GET says so too -> release",
                        facts(f -> f.deleting().accepted("h1")),
                        AzureProgress.NONE.withDelete(ABSENT).withGet(ABSENT),
                        "Release"),
                arguments(
                        "the GET finds it -> the DELETE comes again after a pause",
                        facts(f -> f.deleting().accepted("h1")),
                        AzureProgress.NONE.withDelete(answer(204, "")).withGet(FOUND),
                        "Finish Info Deleting accepted=h1 Pending[PT10S] +BeginDelete"),
                arguments(
                        "Azure failed to delete it -> its code, the operation is forgotten",
                        facts(f -> f.deleting().operation("DELETE")),
                        AzureProgress.NONE.withPoll(failed("InUse")),
                        "Finish Warning InUse Transient SLOW +DeleteActionError"),
                arguments(
                        "deleted at once -> release",
                        deleting,
                        AzureProgress.NONE.withDelete(answer(204, "")),
                        "Release"),
                arguments(
                        "nothing to delete, while a lost request may still make it -> look again",
                        facts(f -> f.claimNeeded(false).deleting().doubt(Duration.ofSeconds(90))),
                        AzureProgress.NONE.withDelete(answer(204, "")),
                        "Finish Info Deleting Pending[PT10S] +BeginDelete"),
                arguments(
                        "deleted at once, so the lost request has made it -> release",
                        facts(f -> f.claimNeeded(false).deleting().doubt(Duration.ofSeconds(90))),
                        AzureProgress.NONE.withDelete(answer(200, "")),
                        "Release"),
                arguments(
                        "accepted and gone, while a lost request may still make it -> look again",
                        facts(f -> f.claimNeeded(false).deleting().doubt(Duration.ofSeconds(90))),
                        AzureProgress.NONE.withDelete(accepted()).withGet(ABSENT),
                        "Finish Info Deleting Pending[PT10S] +BeginDelete"),
                arguments(
                        "accepted, nothing to poll -> the resource tells",
                        deleting,
                        AzureProgress.NONE.withDelete(accepted()),
                        "Get"),
                arguments(
                        "accepted, nothing to poll, still there -> wait",
                        deleting,
                        AzureProgress.NONE.withDelete(accepted()).withGet(FOUND),
                        "Finish Info Deleting Pending[PT10S] +BeginDelete"),
                arguments(
                        "accepted, nothing to poll, gone -> release",
                        deleting,
                        AzureProgress.NONE.withDelete(accepted()).withGet(ABSENT),
                        "Release"),
                arguments(
                        "Azure cannot delete it -> look whether it is there",
                        facts(f -> f.deleting().noDelete()),
                        AzureProgress.NONE,
                        "Get"),
                arguments(
                        "Azure cannot delete it, and it is gone -> release",
                        facts(f -> f.deleting().noDelete()),
                        AzureProgress.NONE.withGet(ABSENT),
                        "Release"),
                arguments(
                        "Azure cannot delete it, nor show it -> Warning, retried",
                        facts(f -> f.deleting().noDelete()),
                        AzureProgress.NONE.withGet(error(403, "AuthorizationFailed")),
                        "Finish Warning AuthorizationFailed Transient SLOW +DeleteActionError"),
                arguments(
                        "Azure cannot delete it, its owner stays -> says what to do",
                        facts(f -> f.deleting().noDelete()),
                        AzureProgress.NONE.withGet(FOUND),
                        "Finish Warning DeletionNotSupportedInAzure Fatal +NotPossibleInAzure"));
    }

    private static OwnState.Operation documented() {
        return new OwnState.Operation(
                "https://arm/op", "DELETE", "", OwnState.Operation.Form.STATUS);
    }

    private static Problem noCredential() {
        return new Problem(
                "CredentialNotFound",
                Severity.WARNING,
                "AZURE_CLIENT_ID is not set",
                Problem.Retry.SLOW,
                Optional.empty());
    }

    @Test
    void whatIsDetachedIsNamedWithItsPolicy() {
        var left = facts(f -> f.deleting().policy(Policy.DETACH_ON_DELETE));
        var end = (AzureStep.Finish) AzureDecision.next(left, AzureProgress.NONE.withRelease());
        assertThat(end.notes())
                .containsExactly(
                        new AzureEvent(
                                false,
                                "Detached",
                                "the object is gone, but /r stays in Azure: the reconcile policy is detach-on-delete"));
    }
}
