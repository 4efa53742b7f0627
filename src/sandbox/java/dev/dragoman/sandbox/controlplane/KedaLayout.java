package dev.dragoman.sandbox.controlplane;

import dev.dragoman.sandbox.CertificateAuthority;
import dev.dragoman.sandbox.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Files, ports and flags of KEDA on one control plane, and the flags that the API server and the
 * controller-manager need for KEDA. There are two certificate authorities: one for the servers of
 * KEDA, one for the API server as a client of the metrics adapter.
 *
 * @param directory for the files of KEDA
 * @param metricsPort of the operator, for the adapter
 * @param adapterPort of the adapter, for the API server
 * @param webhookPort of the webhooks, for the API server
 * @param authority the CA certificate of KEDA's servers, as PEM
 */
record KedaLayout(
        Path directory, int metricsPort, int adapterPort, int webhookPort, String authority) {
    /** The namespace of KEDA, as in its manifests. */
    static final String NAMESPACE = "keda";

    /** The service account of all three programs, as in KEDA's manifests. */
    static final String ACCOUNT = "keda-operator";

    /**
     * The Service of the adapter. Its certificate must be for {@code NAME.NAMESPACE.svc}, which the
     * API server checks.
     */
    static final String ADAPTER_SERVICE = "keda-metrics-apiserver";

    private static final String PROXY = "front-proxy-client";

    /** Chooses free ports and writes certificates and keys below the directory. */
    static KedaLayout create(Path directory) {
        var ca = CertificateAuthority.create("KEDA sandbox CA");
        var proxyCa = CertificateAuthority.create("Front proxy sandbox CA");
        var layout =
                new KedaLayout(
                        directory,
                        FreePort.find(),
                        FreePort.find(),
                        FreePort.find(),
                        CertificateAuthority.pem(ca.certificate()));
        try {
            Files.createDirectories(layout.trusted());
            Files.createDirectories(layout.certificates());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var service = ADAPTER_SERVICE + "." + NAMESPACE + ".svc";
        var server = ca.issue("keda", List.of("localhost", "127.0.0.1", service));
        // KEDA's programs expect these names.
        write(layout.certificates().resolve("ca.crt"), layout.authority());
        write(layout.certificates().resolve("tls.crt"), server);
        Layout.writeSecret(
                layout.certificates().resolve("tls.key"), CertificateAuthority.keyPem(server));
        var proxy = proxyCa.issue(PROXY, List.of());
        write(layout.file("proxy-ca.crt"), CertificateAuthority.pem(proxyCa.certificate()));
        write(layout.file("proxy.crt"), proxy);
        Layout.writeSecret(layout.file("proxy.key"), CertificateAuthority.keyPem(proxy));
        return layout;
    }

    private static void write(Path file, CertificateAuthority.Issued issued) {
        write(file, CertificateAuthority.pem(issued.certificate()));
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path file(String name) {
        return directory.resolve(name);
    }

    private Path certificates() {
        return file("certificates");
    }

    /** See {@link Keda#trusted}. */
    Path trusted() {
        return file("trusted");
    }

    /** The CA certificate in the form of a {@code caBundle}. */
    String authorityBase64() {
        return Base64.getEncoder().encodeToString(authority.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Flags of the aggregation layer, by which the API server forwards requests for metrics with
     * the name of their user.
     */
    List<String> apiServer() {
        return List.of(
                "--requestheader-client-ca-file=" + file("proxy-ca.crt"),
                "--requestheader-allowed-names=" + PROXY,
                "--requestheader-username-headers=X-Remote-User",
                "--requestheader-group-headers=X-Remote-Group",
                "--requestheader-extra-headers-prefix=X-Remote-Extra-",
                "--proxy-client-cert-file=" + file("proxy.crt"),
                "--proxy-client-key-file=" + file("proxy.key"));
    }

    /** Shorter times than the defaults of 15 s and 5 min, so that tests see scaling soon. */
    List<String> controllerManager() {
        return List.of(
                "--horizontal-pod-autoscaler-sync-period=2s",
                "--horizontal-pod-autoscaler-downscale-stabilization=10s");
    }

    List<String> operator() {
        return List.of(
                "--leader-elect=false",
                "--enable-cert-rotation=false",
                "--cert-dir=" + certificates(),
                "--ca-dir=" + trusted(),
                "--metrics-service-bind-address=127.0.0.1:" + metricsPort,
                // "0" opens no port; these two are not used here
                "--metrics-bind-address=0",
                "--health-probe-bind-address=0",
                "--zap-encoder=console");
    }

    List<String> adapter(Path kubeconfig) {
        return List.of(
                "--bind-address=127.0.0.1",
                "--secure-port=" + adapterPort,
                "--cert-dir=" + certificates(),
                "--client-ca-file=" + certificates().resolve("ca.crt"),
                "--tls-cert-file=" + certificates().resolve("tls.crt"),
                "--tls-private-key-file=" + certificates().resolve("tls.key"),
                "--lister-kubeconfig=" + kubeconfig,
                "--authentication-kubeconfig=" + kubeconfig,
                "--authorization-kubeconfig=" + kubeconfig,
                "--metrics-service-address=127.0.0.1:" + metricsPort,
                // the adapter's own metrics cannot be turned off; 0 takes any free port
                "--port=0",
                "--zap-encoder=console");
    }

    List<String> webhooks() {
        return List.of(
                "--cert-dir=" + certificates(),
                "--port=" + webhookPort,
                "--metrics-bind-address=0",
                "--health-probe-bind-address=0",
                "--zap-encoder=console");
    }

    /**
     * The environment variables that KEDA's manifests give its pods, and {@code KUBECONFIG} in
     * place of the mounted token.
     */
    static Map<String, String> environment(Path kubeconfig) {
        return Map.of(
                "KUBECONFIG",
                kubeconfig.toString(),
                "WATCH_NAMESPACE",
                "",
                "POD_NAMESPACE",
                NAMESPACE,
                "KEDA_CLUSTER_OBJECT_NAMESPACE",
                NAMESPACE);
    }
}
