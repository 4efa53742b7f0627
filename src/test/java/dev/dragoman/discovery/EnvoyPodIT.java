package dev.dragoman.discovery;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * The containers of a pod with a sidecar, as processes: this project's commands, the real Envoy,
 * and MARIN3R's discovery service under its own account, with certificates of this operator.
 */
@Full
@ResourceLock("discovery")
class EnvoyPodIT {
    private static final String TLS = "/etc/envoy/tls/client";
    private static final String BOOTSTRAP = "/etc/envoy/bootstrap";
    private static final String SERVER = "marin3r-server-cert-xds";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, String> NAMES =
            Map.of("POD_NAME", "one", "POD_NAMESPACE", "team", "HOST_NAME", "host");

    private final HttpClient client = HttpClient.newHttpClient();
    private final int admin = SidecarCluster.freePort();
    private final int hooks = SidecarCluster.freePort();
    private final int web = SidecarCluster.freePort();
    private SidecarCluster cluster;
    private EnvoyPod processes;
    private Process discovery;

    @BeforeEach
    void start() throws IOException {
        cluster = new SidecarCluster();
        cluster.apply(
                DiscoveryCluster.SERVICE
                        + "  xdsServerPort: %d%n  metricsPort: %d%n  probePort: %d%n"
                                .formatted(
                                        SidecarCluster.freePort(),
                                        SidecarCluster.freePort(),
                                        SidecarCluster.freePort()));
        cluster.start();
        processes = new EnvoyPod();
        // names of Services are known to clusters alone
        processes.change("marin3r-xds.%s.svc".formatted(cluster.namespace), "127.0.0.1");
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        processes.close();
        cluster.close();
    }

    private Pod pod() {
        return cluster.dryRun(
                "one",
                Map.of(
                        "marin3r.3scale.net/admin.port",
                        "" + admin,
                        "marin3r.3scale.net/envoy-extra-args",
                        "--disable-hot-restart --concurrency 1",
                        "marin3r.3scale.net/shutdown-manager.enabled",
                        "true",
                        "marin3r.3scale.net/shutdown-manager.port",
                        "" + hooks));
    }

    private static Container container(List<Container> all, String name) {
        return all.stream().filter(each -> each.getName().equals(name)).findFirst().orElseThrow();
    }

    private Secret secret(String name) {
        await().until(
                        () ->
                                client().secrets()
                                                .inNamespace(cluster.namespace)
                                                .withName(name)
                                                .get()
                                        != null);
        return client().secrets().inNamespace(cluster.namespace).withName(name).get();
    }

    private KubernetesClient client() {
        return cluster.client();
    }

    private CompletableFuture<HttpResponse<String>> get(int port, String path) {
        return client.sendAsync(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
                BodyHandlers.ofString());
    }

