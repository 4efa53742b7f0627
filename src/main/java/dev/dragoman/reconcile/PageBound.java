package dev.dragoman.reconcile;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads no answer that would not fit into the heap as objects, which take several times as much
 * there as on the wire: pages of a list up to a size, and of all else what the API server, which
 * has a limit for what it stores, could have to say. A watch goes on for ever.
 */
public final class PageBound implements Interceptor {
    /** Name of the interceptor. */
    public static final String NAME = "page-bound";

    /** Some fifty ordinary objects take a tenth. */
    static final long MOST_BYTES = 2 << 20;

    /** One object has half as much at most, and a page of one is always read. */
    private static final long MOST_OF_ONE = 16 << 20;

    private static final Pattern WATCH = Pattern.compile("(^|&)watch=(true|1)(&|$)");
    private static final Pattern SEVERAL = Pattern.compile("(^|&)limit=(?!1(&|$))\\d+(&|$)");

    /** An answer has more bytes than are read. */
    static final class TooLarge extends IOException {
        private static final long serialVersionUID = 1;

        TooLarge(long most) {
            super("the answer has more than " + most + " bytes");
        }
    }

    /** Whether a request failed because there was more to read than is read. */
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

    /** Called by one thread at a time. */
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
                // first the reason: the end of the stream would be one too
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
