package dev.dragoman.agents.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.object.ObjectComparison;
import dev.dragoman.capability.object.ObjectStep;
import dev.dragoman.capability.object.Trouble;
import dev.dragoman.capability.object.Troubles;
import dev.dragoman.capability.point.Before;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.reconcile.Outcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is done for a CDTarget that is being deleted. */
class AgentDecisionTest {
    private final Map<String, Object> metadata =
            new LinkedHashMap<>(
                    Map.of("name", "a", "namespace", "team", "deletionTimestamp", "now"));
    private final Map<String, Map<String, Object>> live = new HashMap<>();

    private List<PoolAgent> left = List.of();

    private void live(String kind, boolean deleting) {
        var own = new LinkedHashMap<String, Object>(Map.of("name", "a"));
        if (deleting) {
            own.put("deletionTimestamp", "now");
        }
        live.put(AgentObservation.key(kind, "a"), Map.of("kind", kind, "metadata", own));
    }

    private dev.dragoman.capability.Step next(Results done) {
        return AgentDecision.next(
                new AgentFacts(
                        new CdTarget(Map.of("metadata", metadata)),
                        Optional.empty(),
                        live,
                        left,
                        Optional.empty()),
                done);
    }

    @ParameterizedTest
    @CsvSource({"Deployment", "ScaledJob"})
    void agentsEndFirstAndTheirTeamMaySpeak(String kind) {
        live(kind, false);
        live("NetworkPolicy", false);
        live("ScaledObject", false);
        var step = (ObjectStep.Remove) next(Results.NONE);
        assertThat(step.objects()).extracting(each -> each.get("kind")).containsExactly(kind);
        assertThat(step.afterOwned()).as("each stays until its pods have ended").isTrue();
        assertThat(step.before()).contains(Before.delete("CDTarget/team/a"));
    }

    @Test
    void policiesStayWhileAgentsEnd() {
        live("Deployment", true);
        live("NetworkPolicy", false);
        var ending = (Ending) next(Results.NONE);
        assertThat(ending.ready().map(Condition::met)).contains(false);
        assertThat(ending.ready().orElseThrow().message()).contains("Deployment a");
    }

    @Test
    void withoutAgentsNothingIsWaitedFor() {
        live("NetworkPolicy", false);
        live("ScaledObject", false);
        assertThat(((Ending) next(Results.NONE)).ready()).isEmpty();
    }

    @Test
    void agentsThatAreGoneLeaveThePoolAndTheirTeamIsAskedByTheSameId() {
        left = List.of(new PoolAgent(7, "a-7d4b9c6f5-x2x4z", false, "uid"));
        var step = (AgentStep.SignOff) next(Results.NONE);
        assertThat(step.agents()).isEqualTo(left);
        assertThat(step.before()).contains(Before.delete("CDTarget/team/a"));
        live("Deployment", true);
        assertThat(next(Results.NONE)).as("not before they have ended").isInstanceOf(Ending.class);
    }

    @Test
    void whatIsToOutliveTheTargetIsLeftAlone() {
        metadata.put("finalizers", List.of("orphan", "dragoman.dev/agents"));
        live("Deployment", false);
        assertThat(((Ending) next(Results.NONE)).ready()).isEmpty();
    }

    @Test
    void hostsAreAskedForAgainWhateverIsWrong() {
        metadata.remove("deletionTimestamp");
        for (var troubles :
                List.of(
                        List.<Trouble>of(),
                        List.of(AgentTrouble.targets("x")),
                        List.of(AgentTrouble.keda("x")))) {
            var facts =
                    new AgentFacts(
                            new CdTarget(Map.of("metadata", metadata)),
                            Optional.of(new WantedFixture() {}.wanted().given()),
                            live,
                            List.of(),
                            Optional.of(Duration.ofMinutes(1)));
            var compared =
                    new ObjectComparison(
                            List.of(),
                            List.of(),
                            List.of(),
                            false,
                            true,
                            new Troubles(troubles),
                            Set.of());
            var done = Results.NONE.with(new ObjectStep.Compare(), compared);
            var outcome = ((Ending) AgentDecision.next(facts, done)).outcome();
            if (troubles.stream().anyMatch(each -> each.reason().equals(AgentTrouble.KEDA))) {
                assertThat(outcome).as("sooner").isInstanceOf(Outcome.Transient.class);
            } else {
                assertThat(outcome).isEqualTo(new Outcome.RequeueAfter(Duration.ofMinutes(1)));
            }
        }
    }
}
