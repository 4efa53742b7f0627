package dev.dragoman.agents.decision;

import dev.dragoman.agents.decision.workload.AgentWorkload;
import dev.dragoman.agents.decision.workload.Pods;
import dev.dragoman.capability.object.Trouble;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Manifest;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the objects that configure and run agents. The fields of a Deployment depend on the live
 * Deployment.
 */
final class AgentObjects {
    /**
     * Annotation of a Deployment that the predecessor made: generation of the spec and hash of the
     * inputs at the takeover. Until one of the two changes, the pods keep their template.
     */
    static final String TAKEN_AT = "dragoman.dev/taken-over-at";

    static final String DEPLOYMENT = "Deployment";
    static final String SCALED_OBJECT = "ScaledObject";
    static final String SCALED_JOB = "ScaledJob";

    /** Kinds of the objects that run agents. */
    static final List<String> RUNNERS = List.of(SCALED_JOB, DEPLOYMENT);

    private AgentObjects() {}

    static Map<String, Object> configuration(CdTarget target) {
        var name = AgentNames.config(target.name());
        return target.manifest("v1", "ConfigMap", name, Map.of("data", target.settings()));
    }

    static Map<String, Object> scaledJob(AgentInput given, String inputs) {
        return AgentWorkload.scaledJob(
                given.target(),
                template(given, inputs),
                given.authentication(),
                given.seen().counting());
    }

    private static Map<String, Object> template(AgentInput given, String inputs) {
        return Pods.template(given.target(), inputs, given.times(), given.job());
    }

    static Map<String, Object> deployment(AgentInput given, String inputs, List<Trouble> troubles) {
        var target = given.target();
        var seen = given.seen();
        var template = template(given, inputs);
        var live = seen.live(DEPLOYMENT, target.name());
        if (live.isEmpty()) {
            return AgentWorkload.deployment(
                    target,
                    target.number("minReplicaCount"),
                    Optional.of(template),
                    Optional.empty());
        }
        var deployment = live.get();
        var replicas = replicas(target, seen, deployment);
        // with the resourceVersion, the apply fails if the scaler has written another number of
        // replicas meanwhile
        var version = replicas.map(each -> Fields.metadata(deployment, "resourceVersion"));
        var state = "%d-%s".formatted(target.generation(), inputs);
        var taken = Fields.annotation(deployment, TAKEN_AT);
        boolean foreign = !Fields.applied(deployment, AgentNames.MANAGER, "spec", "template");
        if (!foreign || (!taken.isEmpty() && !taken.equals(state)) || !target.rollOut().isEmpty()) {
            return AgentWorkload.deployment(target, replicas, Optional.of(template), version);
        }
        troubles.add(
                AgentTrouble.waits(
                        "the agents run as the predecessor started them. Their pods are renewed with the next change of the spec or of a Secret, or when the annotation dragoman.dev/roll-out is set"));
        var object = AgentWorkload.deployment(target, replicas, Optional.empty(), version);
        Manifest.annotate(object, TAKEN_AT, taken.isEmpty() ? state : taken);
        return object;
    }

    /**
     * The number of replicas to apply; empty if a scaler has written it. While the operator owns
     * the field, an apply without the field makes the API server set it to 1.
     */
    private static Optional<Integer> replicas(
            CdTarget target, AgentObservation seen, Map<String, Object> deployment) {
        if (!Fields.applied(deployment, AgentNames.MANAGER, "spec", "replicas")) {
            return Optional.empty();
        }
        return seen.keda()
                ? Fields.spec(deployment).get("replicas") instanceof Number now
                        ? Optional.of(now.intValue())
                        : Optional.empty()
                : target.number("minReplicaCount").or(() -> Optional.of(1));
    }
}
