package dev.dragoman.kube;

import dev.dragoman.kube.failure.ApiServerUnavailable;
import dev.dragoman.kube.failure.InvalidName;
import dev.dragoman.kube.failure.KindMissing;
import dev.dragoman.kube.failure.WriteRefused;
import dev.dragoman.reconcile.ObjectKey;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads single objects of any kind. Thread-safe. */
@FunctionalInterface
public interface Lookup {
    /**
     * The object, or empty when it does not exist.
     *
     * @throws InvalidName when no object can have the name
     * @throws WriteRefused when we may not read it
     * @throws ApiServerUnavailable when the API server gave no answer
     */
    Optional<Map<String, Object>> get(String apiVersion, ObjectKey key);

    /**
     * The kind as the API server serves it. Without an API server it is taken for namespaced, and
     * for one without a status.
     *
     * @throws KindMissing when the API server does not serve the kind
     */
    default Kinds.Resource resource(String apiVersion, String kind) {
        return new Kinds.Resource(kind.toLowerCase(Locale.ROOT) + "s", true, false);
    }

    /** As {@link #resource}: whether objects of the kind are in namespaces. */
    default boolean namespaced(String apiVersion, String kind) {
        return resource(apiVersion, kind).namespaced();
    }
}
