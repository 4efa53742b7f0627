package dev.dragoman.agents.decision;

import dev.dragoman.agents.decision.CdTarget.Mode;
import dev.dragoman.kube.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What runs and scales the agents of a CDTarget. */
final class AgentObjects {
    /**
     * On a Deployment that the predecessor made: generation of the spec, and hash of what agents
     * read, that its pods may still be of.
     */
    static final String TAKEN_AT = "dragoman.dev/taken-over-at";

    private static final String DEPLOYMENT = "Deployment";
    private static final String SCALED_OBJECT = "ScaledObject";
    private static final String SCALED_JOB = "ScaledJob";

    /** What owns the pods of agents. */
    static final List<String> RUNNERS = List.of(SCALED_JOB, DEPLOYMENT);

    private AgentObjects() {}

    static List<Map<String, Object>> of(
            CdTarget target,
            Observation seen,
            Times times,
            List<Trouble> troubles,
            List<Map<String, Object>> obsolete) {
        var objects = new ArrayList<Map<String, Object>>();
        objects.add(
                TargetObject.of(
                        "v1",
                        "ConfigMap",
                        target,
                        AgentNames.config(target.name()),
                        "data",
                        target.settings()));
        boolean job = target.mode() == Mode.SCALED_JOB;
        var template = Pods.template(target, seen.inputs(), times, job);
        var authentication =
                seen.foreignAuthentication()
                        ? AgentNames.ownAuthentication(target.name())
                        : AgentNames.authentication(target.name(), target.pool());
        if (seen.keda()) {
            objects.add(Workload.authentication(target, authentication));
        } else {
            troubles.add(
                    Trouble.keda(
                            job
                                    ? "the kind ScaledJob of KEDA is not installed, so no agents run; they do when it is"
                                    : "the kinds of KEDA are not installed; the number of agents stays as it is, and is scaled when they are"));
        }
        if (!job) {
            objects.add(deployment(target, seen, template, troubles));
        }
        if (seen.keda()) {
            objects.add(
                    job
                            ? Workload.scaledJob(target, template, authentication)
                            : Workload.scaledObject(target, authentication, seen.counting()));
        }
        // the other way to run them
        // without KEDA there are no jobs in its place
        var other =
                job
                        ? seen.keda() ? List.of(SCALED_OBJECT, DEPLOYMENT) : List.<String>of()
                        : List.of(SCALED_JOB);
        for (var kind : other) {
            seen.live(kind, target.name()).ifPresent(obsolete::add);
        }
        // those that other pools had
        seen.live().values().stream()
                .filter(each -> "TriggerAuthentication".equals(each.get("kind")))
                .filter(each -> !authentication.equals(Fields.metadata(each, "name")))
                .forEach(obsolete::add);
        return objects;
    }

    private static Map<String, Object> deployment(
            CdTarget target,
            Observation seen,
            Map<String, Object> template,
            List<Trouble> troubles) {
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
                Trouble.waits(
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
