package dev.dragoman.discovery.decision;

import dev.dragoman.kube.Fields;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How far the pods of a discovery service are. */
final class Rollout {
    /** On a Deployment that the predecessor made: generation of the spec that its pods are of. */
    static final String TAKEN_AT = "dragoman.dev/taken-over-at";

    private Rollout() {}

    /** Whether all pods are of the template that the Deployment has. */
    static boolean complete(Map<String, Object> deployment) {
        var status = Fields.map(deployment, "status");
        long wanted = number(Fields.spec(deployment), "replicas");
        return number(status, "observedGeneration") >= Fields.generation(deployment)
                && number(status, "replicas") == wanted
                && number(status, "updatedReplicas") == wanted
                && number(status, "availableReplicas") == wanted;
    }

    private static long number(Map<String, Object> of, String field) {
        return of.get(field) instanceof Number number ? number.longValue() : 0;
    }

    /** A label of its pods. */
    static String podLabel(Map<String, Object> deployment, String key) {
        return Fields.map(deployment, "spec", "template", "metadata", "labels").get(key)
                        instanceof String text
                ? text
                : "";
    }

    /**
     * The bundle that all pods have by now.
     *
     * @param root certificate object of the root
     */
    static String trusted(
            Optional<Map<String, Object>> deployment, Optional<Map<String, Object>> root) {
        if (deployment.isEmpty()) {
            // there is nobody who could distrust it
            return DiscoveryService.state(root, "trustBundleHash");
        }
        if (complete(deployment.get())) {
            return podLabel(deployment.get(), DiscoveryNames.BUNDLE_HASH);
        }
        // what was true before the rollout began, unless somebody else has written it
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
     * Whether the pods go on as they were started before this operator.
     *
     * @param serverHash of the certificate that the server has now
     */
    static boolean waits(
            DiscoveryService service, Optional<Map<String, Object>> deployment, String serverHash) {
        if (deployment.isEmpty() || !service.owns(deployment.get()) || service.rollOut()) {
            return false;
        }
        var there = deployment.get();
        var taken = Fields.annotation(there, TAKEN_AT);
        return !Fields.applied(there, DiscoveryNames.MANAGER, "spec", "template")
                && (taken.isEmpty() || taken.equals(takenAt(service)))
                && (serverHash.isEmpty()
                        || podLabel(there, DiscoveryNames.SERVER_HASH).equals(serverHash));
    }

    static String takenAt(DiscoveryService service) {
        return Long.toString(service.generation());
    }

    /** Whether pods of the template have the Secret. */
    static boolean mounts(Map<String, Object> deployment, String secret) {
        return Fields.map(deployment, "spec", "template", "spec").get("volumes")
                        instanceof List<?> volumes
                && volumes.stream()
                        .filter(Map.class::isInstance)
                        .map(each -> ((Map<?, ?>) each).get("secret"))
                        .filter(Map.class::isInstance)
                        .anyMatch(each -> secret.equals(((Map<?, ?>) each).get("secretName")));
    }
}
