package dev.dragoman.discovery.decision;

import static dev.dragoman.kube.object.Json.object;

import dev.dragoman.kube.object.Manifest;
import java.util.List;
import java.util.Map;

/** Makes the DiscoveryServiceCertificates of a DiscoveryService. */
final class WantedCertificates {
    private static final int TWO_DAYS = 172_800;

    private WantedCertificates() {}

    /**
     * The certificate of the root CA.
     *
     * @param allowed other namespaces whose certificates the CA may sign
     * @param trusted hash of the bundle that all pods trust by now
     */
    static Map<String, Object> ca(
            DiscoveryService service, Pki pki, List<String> allowed, String trusted) {
        var name = DiscoveryNames.ca(service.name());
        var signer = object("selfSigned", Map.of());
        var spec = spec("marin3r-ca-" + service.name(), pki.caSeconds(), signer);
        spec.put("isCA", true);
        if (!allowed.isEmpty()) {
            spec.put("allowedNamespaces", allowed);
        }
        var labels = service.labels();
        var object = certificate(labels, service.namespace(), name, pki.caSecret(), spec);
        Manifest.annotate(object, DiscoveryNames.TRUSTED, trusted);
        return object;
    }

    /**
     * The server's certificate.
     *
     * @param hosts whether to set the hosts; otherwise the certificate keeps its hosts
     */
    static Map<String, Object> server(DiscoveryService service, Pki pki, boolean hosts) {
        var name = DiscoveryNames.server(service.name());
        var commonName = "marin3r-server-" + service.name();
        var spec = spec(commonName, pki.serverSeconds(), signedBy(service, pki.caSecret()));
        spec.put("server", true);
        if (hosts) {
            spec.put("hosts", hosts(service, commonName));
        }
        var labels = service.labels();
        return certificate(labels, service.namespace(), name, pki.serverSecret(), spec);
    }

    private static List<String> hosts(DiscoveryService service, String commonName) {
        return List.of(
                commonName, service.service(), service.host(), service.host() + ".cluster.local");
    }

    /**
     * A client's certificate in the DiscoveryService's namespace; {@code name} is also its common
     * name.
     */
    static Map<String, Object> client(DiscoveryService service, Pki pki, String name) {
        var spec = spec(name, TWO_DAYS, signedBy(service, pki.caSecret()));
        return client(service.labels(), service.namespace(), name, spec);
    }

    /** The client's certificate for the sidecars in another namespace. */
    static Map<String, Object> sidecars(DiscoveryService service, Pki pki, String namespace) {
        var commonName = "marin3r-%s-client".formatted(service.name());
        var spec = spec(commonName, TWO_DAYS, signedBy(service, pki.caSecret()));
        return client(service.labels(), namespace, DiscoveryNames.CLIENT, spec);
    }

    /**
     * The client's certificate of an EnvoyDeployment.
     *
     * @param service the DiscoveryService that signs
     * @param caSecret the Secret of its root
     */
    static Map<String, Object> envoys(
            EnvoyDeployment deployment, DiscoveryService service, String caSecret, long seconds) {
        var name = deployment.certificate();
        var spec = spec(name, seconds, signedBy(service, caSecret));
        return client(deployment.labels(), deployment.namespace(), name, spec);
    }

    private static Map<String, Object> client(
            Map<String, Object> labels, String namespace, String name, Map<String, Object> spec) {
        spec.put("client", true);
        return certificate(labels, namespace, name, name, spec);
    }

    private static Map<String, Object> spec(
            String commonName, Number seconds, Map<String, Object> signer) {
        return object("commonName", commonName, "validFor", seconds, "signer", signer);
    }

    private static Map<String, Object> signedBy(DiscoveryService service, String caSecret) {
        var secret = object("name", caSecret, "namespace", service.namespace());
        return object("caSigned", object("caSecretRef", secret));
    }

    private static Map<String, Object> certificate(
            Map<String, Object> labels,
            String namespace,
            String name,
            String secret,
            Map<String, Object> spec) {
        spec.put("secretRef", object("name", secret, "namespace", namespace));
        spec.put("certificateRenewal", object("enabled", true));
        var kind = DiscoveryNames.CERTIFICATE;
        var fields = object("spec", spec);
        return Manifest.of(DiscoveryNames.API_VERSION, kind, labels, namespace, name, fields);
    }
}
