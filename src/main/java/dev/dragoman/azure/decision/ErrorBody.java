package dev.dragoman.azure.decision;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads an error of Azure's services: {@code code} and {@code message}, with causes in {@code
 * details} or {@code innererror}. The outer code is kept, because {@link
 * dev.dragoman.azure.catalog.ErrorClass} lists outer codes. The innermost message is appended to
 * the outer message, which often does not name the cause. Pure.
 */
public final class ErrorBody {
    /** Largest length of a message in characters; some services answer with a whole page. */
    private static final int LONGEST = 1024;

    /** Largest number of nested causes that are read. */
    private static final int DEEPEST = 8;

    private ErrorBody() {}

    /** The error of an ARM answer, in the field {@code error} or at the top. */
    public static Answer.Failure of(int status, Map<String, Object> body) {
        var text = "Azure answered %d without a message".formatted(status);
        var error = body.get("error") instanceof Map<?, ?> nested ? nested : body;
        return read(error, status == 429 ? Answer.THROTTLED : "", text);
    }

    /**
     * The code and the message of an error.
     *
     * @param error the object that has {@code code} and {@code message}, in lower or title case
     * @param code code to use for an error without a code
     * @param message message to use if neither the error nor its causes have a message
     */
    public static Answer.Failure read(Map<?, ?> error, String code, String message) {
        var outer = message(error);
        var inner = innermost(error).map(ErrorBody::words).orElse("");
        return new Answer.Failure(
                code(error).orElse(code),
                outer.isEmpty() && inner.isEmpty() ? message : joined(outer, inner),
                true);
    }

    private static String joined(String outer, String inner) {
        if (outer.isEmpty() || inner.isEmpty()) {
            return cut(outer + inner, LONGEST);
        }
        var cause = cut(inner, LONGEST / 2);
        return cut(outer, LONGEST - cause.length() - 2) + "; " + cause;
    }

    /** The innermost cause whose message is not part of the outer message. */
    private static Optional<Map<?, ?>> innermost(Map<?, ?> error) {
        Optional<Map<?, ?>> found = Optional.empty();
        var at = below(error);
        for (int depth = 0; at.isPresent() && depth < DEEPEST; depth++) {
            if (!message(at.get()).isEmpty() && !message(error).contains(message(at.get()))) {
                found = at;
            }
            at = below(at.get());
        }
        return found;
    }

    private static Optional<Map<?, ?>> below(Map<?, ?> error) {
        if (error.get("details") instanceof List<?> details
                && !details.isEmpty()
                && details.getFirst() instanceof Map<?, ?> first) {
            return Optional.of(first);
        }
        return error.get("innererror") instanceof Map<?, ?> inner
                ? Optional.of(inner)
                : Optional.empty();
    }

    private static String words(Map<?, ?> error) {
        return code(error).map(code -> code + ": ").orElse("") + message(error);
    }

    private static Optional<String> code(Map<?, ?> error) {
        return text(error.get("code")).or(() -> text(error.get("Code")));
    }

    private static String message(Map<?, ?> error) {
        return text(error.get("message")).or(() -> text(error.get("Message"))).orElse("").strip();
    }

    private static Optional<String> text(Object value) {
        return Optional.ofNullable(value)
                .filter(v -> v instanceof String || v instanceof Number)
                .map(Object::toString);
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 3) + "...";
    }
}
