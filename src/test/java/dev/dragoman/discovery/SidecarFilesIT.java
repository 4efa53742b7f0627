package dev.dragoman.discovery;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.certificates.KubeletPlayed;
import dev.dragoman.certificates.KubeletPlayed.Volume;
import dev.dragoman.certificates.XdsServer;
import dev.dragoman.certificates.XdsSidecar;
import dev.dragoman.certificates.pki.PemFiles;
import dev.dragoman.tier.Full;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * What an enabled namespace gets is all that a sidecar needs: a client that this project's operator
 * did not write reads the files as strictly as Envoy, connects, and uses a renewed certificate.
 */
@Full
@ResourceLock("discovery")
class SidecarFilesIT {
    private static final String BOOTSTRAP = "etc/envoy/bootstrap";
    private static final String TLS = "etc/envoy/tls/client";
    private static final String CONFIG = BOOTSTRAP + "/config.json";
    private static final String CLIENT = BOOTSTRAP + "/tls_certificate_sds_secret.yaml";
    private static final String SERVER = BOOTSTRAP + "/validation_context_sds_secret.yaml";
    private static final List<String> CERTIFICATES = List.of("tls.crt", "tls.key", "ca.crt");
    private static final String CERTIFICATE = "envoy-sidecar-client-cert";

    private static final ObjectMapper JSON = new ObjectMapper();

    private DiscoveryCluster cluster;
    private String enabled;

    /** Volumes of the discovery service, and of a pod with a sidecar. */
    private KubeletPlayed server;

    private KubeletPlayed pod;

    @TempDir Path copies;

    @BeforeEach
    void served() {
        cluster = new DiscoveryCluster();
        enabled = cluster.namespace + "-sidecars";
        cluster.namespace(
                enabled,
                Map.of("dragoman.dev/allow-discovery-services", cluster.namespace + "/xds"));
        server =
                new KubeletPlayed(
                        cluster.client(),
                        cluster.namespace,
                        Map.of(
                                "server",
                                Volume.of("marin3r-server-cert-xds", "tls.crt", "tls.key"),
                                // where MARIN3R's image looks for whom to trust
                                "ca",
                                new Volume("marin3r-ca-cert-xds", Map.of("ca.crt", "tls.crt"))));
        pod =
                new KubeletPlayed(
                        cluster.client(),
                        enabled,
                        Map.of(
                                BOOTSTRAP,
                                Volume.ofConfigMap(
                                        "envoy-sidecar-bootstrap",
                                        "config.json",
                                        "tls_certificate_sds_secret.yaml",
                                        "validation_context_sds_secret.yaml"),
                                TLS,
                                Volume.of(CERTIFICATE, "tls.crt", "tls.key", "ca.crt")));
        cluster.start();
        cluster.apply(
                DiscoveryCluster.SERVICE + "  enabledNamespaces: [ %s ]\n".formatted(enabled));
        await().until(() -> server.complete() && pod.complete());
    }

    @AfterEach
    void stop() {
        pod.close();
        server.close();
        cluster.close();
    }

    @Test
    void sidecarConnectsWithItsFilesAndUsesTheRenewedCertificate() {
        var host = "marin3r-xds.%s.svc".formatted(cluster.namespace);
        try (var xds = XdsServer.start(server.root());
                var sidecar = XdsSidecar.start(pod.root(), xds.address())) {
            var before = sidecar.further(50);
            assertThat(before.endpoint()).isEqualTo(host + ":18000");
            assertThat(before.sni()).isEqualTo(host);
            assertThat(before.serverNames()).containsExactly(host);
            assertThat(before.watched()).containsExactly("/" + TLS);
            var former = serial();
            assertThat(before.serials()).as("%s", before.texts()).containsOnlyKeys(former);

            var renewed = renew(former);
            await().until(() -> sidecar.latest().serial().equals(renewed));
            int begun = sidecar.latest().serials().get(former);
            var after = sidecar.further(50);
            assertThat(after.serials()).containsOnlyKeys(former, renewed);
            assertThat(after.serials()).containsEntry(former, begun);

            assertThat(sidecar.end()).as("%s", sidecar.latest().texts()).isZero();
            assertThat(sidecar.latest().failures()).isZero();
            assertThat(sidecar.latest().issuers()).hasSize(1);
            assertThat(xds.latest().failures()).isZero();
        }
        assertThat(pod.problems()).isEmpty();
        assertThat(server.problems()).isEmpty();
    }

