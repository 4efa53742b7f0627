package dev.dragoman.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import dev.dragoman.cli.Commands;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cluster that does not answer, or refuses, is told in one line. */
class ClusterTroubleTest {
    private static final String FORBIDDEN =
            "secrets \\\"dragoman-status-key\\\" is forbidden: User \\\"me\\\" cannot get resource"
                    + " \\\"secrets\\\"";

    @TempDir Path directory;

    @ParameterizedTest
    @CsvSource({
        "crds --installed, crds --installed",
        "crds --apply --kinds */ResourceGroup, crds --apply",
        "take-over --backup none, take-over",
        "uninstall, uninstall"
    })
    void noRights(String command, String named) throws IOException {
        var server = answering(403, FORBIDDEN);
        try {
            assertThat(told(address(server), command))
                    .startsWith("dragoman: ")
                    .contains(
                            "dragoman-status-key",
                            "cannot get resource",
                            named + " needs an administrator's rights (--kubeconfig " + directory);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aWrongToken() throws IOException {
        var server = answering(401, "Unauthorized");
        try {
            assertThat(told(address(server), "crds --installed"))
                    .startsWith(
                            "dragoman: %s does not accept the credential: "
                                    .formatted(address(server)))
                    .contains("Unauthorized; log in again, or name another kubeconfig");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void nobodyListens() throws IOException {
        assertThat(told("http://localhost:1", "crds --installed"))
                .isEqualTo(
                        "dragoman: cannot reach http://localhost:1: connection refused (--kubeconfig %s)"
                                .formatted(directory.resolve("config")));
    }

    /** What plan reads first is read by the client itself. */
    @Test
    void whatTheClientSaysOfItsOwnIsNotShown() throws IOException {
        assertThat(ofTheClient("http://localhost:1"))
                .isEqualTo("cannot reach http://localhost:1: connection refused");
        var server = answering(403, FORBIDDEN);
        try {
            assertThat(ofTheClient(address(server)))
                    .isEqualTo(
                            FORBIDDEN.replace("\\", "") + "; plan needs an administrator's rights");
        } finally {
            server.stop(0);
        }
    }

    private static String ofTheClient(String server) {
        var config = Config.empty();
        config.setMasterUrl(server);
        config.setRequestRetryBackoffLimit(0);
        try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
            var failed =
                    catchThrowableOfType(
                            KubernetesClientException.class,
                            () -> client.namespaces().withName("x").get());
            return new ClusterTrouble("plan", config, null).told(failed);
        }
    }

    @Test
    void everyCauseInAFewWords() {
        assertThat(of(new ExecutionException(new UnknownHostException("Failed to resolve 'x'"))))
                .isEqualTo("cannot reach https://x:6443: unknown host");
        assertThat(of(new TimeoutException()))
                .isEqualTo("cannot reach https://x:6443: no answer in time");
        assertThat(of(new ExecutionException(new IOException("reset by peer\nsecond line"))))
                .isEqualTo("cannot reach https://x:6443: IOException: reset by peer\\nsecond line");
        assertThat(of(new ExecutionException(new CertificateException("very-secret"))))
                .isEqualTo("cannot use https://x:6443: the certificates or keys cannot be read");
    }

    private static String of(Exception cause) {
        var config = Config.empty();
        config.setMasterUrl("https://x:6443/");
        return new ClusterTrouble("plan", config, null)
                .told(new ClusterRequests.Refused(0, "GET /x", cause));
    }

    private static HttpServer answering(int code, String message) throws IOException {
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    var body =
                            "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"code\":%d,\"message\":\"%s\"}"
                                    .formatted(code, message)
                                    .getBytes(UTF_8);
                    exchange.getResponseHeaders().add("Content-Type", "application/json");
                    exchange.sendResponseHeaders(code, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();
        return server;
    }

    private static String address(HttpServer server) {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private String told(String server, String command) throws IOException {
        var kubeconfig =
                Files.writeString(
                        directory.resolve("config"),
                        """
                        clusters: [{name: a, cluster: {server: "%s"}}]
                        contexts: [{name: a, context: {cluster: a, user: a}}]
                        users: [{name: a, user: {token: t}}]
                        current-context: a
                        """
                                .formatted(server));
        var err = new StringWriter();
        var arguments = (command + " --kubeconfig " + kubeconfig).split(" ");
        assertThat(
                        Commands.line()
                                .setOut(new PrintWriter(new StringWriter()))
                                .setErr(new PrintWriter(err))
                                .execute(arguments))
                .isEqualTo(1);
        assertThat(err.toString().lines()).hasSize(1);
        return err.toString().strip();
    }
}
