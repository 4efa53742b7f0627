package dev.dragoman.reconcile.watch;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Stops reading responses that would not fit into the heap, where objects take several times as
 * many bytes as on the wire. A page of several objects has a small limit. Every other response may
 * be as large as the largest object that the API server stores. A watch has no limit.
 */
public final class PageBound implements Interceptor {
    /** Name of the interceptor. */
    public static final String NAME = "page-bound";

    /** Limit for a page of several objects. Some fifty ordinary objects take a tenth of this. */
    static final long MOST_BYTES = 2 << 20;

    /** Limit for other responses. The largest object takes half of this, so it is always read. */
    private static final long MOST_OF_ONE = 16 << 20;

    private static final Pattern WATCH = Pattern.compile("(^|&)watch=(true|1)(&|$)");
    private static final Pattern SEVERAL = Pattern.compile("(^|&)limit=(?!1(&|$))\\d+(&|$)");

    /** A response has more bytes than the limit. */
    static final class TooLarge extends IOException {
        private static final long serialVersionUID = 1;

        TooLarge(long most) {
            super("the answer has more than " + most + " bytes");
        }
    }

    /** Whether a request failed because its response was too large. */
    public static boolean tooLarge(Throwable failure) {
        for (var each = failure; each != null; each = each.getCause()) {
            if (each instanceof TooLarge) {
                return true;
            }
        }
        return false;
    }

    @Override
    public AsyncBody.Consumer<List<ByteBuffer>> consumer(
            AsyncBody.Consumer<List<ByteBuffer>> consumer, HttpRequest request) {
        var query = request.uri().getQuery();
        if (query == null) {
            return new Counting(consumer, MOST_OF_ONE);
        }
        if (WATCH.matcher(query).find()) {
            return consumer;
        }
        return new Counting(consumer, SEVERAL.matcher(query).find() ? MOST_BYTES : MOST_OF_ONE);
    }

    /** Counts the bytes of one response. Called by one thread at a time. */
    private static final class Counting implements AsyncBody.Consumer<List<ByteBuffer>> {
        private final AsyncBody.Consumer<List<ByteBuffer>> to;
        private final long most;
        private long bytes;

        Counting(AsyncBody.Consumer<List<ByteBuffer>> to, long most) {
            this.to = to;
            this.most = most;
        }

        @Override
        public void consume(List<ByteBuffer> value, AsyncBody body) throws Exception {
            for (var each : value) {
                bytes += each.remaining();
            }
            if (bytes > most) {
                // completes with the reason first, because cancelling ends the stream with another
                // error
                body.done().completeExceptionally(new TooLarge(most));
                body.cancel();
                return;
            }
            to.consume(value, body);
        }

        @Override
        public <U> U unwrap(Class<U> target) {
            return to.unwrap(target);
        }
    }
}
