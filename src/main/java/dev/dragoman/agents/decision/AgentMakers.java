package dev.dragoman.agents.decision;

import dev.dragoman.agents.decision.egress.Hosts;
import dev.dragoman.agents.decision.egress.Ports;
import dev.dragoman.agents.decision.egress.Resolution;
import dev.dragoman.agents.decision.workload.AgentWorkload;
import dev.dragoman.agents.decision.workload.Identities;
import dev.dragoman.capability.Line;
import dev.dragoman.capability.StepCall;
import dev.dragoman.capability.object.Made;
import dev.dragoman.capability.object.Trouble;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.Manifest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Makes the objects of a CDTarget, with one method for each maker line of the route.
 * NetworkPolicies are made before the agents. Pure.
 */
public final class AgentMakers {
    private static final String METADATA = "metadata";

    /** Fields of a scaler's spec that the operator applies; it does not own the other fields. */
    private static final Set<String> APPLIED =
            Set.of(
                    "scaleTargetRef", "minReplicaCount",
                    "maxReplicaCount", "triggers",
                    "advanced", "jobTargetRef",
                    "successfulJobsHistoryLimit", "failedJobsHistoryLimit",
                    "scalingStrategy", "rollout");

    /** Names of the makers' lines. */
    public static final String TARGETS_POLICY = "targetsPolicy";

    public static final String POOL_POLICY = "poolPolicy";
    public static final String CONFIGURATION = "configuration";
    public static final String AUTHENTICATION = "authentication";
    public static final String WORKLOAD = "workload";
    public static final String SCALING = "scaling";

    /** The makers' lines, in the order in which they run. */
    public static final List<Line> LINES =
            List.of(
                    line(TARGETS_POLICY, "targetsPolicy").restricting(),
                    line(POOL_POLICY, "poolPolicy").restricting(),
                    line(CONFIGURATION, "configuration"),
                    line(AUTHENTICATION, "authentication"),
                    line(WORKLOAD, "workload")
                            .after(TARGETS_POLICY, POOL_POLICY, CONFIGURATION)
                            .follows(AUTHENTICATION),
                    line(SCALING, "scaling").after(WORKLOAD));

    private static Line line(String name, String method) {
        return Line.maker(name, "bean:agentMakers." + method);
    }

    /** The makers by the name of their line, in the order of the lines. */
    public Map<String, Function<StepCall<AgentFacts>, Made>> all() {
        var all = new LinkedHashMap<String, Function<StepCall<AgentFacts>, Made>>();
        all.put(TARGETS_POLICY, this::targetsPolicy);
        all.put(POOL_POLICY, this::poolPolicy);
        all.put(CONFIGURATION, this::configuration);
        all.put(AUTHENTICATION, this::authentication);
        all.put(WORKLOAD, this::workload);
        all.put(SCALING, this::scaling);
        return all;
    }

    /** Name of the line that makes an object of the target. */
    public static String of(CdTarget target, Map<String, Object> object) {
        return switch (String.valueOf(object.get("kind"))) {
            case "NetworkPolicy" ->
                    Fields.metadata(object, "name").equals(AgentNames.pool(target.name()))
                            ? POOL_POLICY
                            : TARGETS_POLICY;
            case "ConfigMap" -> CONFIGURATION;
            case "TriggerAuthentication" -> AUTHENTICATION;
            case AgentObjects.SCALED_OBJECT -> SCALING;
            default -> WORKLOAD;
        };
    }

    /** NetworkPolicy to the destinations that the target lists, on the administrator's ports. */
    public Made targetsPolicy(StepCall<AgentFacts> call) {
        var given = call.facts().given();
        if (given.closed()) {
            return new Made.Unknown(given.troubles());
        }
        var troubles = new ArrayList<>(given.troubles());
        var opened = Ports.of(given.target(), given.seen(), given.egress(), troubles);
        var policy = opened.targets(given.target(), given.targets().peers());
        // an annotation of the policy stores the open addresses of hosts
        var resolution = given.seen().hosts().orElse(Resolution.UNASKED);
        if (!resolution.hosts().names().isEmpty()) {
            Manifest.annotate(policy, Hosts.ANNOTATION, resolution.hosts().text());
        }
        if (!resolution.unanswered().isEmpty()) {
            troubles.add(
                    AgentTrouble.unanswered(
                            "hosts: the DNS does not answer for %s; the addresses of the last answers stay open"
                                    .formatted(String.join(", ", resolution.unanswered()))));
        }
        if (!given.targets().problems().isEmpty()) {
            troubles.add(
                    AgentTrouble.targets(
                            "refused destinations (the others are open): %s"
                                    .formatted(given.targets().summary())));
        }
        return new Made.Objects(List.of(policy), troubles);
    }

