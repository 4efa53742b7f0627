package dev.dragoman.azure.arm;

import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.ErrorBody;
import java.util.Map;

/** Finds code and message of an ARM error, in the field {@code error} or at the top. Pure. */
final class ArmError {
    private ArmError() {}

    public static Answer.Failure of(int status, Map<String, Object> body) {
        var error = body.get("error") instanceof Map<?, ?> nested ? nested : body;
        return ErrorBody.read(
                error,
                status == 429 ? Answer.THROTTLED : "",
                "Azure answered %d without a message".formatted(status));
    }
}
