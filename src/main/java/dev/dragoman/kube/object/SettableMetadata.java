package dev.dragoman.kube.object;

import java.util.Set;

/**
 * Fields of metadata that a team's steps may set. The API server or the operator sets the others:
 * with another uid or resourceVersion the API server answers with a conflict, with a
 * deletionTimestamp it deletes the object at once.
 */
public final class SettableMetadata {
    public static final Set<String> FIELDS = Set.of("name", "namespace", "labels", "annotations");

    private SettableMetadata() {}
}
