package dev.dragoman.azure.decision;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads an error as Azure's services write it: {@code code} and {@code message}, and below them, in
 * {@code details} or {@code innererror}, what the error was caused by. The code is the outer one,
 * which the lists of {@link dev.dragoman.azure.catalog.ErrorClass} are about. The message is the
 * outer one too, and after it the innermost: the outer one alone often says no more than that
 * something failed. Pure.
 */
public final class ErrorBody {
    /** Characters of a message; some services answer with a whole page. */
    private static final int LONGEST = 1024;

    /** Errors below an error that are looked at. */
    private static final int DEEPEST = 8;

    private ErrorBody() {}

    /**
     * The code and the message of an error.
     *
     * @param error the object that has {@code code} and {@code message}, in lower or title case
     * @param code for an error without one
     * @param message for an error without one, and with none below it
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

    /** The last of the errors below that has a message which the outer one does not repeat. */
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
