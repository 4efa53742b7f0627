package dev.dragoman.azure.decision;

import static dev.dragoman.azure.decision.Answers.answer;
import static dev.dragoman.azure.decision.Answers.error;
import static dev.dragoman.azure.decision.Answers.failed;
import static dev.dragoman.azure.decision.Answers.plain;
import static dev.dragoman.azure.decision.Answers.poll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.azure.decision.OwnState.Operation.Form;
import dev.dragoman.azure.decision.Polling.State;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What an answer of Azure means. */
class AnswerTest {
    @ParameterizedTest
    @CsvSource({
        "199, false",
        "200, true",
        "204, true",
        "299, true",
        "300, false",
        "0, false",
    })
    void successIsTwoHundredsWithoutError(int status, boolean ok) {
        assertThat(plain(status, Map.of()).ok()).isEqualTo(ok);
        assertThat(error(status, "X").ok()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"0, true, true", "0, false, false", "403, true, false", "502, true, false"})
    void anAnswerThatNobodyHasReadIsLost(int status, boolean sent, boolean lost) {
        var failure = new Answer.Failure("X", "no", sent);
        assertThat(
                        new Answer(
                                        status,
                                        Map.of(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.of(failure),
                                        "")
                                .lost())
                .isEqualTo(lost);
        assertThat(plain(200, Map.of()).lost()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "404, ResourceNotFound, c, true",
        "404, ResourceGroupNotFound, c, true",
        "404, '', c, true",
        "404, ResourceNotFound, '', true",
        "404, '', '', false",
        "404, SubscriptionNotFound, c, false",
        "404, TenantNotFound, c, false",
        "404, InvalidResourceType, c, false",
        "404, InvalidResourceNamespace, c, false",
        "404, NoRegisteredProviderFound, c, false",
        "410, ResourceNotFound, c, false",
        "200, '', c, false",
    })
    void onlyAnAnswerOfArmAboutTheResourceSaysThatItIsGone(
            int status, String code, String correlation, boolean gone) {
        var failure =
                code.isEmpty()
                        ? Optional.<Answer.Failure>empty()
                        : Optional.of(new Answer.Failure(code, "no", true));
        var answer =
                new Answer(
                        status, Map.of(), Optional.empty(), Optional.empty(), failure, correlation);
        assertThat(answer.gone()).isEqualTo(gone);
    }

    @Test
    void aResourceIsKnownByItsIdAndProperties() {
        assertThat(answer(200, "Succeeded").hasResource()).isTrue();
        assertThat(plain(200, Map.of("id", 1)).hasResource()).isFalse();
        assertThat(answer(200, "Succeeded").hasProperties()).isTrue();
        assertThat(plain(200, Map.of("properties", "x")).hasProperties()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "Creating, true",
        "accepted, true",
        "Succeeded, false",
        "FAILED, false",
        "Canceled, false",
        "Cancelled, false",
        "Ready, false",
        "'', false",
    })
    void aStateIsTransitionalUntilItHasEnded(String state, boolean transitional) {
        assertThat(answer(200, state).transitional()).isEqualTo(transitional);
        assertThat(answer(200, state).broken()).isEqualTo(state.matches("(?i)failed|cancell?ed"));
        assertThat(plain(200, Map.of()).transitional()).isFalse();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("operations")
    void operations(String why, Answer polled, State expected) {
        assertThat(Polling.read(polled)).isEqualTo(expected);
        assertThat(Polling.read(polled, Form.RESULT)).isEqualTo(expected);
    }

    /** A status document, whatever else it has. */
    private static Answer document(int status, String state, Object error) {
        return plain(
                status,
                Map.of(
                        "id",
                        "/subscriptions/s/providers/p/operationStatuses/o",
                        "status",
                        state,
                        "properties",
                        Map.of("provisioningState", "Succeeded"),
                        "error",
                        error));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("forms")
    void whatWasAskedSaysWhatToExpect(String why, Form form, Answer polled, State expected) {
        assertThat(Polling.read(polled, form)).isEqualTo(expected);
    }

    static Stream<Arguments> forms() {
        var own = Map.of("id", "/r", "status", "Running", "properties", Map.of());
        var registering = plain(200, Map.of("registrationState", "Registering"));
        return Stream.of(
                arguments(
                        "failed, with properties",
                        Form.STATUS,
                        document(200, "Failed", ""),
                        State.FAILED),
                arguments(
                        "runs, with properties",
                        Form.STATUS,
                        document(200, "InProgress", ""),
                        State.RUNNING),
                arguments(
                        "done, with properties",
                        Form.STATUS,
                        document(200, "Succeeded", ""),
                        State.SUCCEEDED),
                arguments(
                        "accepted, and already failed",
                        Form.STATUS,
                        document(202, "Canceled", ""),
                        State.FAILED),
                arguments("accepted", Form.STATUS, plain(202, Map.of()), State.RUNNING),
                arguments("no status", Form.STATUS, plain(200, Map.of()), State.SILENT),
                arguments("no body", Form.STATUS, plain(204, Map.of()), State.SUCCEEDED),
                arguments(
                        "the resource in place of a status",
                        Form.STATUS,
                        answer(200, "Succeeded"),
                        State.SUCCEEDED),
                arguments(
                        "an error alone",
                        Form.STATUS,
                        plain(200, Map.of("error", Map.of("code", "X"))),
                        State.FAILED),
                arguments(
                        "an error alone in place of the result",
                        Form.RESULT,
                        plain(200, Map.of("error", Map.of("code", "X"))),
                        State.FAILED),
                arguments(
                        "an error that says nothing",
                        Form.RESULT,
                        plain(200, Map.of("error", Map.of())),
                        State.SUCCEEDED),
                arguments("a redirect", Form.RESULT, error(302, ""), State.UNKNOWN),
                arguments(
                        "no resource has an error beside its properties",
                        Form.RESULT,
                        document(200, "Failed", Map.of("code", "X")),
                        State.FAILED),
                arguments(
                        "the same, written down by a version before",
                        Form.UNTOLD,
                        document(200, "Failed", Map.of("code", "X")),
                        State.FAILED),
                arguments(
                        "a status of the resource's own",
                        Form.RESULT,
                        plain(200, own),
                        State.SUCCEEDED),
                arguments(
                        "a status of the resource's own",
                        Form.RESOURCE,
                        plain(200, own),
                        State.SUCCEEDED),
                arguments("not settled", Form.RESOURCE, answer(200, "Updating"), State.RUNNING),
                arguments("settled", Form.RESOURCE, answer(200, "Failed"), State.SUCCEEDED),
                arguments("gone", Form.RESOURCE, error(404, "NotFound"), State.LOST),
                arguments("registering", Form.PROVIDER, registering, State.RUNNING),
                arguments(
                        "registered",
                        Form.PROVIDER,
                        plain(200, Map.of("registrationState", "Registered")),
                        State.SUCCEEDED));
    }

    static Stream<Arguments> operations() {
        return Stream.of(
                arguments(
                        "202 -> runs, whatever the body",
                        plain(202, Map.of("status", "Succeeded")),
                        State.RUNNING),
                arguments("it says so", poll("Running"), State.RUNNING),
                arguments("it says so in any case", poll("SUCCEEDED"), State.SUCCEEDED),
                arguments("failed", poll("Failed"), State.FAILED),
                arguments("canceled", poll("Canceled"), State.FAILED),
                arguments("cancelled", poll("Cancelled"), State.FAILED),
                arguments("the resource, done", answer(200, "Succeeded"), State.SUCCEEDED),
                arguments("the resource, not done", answer(200, "Creating"), State.RUNNING),
                arguments(
                        "something that is no resource",
                        plain(200, Map.of("properties", Map.of("provisioningState", "Creating"))),
                        State.SUCCEEDED),
                arguments(
                        "a resource with a status of its own",
                        plain(
                                200,
                                Map.of(
                                        "id",
                                        "/r",
                                        "status",
                                        "Running",
                                        "properties",
                                        Map.of("provisioningState", "Succeeded"))),
                        State.SUCCEEDED),
                arguments("no body", plain(204, Map.of()), State.SUCCEEDED),
                arguments("unknown to Azure", error(404, "NotFound"), State.LOST),
                arguments("known no longer", error(410, "Gone"), State.LOST),
                arguments(
                        "a host that must not get our token",
                        error(0, "UntrustedHost"),
                        State.LOST),
                arguments("Azure away", error(0, Answer.UNREACHABLE), State.UNKNOWN),
                arguments("no credential", error(401, "ExpiredAuthenticationToken"), State.UNKNOWN),
                arguments("no right", error(403, "AuthorizationFailed"), State.UNKNOWN),
                arguments("throttled", error(429, Answer.THROTTLED), State.UNKNOWN),
                arguments("a fault of Azure", error(500, "InternalServerError"), State.SILENT),
                arguments("the first refusal", error(400, "BadRequest"), State.FAILED),
                arguments("a refusal", error(409, "Conflict"), State.FAILED),
                arguments("an odd refusal", error(499, "ClientClosed"), State.FAILED));
    }

    @Test
    void theFailureOfAnOperationHasItsCodeItsMessageAndItsRetryAfter() {
        var plain = failed("SkuNotAvailable");
        var later =
                new Answer(
                        200,
                        plain.body(),
                        Optional.empty(),
                        Optional.of(Duration.ofSeconds(7)),
                        Optional.empty(),
                        "c-2");
        assertThat(Polling.failure(later).error())
                .contains(new Answer.Failure("SkuNotAvailable", "no", true));
        assertThat(Polling.failure(later).retryAfter()).contains(Duration.ofSeconds(7));
        assertThat(Polling.failure(later).correlationId()).isEqualTo("c-2");
        assertThat(Polling.failure(poll("Canceled")).error())
                .contains(new Answer.Failure("Canceled", "the operation ended as Canceled", true));
        assertThat(Polling.failure(error(409, "Conflict"))).isEqualTo(error(409, "Conflict"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("problems")
    void aProblemHasCodeAndMessageOfAzureTheCorrelationIdAndTheNextRetry(
            String why, Supplier<Problem> told, String reason, String message) {
        var problem = told.get();
        assertThat(problem.reason()).isEqualTo(reason);
        assertThat(problem.message()).isEqualTo(message);
    }

    static Stream<Arguments> problems() {
        return Stream.of(
                arguments(
                        "very slow",
                        of(error(409, "SkuNotAvailable")),
                        "SkuNotAvailable",
                        "create X: refused (correlation id c-1); tried again after the sync period, and at once after an edit"),
                arguments(
                        "fatal",
                        of(error(400, "LocationRequired")),
                        "LocationRequired",
                        "create X: refused (correlation id c-1); tried again after the sync period, and at once after an edit"),
                arguments(
                        "slow",
                        of(error(409, "Conflict")),
                        "Conflict",
                        "create X: refused (correlation id c-1); tried again within 180 s"),
                arguments(
                        "slow, and Azure says when",
                        of(later(error(409, "Conflict"), Duration.ofMillis(16_001))),
                        "Conflict",
                        "create X: refused (correlation id c-1); tried again after 17 s, as Azure asks"),
                arguments(
                        "very slow, whatever Azure asks",
                        of(later(error(400, "BadRequest"), Duration.ofSeconds(17))),
                        "BadRequest",
                        "create X: refused (correlation id c-1); tried again after the sync period, and at once after an edit"),
                arguments(
                        "unknown, of something new",
                        of(error(400, "SomethingNew")),
                        "SomethingNew",
                        "create X: refused (correlation id c-1); tried again soon, then with growing pauses up to the sync period, and at once after an edit"),
                arguments(
                        "unknown, of something new, and Azure says when",
                        of(later(error(400, "SomethingNew"), Duration.ofSeconds(17))),
                        "SomethingNew",
                        "create X: refused (correlation id c-1); tried again after 17 s, as Azure asks"),
                arguments(
                        "unknown, of what Azure had accepted",
                        (Supplier<Problem>)
                                () ->
                                        Problem.of(
                                                error(400, "SomethingNew"),
                                                List.of(),
                                                "create X",
                                                Optional.empty(),
                                                true),
                        "SomethingNew",
                        "create X: refused (correlation id c-1); tried again after the sync period, and at once after an edit"),
                arguments(
                        "throttled, and Azure does not say when: it asked for nothing",
                        of(error(429, "RetryableError")),
                        "RetryableError",
                        "create X: refused (correlation id c-1); tried again within 180 s"),
                arguments(
                        "throttled with a code that is very slow otherwise",
                        of(later(error(429, "BadRequest"), Duration.ofSeconds(17))),
                        "BadRequest",
                        "create X: refused (correlation id c-1); tried again after 17 s, as Azure asks"),
                arguments(
                        "what Azure does not change in a resource that exists",
                        of(error(400, "RoleAssignmentUpdateNotPermitted")),
                        "RoleAssignmentUpdateNotPermitted",
                        "create X: refused (correlation id c-1); tried again after the sync period, and at once after an edit. Azure does not change this in a resource that exists. Write the former value again, or delete the object and apply it again. Azure then deletes the resource, with all that it holds, and makes a new one. With the policy detach-on-delete, delete the resource in Azure yourself"),
                arguments(
                        "the same, which is not the reason while Azure throttles",
                        of(error(429, "RoleAssignmentUpdateNotPermitted")),
                        "RoleAssignmentUpdateNotPermitted",
                        "create X: refused (correlation id c-1); tried again within 180 s"),
                arguments(
                        "nobody knows what it means",
                        of(error(400, "Odd")),
                        "Odd",
                        "create X: refused (correlation id c-1); tried again soon, then with growing pauses up to the sync period, and at once after an edit"),
                arguments(
                        "nobody knows what it means, and Azure says when",
                        of(later(error(400, "Odd"), Duration.ofMillis(16_001))),
                        "Odd",
                        "create X: refused (correlation id c-1); tried again after 17 s, as Azure asks"),
                arguments(
                        "nobody knows what it means, of a kind with a pace of its own",
                        of(error(400, "Odd"), Optional.of(Duration.ofMinutes(10))),
                        "Odd",
                        "create X: refused (correlation id c-1); tried again within 600 s"),
                arguments(
                        "no code and no correlation id",
                        of(Answer.failure("", "down", true)),
                        "UnknownError",
                        "create X: down; tried again within 180 s"),
                arguments(
                        "what goes on whatever Azure says",
                        (Supplier<Problem>)
                                () ->
                                        Problem.passing(
                                                error(400, "LocationRequired"),
                                                "delete X",
                                                Optional.empty()),
                        "LocationRequired",
                        "delete X: refused (correlation id c-1); tried again within 180 s"));
    }

    @Test
    void whatADependencyWaitsForIsSoonLookedAt() {
        for (var retry : Problem.Retry.values()) {
            assertThat(retry.told(Optional.of(Duration.ZERO), Optional.empty()))
                    .as("a pause of Azure that is none")
                    .doesNotContain(" 0 s");
        }
        assertThat(Problem.Retry.FAST.told(Optional.empty(), Optional.empty()))
                .isEqualTo("tried again within 30 s");
        assertThat(Problem.Retry.SLOW.told(Optional.empty(), Optional.of(Duration.ofMinutes(10))))
                .as("a kind with a pace of its own")
                .isEqualTo("tried again within 600 s");
        assertThat(
                        Problem.of(
                                        error(409, "Conflict"),
                                        List.of(),
                                        "create X",
                                        Optional.of(Duration.ofMinutes(10)),
                                        false)
                                .message())
                .endsWith("; tried again within 600 s");
    }

    @Test
    void theTagOfAStateIsOfTheResourceOrOfItsProperties() {
        assertThat(plain(200, Map.of("etag", "W/1")).etag()).contains("W/1");
        assertThat(plain(200, Map.of("eTag", "W/1")).etag()).contains("W/1");
        var below = Map.of("name", "n", "etag", "W/2");
        assertThat(plain(200, Map.of("etag", " ", "properties", below)).etag()).contains("W/2");
        assertThat(plain(200, Map.of("name", "n", "properties", "x")).etag()).isEmpty();
    }

    /** It is a message body in the route, and a route may log it. */
    @Test
    void itsTextHasNeitherValuesNorAddresses() {
        var answer =
                new Answer(
                        200,
                        Map.of("key1", "hush"),
                        Optional.of("https://x/?sig=hush"),
                        Optional.empty(),
                        Optional.empty(),
                        "");
        assertThat(answer).hasToString("Answer[200]");
        assertThat(Answer.failure("Odd", "m", true)).hasToString("Answer[0 Odd]");
    }

    private static Supplier<Problem> of(Answer answer) {
        return of(answer, Optional.empty());
    }

    private static Supplier<Problem> of(Answer answer, Optional<Duration> longest) {
        return () -> Problem.of(answer, List.of(), "create X", longest, false);
    }

    private static Answer later(Answer answer, Duration after) {
        return new Answer(
                answer.status(),
                answer.body(),
                answer.operation(),
                Optional.of(after),
                answer.error(),
                answer.correlationId());
    }
}
