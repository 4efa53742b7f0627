package dev.dragoman.kube;

import dev.dragoman.reconcile.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads what no informer holds. Thread-safe. */
public interface Reader {
    /**
     * The object, or empty when it does not exist.
     *
     * @throws InvalidName when nothing can have the name
     * @throws WriteRefused when we may not read it
     * @throws ApiServerUnavailable when the API server gave no answer
     */
    Optional<Map<String, Object>> get(String apiVersion, ObjectKey key);

    /**
     * Whether objects of the kind are in namespaces.
     *
     * @throws KindMissing when the API server does not serve the kind
     */
    default boolean namespaced(String apiVersion, String kind) {
        return true;
    }

    /**
     * What {@code part} makes of each object of the kind in the namespace that has the labels, page
     * by page: it is given the whole object with its kind, and what it returns is all that is held
     * of it.
     *
     * @param namespace empty for all
     * @param labelSelector empty for all
     * @throws KindMissing when the API server does not serve the kind
     * @throws WriteRefused when we may not read them
     * @throws AnswerTooLarge when more than 16 MiB are to be held
     * @throws ApiServerUnavailable when the API server gave no answer
     */
    <T> List<T> list(
            String apiVersion,
            String kind,
            String namespace,
            String labelSelector,
            Function<Map<String, Object>, T> part);

    /**
     * As {@link #list}, where the metadata will do, without managedFields: who asks a server asks
     * for no more.
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
