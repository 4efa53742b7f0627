package dev.dragoman.kube;

import dev.dragoman.kube.ApiServer.Request;
import dev.dragoman.kube.failure.AnswerTooLarge;
import dev.dragoman.kube.failure.ApiServerUnavailable;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.cache.Weight;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/**
 * Reads a collection page by page. Keeps of each object only what the caller extracts, so that it
 * holds at most one whole page. Memory stays bounded whatever the size of the objects: a page that
 * is too large is requested again with fewer objects, and this process reads only one such page at
 * a time. Thread-safe.
 */
record Pages(ApiServer api) {
    /** Objects in a page, if they have a usual size. */
    private static final int MOST = 100;

    /** Objects in a page that has only metadata. */
    private static final int MOST_METADATA = 500;

    /** Largest size in the heap, in bytes, of the kept results of one list. */
    private static final long MOST_WEIGHT = 16 << 20;

    /**
     * A page limited to fewer objects than this has large objects. Such pages are read one at a
     * time.
     */
    private static final int FEW = 20;

    private static final String METADATA_LIST =
            "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

    /** Held while a page of large objects is read. */
    private static final Semaphore LARGE = new Semaphore(1);

    /**
     * The collection to read.
     *
     * @param path path of the collection
     * @param labelSelector empty for all objects
     * @param metadata whether to read only metadata
     * @param doing names the attempt in messages
     */
    record Wanted(String path, String labelSelector, boolean metadata, String doing) {}

    /**
     * The result of {@code part} for each object, in the API server's order.
     *
     * @throws AnswerTooLarge when the results take more than 16 MiB, or one object is too large
     * @throws ApiServerUnavailable also when the list changed too much while it was read
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
                "%s%s: the objects take more than %d MiB; delete objects that are not needed"
                        .formatted(
                                wanted.doing(),
                                wanted.labelSelector().isEmpty()
                                        ? ""
                                        : " with " + wanted.labelSelector(),
                                MOST_WEIGHT >> 20));
    }

    /** One page; empty when it was too large and fewer objects may fit. */
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

    /**
     * Sends the request once no other page of large objects is being read. The wait can be
     * interrupted.
     */
    private Map<String, Object> alone(Request request) {
        try {
            LARGE.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ApiServerUnavailable(
                    request.doing() + ": interrupted while other large lists were read; retrying",
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
