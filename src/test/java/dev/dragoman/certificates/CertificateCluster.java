package dev.dragoman.certificates;

import dev.dragoman.certificates.decision.CertificateNames;
import dev.dragoman.certificates.decision.Secrets;
import dev.dragoman.certificates.pki.PemFiles;
import dev.dragoman.certificates.pki.TlsSecret;
import dev.dragoman.cluster.Account;
import dev.dragoman.cluster.OperatorCluster;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A namespace with certificates, and the operator that serves it with the rights of {@code
 * kubernetes/base} and {@code kubernetes/discovery}.
 */
final class CertificateCluster extends OperatorCluster {
    private final List<String> namespaces = new ArrayList<>();
    final KeyMaterial keys;

    CertificateCluster() {
        super(SharedControlPlane.shared(), Account.DISCOVERY, "certificates");
        namespace(namespace);
        keys = new KeyMaterial(client(), namespace, CertificateNames.KIND);
        environment.put("DRAGOMAN_DISCOVERY", "on");
        environment.put("DRAGOMAN_CERTIFICATES_PROPAGATION", "300ms");
        // these tests see certificates renewed
        environment.put("DRAGOMAN_CERTIFICATES_SHORTEST", "1s");
    }

    void namespace(String name) {
        make(name, Map.of());
        namespaces.add(name);
    }

    CertificateCluster start() {
        return start(Clock.systemUTC());
    }

    CertificateCluster start(Clock clock) {
        start(cluster(), clock);
        return this;
    }

    /** A certificate; the fields of its spec come one a line, or in braces. */
    static String certificate(String name, String... fields) {
        return """
               apiVersion: operator.marin3r.3scale.net/v1alpha1
               kind: DiscoveryServiceCertificate
               metadata: { name: %s }
               spec:
                 secretRef: { name: %s }
               %s
               """
                .formatted(name, name, String.join("\n", fields).indent(2));
    }

    /** A CA that signs itself. */
    static String ca(String name, int seconds, String... more) {
        var fields =
                new ArrayList<>(
                        List.of(
                                "commonName: " + name,
                                "isCA: true",
                                "validFor: " + seconds,
                                "signer: { selfSigned: {} }",
                                "privateKey: { algorithm: ECDSA }"));
        fields.addAll(List.of(more));
        return certificate(name, fields.toArray(String[]::new));
    }

    /** A certificate of a CA in the same namespace. */
    static String leaf(String name, String ca, int seconds, String... more) {
        var fields =
                new ArrayList<>(
                        List.of(
                                "commonName: " + name,
                                "validFor: " + seconds,
                                "signer: { caSigned: { caSecretRef: { name: %s } } }".formatted(ca),
                                "privateKey: { algorithm: ECDSA }"));
        fields.addAll(List.of(more));
        return certificate(name, fields.toArray(String[]::new));
    }

    Optional<GenericKubernetesResource> object(String name) {
        return object(namespace, name);
    }

    Optional<GenericKubernetesResource> object(String where, String name) {
        return find(CertificateNames.API_VERSION, CertificateNames.KIND, where, name);
    }

    Optional<Secret> secret(String name) {
        return Optional.ofNullable(client().secrets().inNamespace(namespace).withName(name).get());
    }

    /** What a Secret holds; nothing where there is none. */
    TlsSecret content(String name) {
        return secret(name)
                .map(each -> Secrets.read(Map.of("data", Map.copyOf(each.getData()))))
                .orElseGet(TlsSecret::none);
    }

    /** The certificates of {@code tls.crt}, the own one first. */
    List<X509Certificate> chain(String name) {
        return read(name, TlsSecret.CERTIFICATE);
    }

    X509Certificate certificateOf(String name) {
        return chain(name).getFirst();
    }

    /** The certificates of {@code ca.crt}. */
    List<X509Certificate> trust(String name) {
        return read(name, TlsSecret.TRUST);
    }

    private List<X509Certificate> read(String name, String key) {
        return content(name)
                .get(key)
                .flatMap(each -> PemFiles.certificates(each).toOptional())
                .orElse(List.of());
    }

    Map<String, Object> status(String name) {
        return object(name)
                .map(each -> each.<Map<String, Object>>get("status"))
                .filter(Objects::nonNull)
                .orElse(Map.of());
    }

    String phase(String name) {
        return status(name).get("rotation") instanceof Map<?, ?> rotation
                ? String.valueOf(rotation.get("phase"))
                : "";
    }

    /** The condition of a type; empty while there is none. */
    Map<String, Object> condition(String name, String type) {
        return condition(object(name), type);
    }

    /** Waits until Ready has this reason, for the spec as it is. */
    Map<String, Object> reason(String name, String reason) {
        return reason(namespace, name, reason);
    }

    Map<String, Object> reason(String where, String name, String reason) {
        return settled(() -> object(where, name), reason);
    }

    @Override
    public void close() {
        stop();
        keys.check();
        keys.close();
        for (var each : namespaces) {
            client().genericKubernetesResources(CertificateNames.API_VERSION, CertificateNames.KIND)
                    .inNamespace(each)
                    .delete();
            client().namespaces().withName(each).delete();
        }
    }
}
