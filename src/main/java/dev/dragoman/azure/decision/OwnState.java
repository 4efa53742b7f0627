package dev.dragoman.azure.decision;

import dev.dragoman.azure.model.SentFields;
import dev.dragoman.capability.Repairs;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What Dragoman must remember of an object between two reconciliations, kept in {@code
 * status.dragoman}.
 *
 * @param acceptedHash keyed hash of the last body that Azure accepted, or empty
 * @param notEchoed paths of that body which Azure does not show as they were sent, so that they say
 *     nothing about drift; without them such a resource would be sent at every resync
 * @param moved what was asked for of fields that somebody else may move, as text by path; not for
 *     secrets
 * @param fields mark of which fields were sent, or empty
 * @param repairs repairs in a row of what somebody else has written
 * @param operation a long-running operation that has not ended, or empty
 */
public record OwnState(
        Optional<String> acceptedHash,
        List<String> notEchoed,
        Map<String, String> moved,
        String fields,
        Repairs repairs,
        Optional<Operation> operation) {
    /** Field of the status that holds it. */
    public static final String FIELD = "dragoman";

    private static final String REPAIRS = "repairs";

    /**
     * A long-running operation.
     *
     * @param url where to ask for it; may be signed, so never logged
     * @param method PUT or DELETE; POST for the registration of a provider
     * @param bodyHash hash of the body that Azure is working on; empty for all but a PUT, and for a
     *     PUT of which it is not known whether Azure works on it
     * @param form what the URL answers with
     */
    public record Operation(String url, String method, String bodyHash, Form form) {
        /** What is asked for the operation, which says what to expect. */
        public enum Form {
            /** One that was written down before it was told apart. */
            UNTOLD,
            /** A document with the status of the operation. */
            STATUS,
            /** The result of the operation, once it has ended. */
            RESULT,
            /** The resource itself, which has no URL here: Azure named nothing else to ask. */
            RESOURCE,
            /** A provider, of which the path is asked. */
            PROVIDER;

            /** As it is written down. */
            private String text() {
                return name().toLowerCase(Locale.ROOT);
            }

            private static Form of(Object text) {
                return Arrays.stream(values())
                        .filter(form -> form.text().equals(text))
                        .findFirst()
                        .orElse(UNTOLD);
            }
        }

        /** Azure works on a body, and the resource itself is all that can be asked. */
        static Operation ofResource(String bodyHash) {
            return new Operation("", "PUT", bodyHash, Form.RESOURCE);
        }

        /** Azure registers a provider. */
        static Operation ofProvider(String path) {
            return new Operation(path, "POST", "", Form.PROVIDER);
        }

        /** The same, when the resource itself tells the rest. */
        Operation byResource() {
            return ofResource(bodyHash);
        }

        /** Whether it is known that Azure has what was sent. */
        boolean accepted() {
            return !bodyHash.isEmpty();
        }

        /** Whether that is what is asked. */
        public boolean asks(Form which) {
            return form == which;
        }

        @Override
        public String toString() {
            return "Operation[" + method + "]";
        }
    }

    public static final OwnState NONE =
            new OwnState(Optional.empty(), List.of(), Map.of(), "", Repairs.NONE, Optional.empty());

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
            var operation = new Operation(url, method, body, Operation.Form.of(op.get("form")));
            return new OwnState(
                    hash,
                    paths(own),
                    moved(own),
                    fields(own),
                    Repairs.of(own.get(REPAIRS)),
                    Optional.of(operation));
        }
        return new OwnState(
                hash,
                paths(own),
                moved(own),
                fields(own),
                Repairs.of(own.get(REPAIRS)),
                Optional.empty());
    }

    private static List<String> paths(Map<?, ?> own) {
        return own.get("notEchoed") instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    private static String fields(Map<?, ?> own) {
        return SentFields.read(own.get("fields")).orElse("");
    }

    private static Map<String, String> moved(Map<?, ?> own) {
        var out = new TreeMap<String, String>();
        if (own.get("moved") instanceof Map<?, ?> map) {
            map.forEach((path, asked) -> out.put(String.valueOf(path), String.valueOf(asked)));
        }
        return Map.copyOf(out);
    }

    /** The form it has in status. */
    public Map<String, Object> toStatus() {
        var out = new LinkedHashMap<String, Object>();
        acceptedHash.ifPresent(h -> out.put("acceptedHash", h));
        if (!notEchoed.isEmpty()) {
            out.put("notEchoed", notEchoed);
        }
        if (!fields.isEmpty()) {
            out.put("fields", fields);
        }
        if (!repairs.equals(Repairs.NONE)) {
            out.put(REPAIRS, repairs.toStatus());
        }
        if (!moved.isEmpty()) {
            out.put("moved", new TreeMap<>(moved));
        }
        operation.ifPresent(
                op ->
                        out.put(
                                "operation",
                                Map.of(
                                        "url", op.url(),
                                        "method", op.method(),
                                        "bodyHash", op.bodyHash(),
                                        "form", op.form().text())));
        return out;
    }

    /** Whether Azure may have something because of the object. */
    public boolean sent() {
        return acceptedHash.isPresent()
                || operation.filter(op -> !op.asks(Operation.Form.PROVIDER)).isPresent();
    }

    OwnState accepted(String hash) {
        var same = acceptedHash.filter(hash::equals).isPresent();
        return new OwnState(
                Optional.of(hash),
                same ? notEchoed : List.of(),
                moved,
                fields,
                repairs,
                Optional.empty());
    }

    OwnState echoed(List<String> differing) {
        return new OwnState(
                acceptedHash, List.copyOf(differing), moved, fields, repairs, operation);
    }

    OwnState withMoved(Map<String, String> asked) {
        return new OwnState(acceptedHash, notEchoed, Map.copyOf(asked), fields, repairs, operation);
    }

    OwnState withRepairs(Repairs now) {
        return new OwnState(acceptedHash, notEchoed, moved, fields, now, operation);
    }

    OwnState withFields(String mark) {
        return new OwnState(acceptedHash, notEchoed, moved, mark, repairs, operation);
    }

    OwnState running(Operation op) {
        return new OwnState(acceptedHash, notEchoed, moved, fields, repairs, Optional.of(op));
    }

    OwnState idle() {
        return new OwnState(acceptedHash, notEchoed, moved, fields, repairs, Optional.empty());
    }
}
