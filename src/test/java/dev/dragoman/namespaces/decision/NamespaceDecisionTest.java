package dev.dragoman.namespaces.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.capability.point.Before;
import dev.dragoman.reconcile.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NamespaceDecisionTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final NameRules.Verdict OK = new NameRules.Verdict.Accepted();
    private static final Lifetime EVER = new Lifetime(Lifetime.WithRequest.ASKED, Optional.empty());
    private static final NamespaceFacts.Existing MINE = existing(false, true, "u1", false);
    private static final NamespaceProgress FURNISHED =
            NamespaceProgress.NONE.with(
                    new NamespaceProgress.Furnished("", "sa", "h"), Optional.empty());

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void decides(String why, NamespaceFacts facts, NamespaceProgress done, String expected) {
        assertThat(text(NamespaceDecision.next(facts, done))).isEqualTo(expected);
    }

    @Test
    void aWrongPolicyIsToldTheRightOnes() {
        var wrong =
                NamespaceProgress.NONE.with(
                        new NamespaceProgress.Furnished("often", "sa", "h"), Optional.empty());
        assertThat(NamespaceDecision.next(facts(OK, Map.of(), "", MINE), wrong))
                .isInstanceOfSatisfying(
                        NamespaceStep.Finish.class,
                        finish ->
                                assertThat(finish.message())
                                        .contains("multiple-times", "only-once"));
    }

    @Test
    void whatCannotBeDoneEndsItAndWhatIsNotedIsNotNotedAgain() {
        var mine = facts(OK, Map.of(), "", MINE);
        var stopped = NamespaceProgress.NONE.with(new NamespaceProgress.Problem("Forbidden", "x"));
        assertThat(text(NamespaceDecision.next(mine, stopped)))
                .isEqualTo("Failed Forbidden Transient");
        var noted =
                NamespaceProgress.NONE
                        .with(
                                new NamespaceProgress.Furnished("only-once", "sa", "h"),
                                Optional.empty())
                        .withToken(token(Duration.ZERO, "sa", "h"))
                        .with(new NamespaceProgress.Tried(true, ""))
                        .withPublication()
                        .withNote();
        assertThat(text(NamespaceDecision.next(mine, noted)))
                .isEqualTo("Ready TokenIssuedOnce PT1H bound");
    }

    @Test
    void teamsAreAskedBeforeANamespaceIsMadeTakenOverOrDeleted() {
        assertThat(
                        NamespaceDecision.next(
                                        facts(OK, Map.of(), "", null), NamespaceProgress.NONE)
                                .before())
                .contains(Before.create());
        assertThat(
                        NamespaceDecision.next(
                                        facts(OK, Map.of(), "n1", given("u1")),
                                        NamespaceProgress.NONE)
                                .before())
                .contains(Before.change(List.of("metadata.annotations")));
        assertThat(new DeleteNamespace("nsp-x", "over").before())
                .as("nobody has deleted it yet")
                .contains(Before.delete("nsp-x", "over"));
    }

    /** It is a message body in the route, and a route may log it. */
    @Test
    void theSecretIsInThePublicationAndNotInItsText() {
        var published = new NamespaceStep.Publish().exporting(List.of(Map.of("token", "hush")));
        assertThat(published.exports()).containsExactly(Map.of("token", "hush"));
        assertThat(published).hasToString("Publish");
    }

    static Stream<Arguments> rows() {
        return Stream.of(whose(), tokens(), once()).flatMap(each -> each);
    }

    private static Stream<Arguments> whose() {
        return Stream.of(
                arguments(
                        "no request",
                        facts(new NameRules.Verdict.Ignored(), Map.of(), "", null),
                        NamespaceProgress.NONE,
                        "Silent Done"),
                arguments(
                        "a refused name",
                        facts(
                                new NameRules.Verdict.Refused("InvalidName", "x"),
                                Map.of(),
                                "",
                                null),
                        NamespaceProgress.NONE,
                        "Refused InvalidName Done"),
                arguments(
                        "new",
                        facts(OK, Map.of(), "", null),
                        NamespaceProgress.NONE,
                        "MakeNamespace{}"),
                arguments(
                        "new, to be deleted with the request",
                        facts(OK, Map.of(Keys.DELETE_WITH_REQUEST, "true"), "", null),
                        NamespaceProgress.NONE,
                        "MakeNamespace{dragoman.dev/delete-with-request=true}"),
                arguments(
                        "new, with an annotation that cannot be read",
                        facts(OK, Map.of(Keys.TIME_TO_LIVE, "x"), "", null),
                        NamespaceProgress.NONE,
                        "Refused InvalidAnnotation Done"),
                arguments(
                        "new, with what the core remembers on it",
                        facts(
                                OK,
                                Map.of(
                                        "dragoman.dev/untold", "False/2",
                                        "dragoman.dev/created", "n1"),
                                "",
                                null),
                        NamespaceProgress.NONE,
                        "MakeNamespace{}"),
                arguments(
                        "somebody else's",
                        facts(OK, Map.of(), "", existing(false, false, "", false)),
                        NamespaceProgress.NONE,
                        "Refused NamespaceExists Done"),
                arguments(
                        "somebody else's with our annotation but not our label",
                        facts(OK, Map.of(), "", existing(false, false, "u1", false)),
                        NamespaceProgress.NONE,
                        "Refused NamespaceExists Done"),
                arguments(
                        "somebody else's, going",
                        facts(OK, Map.of(), "", existing(true, false, "", false)),
                        NamespaceProgress.NONE,
                        "Waiting NamespaceTerminating Done"),
                arguments(
                        "an earlier request's",
                        facts(OK, Map.of(), "", existing(false, true, "u0", false)),
                        NamespaceProgress.NONE,
                        "Waiting NamespaceOfEarlierRequest Done"),
                arguments(
                        "given over to this ConfigMap",
                        facts(OK, Map.of(), "n1", given("u1")),
                        NamespaceProgress.NONE,
                        "Adopt"),
                arguments(
                        "given over to this ConfigMap, with an annotation that cannot be read",
                        facts(OK, Map.of(Keys.TIME_TO_LIVE, "x"), "n1", given("u1")),
                        NamespaceProgress.NONE,
                        "Refused InvalidAnnotation Done"),
                arguments(
                        "given over to this ConfigMap and noted",
                        facts(OK, Map.of(), "n1", given("u1")),
                        NamespaceProgress.NONE.with(MINE),
                        "Furnish"),
                arguments(
                        "labelled, and the ConfigMap names no namespace",
                        facts(OK, Map.of(), "", given("")),
                        NamespaceProgress.NONE,
                        "Refused NamespaceExists Done"),
                arguments(
                        "labelled, and the ConfigMap says that it is this namespace's",
                        facts(OK, Map.of(), "n1", given("")),
                        NamespaceProgress.NONE,
                        "Refused NamespaceExists Done"),
                arguments(
                        "given over to another, and the ConfigMap says that it is this namespace's",
                        facts(OK, Map.of(), "n1", given("u0")),
                        NamespaceProgress.NONE,
                        "Waiting NamespaceOfEarlierRequest Done"),
                arguments(
                        "made by an earlier reconciliation that was killed",
                        facts(OK, Map.of(), "", MINE),
                        NamespaceProgress.NONE,
                        "Furnish"),
                arguments(
                        "served, its namespace is gone",
                        facts(OK, Map.of(), "n1", null),
                        NamespaceProgress.NONE,
                        "Spent NamespaceGone Done"),
                arguments(
                        "served, its namespace is going",
                        facts(OK, Map.of(), "n1", existing(true, true, "u1", false)),
                        NamespaceProgress.NONE,
                        "Spent NamespaceGone Done bound"),
                arguments(
                        "served by the predecessor, its namespace is going",
                        facts(OK, Map.of(), "n1", existing(true, false, "", false)),
                        NamespaceProgress.NONE,
                        "Spent NamespaceGone Done bound"),
                arguments(
                        "not served yet, its namespace is going",
                        facts(OK, Map.of(), "", existing(true, true, "u1", false)),
                        NamespaceProgress.NONE,
                        "Spent NamespaceGone Done bound"),
                arguments(
                        "served, and another has the name now",
                        facts(OK, Map.of(), "n0", existing(false, false, "", false)),
                        NamespaceProgress.NONE,
                        "Spent NamespaceGone Done"),
                arguments(
                        "something cannot be done",
                        facts(OK, Map.of(), "", MINE),
                        NamespaceProgress.NONE.with(
                                new NamespaceProgress.Problem("Forbidden", "x")),
                        "Failed Forbidden Transient"));
    }

    private static Stream<Arguments> tokens() {
        var mine = facts(OK, Map.of(), "", MINE);
        var fresh = token(Duration.ZERO, "sa", "h");
        return Stream.of(
                arguments("no token yet", mine, FURNISHED, "IssueToken"),
                arguments("issued -> tried", mine, FURNISHED.withToken(fresh), "TryToken"),
                arguments(
                        "issued and not accepted -> another reconciliation",
                        mine,
                        FURNISHED.withToken(fresh).with(new NamespaceProgress.Tried(false, "")),
                        "Silent PT0.25S"),
                arguments(
                        "issued, rights not there yet -> not published",
                        mine,
                        FURNISHED
                                .withToken(fresh)
                                .with(new NamespaceProgress.Tried(true, "not yet")),
                        "Waiting AccessNotReady PT5S"),
                arguments(
                        "issued, rights not there yet in the reconciliation that wrote them -> no news",
                        mine,
                        FURNISHED
                                .with(MINE)
                                .withToken(fresh)
                                .with(new NamespaceProgress.Tried(true, "not yet")),
                        "Silent PT0.25S"),
                arguments(
                        "issued and good -> published",
                        mine,
                        FURNISHED.withToken(fresh).with(new NamespaceProgress.Tried(true, "")),
                        "Publish"),
                arguments(
                        "published -> next at 80 %",
                        mine,
                        FURNISHED
                                .withToken(fresh)
                                .with(new NamespaceProgress.Tried(true, ""))
                                .withPublication(),
                        "Ready CredentialsReady PT48M bound"),
                arguments("found, young -> tried", mine, found(fresh), "TryToken"),
                arguments(
                        "found, refused by the API server -> another",
                        mine,
                        found(fresh).with(new NamespaceProgress.Tried(false, "")),
                        "IssueToken"),
                arguments(
                        "found one second before 80 % of its life",
                        mine,
                        found(token(Duration.ofMinutes(48).minusSeconds(1), "sa", "h")),
                        "TryToken"),
                arguments(
                        "found at 80 % of its life -> renewed",
                        mine, found(token(Duration.ofMinutes(48), "sa", "h")), "IssueToken"),
                arguments(
                        "found, of an account that was deleted",
                        mine,
                        found(token(Duration.ZERO, "sa0", "h")),
                        "IssueToken"),
                arguments(
                        "found, bound to a handle that was deleted",
                        mine,
                        found(token(Duration.ZERO, "sa", "h0")),
                        "IssueToken"),
                arguments(
                        "found, of another account of the namespace",
                        mine,
                        found(token("nsp-x", "builder")),
                        "IssueToken"),
                arguments(
                        "found, of the account of another namespace",
                        mine,
                        found(token("nsp-y", Keys.ACCOUNT)),
                        "IssueToken"),
                arguments(
                        "issued, but the clocks say it is due: published all the same",
                        mine,
                        FURNISHED
                                .withToken(token(Duration.ofMinutes(50), "sa", "h"))
                                .with(new NamespaceProgress.Tried(true, "")),
                        "Publish"),
                arguments(
                        "published, but the clocks say it is due: not at once again",
                        mine,
                        FURNISHED
                                .withToken(token(Duration.ofMinutes(50), "sa", "h"))
                                .with(new NamespaceProgress.Tried(true, ""))
                                .withPublication(),
                        "Ready CredentialsReady PT1M bound"),
                arguments(
                        "a policy that there is not",
                        mine,
                        NamespaceProgress.NONE.with(
                                new NamespaceProgress.Furnished("often", "sa", "h"),
                                Optional.empty()),
                        "Refused InvalidTokenPolicy Done"));
    }

    private static Stream<Arguments> once() {
        var onlyOnce =
                NamespaceProgress.NONE.with(
                        new NamespaceProgress.Furnished("only-once", "sa", "h"), Optional.empty());
        var published =
                onlyOnce.withToken(token(Duration.ZERO, "sa", "h"))
                        .with(new NamespaceProgress.Tried(true, ""))
                        .withPublication();
        return Stream.of(
                arguments(
                        "only once, not yet",
                        facts(OK, Map.of(), "", MINE),
                        onlyOnce,
                        "IssueToken"),
                arguments(
                        "only once, published -> noted",
                        facts(OK, Map.of(), "", MINE),
                        published,
                        "NoteIssued"),
                arguments(
                        "only once, noted",
                        facts(OK, Map.of(), "", MINE),
                        published.withNote(),
                        "Ready TokenIssuedOnce PT1H bound"),
                arguments(
                        "only once, noted earlier -> the Secret is put right, its token stays",
                        facts(OK, Map.of(), "n1", existing(false, true, "u1", true)),
                        onlyOnce.withToken(token(Duration.ofDays(-1), "sa", "h")),
                        "Publish"),
                arguments(
                        "only once, noted earlier, put right -> nothing is issued",
                        facts(OK, Map.of(), "n1", existing(false, true, "u1", true)),
                        onlyOnce.withToken(token(Duration.ofDays(-1), "sa", "h")).withPublication(),
                        "Ready TokenIssuedOnce PT1H bound"),
                arguments(
                        "only once, noted earlier, Secret deleted",
                        facts(OK, Map.of(), "n1", existing(false, true, "u1", true)),
                        onlyOnce,
                        "Spent OnlyTokenGone Done"));
    }

    private static NamespaceFacts facts(
            NameRules.Verdict verdict,
            Map<String, Object> annotations,
            String boundTo,
            NamespaceFacts.Existing namespace) {
        return new NamespaceFacts(
                "nsp-x",
                "u1",
                annotations,
                boundTo.isEmpty() ? Optional.empty() : Optional.of(boundTo),
                verdict,
                Optional.ofNullable(namespace),
                EVER,
                TokenPolicy.MULTIPLE_TIMES,
                NOW);
    }

    private static NamespaceFacts.Existing existing(
            boolean terminating, boolean vended, String requestUid, boolean issued) {
        return new NamespaceFacts.Existing("n1", terminating, vended, requestUid, true, issued);
    }

    /** As an administrator gives it over, to the request of the uid. */
    private static NamespaceFacts.Existing given(String requestUid) {
        return new NamespaceFacts.Existing("n1", false, true, requestUid, false, false);
    }

    private static NamespaceProgress found(TokenClaims token) {
        return NamespaceProgress.NONE.with(
                new NamespaceProgress.Furnished("", "sa", "h"), Optional.of(token));
    }

    /** A token of one hour. */
    private static TokenClaims token(Duration age, String accountUid, String handleUid) {
        var issued = NOW.minus(age);
        return new TokenClaims(
                issued,
                issued.plus(Duration.ofHours(1)),
                "nsp-x",
                Keys.ACCOUNT,
                accountUid,
                handleUid);
    }

    private static TokenClaims token(String namespace, String account) {
        return new TokenClaims(NOW, NOW.plus(Duration.ofHours(1)), namespace, account, "sa", "h");
    }

    private static String text(NamespaceStep step) {
        return switch (step) {
            case NamespaceStep.Finish f ->
                    String.join(
                                    " ",
                                    f.state().text(),
                                    f.state() == NamespaceStep.State.SILENT ? "" : f.reason(),
                                    outcome(f.outcome()),
                                    f.bind() ? "bound" : "")
                            .replaceAll(" +", " ")
                            .strip();
            case NamespaceStep.MakeNamespace(var annotations) -> "MakeNamespace" + annotations;
            default -> step.getClass().getSimpleName();
        };
    }

    private static String outcome(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done _ -> "Done";
            case Outcome.RequeueAfter(var after) -> after.toString();
            case Outcome.Pending _ -> "Pending";
            case Outcome.Transient _ -> "Transient";
            case Outcome.Fatal _ -> "Fatal";
        };
    }
}
