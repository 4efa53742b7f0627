package dev.dragoman.kube;

import dev.dragoman.kube.object.Json;
import java.util.Map;

/** The resourceVersion of an object. */
final class Versions {
    private Versions() {}

    static String of(Map<String, Object> object) {
        return Json.text(Json.map(object, "metadata"), "resourceVersion");
    }

    /** Whether the versions are equal: a write that returned {@code after} changed nothing. */
    static boolean same(Map<String, Object> before, Map<String, Object> after) {
        var version = of(before);
        return !version.isEmpty() && version.equals(of(after));
    }
}
