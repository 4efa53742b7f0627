package dev.dragoman.discovery.decision;

import dev.dragoman.capability.object.Present;
import java.util.Map;
import java.util.Optional;

/**
 * The objects and settings that were read for an EnvoyDeployment. Immutable.
 *
 * @param image MARIN3R's image of the settings; empty for none
 * @param service the DiscoveryService; empty if there is none
 * @param root the certificate of the DiscoveryService's root; empty if there is none
 * @param config the EnvoyConfig; empty if there is none
 * @param live existing objects of any owner that have names of the EnvoyDeployment's objects, by
 *     kind
 */
public record EnvoyObservation(
        String image,
        Optional<DiscoveryService> service,
        Optional<Map<String, Object>> root,
        Optional<Map<String, Object>> config,
        Map<String, Map<String, Object>> live) {
    public EnvoyObservation {
        live = Map.copyOf(live);
    }

    /** The existing objects that were made for the EnvoyDeployment. */
    public Present present(EnvoyDeployment deployment) {
        return Present.of(
                deployment.object(),
                Map.of(
                        DiscoveryNames.COMPONENT,
                        EnvoyDeployment.COMPONENT_VALUE,
                        DiscoveryNames.INSTANCE,
                        deployment.name()),
                live.values().stream().filter(deployment::owns).toList(),
                EnvoyMakers::of);
    }

    /** An existing object that the EnvoyDeployment owns; empty if there is none. */
    Optional<Map<String, Object>> own(EnvoyDeployment deployment, String kind) {
        return Optional.ofNullable(live.get(kind)).filter(deployment::owns);
    }
}
