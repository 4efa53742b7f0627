package dev.dragoman.reconcile.watch;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.dsl.internal.AbstractWatchManager;
import io.fabric8.kubernetes.client.informers.impl.ListerWatcher;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists in pages that fit: a page that is too large or takes too long is requested again from the
 * same place, with fewer objects. Watches are opened by the wrapped object, in turns.
 */
final class PagedLists
        implements ListerWatcher<GenericKubernetesResource, GenericKubernetesResourceList> {
    private static final Logger LOG = LoggerFactory.getLogger(PagedLists.class);

    /** HTTP codes of failures that a smaller page may avoid: too slow, too large. */
    private static final Set<Integer> TOO_MUCH =
            Set.of(
                    HttpURLConnection.HTTP_CLIENT_TIMEOUT,
                    HttpURLConnection.HTTP_ENTITY_TOO_LARGE,
                    HttpURLConnection.HTTP_GATEWAY_TIMEOUT);

    /** A list that makes no progress for this long is stuck: each request times out well before. */
    private static final Duration STUCK = Duration.ofMinutes(1);

    /** Lets one page with large objects at a time into the heap. */
    static final class Turns {
        private CompletableFuture<?> last = CompletableFuture.completedFuture(null);

        synchronized <T> CompletableFuture<T> take(Supplier<CompletableFuture<T>> work) {
            var mine = last.thenCompose(before -> work.get());
            // drops the result; otherwise the last page would stay in the heap
            last = mine.handle((page, error) -> null);
            return mine;
        }
    }

    private final ListerWatcher<GenericKubernetesResource, GenericKubernetesResourceList> to;
    private final PageSize pages;
    private final Turns turns;
    private final RequestTurns requests;
    private final InstantSource clock;
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger opening = new AtomicInteger();
    private volatile Instant moved = Instant.MIN;

    /** Whether a list was requested and still waits for its turn. */
    private volatile boolean waits;

    PagedLists(
            ListerWatcher<GenericKubernetesResource, GenericKubernetesResourceList> to,
            PageSize pages,
            Turns turns,
            RequestTurns requests,
            InstantSource clock) {
        this.to = to;
        this.pages = pages;
        this.turns = turns;
        this.requests = requests;
        this.clock = clock;
    }

    /**
     * Whether a list is running, or its watch is being opened. The list must not be started again
     * meanwhile, however long it takes. A list that waits for its turn is not stuck.
     */
    boolean goesOn() {
        return waits
                || ((underWay.get() > 0 || opens()) && moved.plus(STUCK).isAfter(clock.instant()));
    }

    /** Whether the list is complete, and its watch is being opened or waits for its turn. */
    boolean opens() {
        return opening.get() > 0;
    }

    @Override
    public CompletableFuture<GenericKubernetesResourceList> submitList(ListOptions options) {
        moved = clock.instant();
        waits = true;
        underWay.incrementAndGet();
        return requests.list(() -> wanted(options))
                .whenComplete(
                        (page, error) -> {
                            waits = false;
                            underWay.decrementAndGet();
                        });
    }

    private CompletableFuture<GenericKubernetesResourceList> wanted(ListOptions options) {
        if (pages.now() < pages.most()) {
            return turns.take(() -> page(options));
        }
        return ask(options, pages.most())
                .exceptionallyCompose(
                        error ->
                                smaller(error, pages.most())
                                        ? turns.take(() -> page(options))
                                        : CompletableFuture.failedFuture(error));
    }

    /** Requests smaller and smaller pages until one arrives. */
    private CompletableFuture<GenericKubernetesResourceList> page(ListOptions options) {
        int size = pages.now();
        return ask(options, size)
                .exceptionallyCompose(
                        error ->
                                smaller(error, size)
                                        ? page(options)
                                        : CompletableFuture.failedFuture(error));
    }

    private CompletableFuture<GenericKubernetesResourceList> ask(ListOptions options, int size) {
        var began = clock.instant();
        moved = began;
        waits = false;
        var asked = new ListOptionsBuilder(options).withLimit((long) size).build();
        return to.submitList(asked)
                .whenComplete(
                        (page, error) -> {
                            if (error == null) {
                                pages.came(size, Duration.between(began, clock.instant()));
                            }
                        });
    }

    /**
     * Whether a smaller page may arrive where a page of this size failed; remembers the smaller
     * size.
     */
    private boolean smaller(Throwable error, int size) {
        if (!tooMuch(error) || !pages.failed(size)) {
            return false;
        }
        LOG.debug("list {} {} at once: {}; asking for fewer", path(), size, error.toString());
        return true;
    }

    /** Whether the response was too large or too slow. */
    private static boolean tooMuch(Throwable error) {
        for (var each = error; each != null; each = each.getCause()) {
            boolean refused =
                    each instanceof KubernetesClientException answer
                            && TOO_MUCH.contains(answer.getCode());
            if (refused || each instanceof TimeoutException) {
                return true;
            }
        }
        return PageBound.tooLarge(error);
    }

    private String path() {
        return to.getApiEndpointPath();
    }

    @Override
    public CompletableFuture<AbstractWatchManager<GenericKubernetesResource>> submitWatch(
            ListOptions options, Watcher<GenericKubernetesResource> watcher) {
        moved = clock.instant();
        opening.incrementAndGet();
        return requests.watch(() -> to.submitWatch(options, watcher))
                .whenComplete((watch, error) -> opening.decrementAndGet());
    }

    /** Makes the informer list in pages. {@link #submitList} sets the size of each request. */
    @Override
    public Long getLimit() {
        return (long) pages.most();
    }

    @Override
    public int getWatchReconnectInterval() {
        return to.getWatchReconnectInterval();
    }

    @Override
    public String getApiEndpointPath() {
        return path();
    }

    @Override
    public Config getConfig() {
        return to.getConfig();
    }
}
