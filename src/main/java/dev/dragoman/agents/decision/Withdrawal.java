package dev.dragoman.agents.decision;

import dev.dragoman.agents.decision.workload.Identities;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps KEDA from using an identity that it may not use any more, even if no other object of the
 * CDTarget is applied. KEDA caches a TriggerAuthentication until the scaler's spec changes, so the
 * address of Azure DevOps is removed from the scaler too. The scaler itself stays: deleting a
 * ScaledJob would end its jobs.
 */
final class Withdrawal {
    private static final String METADATA = "metadata";

    /** Fields of a scaler's spec that the operator applies; it does not own the other fields. */
    private static final Set<String> OWN =
            Set.of(
                    "scaleTargetRef", "minReplicaCount",
                    "maxReplicaCount", "triggers",
                    "advanced", "jobTargetRef",
                    "successfulJobsHistoryLimit", "failedJobsHistoryLimit",
                    "scalingStrategy", "rollout");

    private Withdrawal() {}

    /**
     * The live scaler without the addresses of its triggers. Empty if there is no such scaler, or
     * if {@link Identities#leaks} is false for it.
     */
    static Optional<Map<String, Object>> scaler(AgentInput given, String kind) {
        var target = given.target();
        return given.seen()
                .live(kind, target.name())
                .filter(
                        each ->
                                given.identities()
                                        .leaks(each, target.namespace(), given.seen().live()))
                .map(each -> silent(each, kind));
    }

    /** The live TriggerAuthentications whose identity is not given to the target's namespace. */
    static List<Map<String, Object>> authentications(AgentInput given) {
        return given.seen().live().values().stream()
                .filter(each -> "TriggerAuthentication".equals(each.get("kind")))
                .filter(each -> given.identities().isWithdrawn(each, given.target().namespace()))
                .toList();
    }

    /** A scaler to apply whose triggers have no address, so that KEDA sends no requests. */
    private static Map<String, Object> silent(Map<String, Object> live, String kind) {
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("name", Fields.metadata(live, "name"));
        metadata.put("namespace", Fields.metadata(live, "namespace"));
        metadata.put("labels", Fields.map(live, METADATA, "labels"));
        var spec = new LinkedHashMap<>(Fields.spec(live));
        spec.keySet().retainAll(OWN);
        spec.put("triggers", Identities.triggers(live).stream().map(Withdrawal::silent).toList());
        var object = new LinkedHashMap<String, Object>();
        object.put("apiVersion", "keda.sh/v1alpha1");
        object.put("kind", kind);
        object.put(METADATA, metadata);
        object.put("spec", spec);
        return object;
    }

    private static Map<String, Object> silent(Map<String, Object> trigger) {
        var metadata = new LinkedHashMap<>(Fields.map(trigger, METADATA));
        metadata.remove(Identities.ADDRESS);
        metadata.remove(Identities.FROM_CONTAINER);
        return Json.with(trigger, METADATA, metadata);
    }
}
