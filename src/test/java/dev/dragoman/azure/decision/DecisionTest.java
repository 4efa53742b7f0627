package dev.dragoman.azure.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.azure.decision.Facts.Policy;
import dev.dragoman.reconcile.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is done next, and why; every row is a sentence. */
class DecisionTest {
    private static final Answer FOUND = answer(200, "Succeeded");
    private static final Problem OWNER = Problem.waiting("WaitingForOwner", "no owner");
    private static final Answer ABSENT = error(404, "ResourceNotFound");

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void decides(String why, Facts facts, Progress done, String expected) {
        assertThat(text(Decision.next(facts, done))).isEqualTo(expected);
    }

    static Stream<Arguments> rows() {
        return Stream.of(creating(), waiting(), settled(), deleting()).flatMap(rows -> rows);
    }

    private static Stream<Arguments> creating() {
        var fresh = facts(f -> f);
        var claimed = facts(f -> f.claimNeeded(false));
        return Stream.of(
                arguments(
                        "nothing is sent before the claim is written",
                        fresh,
                        Progress.NONE,
                        "Claim"),
                arguments("claimed -> look first", fresh, Progress.NONE.withClaim(), "Get"),
                arguments(
                        "absent and the intent is written -> create",
                        fresh,
                        Progress.NONE.withClaim().withGet(ABSENT),
                        "Put"),
                arguments(
                        "claimed by an earlier process, killed before the PUT -> create, no second claim",
                        claimed,
                        Progress.NONE.withGet(ABSENT),
                        "Confirm"),
                arguments(
                        "and it is still wanted -> create",
                        claimed,
                        Progress.NONE.withGet(ABSENT).withConfirmation(),
                        "Put"),
                arguments(
                        "there already and equal -> adopted without a PUT",
                        claimed,
                        Progress.NONE.withGet(FOUND),
                        "Finish Ready Succeeded accepted=h1 Done"),
                arguments(
                        "there already and different -> PUT",
                        facts(f -> f.claimNeeded(false).drift(List.of("tags.a"))),
                        Progress.NONE.withGet(FOUND),
                        "Confirm"),
                arguments(
                        "there already but failed -> PUT repairs",
                        claimed,
                        Progress.NONE.withGet(answer(200, "Failed")),
                        "Confirm"),
                arguments(
                        "Azure is still busy with it -> wait",
                        claimed,
                        Progress.NONE.withGet(answer(200, "Creating")),
                        "Finish Info Reconciling RequeueAfter[after=PT10S]"),
                arguments(
                        "created at once -> Ready",
                        claimed,
                        Progress.NONE.withGet(ABSENT).withPut(answer(201, "Succeeded")),
                        "Finish Ready Succeeded accepted=h1 Done +BeginCreateOrUpdate"),
                arguments(
                        "accepted, to be polled -> remember the operation",
                        claimed,
                        Progress.NONE.withPut(accepted(17)),
                        "Finish Info Reconciling operation=PUT RequeueAfter[after=PT17S] +BeginCreateOrUpdate"),
                arguments(
                        "refused for its content -> Error, no blind retry",
                        claimed,
                        Progress.NONE.withPut(error(400, "LocationRequired")),
                        "Finish Error LocationRequired Fatal +CreateOrUpdateActionError"),
                arguments(
                        "refused for a state that passes -> Warning and backoff",
                        claimed,
                        Progress.NONE.withPut(error(409, "AnotherOperationInProgress")),
                        "Finish Warning AnotherOperationInProgress Transient SLOW +CreateOrUpdateActionError"),
                arguments(
                        "provider not registered -> register",
                        claimed,
                        Progress.NONE.withPut(error(409, "MissingSubscriptionRegistration")),
                        "Register"),
                arguments(
                        "its provider is not even registered for a look -> register it",
                        fresh,
                        Progress.NONE
                                .withClaim()
                                .withGet(error(409, "MissingSubscriptionRegistration")),
                        "Register"),
                arguments(
                        "owner is not there -> wait for it, send nothing",
                        facts(f -> f.problem(Problem.waiting("WaitingForOwner", "no owner"))),
                        Progress.NONE,
                        "Finish Warning WaitingForOwner Transient FAST +DetermineCreateOrUpdateActionError"),
                arguments(
                        "owner in trouble while Azure works -> the operation is asked for",
                        facts(f -> f.problem(OWNER).operation("PUT")),
                        Progress.NONE,
                        "Poll"),
                arguments(
                        "owner in trouble, Azure still works -> wait",
                        facts(f -> f.problem(OWNER).operation("PUT")),
                        Progress.NONE.withPoll(poll("InProgress")),
                        "Finish operation=PUT RequeueAfter[after=PT10S]"),
                arguments(
                        "owner in trouble, Azure is done -> remembered, then the owner's trouble",
                        facts(f -> f.problem(OWNER).operation("PUT")),
                        Progress.NONE.withPoll(poll("Succeeded")),
                        "Finish Warning WaitingForOwner accepted=h1 Transient FAST +CreateOrUpdateActionError"),
                arguments(
                        "not ours to send -> the operation is not asked for either",
                        facts(
                                f ->
                                        f.problem(Problem.error("CredentialNotSupported", "no"))
                                                .operation("PUT")),
                        Progress.NONE,
                        "Finish Error CredentialNotSupported operation=PUT Fatal +DetermineCreateOrUpdateActionError"),
                arguments(
                        "another operator's object -> hands off",
                        facts(f -> f.foreign("elsewhere")),
                        Progress.NONE,
                        "Finish Done +Overlap"));
    }

