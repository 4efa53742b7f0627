package dev.dragoman.kube;

import dev.dragoman.kube.ApiServer.Request;
import dev.dragoman.reconcile.Weight;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/**
 * Reads a collection page by page: of each object is kept what the caller makes of it, so that no
 * more than one page is ever held whole. Who makes the objects does not decide how large a page is:
 * one that does not fit is asked for again, smaller, and of small ones there is one at a time in
 * this process. Thread-safe.
 */
final class Pages {
    /** Objects of a usual size come at once. */
    private static final int MOST = 100;

    /** Of metadata alone. */
    private static final int MOST_METADATA = 500;

    /** Bytes in the heap of all that is kept of one list. */
    private static final long MOST_WEIGHT = 16 << 20;

    /** Smaller pages are those of large objects. */
    private static final int FEW = 20;

    private static final String METADATA_LIST =
            "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

    /** For what does not fit into a usual page. */
    private static final Semaphore LARGE = new Semaphore(1);

    private final ApiServer api;

    Pages(ApiServer api) {
        this.api = api;
    }

    /**
     * What is asked for.
     *
     * @param path of the collection
     * @param labelSelector empty for all
     * @param metadata whether metadata alone is asked for
     * @param doing names the attempt for messages
     */
    record Wanted(String path, String labelSelector, boolean metadata, String doing) {}

    /**
     * What {@code part} makes of each object, in the API server's order.
     *
     * @throws ApiServerUnavailable also where the list changed too much while it was read
     */
    <T> List<T> read(Wanted wanted, Function<Map<String, Object>, T> part) {
        var all = new ArrayList<T>();
        long weight = 0;
        int size = wanted.metadata() ? MOST_METADATA : MOST;
        Optional<String> from = Optional.of("");
        while (from.isPresent()) {
            var page = page(wanted, size, from.get());
            if (page.isEmpty()) {
                size = Math.max(1, size / 4);
                continue;
            }
            for (var each : Json.maps(page.get(), "items")) {
                var kept = part.apply(each);
                weight += Weight.of(kept);
                all.add(kept);
            }
            if (weight > MOST_WEIGHT) {
                throw tooMuch(wanted);
            }
            from =
                    Optional.of(Json.text(Json.map(page.get(), "metadata"), "continue"))
                            .filter(token -> !token.isEmpty());
        }
        return all;
    }

    private static AnswerTooLarge tooMuch(Wanted wanted) {
        return new AnswerTooLarge(
                "%s%s: what is to be looked at takes more than %d MiB; delete what is not needed"
                        .formatted(
                                wanted.doing(),
                                wanted.labelSelector().isEmpty()
                                        ? ""
                                        : " with " + wanted.labelSelector(),
                                MOST_WEIGHT >> 20));
    }

    /** Empty where fewer objects may fit. */
    private Optional<Map<String, Object>> page(Wanted wanted, int size, String from) {
        var query = new LinkedHashMap<String, String>();
        query.put("limit", String.valueOf(size));
        if (!from.isEmpty()) {
            query.put("continue", from);
        }
        if (!wanted.labelSelector().isEmpty()) {
            query.put("labelSelector", wanted.labelSelector());
        }
        var request =
                new Request(
                        "GET",
                        wanted.path(),
                        query,
                        wanted.metadata() ? METADATA_LIST : ApiServer.JSON,
                        null,
                        wanted.doing());
        try {
            return Optional.of(size < FEW ? alone(request) : answer(request));
        } catch (AnswerTooLarge tooLarge) {
            if (size == 1) {
                throw tooLarge;
            }
            return Optional.empty();
        }
    }

    /** A reconciliation that is ended while it waits for its turn ends. */
    private Map<String, Object> alone(Request request) {
        try {
            LARGE.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ApiServerUnavailable(
                    request.doing() + ": other large lists were read meanwhile; retrying",
                    Optional.empty(),
                    e);
        }
        try {
            return answer(request);
        } finally {
            LARGE.release();
        }
    }

    private Map<String, Object> answer(Request request) {
        return Failures.orThrow(api.send(request), request, false).body();
    }
}
