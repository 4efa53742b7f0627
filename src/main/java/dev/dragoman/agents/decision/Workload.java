package dev.dragoman.agents.decision;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What runs the agents: a Deployment, or a ScaledJob of KEDA. */
final class Workload {
    /** Jobs that have ended are kept for a look; KEDA would keep a hundred of each. */
    private static final int KEPT = 5;

    private Workload() {}

    /**
     * The Deployment.
     *
     * @param replicas how many, where nobody else says it
     * @param template empty leaves the pods as they are
     * @param version the state of the Deployment that this follows from; empty for any
     */
    static Map<String, Object> deployment(
            CdTarget target,
            Optional<Integer> replicas,
            Optional<Map<String, Object>> template,
            Optional<String> version) {
        var spec = new LinkedHashMap<String, Object>();
        replicas.ifPresent(each -> spec.put("replicas", each));
        if (template.isPresent()) {
            spec.put("selector", Map.of("matchLabels", target.selector()));
            spec.put("template", template.get());
        }
        var object = TargetObject.of("apps/v1", "Deployment", target, target.name(), "spec", spec);
        if (spec.isEmpty()) {
            // an empty map is nobody's, and each look would find it missing
            object.remove("spec");
        }
        version.ifPresent(each -> metadata(object).put("resourceVersion", each));
        return object;
    }

    @SuppressWarnings("unchecked") // made here
    private static Map<String, Object> metadata(Map<String, Object> object) {
        return (Map<String, Object>) object.get("metadata");
    }

    /** A Job for each job of the pool: KEDA ends none that runs, not for a new template either. */
    static Map<String, Object> scaledJob(
            CdTarget target, Map<String, Object> template, String authentication) {
        var job = new LinkedHashMap<String, Object>();
        job.put("backoffLimit", 0);
        job.put("template", template);
        var spec = new LinkedHashMap<String, Object>();
        spec.put("jobTargetRef", job);
        limits(target, spec);
        spec.put("successfulJobsHistoryLimit", KEPT);
        spec.put("failedJobsHistoryLimit", KEPT);
        spec.put("scalingStrategy", Map.of("strategy", "accurate"));
        spec.put("rollout", Map.of("strategy", "gradual"));
        spec.put("triggers", List.of(trigger(target, authentication)));
        return TargetObject.of(
                "keda.sh/v1alpha1", "ScaledJob", target, target.name(), "spec", spec);
    }

    /** What scales the Deployment. */
    static Map<String, Object> scaledObject(CdTarget target, String authentication) {
        var spec = new LinkedHashMap<String, Object>();
        spec.put("scaleTargetRef", Map.of("name", target.name()));
        limits(target, spec);
        spec.put("triggers", List.of(trigger(target, authentication)));
        return TargetObject.of(
                "keda.sh/v1alpha1", "ScaledObject", target, target.name(), "spec", spec);
    }

    /** KEDA's defaults where the spec says nothing. */
    private static void limits(CdTarget target, Map<String, Object> spec) {
        target.number("minReplicaCount").ifPresent(each -> spec.put("minReplicaCount", each));
        target.number("maxReplicaCount").ifPresent(each -> spec.put("maxReplicaCount", each));
    }

    private static Map<String, Object> trigger(CdTarget target, String authentication) {
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("poolName", target.pool());
        metadata.put("organizationURLFromEnv", "AZP_URL");
        target.map("triggerMeta").forEach((key, value) -> metadata.put(key, String.valueOf(value)));
        var trigger = new LinkedHashMap<String, Object>();
        trigger.put("type", "azure-pipelines");
        trigger.put("metadata", metadata);
        trigger.put("authenticationRef", Map.of("name", authentication));
        return trigger;
    }

    /** Who asks Azure DevOps for the length of the queue: the token, or a workload identity. */
    static Map<String, Object> authentication(CdTarget target, String name) {
        var identity = target.map("identity");
        var spec = new LinkedHashMap<String, Object>();
        if (identity.isEmpty()) {
            spec.put(
                    "secretTargetRef",
                    List.of(
                            Map.of(
                                    "parameter",
                                    "personalAccessToken",
                                    "name",
                                    target.tokenRef(),
                                    "key",
                                    AgentNames.TOKEN)));
        } else {
            var pod = new LinkedHashMap<String, Object>();
            pod.put("provider", "azure-workload");
            if (identity.get("clientId") instanceof String id && !id.isEmpty()) {
                pod.put("identityId", id);
                if (identity.get("tenantId") instanceof String tenant && !tenant.isEmpty()) {
                    pod.put("identityTenantId", tenant);
                }
            }
            spec.put("podIdentity", pod);
        }
        return TargetObject.of(
                "keda.sh/v1alpha1", "TriggerAuthentication", target, name, "spec", spec);
    }
}