    @Test
    void whoeverIsServedDoesNotBecomeTheServer() {
        var _ =
                cluster.install.apply(
                        """
                        apiVersion: operator.marin3r.3scale.net/v1alpha1
                        kind: DiscoveryServiceCertificate
                        metadata: { name: instead }
                        spec:
                          commonName: marin3r-server-xds
                          hosts: [ marin3r-xds.%1$s.svc ]
                          server: true
                          validFor: 94608000
                          signer: { caSigned: { caSecretRef: { name: marin3r-ca-cert-xds, namespace: %1$s } } }
                          secretRef: { name: instead }
                        """
                                .formatted(cluster.namespace),
                        "instead.yaml",
                        "--namespace=" + enabled);
        await().until(
                        () ->
                                String.valueOf(cluster.certificate(enabled, "instead"))
                                        .contains("only 'client: true' is allowed as its usage"));
        assertThat(cluster.client().secrets().inNamespace(enabled).withName("instead").get())
                .isNull();
    }

    /** Or it would be no news that the renewed certificate is used. */
    @Test
    void renewalThatEnvoyWouldNotSeeIsNotUsed() throws Exception {
        var elsewhere = copy("elsewhere");
        edit(
                elsewhere.resolve(CLIENT),
                text -> text.replace("    path: /" + TLS, "    path: /" + BOOTSTRAP));
        for (var each : CERTIFICATES) {
            Files.delete(elsewhere.resolve(TLS).resolve(each));
        }
        Files.delete(elsewhere.resolve(TLS));
        Files.createSymbolicLink(elsewhere.resolve(TLS), pod.root().resolve(TLS));
        var inPlace = copy("in-place");
        var former = serial();
        try (var xds = XdsServer.start(server.root());
                var normal = XdsSidecar.start(pod.root(), xds.address());
                var looksElsewhere = XdsSidecar.start(elsewhere, xds.address());
                var rewritten = XdsSidecar.start(inPlace, xds.address())) {
            for (var each : List.of(normal, looksElsewhere, rewritten)) {
                assertThat(each.further(10).serials()).containsOnlyKeys(former);
            }
            var renewed = renew(former);
            await().until(() -> normal.latest().serial().equals(renewed));
            for (var each : CERTIFICATES) {
                Files.write(inPlace.resolve(TLS).resolve(each), pod.file(TLS, each).orElseThrow());
            }
            for (var each : List.of(looksElsewhere, rewritten)) {
                var later = each.further(50);
                assertThat(later.failures()).as("%s", later.texts()).isZero();
                assertThat(later.serials()).containsOnlyKeys(former);
            }
            Files.move(
                    Files.writeString(inPlace.resolve("new"), "anything"),
                    inPlace.resolve(TLS).resolve("new"));
            await().until(() -> rewritten.latest().serial().equals(renewed));
        }
    }

    /** Or it would be no news that the files are read. */
    @Test
    void wrongFilesAreRefused() throws Exception {
        assertThat(XdsSidecar.refusal(pod.root())).isEmpty();
        assertThat(XdsSidecar.refusal(copy("as-they-are"))).isEmpty();
        var softly = new SoftAssertions();
        int number = 0;
        for (var each : wrong()) {
            var root = copy("wrong-" + ++number);
            each.make(root);
            softly.assertThat(XdsSidecar.refusal(root))
                    .as("wrong file %s: %s", number, each.text())
                    .get()
                    .asString()
                    .contains("/" + each.named())
                    .contains(each.text());
        }
        softly.assertAll();
    }

