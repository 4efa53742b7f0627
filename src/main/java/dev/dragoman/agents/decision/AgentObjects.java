package dev.dragoman.agents.decision;

import dev.dragoman.capability.Trouble;
import dev.dragoman.kube.Fields;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What runs the agents of a CDTarget, after what is there. */
final class AgentObjects {
    /**
     * On a Deployment that the predecessor made: generation of the spec, and hash of what agents
     * read, that its pods may still be of.
     */
    static final String TAKEN_AT = "dragoman.dev/taken-over-at";

    static final String DEPLOYMENT = "Deployment";
    static final String SCALED_OBJECT = "ScaledObject";
    static final String SCALED_JOB = "ScaledJob";

    /** What owns the pods of agents. */
    static final List<String> RUNNERS = List.of(SCALED_JOB, DEPLOYMENT);

    private AgentObjects() {}

    static Map<String, Object> configuration(CdTarget target) {
        return TargetObject.of(
                "v1",
                "ConfigMap",
                target,
                AgentNames.config(target.name()),
                "data",
                target.settings());
    }

    static Map<String, Object> scaledJob(Given given) {
        return Workload.scaledJob(given.target(), template(given), given.authentication());
    }

    private static Map<String, Object> template(Given given) {
        return Pods.template(given.target(), given.seen().inputs(), given.times(), given.job());
    }

    static Map<String, Object> deployment(Given given, List<Trouble> troubles) {
        var target = given.target();
        var seen = given.seen();
        var template = template(given);
        var live = seen.live(DEPLOYMENT, target.name());
        if (live.isEmpty()) {
            return Workload.deployment(
                    target,
                    target.number("minReplicaCount"),
                    Optional.of(template),
                    Optional.empty());
        }
        var there = live.get();
        var replicas = replicas(target, seen, there);
        // what the scaler writes meanwhile must not be written over
        var version = replicas.map(each -> Fields.metadata(there, "resourceVersion"));
        var state = "%d-%s".formatted(target.generation(), seen.inputs());
        var taken = Fields.annotation(there, TAKEN_AT);
        boolean foreign = !Fields.applied(there, AgentNames.MANAGER, "spec", "template");
        if (!foreign || (!taken.isEmpty() && !taken.equals(state)) || !target.rollOut().isEmpty()) {
            return Workload.deployment(target, replicas, Optional.of(template), version);
        }
        troubles.add(
                AgentTrouble.waits(
                        "the agents run as they were started before this operator. Their pods are renewed with the next change of the spec or of a Secret, or when the annotation dragoman.dev/roll-out is set"));
        var object = Workload.deployment(target, replicas, Optional.empty(), version);
        TargetObject.annotate(object, TAKEN_AT, taken.isEmpty() ? state : taken);
        return object;
    }

    /** The number is ours until a scaler writes another one; left out then it would become 1. */
    private static Optional<Integer> replicas(
            CdTarget target, Observation seen, Map<String, Object> there) {
        if (!Fields.applied(there, AgentNames.MANAGER, "spec", "replicas")) {
            return Optional.empty();
        }
        return seen.keda()
                ? Fields.spec(there).get("replicas") instanceof Number now
                        ? Optional.of(now.intValue())
                        : Optional.empty()
                : target.number("minReplicaCount").or(() -> Optional.of(1));
    }
}
