package dev.dragoman.discovery.decision;

import dev.dragoman.capability.object.Made;
import dev.dragoman.capability.object.Trouble;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Input of all makers of an EnvoyDeployment. Immutable. */
public final class EnvoyInput {
    /**
     * Maximum length of an EnvoyDeployment's name: {@code envoy-client-cert-NAME} is a host label,
     * whose limit is 63.
     */
    private static final int LONGEST = 45;

    private static final long TWO_DAYS = 172_800;

    private final EnvoyDeployment deployment;
    private final EnvoyObservation seen;
    private final List<Trouble> troubles = new ArrayList<>();
    private final long seconds;

    /** Whether the spec is valid and all that it refers to exists. */
    private final boolean known;

    /** Whether no object of another owner has a name of the pods' objects. */
    private final boolean free;

    EnvoyInput(EnvoyDeployment deployment, EnvoyObservation seen) {
        this.deployment = deployment;
        this.seen = seen;
        named();
        var duration = Fields.spec(deployment.object()).get("duration");
        seconds = Pki.seconds("spec.duration", duration, TWO_DAYS, troubles);
        if (troubles.isEmpty() && seen.service().isEmpty()) {
            troubles.add(DiscoveryTrouble.noService(deployment));
        } else if (troubles.isEmpty() && seen.config().isEmpty()) {
            var namespace = seen.service().orElseThrow().namespace();
            troubles.add(DiscoveryTrouble.noConfig(deployment, namespace));
        }
        known = troubles.isEmpty();
        var foreign = known ? foreign() : List.<String>of();
        free = foreign.isEmpty();
        if (!free) {
            troubles.add(DiscoveryTrouble.foreignEnvoys(foreign));
        }
    }

    /** Whether names in the spec can be names of objects; the API server does not check them. */
    public static boolean refers(EnvoyDeployment deployment) {
        return deployment.name().length() <= LONGEST
                && Names.isSubdomain(deployment.service())
                && Names.isSubdomain(deployment.config());
    }

    private void named() {
        if (refers(deployment)) {
            return;
        }
        troubles.add(
                DiscoveryTrouble.spec(
                        deployment.name().length() > LONGEST
                                ? "the EnvoyDeployment's name has %d characters, and may have %d at most, since envoy-client-cert-NAME may have 63; nothing is made"
                                        .formatted(deployment.name().length(), LONGEST)
                                : "spec.discoveryServiceRef '%s' and spec.envoyConfigRef '%s' must be names of a DiscoveryService and of an EnvoyConfig; nothing is changed"
                                        .formatted(deployment.service(), deployment.config())));
    }

    /** Kinds and names of objects of other owners that have names of wanted objects. */
    private List<String> foreign() {
        var kinds = new ArrayList<>(List.of(DiscoveryNames.CERTIFICATE, EnvoyMakers.WORKLOAD));
        Stream.of(EnvoyScaling.autoscaler(deployment), EnvoyScaling.budget(deployment))
                .flatMap(List::stream)
                .forEach(each -> kinds.add(String.valueOf(each.get("kind"))));
        return kinds.stream()
                .flatMap(each -> Stream.ofNullable(seen.live().get(each)))
                .filter(each -> !deployment.owns(each))
                .map(each -> each.get("kind") + " " + Fields.metadata(each, "name"))
                .toList();
    }

    private boolean isForeign(Map<String, Object> object) {
        return Optional.ofNullable(seen.live().get(String.valueOf(object.get("kind"))))
                .filter(each -> !deployment.owns(each))
                .isPresent();
    }

    /** The certificate of the pods. */
    Made certificate() {
        return known ? made(List.of(wantedCertificate())) : new Made.Unknown(troubles);
    }

    private Map<String, Object> wantedCertificate() {
        var service = seen.service().orElseThrow();
        // pods of a predecessor keep the root's former Secret for a while, and so does its object
        var ca =
                seen.root()
                        .map(each -> Json.text(Fields.map(each, "spec", "secretRef"), "name"))
                        .filter(each -> !each.isEmpty())
                        .orElseGet(() -> Pki.of(service, new ArrayList<>()).caSecret());
        return WantedCertificates.envoys(deployment, service, ca, seconds);
    }

    /** What scales the pods; no object if their number is static. */
    Made autoscaler() {
        return known ? made(EnvoyScaling.autoscaler(deployment)) : new Made.Unknown(troubles);
    }

    /** What protects the pods from evictions; no object if the spec has no limit. */
    Made budget() {
        return known ? made(EnvoyScaling.budget(deployment)) : new Made.Unknown(troubles);
    }

    /** The Deployment, if its pods have what they need. */
    Made deployment() {
        if (!known) {
            return new Made.Unknown(troubles);
        }
        var all = new ArrayList<>(troubles);
        var live = workload();
        var service = seen.service().orElseThrow();
        var image = seen.image().isEmpty() ? service.text("image") : seen.image();
        boolean hasImage = !image.isEmpty() || !EnvoyWorkload.needsImage(deployment);
        boolean certified = certified(live.isPresent(), all);
        if (!hasImage) {
            all.add(
                    DiscoveryTrouble.image(
                            "there is no image of MARIN3R to run beside Envoy, so no pods are started or changed. Set the operator's setting MARIN3R_IMAGE, spec.image of DiscoveryService %s, or the images of spec.initManager and spec.shutdownManager"
                                    .formatted(deployment.service())));
        }
        if (!hasImage || !certified || !free) {
            return new Made.Unknown(all);
        }
        if (live.filter(Rollout::complete).isEmpty()) {
            all.add(DiscoveryTrouble.rolling(deployment.workload()));
        }
        var config = Fields.spec(seen.config().orElseThrow());
        return new Made.Objects(
                List.of(EnvoyWorkload.of(deployment, service, config, image, live)), all);
    }

    /** The Deployment that there is. */
    Optional<Map<String, Object>> workload() {
        return seen.own(deployment, EnvoyMakers.WORKLOAD);
    }

    /**
     * Whether the pods have a certificate; tells if it is not as wanted. Pods that run keep theirs.
     */
    private boolean certified(boolean running, List<Trouble> to) {
        var certificate = seen.own(deployment, DiscoveryNames.CERTIFICATE);
        boolean issued = !DiscoveryService.state(certificate, "certificateHash").isEmpty();
        var why =
                certificate
                        .flatMap(DiscoveryInput::notReady)
                        .map(" (its condition Ready says: %s)"::formatted)
                        .orElse("");
        if (!issued) {
            var so = running ? "" : "; no pods are started until then";
            to.add(
                    DiscoveryTrouble.pending(
                            "waits until DiscoveryServiceCertificate %s is issued%s%s"
                                    .formatted(deployment.certificate(), why, so)));
        } else if (!why.isEmpty()) {
            to.add(
                    DiscoveryTrouble.certificate(
                            "DiscoveryServiceCertificate %s is not renewed%s"
                                    .formatted(deployment.certificate(), why)));
        }
        return issued || running;
    }

    private Made made(List<Map<String, Object>> objects) {
        var own = objects.stream().filter(each -> !isForeign(each)).toList();
        return own.size() == objects.size()
                ? new Made.Objects(own, troubles)
                : new Made.Unknown(troubles, own, List.of());
    }
}
