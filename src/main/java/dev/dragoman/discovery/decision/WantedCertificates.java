package dev.dragoman.discovery.decision;

import static dev.dragoman.discovery.decision.ServiceObject.map;

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
        var spec =
                map(
                        "commonName",
                        "marin3r-ca-" + service.name(),
                        "isCA",
                        true,
                        "validFor",
                        pki.caSeconds(),
                        "signer",
                        map("selfSigned", Map.of()));
        common(spec, service.namespace(), pki.caSecret());
        if (!allowed.isEmpty()) {
            spec.put("allowedNamespaces", allowed);
        }
        var object = certificate(service, service.namespace(), name, spec);
        ServiceObject.annotate(object, DiscoveryNames.TRUSTED, trusted);
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
        var spec =
                map(
                        "commonName",
                        commonName,
                        "server",
                        true,
                        "validFor",
                        pki.serverSeconds(),
                        "signer",
                        signedBy(service, pki));
        common(spec, service.namespace(), pki.serverSecret());
        if (hosts) {
            spec.put("hosts", hosts(service, commonName));
        }
        return certificate(service, service.namespace(), name, spec);
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
        return client(service, pki, service.namespace(), name, name);
    }

    /** The client's certificate for the sidecars in another namespace. */
    static Map<String, Object> sidecars(DiscoveryService service, Pki pki, String namespace) {
        return client(
                service,
                pki,
                namespace,
                DiscoveryNames.CLIENT,
                "marin3r-%s-client".formatted(service.name()));
    }

    private static Map<String, Object> client(
            DiscoveryService service, Pki pki, String namespace, String name, String commonName) {
        var spec =
                map(
                        "commonName",
                        commonName,
                        "client",
                        true,
                        "validFor",
                        TWO_DAYS,
                        "signer",
                        signedBy(service, pki));
        common(spec, namespace, name);
        return certificate(service, namespace, name, spec);
    }

    private static Map<String, Object> signedBy(DiscoveryService service, Pki pki) {
        return map(
                "caSigned",
                map("caSecretRef", map("name", pki.caSecret(), "namespace", service.namespace())));
    }

    private static void common(Map<String, Object> spec, String namespace, String secret) {
        spec.put("secretRef", map("name", secret, "namespace", namespace));
        spec.put("certificateRenewal", map("enabled", true));
    }

    private static Map<String, Object> certificate(
            DiscoveryService service, String namespace, String name, Map<String, Object> spec) {
        return ServiceObject.of(
                DiscoveryNames.API_VERSION,
                DiscoveryNames.CERTIFICATE,
                service,
                namespace,
                name,
                map("spec", spec));
    }
}
