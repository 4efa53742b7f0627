package dev.dragoman.azure.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.AzureProgress;
import dev.dragoman.azure.model.AsoNames;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Where Azure tells identities apart, and whose an object is afterwards. */
class ActingIdentityTest {
    private static final UUID ONE = UUID.fromString("11111111-1111-1111-1111-11111111111a");
    private static final UUID TWO = UUID.fromString("22222222-2222-2222-2222-222222222222");
    private static final ActingIdentity OWN = ActingIdentity.named(Optional.of(ONE));
    private static final Answer OK = answer(200, "");
    private static final Answer GONE = answer(404, "ResourceNotFound");
    private static final Answer REFUSED = answer(403, "AuthorizationFailed");
    private static final Answer NO_TOKEN =
            Answer.failure(Answer.AUTHENTICATION, "AADSTS700213", false);
    private static final Answer LOST = Answer.failure(Answer.UNREACHABLE, "reset", true);

    private static Answer answer(int status, String code) {
        return new Answer(
                status,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                code.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Answer.Failure(code, "because", true)),
                "c");
    }

    @Test
    void azureKeepsThemApartOnlyWhereBothAreKnownAndDiffer() {
        assertThat(OWN.keptByAzure(Optional.of(TWO))).isTrue();
        assertThat(OWN.keptByAzure(Optional.of(ONE))).isFalse();
        assertThat(OWN.keptByAzure(Optional.empty())).isFalse();
        assertThat(ActingIdentity.SHARED.keptByAzure(Optional.of(TWO))).isFalse();
        assertThat(ActingIdentity.SHARED.keptByAzure(Optional.empty())).isFalse();
    }

    @Test
    void anotherSpellingIsTheSame() {
        var upper = status(Map.of("identity", ONE.toString().toUpperCase(java.util.Locale.ROOT)));
        assertThat(OWN.made(upper)).isTrue();
        assertThat(OWN.made(status(Map.of("identity", TWO.toString())))).isFalse();
        assertThat(ActingIdentity.SHARED.made(upper)).isFalse();
        assertThat(OWN.made(status(Map.of()))).isTrue();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void remembers(
            String why,
            ActingIdentity acting,
            Map<String, Object> before,
            AzureProgress done,
            boolean open,
            boolean sent,
            Map<String, Object> expected) {
        assertThat(acting.remembered(status(before), done, open, sent)).isEqualTo(expected);
    }

    /** The operator was killed between a request and its answer, and then the object was edited. */
    @Test
    void anIntentOfBeforeStaysOpen() {
        var object =
                Map.<String, Object>of(
                        "metadata",
                        Map.of("generation", 3L, "annotations", Map.of(AsoNames.GENERATION, "2")),
                        "status",
                        Map.of("dragoman", Map.of("answered", 1L)));
        assertThat(OWN.remembered(object, AzureProgress.NONE.withClaim(), true, false))
                .isEqualTo(Map.of("answered", 1L));
    }

    static Stream<Arguments> rows() {
        var one = Map.of("identity", ONE.toString());
        var two = Map.of("identity", TWO.toString());
        var lost = Map.of("identity", ONE.toString(), "lost", true);
        var judged = Map.of("identity", ONE.toString(), "answered", 3L);
        var before = Map.of("identity", ONE.toString(), "answered", 2L);
        var none = Map.of();
        var got = AzureProgress.NONE.withGet(OK);
        var absent = AzureProgress.NONE.withGet(GONE);
        return Stream.of(
                arguments("found", OWN, none, got, true, false, one),
                arguments("not there", OWN, none, absent, true, false, one),
                arguments(
                        "not there, by an answer with which it is claimed",
                        OWN,
                        none,
                        AzureProgress.NONE.withGet(answer(404, "SubscriptionNotFound")),
                        true,
                        false,
                        one),
                arguments("nothing asked", OWN, none, AzureProgress.NONE, true, false, none),
                arguments(
                        "no token",
                        OWN,
                        none,
                        AzureProgress.NONE.withGet(NO_TOKEN),
                        true,
                        false,
                        none),
                arguments(
                        "may not", OWN, two, AzureProgress.NONE.withGet(REFUSED), true, false, two),
                arguments("the operator's now", ActingIdentity.SHARED, one, got, true, true, none),
                arguments("a deletion", ActingIdentity.SHARED, one, got, false, true, one),
                arguments(
                        "the end of what was begun",
                        ActingIdentity.SHARED,
                        one,
                        AzureProgress.NONE.withPoll(OK),
                        false,
                        true,
                        one),
                arguments("a lost answer", OWN, none, absent.withPut(LOST), true, false, lost),
                arguments(
                        "then the credential expires",
                        OWN,
                        lost,
                        AzureProgress.NONE.withGet(NO_TOKEN),
                        true,
                        false,
                        lost),
                arguments(
                        "then it is not sent",
                        OWN,
                        lost,
                        absent.withPut(Answer.failure(Answer.THROTTLED, "held", false)),
                        true,
                        false,
                        lost),
                arguments(
                        "then it has no token",
                        OWN,
                        lost,
                        absent.withPut(NO_TOKEN),
                        true,
                        false,
                        lost),
                arguments(
                        "then Azure throttles",
                        OWN,
                        lost,
                        absent.withPut(answer(429, "RetryableError")),
                        true,
                        false,
                        lost),
                arguments(
                        "then Azure fails",
                        OWN,
                        lost,
                        absent.withPut(answer(503, "ServerBusy")),
                        true,
                        false,
                        lost),
                arguments("then nobody asks", OWN, lost, AzureProgress.NONE, false, false, lost),
                arguments(
                        "then it is refused",
                        OWN,
                        lost,
                        absent.withPut(REFUSED),
                        true,
                        false,
                        judged),
                arguments("then it is taken", OWN, lost, absent.withPut(OK), true, true, one),
                arguments(
                        "refused at once", OWN, none, absent.withPut(REFUSED), true, false, judged),
                arguments(
                        "its operation has ended, and nothing came of it",
                        OWN,
                        Map.of(
                                "operation",
                                Map.of("url", "https://a", "method", "PUT", "bodyHash", "h")),
                        AzureProgress.NONE.withPoll(OK),
                        true,
                        false,
                        judged),
                arguments(
                        "claimed, and the credential was taken away before it was sent",
                        OWN,
                        before,
                        absent.withClaim()
                                .withPut(Answer.failure(Answer.CREDENTIAL_CHANGED, "", false)),
                        true,
                        false,
                        judged),
                arguments(
                        "claimed, and nothing is sent",
                        OWN,
                        before,
                        absent.withClaim(),
                        true,
                        false,
                        judged),
                arguments(
                        "claimed, and nothing is sent after a lost answer",
                        OWN,
                        lost,
                        absent.withClaim(),
                        true,
                        false,
                        lost),
                arguments(
                        "claimed, and the answer is lost",
                        OWN,
                        none,
                        absent.withClaim().withPut(LOST),
                        true,
                        false,
                        lost),
                arguments(
                        "claimed, and Azure fails",
                        OWN,
                        before,
                        absent.withClaim().withPut(answer(503, "ServerBusy")),
                        true,
                        false,
                        before),
                arguments(
                        "another generation was judged, and this one is not",
                        OWN,
                        before,
                        absent.withPut(answer(429, "RetryableError")),
                        true,
                        false,
                        before));
    }

    private static Map<String, Object> status(Map<String, Object> own) {
        return Map.of("metadata", Map.of("generation", 3L), "status", Map.of("dragoman", own));
    }
}