    /**
     * A file that is wrong.
     *
     * @param file that is changed
     * @param change to its text; without one it is deleted
     * @param named the file that the refusal names
     * @param text what the refusal says
     */
    private record Wrong(
            String file, Optional<UnaryOperator<String>> change, String named, String text) {
        static Wrong in(String file, String was, String is, String text) {
            return new Wrong(file, Optional.of(now -> now.replace(was, is)), file, text);
        }

        /** The bootstrap without this field, wherever it is. */
        static Wrong without(String field, String text) {
            return new Wrong(CONFIG, Optional.of(now -> remove(now, field)), CONFIG, text);
        }

        /** Without this and what comes after it. */
        static Wrong upTo(String file, String end, String text) {
            return new Wrong(
                    file, Optional.of(now -> now.substring(0, now.indexOf(end))), file, text);
        }

        static Wrong missing(String file, String named) {
            return new Wrong(file, Optional.empty(), named, "no such file");
        }

        void make(Path root) throws IOException {
            var path = root.resolve(file);
            if (change.isEmpty()) {
                Files.delete(path);
            } else {
                edit(path, change.get());
            }
        }

        private static String remove(String text, String field) {
            try {
                var tree = JSON.readTree(text);
                ((ObjectNode) tree.findParent(field)).remove(field);
                return tree.toString();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static List<Wrong> wrong() {
        var version = "\"resource_api_version\" : \"V3\"";
        var ca = "trusted_ca:\n      filename: /" + TLS + "/ca.crt";
        var typed = "match_typed_subject_alt_names:\n    - san_type: DNS\n      matcher:\n       ";
        return List.of(
                Wrong.in(CONFIG, "connect_timeout", "timeout", "unknown field \"timeout\""),
                Wrong.in(CONFIG, "\"1s\"", "\"0s\"", "invalid Cluster.ConnectTimeout"),
                Wrong.in(CONFIG, "\"60s\"", "\"0s\"", "invalid KeepaliveSettings.Interval"),
                Wrong.in(CONFIG, "UpstreamTlsContext", "UpstreamTls", "v3.UpstreamTls\""),
                Wrong.in(CONFIG, version, "\"resource_api_version\" : \"AUTO\"", "V3"),
                Wrong.in(CONFIG, "{", "", "syntax error"),
                Wrong.without("tls_certificate_sds_secret_configs", "not one client certificate"),
                Wrong.without("validation_context_sds_secret_config", "any server would do"),
                Wrong.without("transport_socket", "it would not be TLS"),
                Wrong.without("typed_extension_protocol_options", "it would not be HTTP/2"),
                Wrong.without("static_resources", "no static cluster \"xds_cluster\""),
                Wrong.without("ads_config", "not one service of gRPC"),
                Wrong.in(CLIENT, "resources:", "resources: [", "no YAML"),
                Wrong.in(CLIENT, "name: xds", "name: other", "\"xds_client_certificate\" is asked"),
                Wrong.in(CLIENT, "tls.v3.Secret", "tls.v2.Secret", "tls.v2.Secret"),
                Wrong.in(CLIENT, "certificate_chain", "chain", "unknown field \"chain\""),
                Wrong.in(CLIENT, "tls.key", "none.key", "none.key: no such file"),
                Wrong.in(CLIENT, "path: /" + TLS, "path: /none", "none: no such file"),
                Wrong.in(SERVER, ca, "", "lacks the filename of trusted_ca"),
                Wrong.in(SERVER, typed, "match_subject_alt_names:\n    -", "is deprecated"),
                Wrong.upTo(SERVER, "match_typed", "any certificate of the CA would do"),
                Wrong.upTo(SERVER, "  name:", "\"xds_server_validation\" is asked"),
                Wrong.in(SERVER, "exact: ", "prefix: ", "not a whole DNS name"),
                Wrong.missing(CONFIG, CONFIG),
                Wrong.missing(CLIENT, CLIENT),
                Wrong.missing(TLS + "/ca.crt", SERVER),
                Wrong.in(TLS + "/ca.crt", "CERTIFICATE", "KEY", "type \"KEY\""),
                Wrong.in(TLS + "/tls.crt", "BEGIN", "GIN", "failed to find any PEM data"));
    }

    /** A container with the files as they are now, without links. */
    private Path copy(String name) throws IOException {
        var root = copies.resolve(name);
        for (var directory : List.of(BOOTSTRAP, TLS)) {
            Files.createDirectories(root.resolve(directory));
        }
        for (var file : List.of(CONFIG, CLIENT, SERVER)) {
            Files.copy(pod.root().resolve(file), root.resolve(file));
        }
        for (var file : CERTIFICATES) {
            Files.copy(pod.root().resolve(TLS).resolve(file), root.resolve(TLS).resolve(file));
        }
        return root;
    }

    /** Fails where the file stays as it is. */
    private static void edit(Path file, UnaryOperator<String> change) throws IOException {
        var former = Files.readString(file);
        var next = change.apply(former);
        assertThat(next).as("%s", file).isNotEqualTo(former);
        Files.writeString(file, next);
    }

    /** Waits for the next certificate; its serial number. */
    private String renew(String former) {
        cluster.kubectl(
                "annotate",
                "-n",
                enabled,
                "discoveryservicecertificate",
                CERTIFICATE,
                "dragoman.dev/renew=1");
        await().until(() -> !serial().equals(former));
        return serial();
    }

    /** As xds-load writes it. */
    private String serial() {
        var data =
                cluster.client()
                        .secrets()
                        .inNamespace(enabled)
                        .withName(CERTIFICATE)
                        .get()
                        .getData();
        return PemFiles.certificates(Base64.getDecoder().decode(data.get("tls.crt")))
                .toOptional()
                .orElseThrow()
                .getFirst()
                .getSerialNumber()
                .toString(16);
    }
}
