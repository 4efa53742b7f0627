package dev.dragoman.kube;

import dev.dragoman.kube.failure.AnswerTooLarge;
import dev.dragoman.kube.failure.ApiServerUnavailable;
import dev.dragoman.kube.failure.KindMissing;
import dev.dragoman.kube.failure.WriteRefused;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Reads objects that no informer holds. Thread-safe. */
public interface Reader extends Lookup {
    /**
     * The result of {@code part} for each object of the kind, read page by page. Only the results
     * are kept in memory.
     *
     * @param namespace empty for all
     * @param labelSelector empty for all
     * @param part is given the whole object, with its apiVersion and kind
     * @throws KindMissing when the API server does not serve the kind
     * @throws WriteRefused when we may not read them
     * @throws AnswerTooLarge when the results take more than 16 MiB, or one object is too large
     * @throws ApiServerUnavailable when the API server gave no answer
     */
    <T> List<T> list(
            String apiVersion,
            String kind,
            String namespace,
            String labelSelector,
            Function<Map<String, Object>, T> part);

    /**
     * As {@link #list}, for callers that need only the metadata without managedFields. A reader
     * that sends requests asks the API server only for metadata.
     */
    default <T> List<T> metadata(
            String apiVersion,
            String kind,
            String namespace,
            String labelSelector,
            Function<Map<String, Object>, T> part) {
        return list(apiVersion, kind, namespace, labelSelector, part);
    }
}
