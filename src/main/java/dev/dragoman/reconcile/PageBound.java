package dev.dragoman.reconcile;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads no page of a list that would not fit into the heap as objects, which take several times as
 * much there as on the wire. A page of one object is always read: what the API server stores has a
 * limit of its own.
 */
final class PageBound implements Interceptor {
    static final String NAME = "page-bound";

    /** Some fifty ordinary objects take a tenth. */
    static final long MOST_BYTES = 2 << 20;

    private static final Pattern SEVERAL = Pattern.compile("(^|&)limit=(?!1(&|$))\\d+(&|$)");

    /** A page has more bytes than are read. */
    static final class TooLarge extends IOException {
        private static final long serialVersionUID = 1;

        TooLarge() {
            super("a page of the list has more than " + MOST_BYTES + " bytes");
        }
    }

    @Override
    public AsyncBody.Consumer<List<ByteBuffer>> consumer(
            AsyncBody.Consumer<List<ByteBuffer>> consumer, HttpRequest request) {
        var query = request.uri().getQuery();
        return query != null && SEVERAL.matcher(query).find() ? new Counting(consumer) : consumer;
    }

    /** Called by one thread at a time. */
    private static final class Counting implements AsyncBody.Consumer<List<ByteBuffer>> {
        private final AsyncBody.Consumer<List<ByteBuffer>> to;
        private long bytes;

        Counting(AsyncBody.Consumer<List<ByteBuffer>> to) {
            this.to = to;
        }

        @Override
        public void consume(List<ByteBuffer> value, AsyncBody body) throws Exception {
            for (var each : value) {
                bytes += each.remaining();
            }
            if (bytes > MOST_BYTES) {
                // first the reason: the end of the stream would be one too
                body.done().completeExceptionally(new TooLarge());
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
