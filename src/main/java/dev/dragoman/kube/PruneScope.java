package dev.dragoman.kube;

import java.util.List;
import java.util.Map;

/**
 * Where to look for objects that are not wanted any more.
 *
 * @param owner only objects of this owner are deleted
 * @param fieldManager only objects with fields of this manager are deleted
 * @param kinds kinds to look through
 * @param namespace namespace to look in; empty for all, which needs the right to list in all
 * @param labelSelector narrows the list; may be empty
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
