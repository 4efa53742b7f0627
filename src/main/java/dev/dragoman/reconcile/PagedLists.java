package dev.dragoman.reconcile;

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
 * Lists in pages that fit: one that is too large or takes too long is asked for again, smaller,
 * from where it begins. Watches as the other one does.
 */
final class PagedLists
        implements ListerWatcher<GenericKubernetesResource, GenericKubernetesResourceList> {
    private static final Logger LOG = LoggerFactory.getLogger(PagedLists.class);

    /** Answers that a smaller page may not get: too slow, too large. */
    private static final Set<Integer> TOO_MUCH =
            Set.of(
                    HttpURLConnection.HTTP_CLIENT_TIMEOUT,
                    HttpURLConnection.HTTP_ENTITY_TOO_LARGE,
                    HttpURLConnection.HTTP_GATEWAY_TIMEOUT);

    /** A page that takes longer is not coming: each request has a limit well below. */
    private static final Duration STUCK = Duration.ofMinutes(1);

    /** Of kinds with large objects one page at a time is in the heap. */
    static final class Turns {
        private CompletableFuture<?> last = CompletableFuture.completedFuture(null);

        synchronized <T> CompletableFuture<T> take(Supplier<CompletableFuture<T>> work) {
            var mine = last.thenCompose(before -> work.get());
            // without what it gives: the last page would stay in the heap
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

    /** Whether a list was wanted and not yet asked for. */
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
     * Whether a list goes on, or its watch is being opened: however long it takes, it must not be
     * begun anew meanwhile. Who waits for a turn is not stuck.
     */
    boolean goesOn() {
        return waits
                || ((underWay.get() > 0 || opens()) && moved.plus(STUCK).isAfter(clock.instant()));
    }

    /** Whether all was listed and the watch is on its way, or waits for its turn. */
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

    /** Tries smaller and smaller pages. */
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

    /** Whether a smaller page may come where this one did not; remembers it. */
    private boolean smaller(Throwable error, int size) {
        if (!tooMuch(error) || !pages.failed(size)) {
            return false;
        }
        LOG.debug("list {} {} at once: {}; asking for fewer", path(), size, error.toString());
        return true;
    }

    /** Whether there was too much to read, or to read in time. */
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

    /** So that the list is asked for in pages at all; how large they are is decided for each. */
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
