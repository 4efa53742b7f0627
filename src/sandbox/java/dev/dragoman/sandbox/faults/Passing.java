package dev.dragoman.sandbox.faults;

import java.util.Map;
import java.util.Set;

/**
 * A request on its way through.
 *
 * @param target which side it is meant for
 * @param path with its query
 * @param headers by name without regard to case; of several the last
 * @param body as text, empty for none
 */
public record Passing(
        Target target, String method, String path, Map<String, String> headers, String body) {
    /** What lies behind a proxy. */
    public enum Target {
        KUBERNETES,
        ARM,
        ENTRA
    }

    private static final Set<String> WRITES = Set.of("PUT", "POST", "PATCH", "DELETE");

    public String pathOnly() {
        int query = path.indexOf('?');
        return query < 0 ? path : path.substring(0, query);
    }

    String query() {
        int query = path.indexOf('?');
        return query < 0 ? "" : path.substring(query + 1);
    }

    /** Whether it asks for a change. A review only asks a question, and so does a token of Entra. */
    public boolean write() {
        return WRITES.contains(method)
                && target != Target.ENTRA
                && !pathOnly().endsWith("reviews");
    }

    public boolean watch() {
        return target == Target.KUBERNETES && query().contains("watch=true");
    }

    /** Whether path or body name this. */
    public boolean mentions(String text) {
        return path.contains(text) || body.contains(text);
    }
}
