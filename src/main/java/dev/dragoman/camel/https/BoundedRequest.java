package dev.dragoman.camel.https;

import dev.dragoman.camel.OwnState;
import dev.dragoman.reconcile.OutcomeException;
import dev.dragoman.reconcile.turn.Answers;
import dev.dragoman.reconcile.turn.Answers.TooLarge;
import dev.dragoman.reconcile.turn.CircuitBreakers;
import dev.dragoman.settings.AllowedHosts;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.Exchange;
import org.apache.camel.component.http.HttpEndpoint;
import org.apache.camel.component.http.HttpProducer;
import org.apache.hc.client5.http.classic.methods.HttpUriRequest;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.HttpClientResponseHandler;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;

/**
 * Camel's producer with limits for the size of an answer and for the time of the whole request. The
 * time limit also holds when a host sends its answer byte by byte.
 */
final class BoundedRequest extends HttpProducer {
    /** Maximum size of an answer's body, in bytes. */
    static final int LARGEST = 1024 * 1024;

    private final CircuitBreakers breakers;

    /** Longest time of a request, in milliseconds. */
    private final long longest;

    BoundedRequest(HttpEndpoint address, CircuitBreakers breakers) {
        super(address);
        this.breakers = breakers;
        this.longest = address.getConnectTimeout() + address.getResponseTimeout();
    }

    @Override
    protected <T> T executeMethod(
            Exchange exchange,
            HttpHost host,
            HttpUriRequest request,
            HttpClientResponseHandler<T> handler)
            throws IOException, HttpException {
        var late = new AtomicBoolean();
        var end =
                CompletableFuture.runAsync(
                        () -> {
                            late.set(true);
                            cancel(request);
                        },
                        CompletableFuture.delayedExecutor(longest, TimeUnit.MILLISECONDS));
        var requests = OwnState.get(exchange, OpenRequests.class);
        Runnable cancel = () -> cancel(request);
        requests.ifPresent(all -> all.begin(cancel));
        try (var call = breakers.begin(shown(host))) {
            return super.executeMethod(
                    exchange,
                    host,
                    request,
                    answer -> {
                        call.answered();
                        bound(answer, request, host);
                        return handler.handleResponse(answer);
                    });
        } catch (IOException | HttpException | RuntimeException failure) {
            throw late.get() ? tooLate(host) : HttpsFailed.of(shown(host), failure);
        } finally {
            requests.ifPresent(all -> all.end(cancel));
            var _ = end.cancel(false);
        }
    }

    private HttpsFailed tooLate(HttpHost host) {
        return HttpsFailed.of(
                "https to %s: not done after %d ms; to allow more time, set the options connectTimeout and responseTimeout"
                        .formatted(shown(host), longest));
    }

    private static void bound(ClassicHttpResponse answer, HttpUriRequest request, HttpHost host)
            throws IOException {
        var entity = answer.getEntity();
        if (entity == null) {
            return;
        }
        if (entity.getContentEncoding() != null) {
            throw given(request, host, "has a Content-Encoding, which the request did not ask for");
        }
        try (var in = entity.getContent()) {
            answer.setEntity(
                    new ByteArrayEntity(
                            read(in, request), ContentType.parseLenient(entity.getContentType())));
        }
    }

    /** Cancels a failed request before its stream is closed: closing would read the rest. */
    private static byte[] read(InputStream in, HttpUriRequest request) throws IOException {
        try {
            return Answers.OF_TEAMS.read(in, LARGEST);
        } catch (TooLarge | OutcomeException failure) {
            cancel(request);
            throw failure;
        }
    }

    private static HttpsFailed given(HttpUriRequest request, HttpHost host, String what) {
        cancel(request);
        return HttpsFailed.of("https to %s: the answer %s".formatted(shown(host), what));
    }

    private static String shown(HttpHost host) {
        return AllowedHosts.shown(host.getHostName(), host.getPort());
    }

    private static void cancel(HttpUriRequest request) {
        if (request instanceof Cancellable running) {
            running.cancel();
        }
    }
}
