package dev.dragoman.agents.decision;

import dev.dragoman.kube.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Takes from KEDA what it may not use any more, also where nothing else of a CDTarget is applied
 * now. KEDA keeps what it read of an authentication until the scaler's spec changes, so the scaler
 * loses the address too. Agents go on, as many as there are: without its scaler a ScaledJob would
 * end its jobs.
 */
final class Withdrawal {
    private static final String METADATA = "metadata";

    /** What the operator applies of a scaler; the rest is others'. */
    private static final Set<String> OWN =
            Set.of(
                    "scaleTargetRef",
                    "minReplicaCount",
                    "maxReplicaCount",
                    "triggers",
                    "advanced",
                    "jobTargetRef",
                    "successfulJobsHistoryLimit",
                    "failedJobsHistoryLimit",
                    "scalingStrategy",
                    "rollout");

    private Withdrawal() {}

    /** The same, and what is to be withdrawn. */
    static Wanted with(Wanted wanted, CdTarget target, Observation seen, Identities identities) {
        var objects = new ArrayList<>(wanted.objects());
        for (var kind : List.of("ScaledObject", "ScaledJob")) {
            seen.live(kind, target.name())
                    .filter(each -> objects.stream().noneMatch(one -> kind.equals(one.get("kind"))))
                    .filter(each -> !wanted.obsolete().contains(each))
                    .filter(each -> identities.leaks(each, target.namespace(), seen.live()))
                    .ifPresent(each -> objects.add(silent(each, kind)));
        }
        var applied = new LinkedHashSet<String>();
        objects.stream()
                .filter(each -> "TriggerAuthentication".equals(each.get("kind")))
                .forEach(each -> applied.add(Fields.metadata(each, "name")));
        var obsolete = new ArrayList<>(wanted.obsolete());
        seen.live().values().stream()
                .filter(each -> "TriggerAuthentication".equals(each.get("kind")))
                .filter(each -> !applied.contains(Fields.metadata(each, "name")))
                .filter(each -> !obsolete.contains(each))
                .filter(each -> identities.isWithdrawn(each, target.namespace()))
                .forEach(obsolete::add);
        return new Wanted(objects, obsolete, wanted.troubles(), wanted.open(), wanted.refused());
    }

    /** The same scaler, which asks nobody. */
    private static Map<String, Object> silent(Map<String, Object> live, String kind) {
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("name", Fields.metadata(live, "name"));
        metadata.put("namespace", Fields.metadata(live, "namespace"));
        metadata.put("labels", Fields.map(live, METADATA, "labels"));
        var spec = new LinkedHashMap<String, Object>();
        Fields.spec(live)
                .forEach(
                        (key, value) -> {
                            if (OWN.contains(key)) {
                                spec.put(key, value);
                            }
                        });
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
        var other = new LinkedHashMap<>(trigger);
        other.put(METADATA, metadata);
        return other;
    }
}
