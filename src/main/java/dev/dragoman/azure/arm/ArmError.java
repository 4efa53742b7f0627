package dev.dragoman.azure.arm;

import dev.dragoman.azure.decision.Answer;
import java.util.Map;

/** Finds code and message in the error bodies of ARM, which come in two shapes. Pure. */
final class ArmError {
    private static final int MAX_MESSAGE = 1024;

    private ArmError() {}

    static Answer.Failure of(int status, Map<String, Object> body) {
        var error = body.get("error") instanceof Map<?, ?> nested ? nested : body;
        var code = text(error.get("code"), text(error.get("Code"), ""));
        var message = text(error.get("message"), text(error.get("Message"), ""));
        if (message.isEmpty()) {
            message = "Azure answered %d without a message".formatted(status);
        }
        if (status == 429 && code.isEmpty()) {
            code = Answer.THROTTLED;
        }
        return new Answer.Failure(code, cut(message), true);
    }

    private static String text(Object value, String fallback) {
        return value instanceof String s ? s : value instanceof Number n ? n.toString() : fallback;
    }

    private static String cut(String message) {
        return message.length() <= MAX_MESSAGE
                ? message
                : message.substring(0, MAX_MESSAGE - 3) + "...";
    }
}
