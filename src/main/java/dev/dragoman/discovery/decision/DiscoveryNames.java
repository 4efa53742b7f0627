package dev.dragoman.discovery.decision;

/** Names of what is made for a DiscoveryService, as ever, and keys of our own. */
public final class DiscoveryNames {
    /** API group of DiscoveryService and of its certificates. */
    public static final String GROUP = "operator.marin3r.3scale.net";

    /** Its version. */
    public static final String API_VERSION = GROUP + "/v1alpha1";

    public static final String KIND = "DiscoveryService";

    /** Kind of the certificates, which another controller issues. */
    public static final String CERTIFICATE = "DiscoveryServiceCertificate";

    /** Field manager of all that is made, also in the route. */
    public static final String MANAGER = "dragoman-discovery";

    /** Finalizer of the predecessor, which nobody else would take away. */
    public static final String FORMER_FINALIZER = "finalizer.operator.marin3r.3scale.net";

    /** Label of all that is made: one watch sees it. */
    public static final String COMPONENT = "app.kubernetes.io/component";

    /** Its value. */
    public static final String COMPONENT_VALUE = "discovery-service";

    /** Label with the name of the DiscoveryService. */
    public static final String INSTANCE = "app.kubernetes.io/instance";

    /** Label of a Namespace: the DiscoveryService that serves it. */
    public static final String SERVED_BY = "marin3r.3scale.net/discovery-service";

    /** Label of a Namespace and of pods: sidecars are wanted. */
    public static final String STATUS = "marin3r.3scale.net/status";

    static final String ENABLED = "enabled";

    /** Annotation of a Namespace: namespace and name of the DiscoveryService that serves it. */
    public static final String OWNER = "dragoman.dev/discovery-service";

    /** Annotation of a Namespace: who may serve it. */
    public static final String CONSENT = "dragoman.dev/allow-discovery-services";

    /** Label of pods: hash of the server's certificate that they were started with. */
    public static final String SERVER_HASH = "marin3r.3scale.net/server-certificate-hash";

    /** Label of pods: hash of the certificates that they trust. */
    public static final String BUNDLE_HASH = "dragoman.dev/ca-bundle-hash";

    /** Annotation of the root's certificate object: the bundle that the pods have by now. */
    public static final String TRUSTED = "dragoman.dev/trusted-by-consumers";

    /** Name of the client's certificate, of its Secret, and what sidecars mount. */
    public static final String CLIENT = "envoy-sidecar-client-cert";

    /** ConfigMap of sidecars. */
    public static final String BOOTSTRAP = "envoy-sidecar-bootstrap";

    private DiscoveryNames() {}

    /** Of everything that needs no certificate. */
    public static String of(String service) {
        return "marin3r-" + service;
    }

    /** The root's certificate, and by default its Secret. */
    public static String ca(String service) {
        return "marin3r-ca-cert-" + service;
    }

    /** The server's certificate, and by default its Secret. */
    public static String server(String service) {
        return "marin3r-server-cert-" + service;
    }

    /** The client's certificate where another DiscoveryService has the usual name. */
    public static String ownClient(String service) {
        return CLIENT + "-" + service;
    }
}
