package dev.dragoman.discovery.decision;

import java.util.Map;
import java.util.Optional;

/**
 * What is decided by. Immutable.
 *
 * @param service the DiscoveryService
 * @param asked what is made by; empty where the DiscoveryService goes
 * @param leaving which namespaces are left where none is served any more
 * @param live what is there under the names of what is made, by kind, namespace and name
 */
public record Facts(
        DiscoveryService service,
        Optional<Given> asked,
        EnabledNamespaces leaving,
        Map<String, Map<String, Object>> live) {
    public Facts {
        live = Map.copyOf(live);
    }

    /** Of one that stays. */
    public static Facts of(DiscoveryService service, Observation seen) {
        return new Facts(
                service,
                Optional.of(new Given(service, seen)),
                EnabledNamespaces.leaving(service, seen),
                seen.live());
    }

    /** Of one that goes. */
    public static Facts leaving(DiscoveryService service, Observation seen) {
        return new Facts(
                service, Optional.empty(), EnabledNamespaces.leaving(service, seen), seen.live());
    }

    /**
     * What is made by.
     *
     * @throws java.util.NoSuchElementException where the DiscoveryService goes
     */
    public Given given() {
        return asked.orElseThrow();
    }

    /** One of its objects that is there. */
    Optional<Map<String, Object>> live(String kind, String name) {
        return Optional.ofNullable(live.get(Observation.key(kind, service.namespace(), name)))
                .filter(service::owns);
    }
}