    private static Stream<Arguments> waiting() {
        var running = facts(f -> f.claimNeeded(false).operation("PUT"));
        var polled = Progress.NONE.withPoll(poll("InProgress"));
        return Stream.of(
                arguments(
                        "an operation is remembered -> poll, never a second PUT",
                        running,
                        Progress.NONE,
                        "Poll"),
                arguments(
                        "an event before Retry-After is over -> no poll",
                        facts(f -> f.claimNeeded(false).operation("PUT").pollWait(5)),
                        Progress.NONE,
                        "Finish operation=PUT RequeueAfter[after=PT5S]"),
                arguments(
                        "still running -> no write",
                        running,
                        polled,
                        "Finish operation=PUT RequeueAfter[after=PT10S]"),
                arguments(
                        "still running, and what is shown is over -> it is not shown any more",
                        facts(
                                f ->
                                        f.claimNeeded(false)
                                                .operation("PUT")
                                                .shows("CredentialNotFound")),
                        polled,
                        "Finish Info Reconciling operation=PUT RequeueAfter[after=PT10S]"),
                arguments(
                        "done -> read what came of it",
                        running,
                        Progress.NONE.withPoll(poll("Succeeded")),
                        "Get"),
                arguments(
                        "done and read -> Ready",
                        running,
                        Progress.NONE.withPoll(poll("Succeeded")).withGet(FOUND),
                        "Finish Ready Succeeded accepted=h1 Done"),
                arguments(
                        "edited while Azure was busy -> claim the new generation, then PUT",
                        facts(f -> f.claimNeeded(false).operation("PUT").hash("h2").reconciled(0)),
                        Progress.NONE.withPoll(poll("Succeeded")).withGet(FOUND),
                        "Claim"),
                arguments(
                        "failed -> its own code, operation forgotten",
                        running,
                        Progress.NONE.withPoll(failed("SkuNotAvailable")),
                        "Finish Warning SkuNotAvailable Fatal +CreateOrUpdateActionError"),
                arguments(
                        "the operation is unknown to Azure -> ask the resource",
                        running,
                        Progress.NONE.withPoll(error(404, "NotFound")),
                        "Get"),
                arguments(
                        "the operation was lost and nothing was made -> wait, then start over",
                        running,
                        Progress.NONE.withPoll(error(404, "NotFound")).withGet(ABSENT),
                        "Finish Info Reconciling RequeueAfter[after=PT10S]"),
                arguments(
                        "throttled while polling -> keep waiting, no write",
                        running,
                        Progress.NONE.withPoll(error(429, "TooManyRequests")),
                        "Finish operation=PUT Transient SLOW"));
    }

