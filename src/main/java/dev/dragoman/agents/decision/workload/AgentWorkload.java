package dev.dragoman.agents.decision.workload;

import dev.dragoman.agents.decision.AgentNames;
import dev.dragoman.agents.decision.CdTarget;
import dev.dragoman.kube.object.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Makes the Deployment of agents, and KEDA's objects. */
public final class AgentWorkload {
    private static final String KEDA = "keda.sh/v1alpha1";

    /** How many succeeded and how many failed Jobs KEDA keeps; its default is 100. */
    private static final int KEPT = 5;

    /** Names of the triggers in the scaling formula. */
    private static final String QUEUE = "queue";

    private static final String BUSY = "busy";

    /**
     * Behavior of the autoscaler. Tolerance 0, because the default of 10 % ignores a small shortage
     * of agents, and jobs would wait. The other values are the API server's defaults: without them
     * KEDA would see a difference and write the autoscaler again and again.
     */
    private static final Map<String, Object> EXACT =
            Map.of(
                    "scaleUp",
                    Map.of(
                            "tolerance",
                            "0",
                            "stabilizationWindowSeconds",
                            0,
                            "selectPolicy",
                            "Max",
                            "policies",
                            List.of(policy("Pods", 4), policy("Percent", 100))),
                    "scaleDown",
                    Map.of(
                            "tolerance", "0",
                            "selectPolicy", "Max",
                            "policies", List.of(policy("Percent", 100))));

    private AgentWorkload() {}

    private static Map<String, Object> policy(String type, int value) {
        return Map.of("type", type, "value", value, "periodSeconds", 15);
    }

    /**
     * The Deployment.
     *
     * @param replicas number of agents; empty if a scaler sets it
     * @param template template of the pods; empty to keep the live template
     * @param version resourceVersion that the Deployment must still have; empty for any
     */
    public static Map<String, Object> deployment(
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
        // no field manager owns an empty map, so every comparison would report it as missing
        var fields = spec.isEmpty() ? Map.<String, Object>of() : Json.object("spec", spec);
        var object = target.manifest("apps/v1", "Deployment", target.name(), fields);
        version.ifPresent(each -> Json.map(object, "metadata").put("resourceVersion", each));
        return object;
    }

    /**
     * The ScaledJob, which makes a Kubernetes Job for each job of the pool. KEDA deletes no running
     * Job, even when the template changes.
     *
     * @param counting whether KEDA counts jobs that have begun
     */
    public static Map<String, Object> scaledJob(
            CdTarget target,
            Map<String, Object> template,
            String authentication,
            Counting counting) {
        var job = new LinkedHashMap<String, Object>();
        job.put("backoffLimit", 0);
        job.put("template", template);
        var spec = new LinkedHashMap<String, Object>();
        spec.put("jobTargetRef", job);
        limits(target, spec);
        spec.put("successfulJobsHistoryLimit", KEPT);
        spec.put("failedJobsHistoryLimit", KEPT);
        // accurate starts an agent for each counted job: it is for counts of waiting jobs alone
        var strategy = counting == Counting.UNFINISHED ? "default" : "accurate";
        spec.put("scalingStrategy", Map.of("strategy", strategy));
        spec.put("rollout", Map.of("strategy", "gradual"));
        spec.put("triggers", List.of(trigger(target, authentication)));
        return target.manifest(KEDA, "ScaledJob", target.name(), Map.of("spec", spec));
    }

    /**
     * The ScaledObject of the Deployment. KEDA's trigger for the pool counts only waiting jobs. So
     * a second trigger adds the pods of busy agents; without it KEDA would scale these agents down.
     *
     * @param counting whether busy agents are counted, and the tolerance of the autoscaler
     */
    public static Map<String, Object> scaledObject(
            CdTarget target, String authentication, Counting counting) {
        var spec = new LinkedHashMap<String, Object>();
        spec.put("scaleTargetRef", Map.of("name", target.name()));
        limits(target, spec);
        var queue = trigger(target, authentication);
        if (counting == Counting.BUSY || counting == Counting.EXACT) {
            queue.put("name", QUEUE);
            spec.put("triggers", List.of(queue, busy(target)));
            var advanced = new LinkedHashMap<String, Object>();
            advanced.put("scalingModifiers", demand(target));
            if (counting == Counting.EXACT) {
                advanced.put("horizontalPodAutoscalerConfig", Map.of("behavior", EXACT));
            }
            spec.put("advanced", advanced);
        } else {
            spec.put("triggers", List.of(queue));
        }
        return target.manifest(KEDA, "ScaledObject", target.name(), Map.of("spec", spec));
    }

    /** Sets the limits of the spec; without them KEDA's defaults apply. */
    private static void limits(CdTarget target, Map<String, Object> spec) {
        target.number("minReplicaCount").ifPresent(each -> spec.put("minReplicaCount", each));
        target.number("maxReplicaCount").ifPresent(each -> spec.put("maxReplicaCount", each));
    }

    /** The trigger that counts pods of busy agents. */
    private static Map<String, Object> busy(CdTarget target) {
        var labels = new TreeMap<>(target.selector());
        labels.put(AgentPod.BUSY, target.name());
        var selector =
                labels.entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining(","));
        return Map.of(
                "type",
                "kubernetes-workload",
                "name",
                BUSY,
                "metadata",
                Map.of("podSelector", selector, "value", "1"));
    }

    /**
     * The formula of the wanted number of agents: one for each job that has begun, plus the agents
     * for waiting jobs.
     */
    private static Map<String, Object> demand(CdTarget target) {
        var meta = target.map("triggerMeta");
        var each = String.valueOf(meta.getOrDefault("targetPipelinesQueueLength", "1"));
        var waiting = "1".equals(each) ? QUEUE : "%s / %s".formatted(QUEUE, each);
        var least = String.valueOf(meta.getOrDefault("activationTargetPipelinesQueueLength", "0"));
        var all = "%s + %s".formatted(waiting, BUSY);
        return Map.of(
                "formula",
                        "0".equals(least)
                                ? all
                                : "(%s > %s || %s > 0) ? (%s) : 0.0"
                                        .formatted(QUEUE, least, BUSY, all),
                "target", "1",
                "metricType", "AverageValue");
    }

    private static Map<String, Object> trigger(CdTarget target, String authentication) {
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("poolName", target.pool());
        if (target.map("identity").isEmpty()) {
            metadata.put(Identities.FROM_CONTAINER, "AZP_URL");
        } else {
            // not from the container's variables: users who may change these would choose who gets
            // the token
            metadata.put(Identities.ADDRESS, target.url());
        }
        target.map("triggerMeta").forEach((key, value) -> metadata.put(key, String.valueOf(value)));
        var trigger = new LinkedHashMap<String, Object>();
        trigger.put("type", "azure-pipelines");
        trigger.put("metadata", metadata);
        trigger.put("authenticationRef", Map.of("name", authentication));
        return trigger;
    }

    /**
     * The TriggerAuthentication with which KEDA asks for the length of the queue: by token or by
     * workload identity.
     */
    public static Map<String, Object> authentication(CdTarget target, String name) {
        var identity = target.map("identity");
        var spec = new LinkedHashMap<String, Object>();
        if (identity.isEmpty()) {
            var token = Json.object("name", target.tokenRef(), "key", AgentNames.TOKEN);
            token.put("parameter", "personalAccessToken");
            spec.put("secretTargetRef", List.of(token));
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
        return target.manifest(KEDA, "TriggerAuthentication", name, Map.of("spec", spec));
    }
}
