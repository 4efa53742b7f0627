package dev.dragoman.discovery.decision;

import dev.dragoman.kube.object.Json;
import java.util.Map;

/**
 * Names of a DiscoveryService's objects, which MARIN3R used too, and keys of labels and
 * annotations.
 */
public final class DiscoveryNames {
    /** API group of DiscoveryService and of its certificates. */
    public static final String GROUP = "operator.marin3r.3scale.net";

    /** API version of DiscoveryService and of its certificates. */
    public static final String API_VERSION = GROUP + "/v1alpha1";

    public static final String KIND = "DiscoveryService";

    /** Kind of the certificates, which the capability of certificates issues. */
    public static final String CERTIFICATE = "DiscoveryServiceCertificate";

    /**
     * Field manager of all objects that are made for DiscoveryServices; the route's line {@code
     * kubernetes-apply} has the same value.
     */
    public static final String MANAGER = "dragoman-discovery";

    /** Finalizer of the predecessor, which no other program would remove. */
    public static final String FORMER_FINALIZER = "finalizer.operator.marin3r.3scale.net";

    /**
     * Label of all objects that are made for DiscoveryServices. One watch of each kind selects
     * objects by this label.
     */
    public static final String COMPONENT = "app.kubernetes.io/component";

    /** Value of {@link #COMPONENT}. */
    public static final String COMPONENT_VALUE = "discovery-service";

    /** Label with the name of the DiscoveryService. */
    public static final String INSTANCE = "app.kubernetes.io/instance";

    /** Label of a Namespace: name of the DiscoveryService that serves it. */
    public static final String SERVED_BY = "marin3r.3scale.net/discovery-service";

    /** Label of a Namespace and of pods: {@link #ENABLED} if sidecars are wanted. */
    public static final String STATUS = "marin3r.3scale.net/status";

    /** Value of {@link #STATUS}. */
    public static final String ENABLED = "enabled";

    /** Annotation of a Namespace: namespace and name of the DiscoveryService that serves it. */
    public static final String OWNER = "dragoman.dev/discovery-service";

    /** Annotation of a Namespace: DiscoveryServices that may serve it. */
    public static final String CONSENT = "dragoman.dev/allow-discovery-services";

    /** Label of pods: hash of the server's certificate with which they were started. */
    public static final String SERVER_HASH = "marin3r.3scale.net/server-certificate-hash";

    /** Label of pods: hash of the certificates that they trust. */
    public static final String BUNDLE_HASH = "dragoman.dev/ca-bundle-hash";

    /** Annotation of the root's certificate object: hash of the bundle that all pods trust now. */
    public static final String TRUSTED = "dragoman.dev/trusted-by-consumers";

    /** Name of the client's certificate and of its Secret, which sidecars mount. */
    public static final String CLIENT = "envoy-sidecar-client-cert";

    /** Name of the ConfigMap with the bootstrap of sidecars. */
    public static final String BOOTSTRAP = "envoy-sidecar-bootstrap";

    private DiscoveryNames() {}

    /**
     * Labels of all objects that are made for an object.
     *
     * @param component {@link #COMPONENT_VALUE}, or that of another kind
     * @param instance name of the object
     */
    static Map<String, Object> labels(String component, String instance) {
        var labels = Json.object("app.kubernetes.io/name", "marin3r");
        labels.put("app.kubernetes.io/managed-by", "marin3r-operator");
        labels.put(COMPONENT, component);
        labels.put(INSTANCE, instance);
        return labels;
    }

    /** Name of all objects except certificates and the ConfigMap of sidecars. */
    public static String of(String service) {
        return "marin3r-" + service;
    }

    /** Name of the root's certificate, and by default of its Secret. */
    public static String ca(String service) {
        return "marin3r-ca-cert-" + service;
    }

    /** Name of the server's certificate, and by default of its Secret. */
    public static String server(String service) {
        return "marin3r-server-cert-" + service;
    }

    /** Name of the client's certificate when another DiscoveryService has the usual name. */
    public static String ownClient(String service) {
        return CLIENT + "-" + service;
    }
}
