package dev.dragoman.azure.decision;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What Dragoman must remember of an object between two passes, kept in {@code status.dragoman}.
 *
 * @param acceptedHash keyed hash of the last body that Azure accepted, or empty
 * @param operation a long-running operation that has not ended, or empty
 */
public record OwnState(Optional<String> acceptedHash, Optional<Operation> operation) {
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

    public static final OwnState NONE = new OwnState(Optional.empty(), Optional.empty());

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
            return new OwnState(hash, Optional.of(new Operation(url, method, body)));
        }
        return new OwnState(hash, Optional.empty());
    }

    /** The form it has in status. */
    public Map<String, Object> toStatus() {
        var out = new LinkedHashMap<String, Object>();
        acceptedHash.ifPresent(h -> out.put("acceptedHash", h));
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
        return new OwnState(Optional.of(hash), Optional.empty());
    }

    OwnState running(Operation op) {
        return new OwnState(acceptedHash, Optional.of(op));
    }

    OwnState idle() {
        return new OwnState(acceptedHash, Optional.empty());
    }
}
