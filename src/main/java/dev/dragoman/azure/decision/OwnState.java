package dev.dragoman.azure.decision;

import dev.dragoman.azure.model.SentFields;
import dev.dragoman.azure.model.StoredEntries;
import dev.dragoman.capability.status.Repairs;
import dev.dragoman.kube.object.Json;
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
 * @param notEchoed paths of the accepted body at which Azure shows other values than were sent.
 *     Differences at these paths are no drift; otherwise the resource would be sent at every resync
 * @param moved the user's values of fields that others may change in Azure, as text by path; never
 *     of secrets
 * @param fields mark of the fields that were sent ({@link SentFields}), or empty
 * @param repairs repairs since the last edit of the object
 * @param operation a long-running operation that has not ended, or empty
 * @param stored entries of Key Vaults that the object has
 */
public record OwnState(
        Optional<String> acceptedHash,
        List<String> notEchoed,
        Map<String, String> moved,
        String fields,
        Repairs repairs,
        Optional<Operation> operation,
        StoredEntries stored) {
    /** Field of the status that holds this state. */
    public static final String FIELD = "dragoman";

    private static final String REPAIRS = "repairs";
    private static final String STORED = "keyVault";

    /**
     * A long-running operation.
     *
     * @param url URL to poll; may be signed, so never logged
     * @param method PUT or DELETE; POST for the registration of a provider; GET for another look
     * @param bodyHash hash of the body that Azure works on; empty for DELETE and POST, and for a
     *     PUT whose result is unknown
     * @param form what is polled
     */
    public record Operation(String url, String method, String bodyHash, Form form) {
        /** What is polled, and so what the answer looks like. */
        public enum Form {
            /** Not known: the operation was stored before forms were recorded. */
            UNTOLD,
            /** A URL that answers with the status of the operation. */
            STATUS,
            /** A URL that answers with the result of the operation once it has ended. */
            RESULT,
            /** The resource itself, because Azure named no URL; {@code url} is empty. */
            RESOURCE,
            /** A provider that is being registered; {@code url} is its path. */
            PROVIDER;

            /** The name of this form in the status. */
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

        /** A PUT without a URL to poll: its end is found by reading the resource. */
        static Operation ofResource(String bodyHash) {
            return new Operation("", "PUT", bodyHash, Form.RESOURCE);
        }

        /** Another look at a resource that was not found although Azure has had it. */
        static Operation ofLook() {
            return new Operation("", "GET", "", Form.RESOURCE);
        }

        boolean looksAgain() {
            return "GET".equals(method);
        }

        /** The registration of a provider. */
        static Operation ofProvider(String path) {
            return new Operation(path, "POST", "", Form.PROVIDER);
        }

        /** This PUT, whose end is now found by reading the resource. */
        Operation byResource() {
            return ofResource(bodyHash);
        }

        /** Whether Azure is known to have accepted the body. */
        boolean accepted() {
            return !bodyHash.isEmpty();
        }

        /** Whether the operation has that form. */
        public boolean asks(Form which) {
            return form == which;
        }

        @Override
        public String toString() {
            return "Operation[" + method + "]";
        }
    }

    public static final OwnState NONE =
            new OwnState(
                    Optional.empty(),
                    List.of(),
                    Map.of(),
                    "",
                    Repairs.NONE,
                    Optional.empty(),
                    StoredEntries.NONE);

    /**
     * Reads the state from an object's status; a field that is missing or malformed counts as never
     * written.
     */
    public static OwnState of(Map<String, Object> object) {
        if (!(object.get("status") instanceof Map<?, ?> status)
                || !(status.get(FIELD) instanceof Map<?, ?> own)) {
            return NONE;
        }
        var hash =
                own.get("acceptedHash") instanceof String h
                        ? Optional.of(h)
                        : Optional.<String>empty();
        return new OwnState(
                hash,
                Json.texts(own.get("notEchoed")),
                moved(own),
                fields(own),
                Repairs.of(own.get(REPAIRS)),
                operation(own.get("operation")),
                StoredEntries.of(own.get(STORED)));
    }

    private static Optional<Operation> operation(Object running) {
        if (running instanceof Map<?, ?> op
                && op.get("url") instanceof String url
                && op.get("method") instanceof String method) {
            var body = op.get("bodyHash") instanceof String b ? b : "";
            return Optional.of(new Operation(url, method, body, Operation.Form.of(op.get("form"))));
        }
        return Optional.empty();
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

    /** The state in the form that the status has. */
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
        if (!stored.equals(StoredEntries.NONE)) {
            out.put(STORED, stored.toStatus());
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

    /**
     * Whether a request for the object's resource was accepted or is under way, so that Azure
     * possibly has the resource. The registration of a provider does not count.
     */
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
                Optional.empty(),
                stored);
    }

    OwnState echoed(List<String> differing) {
        return new OwnState(
                acceptedHash, List.copyOf(differing), moved, fields, repairs, operation, stored);
    }

    OwnState withMoved(Map<String, String> asked) {
        return new OwnState(
                acceptedHash, notEchoed, Map.copyOf(asked), fields, repairs, operation, stored);
    }

    OwnState withRepairs(Repairs now) {
        return new OwnState(acceptedHash, notEchoed, moved, fields, now, operation, stored);
    }

    OwnState withFields(String mark) {
        return new OwnState(acceptedHash, notEchoed, moved, mark, repairs, operation, stored);
    }

    OwnState running(Operation op) {
        return new OwnState(
                acceptedHash, notEchoed, moved, fields, repairs, Optional.of(op), stored);
    }

    OwnState idle() {
        return new OwnState(
                acceptedHash, notEchoed, moved, fields, repairs, Optional.empty(), stored);
    }

    OwnState withStored(StoredEntries now) {
        return new OwnState(acceptedHash, notEchoed, moved, fields, repairs, operation, now);
    }
}
