package dev.dragoman.discovery.sidecar;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.certificates.pki.Issuance;
import dev.dragoman.certificates.pki.Specs;
import java.io.ByteArrayInputStream;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The server over TLS, asked by the JDK's client. */
class WebhookServerTest {
    private static final SecureRandom RANDOM = new SecureRandom();

    private int port;
    private WebhookServer server;

    @BeforeEach
    void start() throws Exception {
        try (var socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        server = new WebhookServer(port, WebhookServerTest::answer);
    }

    @AfterEach
    void close() throws Exception {
        server.stop();
    }

    private static byte[] answer(byte[] question) {
        return switch (new String(question, StandardCharsets.UTF_8)) {
            case "later" -> throw new IllegalStateException("not yet");
            case "never" -> throw new IllegalArgumentException("no question");
            default -> question;
        };
    }

    /** A Secret with a certificate that signs itself. */
    private static Map<String, Object> secret() {
        var spec = Specs.server("localhost", List.of("localhost"), Duration.ofHours(1));
        var data = new HashMap<String, Object>();
        Issuance.selfSigned(spec)
                .issue(Instant.now(), RANDOM)
                .toOptional()
                .orElseThrow()
                .secret()
                .data()
                .forEach((key, value) -> data.put(key, Base64.getEncoder().encodeToString(value)));
        return Map.of("metadata", Map.of("name", "webhook"), "data", data);
    }

    private static X509Certificate certificate(Map<String, Object> secret) throws Exception {
        var data = (Map<?, ?>) secret.get("data");
        var pem = Base64.getDecoder().decode(String.valueOf(data.get("tls.crt")));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(pem));
    }

    /** Trusts nothing but this Secret's certificate. */
    private static HttpClient trusting(Map<String, Object> secret) throws Exception {
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null);
        store.setCertificateEntry("server", certificate(secret));
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        var context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    private HttpResponse<String> ask(HttpClient client, String question) throws Exception {
        return client.send(
                HttpRequest.newBuilder(
                                URI.create("https://localhost:%d/pod-v1-mutate".formatted(port)))
                        .POST(BodyPublishers.ofString(question))
                        .build(),
                BodyHandlers.ofString());
    }

    @Test
    void anAnswerIsJsonAndAFailureIsText() throws Exception {
        var secret = secret();
        server.use(secret);
        try (var client = trusting(secret)) {
            var answer = ask(client, "{}");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("{}");
            assertThat(answer.headers().firstValue("content-type")).contains("application/json");
            assertThat(ask(client, "later"))
                    .satisfies(
                            each -> {
                                assertThat(each.statusCode()).isEqualTo(503);
                                assertThat(each.body()).isEqualTo("not yet");
                            });
            assertThat(ask(client, "never").statusCode()).isEqualTo(400);
        }
    }

    @Test
    void anotherCertificateCountsForNewConnectionsAndOldOnesStay() throws Exception {
        var former = secret();
        var next = secret();
        server.use(former);
        try (var before = trusting(former);
                var after = trusting(next)) {
            assertThat(ask(before, "{}").statusCode()).isEqualTo(200);
            assertThatThrownBy(() -> ask(after, "{}")).hasMessageContaining("certificat");
            server.use(next);
            assertThat(ask(after, "{}").statusCode()).isEqualTo(200);
            assertThat(ask(before, "{}").statusCode()).as("on its connection").isEqualTo(200);
            server.use(Map.of("metadata", Map.of("name", "empty")));
            server.use(
                    Map.of(
                            "metadata",
                            Map.of("name", "broken"),
                            "data",
                            Map.of("tls.crt", "YQ==", "tls.key", "YQ==")));
        }
        try (var later = trusting(next)) {
            assertThat(ask(later, "{}").statusCode()).as("the last that works").isEqualTo(200);
        }
    }

    @Test
    void aQuestionThatIsTooLargeIsNotRead() throws Exception {
        var secret = secret();
        server.use(secret);
        try (var client = trusting(secret)) {
            assertThatThrownBy(() -> ask(client, "x".repeat(5 << 20))).isNotNull();
            assertThat(ask(client, "{}").statusCode()).isEqualTo(200);
        }
        await().until(() -> server.bytes() == 0);
    }

    @Test
    void aPortThatIsTakenEndsTheStart() {
        server.use(secret());
        assertThatThrownBy(() -> new WebhookServer(port, each -> each))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("DRAGOMAN_WEBHOOK_PORT: cannot listen on port " + port);
    }
}
