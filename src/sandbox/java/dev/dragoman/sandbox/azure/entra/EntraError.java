package dev.dragoman.sandbox.azure.entra;

import dev.dragoman.sandbox.azure.http.Answer;
import dev.dragoman.sandbox.azure.http.Json;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.UUID;

/** An error answer of Entra. */
final class EntraError extends RuntimeException {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss'Z'").withZone(ZoneOffset.UTC);

    private final int status;
    private final String error;
    private final int number;

    EntraError(int status, String error, int number, String message) {
        super(message, null, false, false);
        this.status = status;
        this.error = error;
        this.number = number;
    }

    static EntraError invalidClient(int number, String message) {
        return new EntraError(401, "invalid_client", number, message);
    }

    static EntraError invalidRequest(int number, String message) {
        return new EntraError(400, "invalid_request", number, message);
    }

    String error() {
        return error;
    }

    /** The message with its number, as other services quote it. */
    String sentence() {
        return "AADSTS%d: %s".formatted(number, getMessage());
    }

    Answer answer(Instant now) {
        var trace = UUID.randomUUID().toString();
        var correlation = UUID.randomUUID().toString();
        var stamp = STAMP.format(now);
        var body = Json.object();
        body.put("error", error)
                .put(
                        "error_description",
                        "AADSTS%d: %s Trace ID: %s Correlation ID: %s Timestamp: %s"
                                .formatted(number, getMessage(), trace, correlation, stamp));
        body.putArray("error_codes").add(number);
        body.put("timestamp", stamp).put("trace_id", trace).put("correlation_id", correlation);
        body.put("error_uri", "https://login.microsoftonline.com/error?code=" + number);
        return Answer.of(status, body);
    }
}
