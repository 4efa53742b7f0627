package dev.dragoman.discovery.decision;

import dev.dragoman.capability.object.Present;
import dev.dragoman.kube.object.Fields;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The objects and settings that were read for a DiscoveryService. Immutable.
 *
 * @param image default image of the settings; empty for no default
 * @param allowed namespaces that the administrator allows
 * @param live existing objects of any owner that have names of the DiscoveryService's objects, by
 *     kind, namespace and name
 * @param services all Services with the label of the DiscoveryService
 * @param peers the other DiscoveryServices of its namespace
 * @param namespaces Namespaces that the spec lists, or that have objects made for the
 *     DiscoveryService; empty if a Namespace does not exist
 * @param marked Namespaces whose annotation says that the DiscoveryService serves them
 * @param elsewhere objects in other namespaces that were made for the DiscoveryService
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
     * An observation for which no objects were read.
     *
     * @param image default image of the settings; empty for no default
     * @param allowed namespaces that the administrator allows
     */
    public static DiscoveryObservation none(String image, Allowed allowed) {
        return new DiscoveryObservation(
                image, allowed, Map.of(), List.of(), List.of(), Map.of(), List.of(), List.of());
    }

    /**
     * The existing objects that were made for the service. A certificate with an unexpected name in
     * a served namespace is left out: somebody has copied a certificate there with its labels.
     *
     * @param served names of the served namespaces
     */
    public Present present(DiscoveryService service, Collection<String> served) {
        var objects = new ArrayList<Map<String, Object>>();
        live.values().stream().filter(service::owns).forEach(objects::add);
        services.stream()
                .filter(each -> Fields.ownedBy(service.object(), each))
                .forEach(objects::add);
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

    /** Key in {@link #live}: kind, namespace and name. */
    public static String key(String kind, String namespace, String name) {
        return "%s/%s/%s".formatted(kind, namespace, name);
    }

    /** The object with the name, of any owner; empty if there is none. */
    Optional<Map<String, Object>> live(String kind, String namespace, String name) {
        return Optional.ofNullable(live.get(key(kind, namespace, name)));
    }
}
