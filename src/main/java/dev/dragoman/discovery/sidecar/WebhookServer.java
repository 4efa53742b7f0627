package dev.dragoman.discovery.sidecar;

import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.PlainText;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.SSLOptions;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The TLS server of the webhook. It answers each request on a virtual thread. It never closes a
 * connection before its client does, as a client that uses it at that moment would fail.
 */
final class WebhookServer {
    /** Time in which clients leave a server that is about to end. */
    private static final Duration LEAVE = Duration.ofSeconds(3);

    /** Longer than clients keep a connection that they do not use: 90 s. */
    private static final Duration IDLE = Duration.ofMinutes(10);

    /** Largest question: an object of the largest size of etcd, twice. */
    private static final int LARGEST = 4 << 20;

    /** Largest number of bytes of all questions that are being answered. */
    private static final int MOST = 32 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(WebhookServer.class);

    private final int port;
    private final UnaryOperator<byte[]> answering;
    private final Vertx vertx =
            Vertx.vertx(
                    new VertxOptions()
                            .setEventLoopPoolSize(2)
                            .setWorkerPoolSize(1)
                            .setInternalBlockingPoolSize(1));
    private final AtomicLong bytes = new AtomicLong();
    private Optional<HttpServer> listening = Optional.empty();
    private volatile boolean leaving;

    /**
     * A server that listens from the first {@link #use} on.
     *
     * @param answering answers a question with JSON. An IllegalStateException says that it cannot
     *     answer now, and an IllegalArgumentException that it never can; their messages are for
     *     people
     * @throws IllegalArgumentException when the port is not free
     */
    WebhookServer(int port, UnaryOperator<byte[]> answering) {
        this.port = port;
        this.answering = answering;
        try (var _ = new ServerSocket(port)) {
            LOG.debug("port {} is free", port);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "DRAGOMAN_WEBHOOK_PORT: cannot listen on port %d (%s); set another port"
                            .formatted(port, e.getMessage()),
                    e);
        }
    }

    /**
     * Serves with the key of the Secret from the next handshake on. A key that cannot be used does
     * not take the place of the former one.
     */
    synchronized void use(Map<String, Object> secret) {
        try {
            var keys =
                    new PemKeyCertOptions()
                            .setCertValue(value(secret, "tls.crt"))
                            .setKeyValue(value(secret, "tls.key"));
            if (listening.isPresent()) {
                join(listening.get().updateSSLOptions(new SSLOptions().setKeyCertOptions(keys)));
            } else {
                listening = Optional.of(join(http(keys).listen()));
            }
        } catch (CompletionException | IllegalArgumentException unusable) {
            LOG.warn(
                    "Secret {} has no key and certificate with which port {} can be served: {}",
                    Fields.metadata(secret, "name"),
                    port,
                    unusable.toString());
        }
    }

    private static Buffer value(Map<String, Object> secret, String key) {
        return Buffer.buffer(
                Base64.getDecoder().decode(Json.text(Fields.map(secret, "data"), key)));
    }

    private static <T> T join(Future<T> future) {
        return future.toCompletionStage().toCompletableFuture().join();
    }

    private HttpServer http(PemKeyCertOptions keys) {
        return vertx.createHttpServer(
                        new HttpServerOptions()
                                .setPort(port)
                                .setSsl(true)
                                .setUseAlpn(false)
                                .setKeyCertOptions(keys)
                                .setIdleTimeout((int) IDLE.toSeconds()))
                .requestHandler(this::handle);
    }

    private void handle(HttpServerRequest request) {
        var question = Buffer.buffer();
        request.response().endHandler(_ -> bytes.addAndGet(-question.length()));
        request.handler(
                part -> {
                    question.appendBuffer(part);
                    if (bytes.addAndGet(part.length()) > MOST || question.length() > LARGEST) {
                        LOG.warn(
                                "a question is not read: it has more bytes than there is room for");
                        request.handler(null);
                        request.connection().close();
                    }
                });
        request.endHandler(
                _ ->
                        Thread.ofVirtual()
                                .name("sidecar")
                                .start(() -> answer(request.response(), question.getBytes())));
    }

    /** What is no JSON is taken by the API server for a failure, whose text it tells. */
    private void answer(HttpServerResponse response, byte[] question) {
        if (leaving) {
            response.putHeader(HttpHeaders.CONNECTION, "close");
        }
        try {
            var answer = answering.apply(question);
            var _ =
                    response.putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
                            .end(Buffer.buffer(answer));
        } catch (RuntimeException e) {
            LOG.warn("a question is not answered: {}", e.toString());
            var _ =
                    response.setStatusCode(e instanceof IllegalArgumentException ? 400 : 503)
                            .putHeader(HttpHeaders.CONTENT_TYPE, "text/plain")
                            .end(PlainText.oneLine(String.valueOf(e.getMessage())));
        }
    }

    /** Number of bytes of all questions that are being answered. */
    long bytes() {
        return bytes.get();
    }

    /** Lets clients go to another replica, then ends. */
    void stop() throws InterruptedException {
        leaving = true;
        Thread.sleep(LEAVE);
        join(vertx.close());
    }
}