    private static Stream<Arguments> settled() {
        var settled = facts(f -> f.claimNeeded(false).ready().accepted("h1"));
        var resync = facts(f -> f.claimNeeded(false).ready().accepted("h1").resync());
        return Stream.of(
                arguments(
                        "nothing changed -> nothing is asked",
                        settled,
                        Progress.NONE,
                        "Finish accepted=h1 Done"),
                arguments("resync -> one look", resync, Progress.NONE, "Get"),
                arguments(
                        "resync, equal -> Ready as before",
                        resync,
                        Progress.NONE.withGet(FOUND),
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
                        Progress.NONE.withGet(FOUND),
                        "Confirm"),
                arguments(
                        "resync, deleted in Azure -> created again",
                        resync,
                        Progress.NONE.withGet(ABSENT),
                        "Confirm"),
                arguments(
                        "resync while Azure is down -> still Ready, tried again",
                        resync,
                        Progress.NONE.withGet(Answer.failure(Answer.UNREACHABLE, "down", true)),
                        "Finish accepted=h1 Transient SLOW"),
                arguments(
                        "resync while the credential changes -> still Ready, tried again",
                        resync,
                        Progress.NONE.withGet(
                                Answer.failure(Answer.CREDENTIAL_CHANGED, "not sent", false)),
                        "Finish accepted=h1 Transient SLOW"),
                arguments(
                        "edited -> the new intent is written, then sent without a look",
                        facts(f -> f.claimNeeded(false).ready().accepted("h0").reconciled(0)),
                        Progress.NONE,
                        "Claim"),
                arguments(
                        "edited and claimed -> PUT",
                        facts(f -> f.claimNeeded(false).accepted("h0").reconciled(0)),
                        Progress.NONE.withClaim(),
                        "Put"),
                arguments(
                        "policy skip -> look only",
                        facts(f -> f.claimNeeded(false).policy(Policy.SKIP)),
                        Progress.NONE,
                        "Get"),
                arguments(
                        "policy skip and absent -> says so, sends nothing",
                        facts(f -> f.claimNeeded(false).policy(Policy.SKIP)),
                        Progress.NONE.withGet(ABSENT),
                        "Finish Warning AzureResourceNotFound Transient SLOW +CreateOrUpdateActionError"));
    }

