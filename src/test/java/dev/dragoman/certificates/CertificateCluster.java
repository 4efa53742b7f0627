package dev.dragoman.certificates;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Operator;
import dev.dragoman.OperatorProcess;
import dev.dragoman.certificates.decision.CertificateNames;
import dev.dragoman.certificates.decision.Secrets;
import dev.dragoman.certificates.pki.PemFiles;
import dev.dragoman.certificates.pki.TlsSecret;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.witness.Evidence;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A namespace with certificates, and the operator that serves it with the rights of {@code
 * kubernetes/base} and {@code kubernetes/discovery}.
 */
final class CertificateCluster implements AutoCloseable {
    static {
        System.setProperty("camel.management.port", "0");
    }

    static final String OPERATOR = AuditLog.serviceAccount("dragoman-system", "dragoman");

    private static final AtomicInteger NUMBER = new AtomicInteger();

    final ControlPlane plane = SharedControlPlane.shared();
    final Install install = new Install(plane);
    final String namespace = "certificates-" + NUMBER.incrementAndGet();
    final Map<String, String> environment = new HashMap<>();
    private final List<String> namespaces = new ArrayList<>();
    final KeyMaterial keys;
    private Operator operator;

    CertificateCluster() {
        install.kindsAndRightsOnce(Install.sampleKinds());
        install.certificates();
        namespace(namespace);
        keys = new KeyMaterial(client(), namespace, CertificateNames.KIND);
        environment.put("DRAGOMAN_LEADER_ELECTION", "false");
        environment.put("DRAGOMAN_MANAGEMENT_PORT", "0");
        environment.put("DRAGOMAN_DISCOVERY", "on");
        environment.put("DRAGOMAN_CERTIFICATES_PROPAGATION", "300ms");
        environment.put("AZURE_TARGET_NAMESPACES", namespace);
    }

    void namespace(String name) {
        client().resource(
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(name)
                                .endMetadata()
                                .build())
                .create();
        Install.grantSecrets(client(), name);
        namespaces.add(name);
    }

    CertificateCluster start() {
        return start(Clock.systemUTC());
    }

    CertificateCluster start(Clock clock) {
        operator =
                Operator.start(
                        Config.fromKubeconfig(install.operatorKubeconfig().toFile()),
                        environment,
                        clock,
                        () -> {});
        return this;
    }

    /** The same as a process of its own. */
    Process process(Path log, String... options) throws IOException {
        return OperatorProcess.start(log, install.operatorKubeconfig(), environment, options);
    }

    void stop() {
        if (operator != null) {
            Evidence.metrics(operator.metrics());
            operator.close();
            operator = null;
        }
    }

    KubernetesClient client() {
        return plane.client();
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

    void apply(String yaml) {
        apply(namespace, yaml);
    }

    void apply(String where, String yaml) {
        var _ = install.apply(yaml, where + ".yaml", "-n", where, "--server-side");
    }

    String kubectl(String... arguments) {
        var all = new ArrayList<>(List.of("-n", namespace));
        all.addAll(List.of(arguments));
        return install.kubectl(all);
    }

    Optional<GenericKubernetesResource> object(String name) {
        return object(namespace, name);
    }

    Optional<GenericKubernetesResource> object(String where, String name) {
        return Optional.ofNullable(
                client().genericKubernetesResources(
                                CertificateNames.API_VERSION, CertificateNames.KIND)
                        .inNamespace(where)
                        .withName(name)
                        .get());
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
        return condition(namespace, name, type);
    }

    private Map<String, Object> condition(String where, String name, String type) {
        return object(where, name)
                .map(each -> each.<List<Map<String, Object>>>get("status", "conditions"))
                .stream()
                .flatMap(List::stream)
                .filter(each -> type.equals(each.get("type")))
                .findFirst()
                .orElse(Map.of());
    }

    /** Waits until Ready has this reason, for the spec as it is. */
    Map<String, Object> reason(String name, String reason) {
        return reason(namespace, name, reason);
    }

    Map<String, Object> reason(String where, String name, String reason) {
        await().untilAsserted(
                        () -> {
                            var object = object(where, name).orElseThrow();
                            var ready = condition(where, name, "Ready");
                            assertThat(ready).containsEntry("reason", reason);
                            assertThat(((Number) ready.get("observedGeneration")).longValue())
                                    .isEqualTo(object.getMetadata().getGeneration());
                        });
        return condition(where, name, "Ready");
    }

    List<String> events(String name) {
        return client().v1().events().inNamespace(namespace).list().getItems().stream()
                .filter(each -> name.equals(each.getInvolvedObject().getName()))
                .map(each -> each.getReason())
                .toList();
    }

    /** What the operator wrote since in this namespace. */
    List<String> writes(AuditLog.Mark since) {
        return plane
                .audit()
                .since(
                        since,
                        each ->
                                each.user().equals(OPERATOR)
                                        && each.write()
                                        && each.namespace().equals(namespace))
                .stream()
                .map(each -> each.verb() + " " + each.resource())
                .toList();
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
        // it would hide which rights the operator needs elsewhere
        var _ = client().rbac().clusterRoleBindings().withName("dragoman-certificates").delete();
    }
}
