package dev.dragoman.discovery.decision;

import dev.dragoman.capability.object.Present;
import dev.dragoman.kube.object.Fields;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was read for a DiscoveryService. Immutable.
 *
 * @param image default image of the settings; empty for none
 * @param allowed namespaces that the administrator allows
 * @param live existing objects with the names of ours, whoever owns them, by kind, namespace and
 *     name
 * @param services all Services with its label
 * @param peers the other DiscoveryServices of its namespace
 * @param namespaces Namespaces that the spec names; empty where one does not exist
 * @param marked Namespaces whose annotation says that it serves them
 * @param elsewhere objects in other namespaces that were made for it
 */
public record DiscoveryObservation(
        String image,
        Allowed allowed,
        Map<String, Map<String, Object>> live,
        List<Map<String, Object>> services,
        List<Map<String, Object>> peers,
        Map<String, Optional<Map<String, Object>>> namespaces,
        List<Map<String, Object>> marked,
        List<Map<String, Object>> elsewhere) {
    /**
     * An observation for which nothing was read.
     *
     * @param image as above
     * @param allowed as above
     */
    public static DiscoveryObservation none(String image, Allowed allowed) {
        return new DiscoveryObservation(
                image, allowed, Map.of(), List.of(), List.of(), Map.of(), List.of(), List.of());
    }

    /**
     * The existing objects that were made for the service. A certificate with another name in a
     * served namespace is left out: somebody has copied it there with its labels.
     *
     * @param served names of the served namespaces
     */
    public Present present(DiscoveryService service, Collection<String> served) {
        var objects = new ArrayList<Map<String, Object>>();
        live.values().stream().filter(service::owns).forEach(objects::add);
        services.stream().filter(service::owns).forEach(objects::add);
        elsewhere.stream().filter(each -> !isCopy(each, served)).forEach(objects::add);
        return Present.of(
                service.object(),
                Map.of(
                        DiscoveryNames.COMPONENT,
                        DiscoveryNames.COMPONENT_VALUE,
                        DiscoveryNames.INSTANCE,
                        service.name()),
                objects,
                each -> DiscoveryMakers.of(service, each));
    }

    private static boolean isCopy(Map<String, Object> object, Collection<String> served) {
        return DiscoveryNames.CERTIFICATE.equals(object.get("kind"))
                && served.contains(Fields.metadata(object, "namespace"))
                && !DiscoveryNames.CLIENT.equals(Fields.metadata(object, "name"));
    }

    /** Kind, namespace and name. */
    public static String key(String kind, String namespace, String name) {
        return "%s/%s/%s".formatted(kind, namespace, name);
    }

    /** The object with the name, whoever owns it; empty where there is none. */
    Optional<Map<String, Object>> live(String kind, String namespace, String name) {
        return Optional.ofNullable(live.get(key(kind, namespace, name)));
    }
}