    private String body(HttpClient by) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + web)).build();
        return by.send(request, BodyHandlers.ofString()).body();
    }

    /** By a connection that is closed then, since Envoy's open ones are counted. */
    private String body() throws IOException, InterruptedException {
        try (var once = HttpClient.newHttpClient()) {
            return body(once);
        }
    }

    /**
     * MARIN3R, with the arguments of the Deployment that the operator makes for it; one that runs
     * is ended.
     */
    private Container discoveryService() throws IOException {
        if (discovery != null) {
            discovery.destroyForcibly().onExit().join();
        }
        processes.volume("/etc/marin3r/tls/server", secret(SERVER));
        processes.volume("/etc/marin3r/tls/ca", secret("marin3r-ca-cert-xds"));
        processes.volume("/etc/marin3r/tls/client", secret("envoy-sidecar-client-cert"));
        await().until(() -> deployment() != null);
        var container = deployment().getSpec().getTemplate().getSpec().getContainers().getFirst();
        var account = cluster.plane.serviceAccountKubeconfig(cluster.namespace, "marin3r-xds");
        discovery =
                processes.marin3r(
                        container,
                        Map.of(
                                "KUBECONFIG",
                                account.toString(),
                                "WATCH_NAMESPACE",
                                cluster.namespace));
        return container;
    }

    private Deployment deployment() {
        return client().apps()
                .deployments()
                .inNamespace(cluster.namespace)
                .withName("marin3r-xds")
                .get();
    }

    @Test
    void anInjectedPodServesAndIsDrained() throws Exception {
        var bootstrap = processes.volume(BOOTSTRAP);
        processes.volume(TLS, secret("envoy-sidecar-client-cert"));
        var service = discoveryService();
        var pod = pod();
        var init = container(pod.getSpec().getInitContainers(), "envoy-init-mgr");
        var envoy = container(pod.getSpec().getContainers(), "envoy-sidecar");
        var shutdown = container(pod.getSpec().getContainers(), "envoy-shtdn-mgr");

        // the last ones count
        var theirs = processes.volume("/theirs");
        processes.succeeds(
                init,
                processes.marin3r(
                        init,
                        NAMES,
                        "--config-file=" + theirs.resolve("config.json"),
                        "--resources-path=" + theirs));
        processes.succeeds(init, processes.ours(init, NAMES));
        sameFiles(bootstrap, theirs);
        processes.succeeds(envoy, processes.envoy(envoy, "--mode", "validate"));

        cluster.apply(listener("from the discovery service"));
        var running = processes.envoy(envoy);
        var hookServer =
                processes.ours(shutdown, Map.of(), "--ready-file=" + bootstrap.resolve("drained"));
        await().ignoreExceptions()
                .untilAsserted(
                        () ->
                                assertThat(body())
                                        .as(
                                                "Envoy: %s%nMARIN3R: %s",
                                                processes.said(envoy), processes.said(service))
                                        .isEqualTo("from the discovery service"));
        assertThat(get(admin, "/ready").join().statusCode()).isEqualTo(200);
        await().ignoreExceptions()
                .untilAsserted(
                        () ->
                                assertThat(get(hooks, "/healthz").join().statusCode())
                                        .isEqualTo(200));

        goesOnWhileOperatorAndDiscoveryServiceAreReplaced();

        CompletableFuture<HttpResponse<String>> ended;
        CompletableFuture<HttpResponse<String>> drained;
        try (var connection = new Socket(InetAddress.getLoopbackAddress(), web)) {
            connection.getOutputStream().write("GET ".getBytes(StandardCharsets.UTF_8));
            ended = get(hooks, "/shutdown");
            drained = get(hooks, "/drain");
            await().untilAsserted(
                            () ->
                                    assertThat(processes.said(shutdown))
                                            .containsPattern("[1-9]\\d* connections are open"));
            assertThat(get(admin, "/ready").join().statusCode()).isEqualTo(503);
            assertThat(ended).isNotDone();
        }
        assertThat(drained.join().statusCode()).isEqualTo(200);
        assertThat(ended.join().statusCode()).isEqualTo(200);
        hookServer.destroy();
        processes.succeeds(shutdown, hookServer);
        running.destroy();
        processes.succeeds(envoy, running);
    }

    /** As in a migration: another operator, another certificate, another discovery service. */
    private void goesOnWhileOperatorAndDiscoveryServiceAreReplaced() throws Exception {
        var failures = new ConcurrentLinkedQueue<Throwable>();
        var requests = new AtomicInteger();
        var over = new AtomicBoolean();
        var thread =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try (var one = HttpClient.newHttpClient()) {
                                        while (!over.get()) {
                                            assertThat(body(one)).startsWith("from the ");
                                            requests.incrementAndGet();
                                        }
                                    } catch (IOException
                                            | InterruptedException
                                            | AssertionError e) {
                                        failures.add(e);
                                    }
                                });
        try {
            cluster.stop();
            cluster.start();
            var former = secret(SERVER).getData();
            cluster.renew(cluster.namespace, SERVER);
            await().until(() -> !secret(SERVER).getData().equals(former));
            var service = discoveryService();
            cluster.apply(listener("from the next discovery service"));
            await().ignoreExceptions()
                    .untilAsserted(
                            () ->
                                    assertThat(body())
                                            .as("MARIN3R: %s", processes.said(service))
                                            .isEqualTo("from the next discovery service"));
        } finally {
            over.set(true);
            thread.join();
        }
        assertThat(failures).as("of %s requests", requests).isEmpty();
        assertThat(requests).hasPositiveValue();
    }

    /** MARIN3R from 0.13 on keeps connections alive, which 0.12 did not yet. */
    private static void sameFiles(Path ours, Path theirs) throws IOException {
        var configuration = read(ours, "config.json");
        var protocol =
                (ObjectNode)
                        configuration.at(
                                "/static_resources/clusters/0/typed_extension_protocol_options/envoy.extensions.upstreams.http.v3.HttpProtocolOptions/explicit_http_config/http2_protocol_options");
        assertThat(protocol.remove("connection_keepalive"))
                .isEqualTo(JSON.readTree("{\"interval\": \"60s\", \"timeout\": \"10s\"}"));
        assertThat(configuration.toString().replace(ours.toString(), theirs.toString()))
                .satisfies(
                        text ->
                                assertThat(JSON.readTree(text))
                                        .isEqualTo(read(theirs, "config.json")));
        assertThat(read(ours, "tls_certificate_sds_secret.json"))
                .isEqualTo(read(theirs, "tls_certificate_sds_secret.json"));
    }

    private static JsonNode read(Path directory, String file) throws IOException {
        return JSON.readTree(directory.resolve(file).toFile());
    }

    private String listener(String answer) {
        return """
               apiVersion: marin3r.3scale.net/v1alpha1
               kind: EnvoyConfig
               metadata: { name: node }
               spec:
                 nodeID: node
                 resources:
                 - type: listener
                   value:
                     name: http
                     address: { socket_address: { address: 127.0.0.1, port_value: %d } }
                     filter_chains:
                     - filters:
                       - name: envoy.filters.network.http_connection_manager
                         typed_config:
                           "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                           stat_prefix: web
                           route_config:
                             name: local
                             virtual_hosts:
                             - name: all
                               domains: [ "*" ]
                               routes:
                               - match: { prefix: / }
                                 direct_response:
                                   status: 200
                                   body: { inline_string: %s }
                           http_filters:
                           - name: envoy.filters.http.router
                             typed_config:
                               "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router
               """
                .formatted(web, answer);
    }
}
