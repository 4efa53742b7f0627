package dev.dragoman.discovery.decision;

import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.KubeObject;
import dev.dragoman.kube.object.Manifest;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A DiscoveryService that the API server has validated. Immutable.
 *
 * @param object the whole object; must not be changed afterwards
 */
public record DiscoveryService(Map<String, Object> object) implements KubeObject {
    /** Annotation that asks for new pods, with any value. */
    private static final String ROLL_OUT = "dragoman.dev/roll-out";

    private static final String SERVICE_CONFIG = "serviceConfig";

    /** Maximum number of names in {@code enabledNamespaces}. */
    static final int MOST_NAMESPACES = 200;

    private static final int LONGEST_LABEL = 63;

    /** Namespace and name, as annotations of Namespaces have them. */
    public String id() {
        return namespace() + "/" + name();
    }

    /** Whether the predecessor's finalizer is still there. */
    public boolean formerlyHeld() {
        return Fields.hasFinalizer(object, DiscoveryNames.FORMER_FINALIZER);
    }

    /** Whether the annotation that asks for new pods is set. */
    public boolean rollOut() {
        return !Fields.annotation(object, ROLL_OUT).isEmpty();
    }

    /** Labels of all objects that are made. Deployment and Service select the pods by them. */
    public Map<String, Object> labels() {
        return DiscoveryNames.labels(DiscoveryNames.COMPONENT_VALUE, name());
    }

    /** Image that the spec asks for; empty if it asks for none. */
    public Optional<String> image() {
        return Optional.of(text("image")).filter(each -> !each.isEmpty());
    }

    /** Name of the Service. */
    public String service() {
        var name = text(SERVICE_CONFIG, "name");
        return name.isEmpty() ? DiscoveryNames.of(name()) : name;
    }

    /** Type of the Service: ClusterIP, LoadBalancer, Headless, or an invalid value of the spec. */
    String serviceType() {
        var type = text(SERVICE_CONFIG, "type");
        return type.isEmpty() ? "ClusterIP" : type;
    }

    /** Host name at which Envoy reaches the discovery service. */
    public String host() {
        return "%s.%s.svc".formatted(service(), namespace());
    }

    /** Namespaces to serve, without duplicates; none if the spec lists too many. */
    public List<String> namespaces() {
        return spec("enabledNamespaces") instanceof List<?> list && !tooManyNamespaces()
                ? list.stream().map(String::valueOf).distinct().toList()
                : List.of();
    }

    /** Whether the spec lists too many namespaces: each costs requests at each reconciliation. */
    boolean tooManyNamespaces() {
        return spec("enabledNamespaces") instanceof List<?> list && list.size() > MOST_NAMESPACES;
    }

    /**
     * Whether the object's name can be the value of a label. If not, no objects are made for it.
     */
    public boolean labelable() {
        return name().length() <= LONGEST_LABEL;
    }

    /** Port in a field of the spec; {@code otherwise} if the field is missing or no number. */
    int port(String field, int otherwise) {
        return spec(field) instanceof Number port ? port.intValue() : otherwise;
    }

    /** Port of the discovery service. */
    public int xdsPort() {
        return port("xdsServerPort", 18000);
    }

    /** A Boolean field of the spec; {@code otherwise} if the field is missing or no Boolean. */
    boolean flag(String field, boolean otherwise) {
        return spec(field) instanceof Boolean set ? set : otherwise;
    }

    /** A field of the spec; null if it is missing. */
    Object spec(String field) {
        return Fields.spec(object).get(field);
    }

    /** A text of the spec, or of a map in the spec; empty if it is missing. */
    String text(String... path) {
        var above = List.of(path).subList(0, path.length - 1).toArray(String[]::new);
        return Json.text(map(above), path[path.length - 1]);
    }

    /**
     * Whether the DiscoveryService owns the object, and so may change it. A restore takes the owner
     * from objects; in the namespace of the DiscoveryService they are known by their labels.
     */
    boolean owns(Map<String, Object> other) {
        return Fields.ownedOrRestored(/* owner= */ object, labels(), /* object= */ other);
    }

    /**
     * An object that is made in the namespace of the DiscoveryService.
     *
     * @param fields its fields besides metadata, such as {@code spec}
     */
    Map<String, Object> manifest(
            String apiVersion, String kind, String name, Map<String, Object> fields) {
        return Manifest.of(apiVersion, kind, labels(), namespace(), name, fields);
    }

    /** A text of a certificate's status; empty if it is missing. */
    static String state(Optional<Map<String, Object>> certificate, String field) {
        return certificate.map(each -> Json.text(Fields.map(each, "status"), field)).orElse("");
    }
}
