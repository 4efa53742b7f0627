package dev.dragoman.kube;

import java.util.List;
import java.util.Map;

/**
 * Where to look for objects that are not wanted any more.
 *
 * @param owner whose objects; others are never touched
 * @param fieldManager which concern's objects; others are never touched
 * @param kinds kinds to look through
 * @param namespace namespace to look in; empty for all, which needs the right to list them
 * @param labelSelector narrows the list, or empty
 */
public record PruneScope(
        Map<String, Object> owner,
        String fieldManager,
        List<Kind> kinds,
        String namespace,
        String labelSelector) {
    /** A kind at a version. */
    public record Kind(String apiVersion, String kind) {}
}
