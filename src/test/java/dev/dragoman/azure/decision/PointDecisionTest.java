package dev.dragoman.azure.decision;

import static dev.dragoman.azure.decision.Answers.ABSENT;
import static dev.dragoman.azure.decision.Answers.FOUND;
import static dev.dragoman.azure.decision.Answers.poll;
import static dev.dragoman.azure.decision.FactsOf.facts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.capability.Results;
import dev.dragoman.capability.point.Before;
import dev.dragoman.capability.point.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which extension point comes before a step, and what is done under a team's verdict. */
class PointDecisionTest {
    private static final List<String> DRIFT = List.of("tags.a");
    private static final AzureProgress JUDGED =
            AzureProgress.of(
                    new Results(
                            List.of(), Optional.of(new Verdict("No", "ask us", Optional.empty()))));

    private static Optional<Before> before(AzureFacts facts, AzureProgress done) {
        return AzureDecision.next(facts, done).before();
    }

    @Test
    void whatIsNotThereIsCreated() {
        assertThat(before(facts(f -> f), AzureProgress.NONE.withGet(ABSENT)))
                .contains(Before.create());
        assertThat(
                        before(
                                facts(f -> f.claimNeeded(false)),
                                AzureProgress.NONE.withGet(ABSENT).withConfirmation()))
                .contains(Before.create());
    }

    @Test
    void whatIsThereIsChangedAndNotClaimedBefore() {
        var differs = facts(f -> f.look(true).drift(DRIFT));
        assertThat(before(differs, AzureProgress.NONE.withGet(FOUND)))
                .contains(Before.change(DRIFT));
        var equal = facts(f -> f.look(true));
        assertThat(before(equal, AzureProgress.NONE.withGet(FOUND))).isEmpty();
    }

    @Test
    void whoWantsToKnowWhatExistsCostsALook() {
        var edited = facts(f -> f.claimNeeded(false).accepted("h0"));
        assertThat(StepText.of(AzureDecision.next(edited, AzureProgress.NONE.withConfirmation())))
                .isEqualTo("Put");
        var looked = facts(f -> f.claimNeeded(false).accepted("h0").look(true));
        assertThat(StepText.of(AzureDecision.next(looked, AzureProgress.NONE))).isEqualTo("Get");
    }

    @Test
    void underAVerdictNothingIsSentAndNothingCountsAsAccepted() {
        var edited = facts(f -> f.claimNeeded(false).accepted("h0").drift(DRIFT));
        assertThat(StepText.of(AzureDecision.next(edited, JUDGED))).isEqualTo("Get");
        assertThat(StepText.of(AzureDecision.next(edited, JUDGED.withGet(FOUND))))
                .isEqualTo("Finish Ready Succeeded accepted=h0 Done");
        assertThat(
                        StepText.of(
                                AzureDecision.next(
                                        facts(f -> f.claimNeeded(false)), JUDGED.withGet(ABSENT))))
                .isEqualTo("Finish Done");
    }

    @Test
    void anOperationThatHasEndedIsNotAskedForAgain() {
        var edited = facts(f -> f.claimNeeded(false).accepted("h0").operation("PUT").hash("other"));
        var done = JUDGED.withPoll(poll("Succeeded"));
        assertThat(StepText.of(AzureDecision.next(edited, done))).isEqualTo("Get");
        assertThat(StepText.of(AzureDecision.next(edited, done.withGet(FOUND))))
                .startsWith("Finish Ready Succeeded")
                .doesNotContain("operation=");
    }

    @Test
    void aDeletionAsksBeforeEachRequestThatDeletes() {
        var deleting = facts(f -> f.claimNeeded(false).deleting());
        assertThat(before(deleting, AzureProgress.NONE))
                .hasValueSatisfying(
                        each -> assertThat(each.body().orElseThrow()).containsKey("id"));
    }

    /** As the routes have them: each step with what it came to. */
    @Test
    void whatTheStepsOfARouteCameToIsAddedUp() {
        var done =
                AzureProgress.of(
                        Results.NONE
                                .with(new AzureStep.Get(), FOUND)
                                .with(new AzureStep.Claim(Optional.empty()), "")
                                .with(
                                        new AzureStep.Export(FOUND.body(), Set.of()),
                                        Optional.empty()));
        assertThat(done.get()).contains(FOUND);
        assertThat(done.claimed()).isTrue();
        assertThat(done.exported()).contains(Optional.empty());
        assertThat(done.judged()).isFalse();
        assertThat(
                        AzureProgress.of(
                                        new Results(
                                                List.of(),
                                                Optional.of(
                                                        new Verdict("No", "x", Optional.empty()))))
                                .judged())
                .isTrue();
    }

    @Test
    void policiesAreKnownByTheirWords() {
        assertThat(AzureFacts.Policy.of("manage")).contains(AzureFacts.Policy.MANAGE);
        assertThat(AzureFacts.Policy.of("detach-on-delete"))
                .contains(AzureFacts.Policy.DETACH_ON_DELETE);
        assertThat(AzureFacts.Policy.of("MANAGE")).isEmpty();
        assertThat(AzureFacts.Policy.of(1)).isEmpty();
    }

    /** They are message bodies and properties in the routes, and a route may log them. */
    @Test
    void noTextHasTheObjectOrTheBody() {
        var facts =
                facts(
                        f ->
                                f.spec(Map.of("password", "hush"))
                                        .body("/r", Map.of("password", "hush")));
        assertThat(facts).hasToString("AzureFacts[Type/name name]");
        assertThat(facts.subject()).hasToString("Subject[Type/name name]");
        assertThat(facts.desired().orElseThrow()).hasToString("Desired[h1]");
        assertThat(
                        new AzureStep.Put(
                                Map.of("password", "hush"),
                                AzureStep.Expected.ANY,
                                Optional.empty()))
                .hasToString("Put");
    }
}
