package dev.dragoman.cli.trial;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.StandardHttpClient;
import io.fabric8.kubernetes.client.http.StandardHttpClientBuilder;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.fabric8.kubernetes.client.http.StandardWebSocketBuilder;
import io.fabric8.kubernetes.client.http.WebSocket;
import io.fabric8.kubernetes.client.http.WebSocketResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** Makes clients of the API server whose requests are answered in this process. Thread-safe. */
record MemoryHttp(Function<MemoryApi.Call, MemoryApi.Reply> api) implements HttpClient.Factory {
    @Override
    public HttpClient.Builder newBuilder() {
        return new MemoryBuilder(this);
    }

    private static final class MemoryBuilder
            extends StandardHttpClientBuilder<Client, MemoryHttp, MemoryBuilder> {
        MemoryBuilder(MemoryHttp factory) {
            super(factory);
        }

        @Override
        public HttpClient build() {
            return new Client(this, client == null ? new AtomicBoolean() : client.closed());
        }

        @Override
        protected MemoryBuilder newInstance(MemoryHttp factory) {
            return new MemoryBuilder(factory);
        }
    }

    private static final class Client
            extends StandardHttpClient<Client, MemoryHttp, MemoryBuilder> {
        private final AtomicBoolean isClosed;

        Client(MemoryBuilder builder, AtomicBoolean closed) {
            super(builder, closed);
            this.isClosed = closed;
        }

        AtomicBoolean closed() {
            return isClosed;
        }

        @Override
        public void doClose() {
            // nothing is open
        }

        @Override
        public CompletableFuture<HttpResponse<AsyncBody>> consumeBytesDirect(
                StandardHttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
            var reply =
                    builder.getClientFactory()
                            .api()
                            .apply(
                                    new MemoryApi.Call(
                                            request.method(),
                                            request.uri(),
                                            request.headers(),
                                            Optional.ofNullable(request.getContentType())
                                                    .orElse(""),
                                            Optional.ofNullable(request.bodyString()).orElse("")));
            return CompletableFuture.completedFuture(
                    new Answer(request, reply.code(), new Body(reply.body(), consumer)));
        }

        @Override
        public CompletableFuture<WebSocketResponse> buildWebSocketDirect(
                StandardWebSocketBuilder socket, WebSocket.Listener listener) {
            throw new UnsupportedOperationException("a dry run watches nothing");
        }
    }

    private record Answer(HttpRequest request, int code, AsyncBody body)
            implements HttpResponse<AsyncBody> {
        @Override
        public Optional<HttpResponse<?>> previousResponse() {
            return Optional.empty();
        }

        @Override
        public List<String> headers(String key) {
            return List.of();
        }

        @Override
        public Map<String, List<String>> headers() {
            return Map.of();
        }
    }

    /** The body of an answer, handed over with the first request for it. */
    private static final class Body implements AsyncBody {
        private final byte[] content;
        private final AsyncBody.Consumer<List<ByteBuffer>> consumer;
        private final CompletableFuture<Void> done = new CompletableFuture<>();
        private boolean taken;

        Body(byte[] content, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
            this.content = content;
            this.consumer = consumer;
        }

        @Override
        public void consume() {
            if (!taken) {
                taken = true;
                try {
                    consumer.consume(List.of(ByteBuffer.wrap(content)), this);
                } catch (Exception e) {
                    var _ = done.completeExceptionally(e);
                }
            }
            var _ = done.complete(null);
        }

        @Override
        public CompletableFuture<Void> done() {
            return done;
        }

        @Override
        public void cancel() {
            var _ = done.cancel(false);
        }
    }
}
