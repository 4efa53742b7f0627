package dev.dragoman.discovery.decision;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is decided by. Immutable.
 *
 * @param service the DiscoveryService
 * @param wanted what is to be there
 * @param differs those of the wanted objects that an apply would change, in their order
 * @param live what is there under the names of what is made, by kind, namespace and name
 */
public record Facts(
        DiscoveryService service,
        Wanted wanted,
        List<Map<String, Object>> differs,
        Map<String, Map<String, Object>> live) {
    public Facts {
        differs = List.copyOf(differs);
        live = Map.copyOf(live);
    }

    /** The same where these are wanted. */
    public Facts with(Wanted others, List<Map<String, Object>> now) {
        return new Facts(service, others, now, live);
    }

    /** One of its objects that is there. */
    Optional<Map<String, Object>> live(String kind, String name) {
        return Optional.ofNullable(live.get(Observation.key(kind, service.namespace(), name)))
                .filter(service::owns);
    }

    /** Whether anything of it is there. */
    boolean exists() {
        return live.values().stream().anyMatch(service::owns);
    }
}
