package dev.dragoman.azure.identity;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.jdk.httpclient.implementation.JdkHttpResponseSync;
import com.azure.core.util.Context;
import dev.dragoman.reconcile.turn.Answers;
import dev.dragoman.reconcile.turn.CircuitBreakers;
import java.io.IOException;
import java.io.UncheckedIOException;
import reactor.core.publisher.Mono;

/**
 * Sends requests to Azure, and reads the whole answer: not to a host that is silent, and no more
 * bytes than an answer of its kind can have. A proxy that wants credentials is an exception; the
 * library would take its status 407 for an answer of Azure. Thread-safe.
 */
public record GuardedClient(HttpClient client, CircuitBreakers breakers, int most)
        implements HttpClient {
    /** Largest page of Azure Resource Manager. */
    public static final int OF_ARM = 8 << 20;

    /** A secret has 25 kB at most; JSON writes some characters as six. */
    public static final int OF_VAULT = 192 << 10;

    /** A token, or what Entra says of itself. */
    static final int OF_ENTRA = 256 << 10;

    private static final int WANTS_CREDENTIALS = 407;

    /**
     * The same client for answers of another kind. Both know of the same silent hosts.
     *
     * @param bytes largest number of bytes in the body of an answer
     */
    public GuardedClient atMost(int bytes) {
        return new GuardedClient(client, breakers, bytes);
    }

    @Override
    public Mono<HttpResponse> send(HttpRequest request) {
        return send(request, Context.NONE);
    }

    @Override
    public Mono<HttpResponse> send(HttpRequest request, Context context) {
        return Mono.fromCallable(() -> exchange(request, context));
    }

    @Override
    public HttpResponse sendSync(HttpRequest request, Context context) {
        try {
            return exchange(request, context);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private HttpResponse exchange(HttpRequest request, Context context) throws IOException {
        try (var call = breakers.begin(request.getUrl().getAuthority());
                var response = client.sendSync(request, context)) {
            // a host whose answer is too large, or has to wait for memory, is not silent
            call.answered();
            if (response.getStatusCode() == WANTS_CREDENTIALS) {
                throw new IOException(
                        "the proxy of HTTPS_PROXY answered 407; correct user and password in that setting");
            }
            var body = Answers.OF_AZURE.read(response.getBodyAsBinaryData().toStream(), most);
            return new JdkHttpResponseSync(
                    request, response.getStatusCode(), response.getHeaders(), body);
        } catch (UncheckedIOException failure) {
            throw failure.getCause();
        }
    }
}
