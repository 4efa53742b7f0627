package dev.dragoman.discovery.decision;

import dev.dragoman.capability.Ending;
import dev.dragoman.capability.MakersRun;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.Step;
import dev.dragoman.capability.object.Makes;
import dev.dragoman.capability.object.ObjectComparison;
import dev.dragoman.capability.object.ObjectStep;
import dev.dragoman.capability.object.Trouble;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An EnvoyDeployment, what was read for it, and what is made of these. */
abstract class EnvoyFixture {
    private static final String UID = "uid-gateway";

    final Map<String, Object> spec = new LinkedHashMap<>();
    final Map<String, Object> serviceSpec = new LinkedHashMap<>();
    final Map<String, Object> configSpec = new LinkedHashMap<>(Map.of("nodeID", "node"));
    final Map<String, Map<String, Object>> live = new HashMap<>();
    final Map<String, Object> metadata =
            new LinkedHashMap<>(
                    Map.of("name", "gateway", "namespace", "team", "uid", UID, "generation", 3));
    String serviceNamespace = "team";
    String image = "marin3r:set";
    boolean hasService = true;
    boolean hasConfig = true;
    Optional<Map<String, Object>> root = Optional.empty();

    EnvoyFixture() {
        spec.put("discoveryServiceRef", "xds");
        spec.put("envoyConfigRef", "routes");
    }

    private static Map<String, Object> object(
            String apiVersion,
            String kind,
            Map<String, Object> metadata,
            Map<String, Object> spec) {
        return Json.object(
                "apiVersion", apiVersion, "kind", kind, "metadata", metadata, "spec", spec);
    }

    EnvoyDeployment envoys() {
        return new EnvoyDeployment(
                object(DiscoveryNames.API_VERSION, EnvoyDeployment.KIND, metadata, spec));
    }

    EnvoyObservation seen() {
        var service =
                object(
                        DiscoveryNames.API_VERSION,
                        DiscoveryNames.KIND,
                        Map.of("name", "xds", "namespace", serviceNamespace),
                        serviceSpec);
        var config =
                object(
                        "marin3r.3scale.net/v1alpha1",
                        "EnvoyConfig",
                        Map.of("name", "routes"),
                        configSpec);
        return new EnvoyObservation(
                image,
                Optional.of(new DiscoveryService(service)).filter(any -> hasService),
                root,
                Optional.of(config).filter(any -> hasService && hasConfig),
                live);
    }

    /** An object that is there; of another owner where {@code owner} is not the fixture's. */
    Map<String, Object> there(String kind, String owner, Map<String, Object> more) {
        var object =
                object(
                        EnvoyMakers.KINDS.get(kind),
                        kind,
                        Json.object(
                                "name",
                                kind.equals(DiscoveryNames.CERTIFICATE)
                                        ? "envoy-client-cert-gateway"
                                        : "marin3r-envoydeployment-gateway",
                                "namespace",
                                "team",
                                "ownerReferences",
                                List.of(Map.of("uid", owner))),
                        Map.of());
        object.putAll(more);
        live.put(kind, object);
        return object;
    }

    Map<String, Object> own(String kind, Map<String, Object> more) {
        return there(kind, UID, more);
    }

    /** The certificate that the pods need is issued. */
    void issued() {
        own(
                DiscoveryNames.CERTIFICATE,
                Map.of("status", Map.of("certificateHash", "h", "observedGeneration", 1)));
    }

    /** The Deployment runs. */
    Map<String, Object> running() {
        return own(
                "Deployment",
                Map.of(
                        "spec",
                        Map.of("replicas", 1),
                        "status",
                        Map.of("replicas", 1, "updatedReplicas", 1, "availableReplicas", 1)));
    }

    EnvoyFacts facts() {
        return EnvoyFacts.of(envoys(), seen());
    }

    ObjectComparison compared() {
        return MakersRun.of(
                new Makes(EnvoyDeployment.MANAGER, Set.of(), DiscoveryTrouble.WORST_FIRST),
                EnvoyMakers.LINES,
                new EnvoyMakers().all(),
                facts(),
                seen().present(envoys()),
                objects -> objects);
    }

    /** The steps, one after the other, and the end. */
    List<Step> steps() {
        var steps = new ArrayList<Step>();
        var done = Results.NONE.with(new ObjectStep.Compare(), compared());
        var step = EnvoyDecision.next(facts(), done);
        while (!(step instanceof Ending)) {
            steps.add(step);
            done = done.with(step, step instanceof ObjectStep.Apply ? List.of() : 1);
            step = EnvoyDecision.next(facts(), done);
        }
        steps.add(step);
        return steps;
    }

    List<String> kinds() {
        return compared().wanted().stream().map(each -> String.valueOf(each.get("kind"))).toList();
    }

    List<String> reasons() {
        return compared().troubles().all().stream().map(Trouble::reason).toList();
    }

    String message() {
        return compared().troubles().all().getFirst().message();
    }

    Map<String, Object> made(String kind) {
        return compared().wanted().stream()
                .filter(each -> kind.equals(each.get("kind")))
                .findFirst()
                .orElseThrow();
    }

    Map<String, Object> spec(String kind) {
        return Fields.spec(made(kind));
    }
}
