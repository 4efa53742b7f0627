package dev.dragoman.agents.decision;

import dev.dragoman.capability.Condition;
import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Note;
import dev.dragoman.capability.Outside;
import dev.dragoman.capability.Results;
import dev.dragoman.kube.Fields;
import dev.dragoman.reconcile.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The next step for a CDTarget. Pure. */
public final class Decision {
    /** The predecessor's one condition. */
    private static final String FORMER = "ReconcileSuccess";

    private static final String SUCCEEDED = "OperatorSucceeded";
    private static final String READY = "Reconciled";
    private static final String LEAVING = "AgentsEnding";

    /** Looked for, as nothing tells when it is over. */
    private static final Set<String> COMING =
            Set.of(Trouble.NOT_OURS, Trouble.UNREADABLE, Trouble.KEDA);

    private Decision() {}

    /** What is to be done now, or how it ends. */
    public static dev.dragoman.capability.Step next(Facts facts, Results done) {
        if (facts.target().deleting()) {
            return leaving(facts, done);
        }
        if (!facts.differs().isEmpty() && !done.has(Step.Apply.class)) {
            return new Step.Apply(facts.differs(), !facts.live().isEmpty());
        }
        // what replaces it is there
        if (!facts.wanted().obsolete().isEmpty() && !done.has(Step.Remove.class)) {
            return new Step.Remove(facts.wanted().obsolete(), Optional.empty());
        }
        return ending(facts);
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
        if (!left.isEmpty() && !done.has(Step.Remove.class)) {
            return new Step.Remove(left, Optional.of(facts.target().id()));
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

    private static Ending ending(Facts facts) {
        var worst = facts.wanted().worst();
        var generation = facts.target().generation();
        var others = new ArrayList<Condition>();
        var troubles = facts.wanted().troubles();
        troubles.stream()
                .filter(Trouble::harmless)
                .map(
                        each ->
                                new Condition(
                                        each.condition(),
                                        false,
                                        each.severity(),
                                        each.reason(),
                                        each.message(),
                                        generation))
                .forEach(others::add);
        if (worst.isPresent()) {
            var trouble = worst.get();
            var all = text(troubles.stream().filter(each -> !each.harmless()).toList());
            others.add(
                    new Condition(
                            FORMER,
                            false,
                            Condition.Severity.NONE,
                            trouble.former(),
                            all,
                            generation));
            return Ending.of(
                            Condition.notReady(
                                    trouble.severity(), trouble.reason(), all, generation),
                            Note.warning(trouble.reason(), all),
                            again(facts, outcome(trouble, all)))
                    .withOthers(others)
                    .withStatus(status(facts));
        }
        others.add(
                new Condition(
                        FORMER,
                        true,
                        Condition.Severity.NONE,
                        SUCCEEDED,
                        "operator successfully reconciling",
                        generation));
        var text = "all is as the spec says";
        return Ending.of(
                        Condition.ready(READY, text, generation),
                        Note.normal(READY, text),
                        again(facts, Outcome.done()))
                .withOthers(others)
                .withStatus(status(facts))
                .withOutside(outside(facts.target()));
    }

    /** Nothing tells when the time of an address is over. */
    private static Outcome again(Facts facts, Outcome otherwise) {
        return otherwise instanceof Outcome.Transient || facts.again().isEmpty()
                ? otherwise
                : new Outcome.RequeueAfter(facts.again().get());
    }

    private static Outside outside(CdTarget target) {
        return new Outside(target.id(), Map.of("pool", target.url() + " " + target.pool()));
    }

    /**
     * What has no label of ours, and what may not be read, is seen by no watch; a kind is served
     * some time after its definition says so.
     */
    private static Outcome outcome(Trouble trouble, String text) {
        return COMING.contains(trouble.reason())
                ? new Outcome.Transient(trouble.reason(), text, Outcome.Pace.SLOW, Optional.empty())
                : new Outcome.Fatal(trouble.reason(), text);
    }

    private static String text(List<Trouble> troubles) {
        return String.join(". ", troubles.stream().map(Trouble::message).toList());
    }

    private static Map<String, Object> status(Facts facts) {
        var status = new LinkedHashMap<String, Object>();
        status.put("observedGeneration", facts.target().generation());
        status.put("targets", facts.wanted().open());
        status.put("refused", facts.wanted().refused());
        return status;
    }
}
