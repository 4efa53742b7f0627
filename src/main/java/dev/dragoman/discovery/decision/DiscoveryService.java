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
    /** Annotation that asks for new pods, whatever its value. */
    private static final String ROLL_OUT = "dragoman.dev/roll-out";

    /** Finalizer that the API server sets with {@code --cascade=orphan}. */
    private static final String ORPHAN = "orphan";

    private static final String SERVICE_CONFIG = "serviceConfig";

    /** Names in {@code enabledNamespaces} at most. */
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

    /** Whether it is being deleted. */
    public boolean deleting() {
        return Fields.deleting(object);
    }

    /** Whether the objects that were made for it shall stay when it is deleted. */
    public boolean orphaning() {
        return Fields.hasFinalizer(object, ORPHAN);
    }

    /** Whether the predecessor's finalizer is still there. */
    public boolean formerlyHeld() {
        return Fields.hasFinalizer(object, DiscoveryNames.FORMER_FINALIZER);
    }

    /** Whether somebody asks for new pods. */
    public boolean rollOut() {
        return !Fields.annotation(object, ROLL_OUT).isEmpty();
    }

    /** Labels of all objects that are made, by which its pods are selected too. */
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

    /** Type of the Service: ClusterIP, LoadBalancer, Headless, or a wrong value of the spec. */
    String serviceType() {
        var type = text(SERVICE_CONFIG, "type");
        return type.isEmpty() ? "ClusterIP" : type;
    }

    /** Host name at which Envoy reaches it. */
    String host() {
        return "%s.%s.svc".formatted(service(), namespace());
    }

    /** Namespaces to serve, without duplicates; none where there are too many. */
    public List<String> namespaces() {
        return spec("enabledNamespaces") instanceof List<?> list && !tooManyNamespaces()
                ? list.stream().map(String::valueOf).distinct().toList()
                : List.of();
    }

    /** Whether there are too many: each costs requests at each reconciliation. */
    boolean tooManyNamespaces() {
        return spec("enabledNamespaces") instanceof List<?> list && list.size() > MOST_NAMESPACES;
    }

    /** Whether its name can be the value of a label; if not, nothing is ever made for it. */
    public boolean labelable() {
        return name().length() <= LONGEST_LABEL;
    }

    /** Port of a field of the spec. */
    int port(String field, int otherwise) {
        return spec(field) instanceof Number port ? port.intValue() : otherwise;
    }

    /** Port of the discovery service. */
    int xdsPort() {
        return port("xdsServerPort", 18000);
    }

    /** A Boolean field of the spec. */
    boolean flag(String field, boolean otherwise) {
        return spec(field) instanceof Boolean set ? set : otherwise;
    }

    /** A field of the spec; null without one. */
    Object spec(String field) {
        return Fields.spec(object).get(field);
    }

    /** A map of the spec; empty without one. */
    Map<String, Object> map(String... path) {
        return Fields.map(Fields.spec(object), path);
    }

    /** A text of the spec, or of a map of it; empty without one. */
    String text(String... path) {
        var above = List.of(path).subList(0, path.length - 1).toArray(String[]::new);
        return map(above).get(path[path.length - 1]) instanceof String text ? text : "";
    }

    /** Whether it owns the object, which may be changed then. */
    boolean owns(Map<String, Object> other) {
        return Fields.ownedBy(/* owner= */ object, /* object= */ other);
    }

    /** A text of a certificate's status; empty without one. */
    static String state(Optional<Map<String, Object>> certificate, String field) {
        return certificate
                .map(each -> Fields.map(each, "status").get(field))
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .orElse("");
    }
}
