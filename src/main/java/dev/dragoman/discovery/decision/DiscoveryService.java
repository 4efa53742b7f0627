package dev.dragoman.discovery.decision;

import dev.dragoman.kube.object.Fields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A DiscoveryService that the API server has validated. Immutable.
 *
 * @param object the whole object; must not be changed afterwards
 */
public record DiscoveryService(Map<String, Object> object) {
    /** Annotation that asks for new pods, with any value. */
    private static final String ROLL_OUT = "dragoman.dev/roll-out";

    /** Finalizer that the API server sets with {@code --cascade=orphan}. */
    private static final String ORPHAN = "orphan";

    private static final String SERVICE_CONFIG = "serviceConfig";

    /** Maximum number of names in {@code enabledNamespaces}. */
    static final int MOST_NAMESPACES = 200;

    private static final int LONGEST_LABEL = 63;

    /** Name of the object. */
    public String name() {
        return Fields.metadata(object, "name");
    }

    /** Namespace of the object. */
    public String namespace() {
        return Fields.metadata(object, "namespace");
    }

    /** UID of the object. */
    public String uid() {
        return Fields.metadata(object, "uid");
    }

    /** Namespace and name, as annotations of Namespaces have them. */
    public String id() {
        return namespace() + "/" + name();
    }

    /** Generation of the spec. */
    public long generation() {
        return Fields.generation(object);
    }

    /** Whether the object is being deleted. */
    public boolean deleting() {
        return Fields.deleting(object);
    }

    /**
     * Whether the DiscoveryService is deleted with {@code --cascade=orphan}, so that its objects
     * stay.
     */
    public boolean orphaning() {
        return Fields.hasFinalizer(object, ORPHAN);
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
        var labels = new LinkedHashMap<String, Object>();
        labels.put("app.kubernetes.io/name", "marin3r");
        labels.put("app.kubernetes.io/managed-by", "marin3r-operator");
        labels.put(DiscoveryNames.COMPONENT, DiscoveryNames.COMPONENT_VALUE);
        labels.put(DiscoveryNames.INSTANCE, name());
        return labels;
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
    String host() {
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
    int xdsPort() {
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

    /** A map of the spec; empty if it is missing. */
    Map<String, Object> map(String... path) {
        return Fields.map(Fields.spec(object), path);
    }

    /** A text of the spec, or of a map in the spec; empty if it is missing. */
    String text(String... path) {
        var above = List.of(path).subList(0, path.length - 1).toArray(String[]::new);
        return map(above).get(path[path.length - 1]) instanceof String text ? text : "";
    }

    /**
     * Whether the DiscoveryService owns the object, and so may change it. A restore takes the owner
     * from objects; in the namespace of the DiscoveryService they are known by their labels.
     */
    boolean owns(Map<String, Object> other) {
        return Fields.ownedOrRestored(/* owner= */ object, labels(), /* object= */ other);
    }

    /** A text of a certificate's status; empty if it is missing. */
    static String state(Optional<Map<String, Object>> certificate, String field) {
        return certificate
                .map(each -> Fields.map(each, "status").get(field))
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .orElse("");
    }
}
