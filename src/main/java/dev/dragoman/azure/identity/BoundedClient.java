package dev.dragoman.azure.identity;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** An HTTP client that fails when the body of a response is too long. Thread-safe. */
final class BoundedClient extends HttpClient {
    /** Largest body in bytes. Azure Resource Manager answers with a few MiB per page. */
    static final long LONGEST = 16L << 20;

    private final HttpClient client;
    private final long longest;

    private BoundedClient(HttpClient client, long longest) {
        this.client = client;
        this.longest = longest;
    }

    /**
     * A builder of clients with a limit.
     *
     * @param longest largest number of bytes in the body of a response
     */
    static HttpClient.Builder builder(long longest) {
        return new Builder(HttpClient.newBuilder(), longest);
    }

    private record Builder(HttpClient.Builder builder, long longest) implements HttpClient.Builder {
        private HttpClient.Builder with(HttpClient.Builder same) {
            return same.equals(builder) ? this : new Builder(same, longest);
        }

        @Override
        public HttpClient.Builder cookieHandler(CookieHandler handler) {
            return with(builder.cookieHandler(handler));
        }

        @Override
        public HttpClient.Builder connectTimeout(Duration time) {
            return with(builder.connectTimeout(time));
        }

        @Override
        public HttpClient.Builder sslContext(SSLContext context) {
            return with(builder.sslContext(context));
        }

        @Override
        public HttpClient.Builder sslParameters(SSLParameters parameters) {
            return with(builder.sslParameters(parameters));
        }

        @Override
        public HttpClient.Builder executor(Executor executor) {
            return with(builder.executor(executor));
        }

        @Override
        public HttpClient.Builder followRedirects(Redirect policy) {
            return with(builder.followRedirects(policy));
        }

        @Override
        public HttpClient.Builder version(Version version) {
            return with(builder.version(version));
        }

        @Override
        public HttpClient.Builder priority(int priority) {
            return with(builder.priority(priority));
        }

        @Override
        public HttpClient.Builder proxy(ProxySelector selector) {
            return with(builder.proxy(selector));
        }

        @Override
        public HttpClient.Builder authenticator(Authenticator authenticator) {
            return with(builder.authenticator(authenticator));
        }

        @Override
        public HttpClient build() {
            return new BoundedClient(builder.build(), longest);
        }
    }

    private <T> BodyHandler<T> bounded(BodyHandler<T> handler) {
        return BodyHandlers.limiting(handler, longest);
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException {
        return client.send(request, bounded(handler));
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, BodyHandler<T> handler) {
        return client.sendAsync(request, bounded(handler));
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, BodyHandler<T> handler, PushPromiseHandler<T> pushed) {
        return client.sendAsync(request, bounded(handler), pushed);
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return client.cookieHandler();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return client.connectTimeout();
    }

    @Override
    public Redirect followRedirects() {
        return client.followRedirects();
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return client.proxy();
    }

    @Override
    public SSLContext sslContext() {
        return client.sslContext();
    }

    @Override
    public SSLParameters sslParameters() {
        return client.sslParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return client.authenticator();
    }

    @Override
    public Version version() {
        return client.version();
    }

    @Override
    public Optional<Executor> executor() {
        return client.executor();
    }

    @Override
    public void shutdown() {
        client.shutdown();
    }

    @Override
    public void shutdownNow() {
        client.shutdownNow();
    }

    @Override
    public boolean awaitTermination(Duration time) throws InterruptedException {
        return client.awaitTermination(time);
    }

    @Override
    public boolean isTerminated() {
        return client.isTerminated();
    }

    @Override
    public void close() {
        client.close();
    }
}
