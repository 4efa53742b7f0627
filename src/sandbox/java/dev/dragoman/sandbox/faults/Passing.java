package dev.dragoman.sandbox.faults;

import java.util.Map;
import java.util.Set;

/**
 * A request that passes through a proxy.
 *
 * @param target the server behind the proxy
 * @param path with its query
 * @param headers by name without regard to case; of repeated headers only the last
 * @param body as text, empty for none
 */
public record Passing(
        Target target, String method, String path, Map<String, String> headers, String body) {
    /** The servers behind the proxies. */
    public enum Target {
        KUBERNETES,
        ARM,
        ENTRA,
        /** The key vaults, which are told apart by the header Host. */
        VAULT
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

    /**
     * Whether the request asks for a change. The creation of a review or of an Entra token changes
     * nothing.
     */
    public boolean write() {
        return WRITES.contains(method)
                && target != Target.ENTRA
                && !pathOnly().endsWith("reviews");
    }

    /** The name of the host that the client asked for, without a port; empty if it named none. */
    public String host() {
        return headers.getOrDefault("Host", "").replaceFirst(":\\d+$", "");
    }

    public boolean watch() {
        return target == Target.KUBERNETES && query().contains("watch=true");
    }

    /** Whether the path or the body contains the text. */
    public boolean mentions(String text) {
        return path.contains(text) || body.contains(text);
    }
}
