package dev.dragoman.discovery.decision;

import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.Step;
import dev.dragoman.capability.object.ObjectComparison;
import dev.dragoman.capability.object.ObjectStep;
import dev.dragoman.capability.object.Trouble;
import dev.dragoman.reconcile.Outcome;
import java.util.List;
import java.util.Optional;

/** Decides the next step for an EnvoyDeployment. Pure. */
public final class EnvoyDecision {
    private EnvoyDecision() {}

    /** The next step, or the end of the reconciliation. */
    public static Step next(EnvoyFacts facts, Results done) {
        if (facts.input().isEmpty()) {
            return Ending.quiet(Outcome.done());
        }
        var compared = ObjectComparison.of(done);
        return compared.next(done).orElseGet(() -> ending(facts, compared, done));
    }

    private static Ending ending(EnvoyFacts facts, ObjectComparison compared, Results done) {
        var generation = facts.deployment().generation();
        var changed = changed(compared, done);
        var status = DiscoveryDecision.workloadStatus(facts.input().orElseThrow().workload());
        status.put("observedGeneration", generation);
        return compared.troubles()
                .or(changed)
                .ending(
                        generation,
                        changed.map(_ -> new Outcome.RequeueAfter(DiscoveryDecision.SOON)))
                .withStatus(status);
    }

    /** The trouble of a change that this reconciliation applied, and that has no effect yet. */
    private static Optional<Trouble> changed(ObjectComparison compared, Results done) {
        var late = List.of(EnvoyMakers.WORKLOAD, DiscoveryNames.CERTIFICATE);
        return compared.changes().stream()
                .filter(each -> done.has(ObjectStep.Apply.class) && late.contains(each.get("kind")))
                .findFirst()
                .map(DiscoveryTrouble::changed);
    }
}
