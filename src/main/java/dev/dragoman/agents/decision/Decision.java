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

/** The next step for a CDTarget. Pure. */
public final class Decision {
    /** The predecessor's one condition. */
    private static final String FORMER = "ReconcileSuccess";

    private static final String SUCCEEDED = "OperatorSucceeded";
    private static final String SUCCESS = "operator successfully reconciling";
    private static final String LEAVING = "AgentsEnding";

    private Decision() {}

    /** What is to be done now, or how it ends. */
    public static dev.dragoman.capability.Step next(Facts facts, Results done) {
        if (facts.target().deleting()) {
            return leaving(facts, done);
        }
        var compared = Comparison.of(done);
        return compared.next(done).orElseGet(() -> ending(facts, compared.troubles()));
    }

    /** Agents end while their policies are still there: these go with the target, at last. */
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
        var left = runners.stream().filter(each -> !Fields.deleting(each)).toList();
        if (!left.isEmpty() && !done.has(ObjectStep.Remove.class)) {
            return new ObjectStep.Remove(
                    left, Optional.of(Before.delete(facts.target().id())), true);
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
        // nothing tells when the time of an address is over
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
