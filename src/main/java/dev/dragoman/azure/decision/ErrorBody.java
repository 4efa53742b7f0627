package dev.dragoman.azure.decision;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads an error of Azure's services: {@code code} and {@code message}, with causes in {@code
 * details} or {@code innererror}. The code is the outer one, as {@link
 * dev.dragoman.azure.catalog.ErrorClass} lists it. The message is the outer one followed by the
 * innermost, because the outer one often says only that something failed. Pure.
 */
public final class ErrorBody {
    /** Longest message in characters; some services answer with a whole page. */
    private static final int LONGEST = 1024;

    /** Most levels of causes that are read. */
    private static final int DEEPEST = 8;

    private ErrorBody() {}

    /**
     * The code and the message of an error.
     *
     * @param error the object that has {@code code} and {@code message}, in lower or title case
     * @param code code of an error that has none
     * @param message message of an error that has none, and whose causes have none
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

    /** The innermost cause whose message the outer one does not repeat. */
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
