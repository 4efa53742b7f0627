package dev.dragoman.kube;

import dev.dragoman.reconcile.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what no informer holds. Thread-safe. */
public interface Reader {
    /**
     * The object, or empty when it does not exist.
     *
     * @throws WriteRefused when we may not read it
     * @throws ApiServerUnavailable when the API server gave no answer
     */
    Optional<Map<String, Object>> get(String apiVersion, ObjectKey key);

    /**
     * All objects of the kind in the namespace that have the labels, each with its kind.
     *
     * @throws KindMissing when the API server does not serve the kind
     * @throws WriteRefused when we may not read them
     * @throws ApiServerUnavailable when the API server gave no answer
     */
    List<Map<String, Object>> list(
            String apiVersion, String kind, String namespace, String labelSelector);
}
