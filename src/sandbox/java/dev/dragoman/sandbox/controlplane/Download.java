package dev.dragoman.sandbox.controlplane;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Downloads files over HTTP. Gives up when no byte arrives for some time, before or during the
 * answer.
 *
 * @param client follows redirects
 * @param silence the longest time without a byte
 * @param progress gets a line every ten seconds with the size so far
 */
record Download(HttpClient client, Duration silence, Consumer<String> progress) {
    private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long POLL_MILLIS = 50;
    private static final double MEGABYTE = 1e6;

    /**
     * Downloads a URL into a new file.
     *
     * @param name used in lines of progress
     * @throws Unavailable when it cannot be downloaded; a part of the file may then exist
     */
    void fetch(String name, URI from, Path to) throws Unavailable, IOException {
        var size = new AtomicLong(-1);
        var task = new FutureTask<>(() -> status(from, to, size));
        // a separate thread, because DNS look-ups cannot be interrupted
        var thread = Thread.ofVirtual().name("download " + name).start(task);
        try {
            var status = watched(task, name, to, size);
            if (status != 200) {
                throw new Unavailable("HTTP " + status, status != 404 && status != 410);
            }
        } finally {
            task.cancel(true);
            ended(thread);
        }
    }

    /**
     * Waits for the thread to end, so that it creates no file after the caller has deleted its
     * directory.
     */
    private static void ended(Thread thread) {
        try {
            var _ = thread.join(Duration.ofSeconds(1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int status(URI from, Path to, AtomicLong size)
            throws IOException, InterruptedException {
        HttpResponse.BodyHandler<Path> handler =
                head -> {
                    size.set(head.headers().firstValueAsLong("content-length").orElse(-1));
                    return head.statusCode() == 200
                            ? BodySubscribers.ofFile(to)
                            : BodySubscribers.replacing(to);
                };
        return client.send(HttpRequest.newBuilder(from).build(), handler).statusCode();
    }

    private int watched(FutureTask<Integer> task, String name, Path to, AtomicLong size)
            throws Unavailable, IOException {
        var there = 0L;
        var heard = System.nanoTime();
        var told = heard;
        while (true) {
            try {
                return task.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
            } catch (ExecutionException e) {
                throw new Unavailable(reason(e.getCause()), there == 0);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ControlPlaneException("Interrupted while fetching " + name, e);
            } catch (TimeoutException notYet) {
                var now = System.nanoTime();
                var length = Files.exists(to) ? Files.size(to) : 0;
                if (length > there) {
                    there = length;
                    heard = now;
                } else if (now - heard > silence.toNanos()) {
                    throw new Unavailable(silent(there, size.get()), true);
                }
                if (now - told > REPORT_NANOS) {
                    progress.accept("  " + name + ": " + amount(there, size.get()));
                    told = now;
                }
            }
        }
    }

    private String silent(long there, long size) {
        return there == 0
                ? "no answer within " + silence.toSeconds() + " s"
                : "silent for %d s after %s".formatted(silence.toSeconds(), amount(there, size));
    }

    private static String amount(long there, long size) {
        var whole = size < 0 ? "" : " of " + Math.round(size / MEGABYTE);
        return Math.round(there / MEGABYTE) + whole + " MB";
    }

    private static String reason(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException) {
                return "no such host";
            }
        }
        if (failure instanceof HttpTimeoutException) {
            return "no connection in time";
        }
        if (failure instanceof ConnectException) {
            return "connection refused";
        }
        return failure.getMessage() == null
                ? failure.getClass().getSimpleName()
                : failure.getMessage();
    }
}
