package dev.dragoman.discovery.decision;

import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.KubeObject;
import dev.dragoman.kube.object.Manifest;
import java.util.Map;

/**
 * An EnvoyDeployment that the API server has validated. Immutable.
 *
 * @param object the whole object; must not be changed afterwards
 */
public record EnvoyDeployment(Map<String, Object> object) implements KubeObject {
    public static final String KIND = "EnvoyDeployment";

    /**
     * Field manager of all objects that are made for EnvoyDeployments; the route's line {@code
     * kubernetes-apply} has the same value.
     */
    public static final String MANAGER = "dragoman-envoy-deployments";

    /** Value of the label {@link DiscoveryNames#COMPONENT}. */
    public static final String COMPONENT_VALUE = "envoy-deployment";

    /** Name of the DiscoveryService. */
    public String service() {
        return text("discoveryServiceRef");
    }

    /** Name of the EnvoyConfig. */
    public String config() {
        return text("envoyConfigRef");
    }

    /** Name of the client's certificate and of its Secret. */
    public String certificate() {
        return "envoy-client-cert-" + name();
    }

    /** Name of the Deployment, and of what scales and protects it. */
    public String workload() {
        return "marin3r-envoydeployment-" + name();
    }

    /** Labels of all objects that are made. The Deployment selects the pods by them. */
    Map<String, Object> labels() {
        return DiscoveryNames.labels(COMPONENT_VALUE, name());
    }

    /** Whether the EnvoyDeployment owns the object, or did so before a restore. */
    boolean owns(Map<String, Object> other) {
        return Fields.ownedOrRestored(/* owner= */ object, labels(), /* object= */ other);
    }

    /** An object that is made for the EnvoyDeployment, other than its certificate. */
    Map<String, Object> manifest(String kind, Map<String, Object> spec) {
        var fields = Json.object("spec", spec);
        var apiVersion = EnvoyMakers.KINDS.get(kind);
        return Manifest.of(apiVersion, kind, labels(), namespace(), workload(), fields);
    }

    /** Whether the spec has the map, even an empty one. */
    boolean has(String field) {
        return Fields.spec(object).get(field) instanceof Map<?, ?>;
    }

    /** A text of the spec; empty if it is missing. */
    String text(String field) {
        return Json.text(Fields.spec(object), field);
    }
}
