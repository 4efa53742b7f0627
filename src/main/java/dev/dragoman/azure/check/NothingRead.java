package dev.dragoman.azure.check;

import dev.dragoman.kube.Reader;
import dev.dragoman.reconcile.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A reader for decisions under a lock: it finds no object and never asks the API server. */
final class NothingRead implements Reader {
    @Override
    public Optional<Map<String, Object>> get(String apiVersion, ObjectKey key) {
        return Optional.empty();
    }

    @Override
    public <T> List<T> list(
            String apiVersion,
            String kind,
            String namespace,
            String labelSelector,
            Function<Map<String, Object>, T> part) {
        return List.of();
    }
}
