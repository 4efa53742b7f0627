package dev.dragoman.discovery.decision.sidecar;

import static dev.dragoman.kube.object.Json.object;

import dev.dragoman.discovery.decision.DiscoveryNames;
import dev.dragoman.kube.object.Json;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the objects by which the API server calls the webhook: its certificates, and its
 * configuration. Immutable.
 *
 * @param namespace namespace of the operator
 * @param url address of the webhook where the API server does not reach its Service
 * @param ignoring whether pods are made without sidecar while no replica answers
 */
public record WantedWebhook(String namespace, Optional<URI> url, boolean ignoring) {
    /** Name of the configuration, after those of MARIN3R in the API server's order. */
    public static final String CONFIGURATION = "sidecars.dragoman.dev";

    /** Name of the Service, the server's certificate and its Secret. */
    public static final String SERVER = "dragoman-webhook";

    /** Name of the root's certificate and its Secret. */
    public static final String CA = "dragoman-webhook-ca";

    public static final String PATH = "/pod-v1-mutate";

    private static final int CA_SECONDS = 94_608_000;
    private static final int SERVER_SECONDS = 7_776_000;

    /**
     * The root's DiscoveryServiceCertificate.
     *
     * @param trusted hash of the bundle that the API server trusts by now; empty for none
     */
    public Map<String, Object> ca(String trusted) {
        return certificate(
                CA,
                ", \"annotations\": {\"%s\": \"%s\"}".formatted(DiscoveryNames.TRUSTED, trusted),
                "\"isCA\": true, \"validFor\": %d, \"signer\": {\"selfSigned\": {}}"
                        .formatted(CA_SECONDS));
    }

    /** The server's DiscoveryServiceCertificate. */
    public Map<String, Object> server() {
        var host =
                url.map(each -> each.getHost().replaceAll("[\\[\\]]", ""))
                        .orElse(SERVER + "." + namespace + ".svc");
        return certificate(
                SERVER,
                "",
                """
                "server": true, "validFor": %d, "hosts": [%s],
                "signer": {"caSigned": {"caSecretRef": {"name": "%s", "namespace": "%s"}}}"""
                        .formatted(SERVER_SECONDS, Json.write(host), CA, namespace));
    }

    private Map<String, Object> certificate(String name, String metadata, String spec) {
        return Json.literal(
                """
                {"apiVersion": "%1$s", "kind": "%2$s",
                 "metadata": {"name": "%3$s", "namespace": "%4$s"%5$s},
                 "spec": {"commonName": "%3$s", %6$s,
                   "secretRef": {"name": "%3$s", "namespace": "%4$s"},
                   "privateKey": {"algorithm": "ECDSA"}, "certificateRenewal": {"enabled": true}}}"""
                        .formatted(
                                DiscoveryNames.API_VERSION,
                                DiscoveryNames.CERTIFICATE,
                                name,
                                namespace,
                                metadata,
                                spec));
    }

    /**
     * The configuration.
     *
     * @param bundle the certificates to trust, in Base64
     */
    public Map<String, Object> configuration(String bundle) {
        var client =
                url.map(each -> object("url", each.toString()))
                        .orElseGet(
                                () ->
                                        object(
                                                "service",
                                                Json.literal(
                                                        """
                                                        {"name": "%s", "namespace": "%s", "path": "%s", "port": 443}"""
                                                                .formatted(
                                                                        SERVER, namespace, PATH))));
        client.put("caBundle", bundle);
        return Json.literal(
                """
                {"apiVersion": "admissionregistration.k8s.io/v1", "kind": "MutatingWebhookConfiguration",
                 "metadata": {"name": "%1$s"},
                 "webhooks": [{"name": "%1$s", "clientConfig": %2$s, "failurePolicy": "%3$s",
                   "admissionReviewVersions": ["v1"], "matchPolicy": "Equivalent",
                   "reinvocationPolicy": "Never", "sideEffects": "None", "timeoutSeconds": 5,
                   "objectSelector": {"matchLabels": {"%4$s": "%5$s"}},
                   "namespaceSelector": {"matchExpressions": [{"key": "kubernetes.io/metadata.name",
                     "operator": "NotIn", "values": ["%6$s", "kube-system"]}]},
                   "rules": [{"operations": ["CREATE"], "apiGroups": [""], "apiVersions": ["v1"],
                     "resources": ["pods"], "scope": "Namespaced"}]}]}"""
                        .formatted(
                                CONFIGURATION,
                                Json.write(client),
                                ignoring ? "Ignore" : "Fail",
                                DiscoveryNames.STATUS,
                                DiscoveryNames.ENABLED,
                                namespace));
    }
}
