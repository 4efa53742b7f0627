package dev.dragoman.discovery.decision;

import static dev.dragoman.kube.object.Json.object;

import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How many pods an EnvoyDeployment has, and how many of them must stay. */
final class EnvoyScaling {
    private static final String REPLICAS = "replicas";

    private EnvoyScaling() {}

    /** The HorizontalPodAutoscaler; none if the number of pods is static. */
    static List<Map<String, Object>> autoscaler(EnvoyDeployment deployment) {
        if (!dynamic(deployment)) {
            return List.of();
        }
        var target = object("apiVersion", "apps/v1", "kind", EnvoyMakers.WORKLOAD);
        target.put("name", deployment.workload());
        var spec = object("scaleTargetRef", target);
        spec.putAll(Json.copyMap(deployment.map(REPLICAS, "dynamic")));
        return List.of(deployment.manifest(EnvoyMakers.AUTOSCALER, spec));
    }

    /** Whether an autoscaler says how many pods there are. A static number has precedence. */
    private static boolean dynamic(EnvoyDeployment deployment) {
        var replicas = deployment.map(REPLICAS);
        return replicas.get("dynamic") instanceof Map<?, ?> && replicas.get("static") == null;
    }

    /**
     * The number of pods to apply; empty if others say it.
     *
     * @param live the Deployment
     */
    static Optional<Object> replicas(
            EnvoyDeployment deployment, Optional<Map<String, Object>> live) {
        if (!dynamic(deployment)) {
            var number = deployment.map(REPLICAS).get("static");
            return Optional.of(number == null ? 1 : number);
        }
        // a number that was applied and is left out becomes 1: it stays until the autoscaler
        // has written another
        return live.filter(each -> Fields.applied(each, EnvoyDeployment.MANAGER, "spec", REPLICAS))
                .map(each -> Fields.spec(each).get(REPLICAS));
    }

    /** The PodDisruptionBudget; none if the spec has no limit. */
    static List<Map<String, Object>> budget(EnvoyDeployment deployment) {
        var limits = deployment.map("podDisruptionBudget");
        for (var each : List.of("minAvailable", "maxUnavailable")) {
            if (limits.get(each) != null) {
                var selector = object("matchLabels", deployment.labels());
                var spec = object("selector", selector, each, limits.get(each));
                return List.of(deployment.manifest(EnvoyMakers.BUDGET, spec));
            }
        }
        return List.of();
    }
}
