package dev.dragoman.agents.decision;

import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.object.ObjectComparison;
import dev.dragoman.capability.object.ObjectStep;
import dev.dragoman.capability.object.Troubles;
import dev.dragoman.capability.point.Before;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.capability.status.Note;
import dev.dragoman.capability.status.Outside;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Decides the next step for a CDTarget. Pure. */
public final class AgentDecision {
    /** Type of the predecessor's only condition. */
    private static final String FORMER = "ReconcileSuccess";

    private static final String SUCCESS = "operator successfully reconciling";
    private static final String LEAVING = "AgentsEnding";

    private AgentDecision() {}

    /** The next step, or the end of the reconciliation. */
    public static dev.dragoman.capability.Step next(AgentFacts facts, Results done) {
        if (facts.target().deleting()) {
            return leaving(facts, done);
        }
        var compared = ObjectComparison.of(done);
        return compared.next(done).orElseGet(() -> ending(facts, compared.troubles()));
    }

    /**
     * Deletes the workload and waits until its agents have ended. The NetworkPolicies are deleted
     * last, together with the target.
     */
    private static dev.dragoman.capability.Step leaving(AgentFacts facts, Results done) {
        var runners = facts.runners();
        if (facts.target().orphaning()) {
            return Ending.quiet(Outcome.done());
        }
        if (runners.isEmpty()) {
            return facts.left().isEmpty() || done.has(AgentStep.SignOff.class)
                    ? Ending.quiet(Outcome.done())
                    : new AgentStep.SignOff(facts.target(), facts.left());
        }
        var undeleted = runners.stream().filter(each -> !Fields.deleting(each)).toList();
        if (!undeleted.isEmpty() && !done.has(ObjectStep.Remove.class)) {
            return new ObjectStep.Remove(
                    undeleted, Optional.of(Before.delete(facts.target().id())), true);
        }
        var names =
                runners.stream()
                        .map(each -> each.get("kind") + " " + facts.target().name())
                        .toList();
        var text =
                "the deletion waits until the agents of %s have ended; their NetworkPolicies stay in force until then"
                        .formatted(String.join(", ", names));
        return Ending.of(
                Condition.notReady(
                        Condition.Severity.INFO, LEAVING, text, facts.target().generation()),
                Note.normal(LEAVING, text),
                Outcome.done());
    }

    private static Ending ending(AgentFacts facts, Troubles troubles) {
        var target = facts.target();
        // no watch reports when an address has to be closed, so requeue
        var ending =
                troubles.ending(target.generation(), facts.again().map(Outcome.RequeueAfter::new));
        var others = new ArrayList<>(ending.others());
        others.add(
                new Condition(
                        FORMER,
                        troubles.worst().isEmpty(),
                        Condition.Severity.NONE,
                        troubles.worst().map(AgentTrouble::former).orElse("OperatorSucceeded"),
                        troubles.worst().isEmpty() ? SUCCESS : troubles.text(),
                        target.generation()));
        var all = ending.withOthers(others).withStatus(status(facts));
        return troubles.worst().isEmpty() ? all.withOutside(outside(target)) : all;
    }

    private static Outside outside(CdTarget target) {
        return new Outside(target.id(), Map.of("pool", target.url() + " " + target.pool()));
    }

    private static Map<String, Object> status(AgentFacts facts) {
        var status = new LinkedHashMap<String, Object>();
        status.put("observedGeneration", facts.target().generation());
        status.put("targets", facts.given().open());
        status.put("refused", facts.given().refused());
        return status;
    }
}
