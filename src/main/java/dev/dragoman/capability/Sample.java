package dev.dragoman.capability;

import java.util.Map;

/**
 * Makes the objects on which {@code dragoman validate} tries routes when its user names no objects.
 */
public final class Sample {
    private static final String NAME = "sample";

    private Sample() {}

    /** An object named {@code sample} in the namespace {@code default}. */
    public static Map<String, Object> of(String apiVersion, String kind, Map<String, Object> spec) {
        var metadata = Map.<String, Object>of("name", NAME, "namespace", "default");
        return Map.of("apiVersion", apiVersion, "kind", kind, "metadata", metadata, "spec", spec);
    }
}
