package dev.dragoman.discovery.decision;

import java.util.Map;
import java.util.Optional;

/**
 * The facts of a DiscoveryService. Immutable.
 *
 * @param service the DiscoveryService
 * @param input input of the makers; empty if the DiscoveryService is being deleted
 * @param leaving marks and objects to remove from Namespaces if no Namespace is served any more
 * @param live existing objects that have names of the DiscoveryService's objects, by kind,
 *     namespace and name
 */
public record DiscoveryFacts(
        DiscoveryService service,
        Optional<DiscoveryInput> input,
        EnabledNamespaces leaving,
        Map<String, Map<String, Object>> live) {
    public DiscoveryFacts {
        live = Map.copyOf(live);
    }

    /** Facts of a DiscoveryService that is not being deleted. */
    public static DiscoveryFacts of(DiscoveryService service, DiscoveryObservation seen) {
        return new DiscoveryFacts(
                service,
                Optional.of(new DiscoveryInput(service, seen)),
                EnabledNamespaces.leaving(service, seen),
                seen.live());
    }

    /** Facts of a DiscoveryService that is being deleted. */
    public static DiscoveryFacts leaving(DiscoveryService service, DiscoveryObservation seen) {
        return new DiscoveryFacts(
                service, Optional.empty(), EnabledNamespaces.leaving(service, seen), seen.live());
    }

    /**
     * The input of the makers.
     *
     * @throws java.util.NoSuchElementException if the DiscoveryService is being deleted
     */
    public DiscoveryInput given() {
        return input.orElseThrow();
    }

    /**
     * An existing object in the namespace of the DiscoveryService, which owns the object; empty if
     * there is none.
     */
    Optional<Map<String, Object>> live(String kind, String name) {
        return Optional.ofNullable(
                        live.get(DiscoveryObservation.key(kind, service.namespace(), name)))
                .filter(service::owns);
    }
}
