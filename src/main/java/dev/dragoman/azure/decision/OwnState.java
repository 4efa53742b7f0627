package dev.dragoman.azure.decision;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What Dragoman must remember of an object between two reconciliations, kept in {@code
 * status.dragoman}.
 *
 * @param acceptedHash keyed hash of the last body that Azure accepted, or empty
 * @param notEchoed paths of that body which Azure does not show as they were sent, so that they say
 *     nothing about drift; without them such a resource would be sent at every resync
 * @param operation a long-running operation that has not ended, or empty
 */
public record OwnState(
        Optional<String> acceptedHash, List<String> notEchoed, Optional<Operation> operation) {
    /** Field of the status that holds it. */
    public static final String FIELD = "dragoman";

    /**
     * A long-running operation.
     *
     * @param url where to ask for it; may be signed, so never logged
     * @param method PUT or DELETE
     * @param bodyHash hash of the body that Azure is working on; empty for DELETE
     */
    public record Operation(String url, String method, String bodyHash) {
        @Override
        public String toString() {
            return "Operation[" + method + "]";
        }
    }

    public static final OwnState NONE = new OwnState(Optional.empty(), List.of(), Optional.empty());

    /** Reads it from an object; what is missing or malformed counts as never written. */
    public static OwnState of(Map<String, Object> object) {
        if (!(object.get("status") instanceof Map<?, ?> status)
                || !(status.get(FIELD) instanceof Map<?, ?> own)) {
            return NONE;
        }
        var hash =
                own.get("acceptedHash") instanceof String h
                        ? Optional.of(h)
                        : Optional.<String>empty();
        if (own.get("operation") instanceof Map<?, ?> op
                && op.get("url") instanceof String url
                && op.get("method") instanceof String method) {
            var body = op.get("bodyHash") instanceof String b ? b : "";
            return new OwnState(hash, paths(own), Optional.of(new Operation(url, method, body)));
        }
        return new OwnState(hash, paths(own), Optional.empty());
    }

    private static List<String> paths(Map<?, ?> own) {
        return own.get("notEchoed") instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** The form it has in status. */
    public Map<String, Object> toStatus() {
        var out = new LinkedHashMap<String, Object>();
        acceptedHash.ifPresent(h -> out.put("acceptedHash", h));
        if (!notEchoed.isEmpty()) {
            out.put("notEchoed", notEchoed);
        }
        operation.ifPresent(
                op ->
                        out.put(
                                "operation",
                                Map.of(
                                        "url", op.url(),
                                        "method", op.method(),
                                        "bodyHash", op.bodyHash())));
        return out;
    }

    OwnState accepted(String hash) {
        var same = acceptedHash.filter(hash::equals).isPresent();
        return new OwnState(Optional.of(hash), same ? notEchoed : List.of(), Optional.empty());
    }

    OwnState echoed(List<String> differing) {
        return new OwnState(acceptedHash, List.copyOf(differing), operation);
    }

    OwnState running(Operation op) {
        return new OwnState(acceptedHash, notEchoed, Optional.of(op));
    }

    OwnState idle() {
        return new OwnState(acceptedHash, notEchoed, Optional.empty());
    }
}
