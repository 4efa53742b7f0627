package dev.dragoman.agents.decision;

import dev.dragoman.capability.Before;
import dev.dragoman.capability.Comparison;
import dev.dragoman.capability.Condition;
import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Note;
import dev.dragoman.capability.ObjectStep;
import dev.dragoman.capability.Outside;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.Troubles;
import dev.dragoman.kube.Fields;
import dev.dragoman.reconcile.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Decides the next step for a CDTarget. Pure. */
public final class Decision {
    /** Type of the predecessor's only condition. */
    private static final String FORMER = "ReconcileSuccess";

    private static final String SUCCEEDED = "OperatorSucceeded";
    private static final String SUCCESS = "operator successfully reconciling";
    private static final String LEAVING = "AgentsEnding";

    private Decision() {}

    /** The next step, or the end of the reconciliation. */
    public static dev.dragoman.capability.Step next(Facts facts, Results done) {
        if (facts.target().deleting()) {
            return leaving(facts, done);
        }
        var compared = Comparison.of(done);
        return compared.next(done).orElseGet(() -> ending(facts, compared.troubles()));
    }

    /** Agents end first; their policies are deleted last, together with the target. */
    private static dev.dragoman.capability.Step leaving(Facts facts, Results done) {
        var runners = facts.runners();
        if (facts.target().orphaning()) {
            return Ending.quiet(Outcome.done());
        }
        if (runners.isEmpty()) {
            return facts.left().isEmpty() || done.has(Step.SignOff.class)
                    ? Ending.quiet(Outcome.done())
                    : new Step.SignOff(facts.target(), facts.left());
        }
        var undeleted = runners.stream().filter(each -> !Fields.deleting(each)).toList();
        if (!undeleted.isEmpty() && !done.has(ObjectStep.Remove.class)) {
            return new ObjectStep.Remove(
                    undeleted, Optional.of(Before.delete(facts.target().id())), true);
        }
        var text =
                "waits until the agents of %s have ended; what they may reach stays as it is until then"
                        .formatted(
                                String.join(
                                        ", ",
                                        runners.stream()
                                                .map(
                                                        each ->
                                                                each.get("kind")
                                                                        + " "
                                                                        + facts.target().name())
                                                .toList()));
        return Ending.of(
                Condition.notReady(
                        Condition.Severity.INFO, LEAVING, text, facts.target().generation()),
                Note.normal(LEAVING, text),
                Outcome.done());
    }

    private static Ending ending(Facts facts, Troubles troubles) {
        var target = facts.target();
        // no watch shows when an address is to be closed, so requeue for it
        var ending =
                troubles.ending(target.generation(), facts.again().map(Outcome.RequeueAfter::new));
        var others = new ArrayList<>(ending.others());
        others.add(
                new Condition(
                        FORMER,
                        troubles.worst().isEmpty(),
                        Condition.Severity.NONE,
                        troubles.worst().map(AgentTrouble::former).orElse(SUCCEEDED),
                        troubles.worst().isEmpty() ? SUCCESS : troubles.text(),
                        target.generation()));
        var all = ending.withOthers(others).withStatus(status(facts));
        return troubles.worst().isEmpty() ? all.withOutside(outside(target)) : all;
    }

    private static Outside outside(CdTarget target) {
        return new Outside(target.id(), Map.of("pool", target.url() + " " + target.pool()));
    }

    private static Map<String, Object> status(Facts facts) {
        var status = new LinkedHashMap<String, Object>();
        status.put("observedGeneration", facts.target().generation());
        status.put("targets", facts.given().open());
        status.put("refused", facts.given().refused());
        return status;
    }
}