    /** NetworkPolicy to Azure DevOps and to the DNS. */
    public Made poolPolicy(StepCall<AgentFacts> call) {
        var given = call.facts().given();
        if (given.closed()) {
            return new Made.Unknown(given.troubles());
        }
        var troubles = new ArrayList<>(given.troubles());
        var policy = given.egress().pool(given.target(), given.nameservers(troubles));
        if (given.egress().open()) {
            troubles.add(AgentTrouble.legacy());
        }
        return new Made.Objects(List.of(policy), troubles);
    }

    /** ConfigMap with the settings of agents, such as the address of the pool. */
    public Made configuration(StepCall<AgentFacts> call) {
        var given = call.facts().given();
        return given.runs()
                ? new Made.Objects(List.of(AgentObjects.configuration(given.target())), why(given))
                : new Made.Unknown(why(given));
    }

    /**
     * TriggerAuthentication with which KEDA asks for the length of the queue.
     * TriggerAuthentications of former pools are deleted.
     */
    public Made authentication(StepCall<AgentFacts> call) {
        var given = call.facts().given();
        return given.runs() && given.seen().keda()
                ? new Made.Objects(
                        List.of(
                                AgentWorkload.authentication(
                                        given.target(), given.authentication())),
                        why(given))
                : new Made.Unknown(why(given), List.of(), authentications(given));
    }

    /** Deployment or ScaledJob, as the spec says; an object of the other kind is deleted. */
    public Made workload(StepCall<AgentFacts> call) {
        var given = call.facts().given();
        if (given.runs() && !given.job()) {
            var troubles = new ArrayList<>(why(given));
            return new Made.Objects(
                    List.of(AgentObjects.deployment(given, inputs(call), troubles)), troubles);
        }
        if (given.runs() && given.seen().keda() && !call.context().makes(AUTHENTICATION)) {
            // KEDA could not authenticate to ask for the length of the queue
            return new Made.Unknown(
                    List.of(
                            AgentTrouble.keda(
                                    "the route makes no TriggerAuthentication, which a ScaledJob needs. Add the line bean:agentMakers?method=authentication to the route, or remove 'scaling: ScaledJob' from the CDTarget")));
        }
        return given.runs() && given.seen().keda()
                ? new Made.Objects(List.of(AgentObjects.scaledJob(given, inputs(call))), why(given))
                : silent(
                        given,
                        AgentObjects.SCALED_JOB,
                        "the kind ScaledJob of KEDA is not installed; no agents run until it is");
    }

    /** Hash of what agents read when they start, also of a ConfigMap of a team in place of ours. */
    private static String inputs(StepCall<AgentFacts> call) {
        var given = call.facts().given();
        var own = given.seen().inputs();
        var key = Fields.key(AgentObjects.configuration(given.target()));
        return call.context()
                .making()
                .flatMap(each -> each.added(key))
                .map(each -> "%s-%08x".formatted(own, Fields.map(each, "data").hashCode()))
                .orElse(own);
    }

    /**
     * ScaledObject of the Deployment. A target with a ScaledJob has none, as KEDA scales ScaledJobs
     * itself.
     */
    public Made scaling(StepCall<AgentFacts> call) {
        var given = call.facts().given();
        if (!given.runs() || !given.seen().keda()) {
            // with scaling: ScaledJob the line workload already says that KEDA is missing
            return silent(
                    given,
                    AgentObjects.SCALED_OBJECT,
                    given.job()
                            ? ""
                            : "the kinds of KEDA are not installed; the number of agents does not change until they are");
        }
        return given.job()
                ? new Made.NotWanted()
                : new Made.Objects(
                        List.of(
                                AgentWorkload.scaledObject(
                                        given.target(),
                                        given.authentication(),
                                        given.seen().counting())),
                        why(given));
    }

    /** Keeps the live scaler, but removes the address to which KEDA may not send requests. */
    private static Made silent(AgentInput given, String kind, String withoutKeda) {
        var keda =
                given.runs() && !withoutKeda.isEmpty()
                        ? List.of(AgentTrouble.keda(withoutKeda))
                        : List.<Trouble>of();
        return new Made.Unknown(
                Stream.of(why(given), keda).flatMap(Collection::stream).toList(),
                scaler(given, kind).stream().toList(),
                List.of());
    }

    private static List<Trouble> why(AgentInput given) {
        return Stream.of(given.troubles(), given.lacks()).flatMap(Collection::stream).toList();
    }

    /**
     * Keeps KEDA from using an identity that it may not use any more, even if no other object of
     * the CDTarget is applied. KEDA caches a TriggerAuthentication until the scaler's spec changes,
     * so the address of Azure DevOps is removed from the scaler too. The scaler itself stays:
     * deleting a ScaledJob would end its jobs.
     *
     * @return the live scaler without the addresses of its triggers; empty if there is no such
     *     scaler, or if {@link Identities#leaks} is false for it.
     */
    private static Optional<Map<String, Object>> scaler(AgentInput given, String kind) {
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
    private static List<Map<String, Object>> authentications(AgentInput given) {
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
        spec.keySet().retainAll(APPLIED);
        spec.put("triggers", Identities.triggers(live).stream().map(AgentMakers::silent).toList());
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
