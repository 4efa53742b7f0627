package dev.dragoman.azure.identity;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import reactor.core.publisher.Mono;

/**
 * A client behind a proxy. Throws an exception that names the proxy when the proxy answers 407. The
 * library would treat that answer as an answer of Azure. Thread-safe.
 */
final class ProxiedClient implements HttpClient {
    private static final int WANTS_CREDENTIALS = 407;

    private final HttpClient client;

    ProxiedClient(HttpClient client) {
        this.client = client;
    }

    @Override
    public Mono<HttpResponse> send(HttpRequest request) {
        return client.send(request).map(ProxiedClient::checked);
    }

    @Override
    public Mono<HttpResponse> send(HttpRequest request, Context context) {
        return client.send(request, context).map(ProxiedClient::checked);
    }

    @Override
    public HttpResponse sendSync(HttpRequest request, Context context) {
        return checked(client.sendSync(request, context));
    }

    private static HttpResponse checked(HttpResponse response) {
        if (response.getStatusCode() == WANTS_CREDENTIALS) {
            throw new UncheckedIOException(
                    new IOException(
                            "the proxy of HTTPS_PROXY answered 407; correct user and password in that setting"));
        }
        return response;
    }
}
