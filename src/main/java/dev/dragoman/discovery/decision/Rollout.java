package dev.dragoman.discovery.decision;

import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import java.util.Map;
import java.util.Optional;

/** Judges the progress of the rollout of a discovery service's pods. */
final class Rollout {
    /**
     * Annotation of a Deployment that the predecessor made: generation of the DiscoveryService's
     * spec at the takeover. Until the generation changes, the pods keep their template.
     */
    static final String TAKEN_AT = "dragoman.dev/taken-over-at";

    private Rollout() {}

    /** Whether all pods have the Deployment's template and are available. */
    static boolean complete(Map<String, Object> deployment) {
        var status = Fields.map(deployment, "status");
        long wanted = Json.number(Fields.spec(deployment), "replicas", 0);
        return Json.number(status, "observedGeneration", 0) >= Fields.generation(deployment)
                && Json.number(status, "replicas", 0) == wanted
                && Json.number(status, "updatedReplicas", 0) == wanted
                && Json.number(status, "availableReplicas", 0) == wanted;
    }

    /** A label of the Deployment's pod template; empty without the label. */
    static String podLabel(Map<String, Object> deployment, String key) {
        return Json.text(Fields.map(deployment, "spec", "template", "metadata", "labels"), key);
    }

    /**
     * Hash of the bundle that all pods trust by now; empty if it is not known.
     *
     * @param root certificate object of the root
     */
    static String trusted(
            Optional<Map<String, Object>> deployment, Optional<Map<String, Object>> root) {
        if (deployment.isEmpty()) {
            // without pods, no pod has to read the bundle first
            return DiscoveryService.state(root, "trustBundleHash");
        }
        if (complete(deployment.get())) {
            return podLabel(deployment.get(), DiscoveryNames.BUNDLE_HASH);
        }
        // during a rollout, returns the value from before the rollout; empty if another field
        // manager has written it
        return root.filter(
                        each ->
                                Fields.applied(
                                        each,
                                        DiscoveryNames.MANAGER,
                                        "metadata",
                                        "annotations",
                                        DiscoveryNames.TRUSTED))
                .map(each -> Fields.annotation(each, DiscoveryNames.TRUSTED))
                .orElse("");
    }

    /**
     * Whether the pods keep the template with which the predecessor started them.
     *
     * @param serverHash hash of the server's present certificate; empty if it is not known
     */
    static boolean waits(
            DiscoveryService service, Optional<Map<String, Object>> deployment, String serverHash) {
        if (deployment.isEmpty() || !service.owns(deployment.get()) || service.rollOut()) {
            return false;
        }
        var live = deployment.get();
        var taken = Fields.annotation(live, TAKEN_AT);
        return !Fields.applied(live, DiscoveryNames.MANAGER, "spec", "template")
                && (taken.isEmpty() || taken.equals(takenAt(service)))
                && (serverHash.isEmpty()
                        || podLabel(live, DiscoveryNames.SERVER_HASH).equals(serverHash));
    }

    static String takenAt(DiscoveryService service) {
        return Long.toString(service.generation());
    }

    /** Whether the pod template mounts the Secret. */
    static boolean mounts(Map<String, Object> deployment, String secret) {
        return Json.maps(Fields.map(deployment, "spec", "template", "spec"), "volumes").stream()
                .map(each -> Fields.map(each, "secret").get("secretName"))
                .anyMatch(secret::equals);
    }
}