    private static Stream<Arguments> deleting() {
        var deleting = facts(f -> f.claimNeeded(false).deleting());
        return Stream.of(
                arguments("deleted by its user -> DELETE", deleting, Progress.NONE, "Delete"),
                arguments(
                        "gone already -> release",
                        deleting,
                        Progress.NONE.withDelete(ABSENT),
                        "Release"),
                arguments(
                        "a 404 about something else -> not gone",
                        deleting,
                        Progress.NONE.withDelete(error(404, "SubscriptionNotFound")),
                        "Finish Warning SubscriptionNotFound Transient SLOW +DeleteActionError"),
                arguments(
                        "absent while a lost request may still make it -> look again",
                        facts(f -> f.claimNeeded(false).deleting().doubt(Duration.ofSeconds(90))),
                        Progress.NONE.withDelete(ABSENT),
                        "Finish Info Deleting RequeueAfter[after=PT10S] +BeginDelete"),
                arguments(
                        "its operation cannot be asked for, for want of a right -> shown",
                        facts(f -> f.claimNeeded(false).deleting().operation("DELETE")),
                        Progress.NONE.withPoll(error(403, "AuthorizationFailed")),
                        "Finish Warning AuthorizationFailed operation=DELETE Transient SLOW +DeleteActionError"),
                arguments(
                        "accepted -> remember and poll",
                        deleting,
                        Progress.NONE.withDelete(accepted(15)),
                        "Finish Info Deleting operation=DELETE RequeueAfter[after=PT15S] +BeginDelete"),
                arguments(
                        "deletion ended -> release",
                        facts(f -> f.claimNeeded(false).deleting().operation("DELETE")),
                        Progress.NONE.withPoll(answer(200, "")),
                        "Release"),
                arguments(
                        "refused -> Warning, retried",
                        deleting,
                        Progress.NONE.withDelete(error(409, "ScopeLocked")),
                        "Finish Warning ScopeLocked Transient SLOW +DeleteActionError"),
                arguments(
                        "policy detach-on-delete -> Azure keeps it",
                        facts(f -> f.deleting().policy(Policy.DETACH_ON_DELETE)),
                        Progress.NONE,
                        "Release"),
                arguments(
                        "its CRD is being removed -> Azure keeps it",
                        facts(f -> f.deleting().detaching()),
                        Progress.NONE,
                        "Release, children stay"),
                arguments(
                        "never claimed -> nothing of ours is in Azure",
                        facts(f -> f.deleting().unclaimed()),
                        Progress.NONE,
                        "Release"),
                arguments("released -> done", deleting, Progress.NONE.withRelease(), "Finish Done"),
                arguments(
                        "Azure cannot delete it, its owner goes -> release",
                        facts(f -> f.deleting().noDelete().ownerGone()),
                        Progress.NONE,
                        "Release"),
                arguments(
                        "Azure cannot delete it, its owner stays -> says what to do",
                        facts(f -> f.deleting().noDelete()),
                        Progress.NONE.withGet(FOUND),
                        "Finish Warning DeletionNotSupportedInAzure Fatal +NotPossibleInAzure"));
    }

    private static String text(Step step) {
        if (!(step instanceof Step.Finish finish)) {
            return step instanceof Step.Release(var childrenStay) && childrenStay
                    ? "Release, children stay"
                    : step.getClass().getSimpleName();
        }
        var out = new StringBuilder("Finish");
        finish.condition()
                .ifPresent(
                        c ->
                                out.append(c.ready() ? " Ready " : " " + c.severity().text() + " ")
                                        .append(c.reason()));
        finish.state().acceptedHash().ifPresent(h -> out.append(" accepted=").append(h));
        finish.state().operation().ifPresent(o -> out.append(" operation=").append(o.method()));
        out.append(' ').append(outcome(finish.outcome()));
        finish.notes().forEach(n -> out.append(" +").append(n.reason()));
        return out.toString();
    }

    private static String outcome(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done _ -> "Done";
            case Outcome.RequeueAfter after -> after.toString();
            case Outcome.Transient t -> "Transient " + t.pace();
            case Outcome.Fatal _ -> "Fatal";
        };
    }

    private static Facts facts(UnaryOperator<FactsOf> change) {
        return change.apply(new FactsOf()).build();
    }

    private static Answer answer(int status, String state) {
        return new Answer(
                status,
                Map.of(
                        "id",
                        "/r",
                        "properties",
                        state.isEmpty() ? Map.of() : Map.of("provisioningState", state)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "");
    }

    private static Answer accepted(int retryAfter) {
        return new Answer(
                202,
                Map.of(),
                Optional.of("https://arm/op"),
                Optional.of(Duration.ofSeconds(retryAfter)),
                Optional.empty(),
                "");
    }

    private static Answer poll(String status) {
        return new Answer(
                200,
                Map.of("status", status),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "");
    }

    private static Answer failed(String code) {
        return new Answer(
                200,
                Map.of("status", "Failed", "error", Map.of("code", code, "message", "no")),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "");
    }

    private static Answer error(int status, String code) {
        return new Answer(
                status,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Answer.Failure(code, "refused", true)),
                "c-1");
    }
}
