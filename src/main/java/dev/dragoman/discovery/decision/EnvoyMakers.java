package dev.dragoman.discovery.decision;

import dev.dragoman.capability.Line;
import dev.dragoman.capability.StepCall;
import dev.dragoman.capability.object.Made;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Makes the objects of an EnvoyDeployment, with one method for each maker line of the route. Pure.
 */
public final class EnvoyMakers {
    static final String WORKLOAD = "Deployment";
    static final String AUTOSCALER = "HorizontalPodAutoscaler";
    static final String BUDGET = "PodDisruptionBudget";

    /** Kinds of the objects that are made, with their API versions. */
    public static final Map<String, String> KINDS =
            Map.of(
                    DiscoveryNames.CERTIFICATE,
                    DiscoveryNames.API_VERSION,
                    WORKLOAD,
                    "apps/v1",
                    AUTOSCALER,
                    "autoscaling/v2",
                    BUDGET,
                    "policy/v1");

    private static final String CERTIFICATE_LINE = "certificate";
    private static final String DEPLOYMENT_LINE = "deployment";
    private static final String AUTOSCALER_LINE = "autoscaler";
    private static final String BUDGET_LINE = "budget";

    /** The makers' lines, in the order in which they run. */
    public static final List<Line> LINES =
            List.of(
                    line(CERTIFICATE_LINE),
                    line(DEPLOYMENT_LINE).after(CERTIFICATE_LINE),
                    line(AUTOSCALER_LINE),
                    line(BUDGET_LINE));

    private static Line line(String name) {
        return Line.maker(name, "bean:envoyMakers." + name);
    }

    /** The makers by the name of their line, in the order of the lines. */
    public Map<String, Function<StepCall<EnvoyFacts>, Made>> all() {
        var all = new LinkedHashMap<String, Function<StepCall<EnvoyFacts>, Made>>();
        all.put(CERTIFICATE_LINE, this::certificate);
        all.put(DEPLOYMENT_LINE, this::deployment);
        all.put(AUTOSCALER_LINE, this::autoscaler);
        all.put(BUDGET_LINE, this::budget);
        return all;
    }

    /** Name of the line that makes an object of the EnvoyDeployment. */
    static String of(Map<String, Object> object) {
        return switch (String.valueOf(object.get("kind"))) {
            case DiscoveryNames.CERTIFICATE -> CERTIFICATE_LINE;
            case AUTOSCALER -> AUTOSCALER_LINE;
            case BUDGET -> BUDGET_LINE;
            default -> DEPLOYMENT_LINE;
        };
    }

    /** DiscoveryServiceCertificate of Envoy as a client of the discovery service. */
    public Made certificate(StepCall<EnvoyFacts> call) {
        return call.facts().input().orElseThrow().certificate();
    }

    /** The Deployment, once its pods have a certificate. */
    public Made deployment(StepCall<EnvoyFacts> call) {
        return call.facts().input().orElseThrow().deployment();
    }

    /** HorizontalPodAutoscaler, if the number of pods is dynamic. */
    public Made autoscaler(StepCall<EnvoyFacts> call) {
        return call.facts().input().orElseThrow().autoscaler();
    }

    /** PodDisruptionBudget, if the spec has one. */
    public Made budget(StepCall<EnvoyFacts> call) {
        return call.facts().input().orElseThrow().budget();
    }
}
