package dev.dragoman.azure.decision;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads what ARM says of a long-running operation: {@code Azure-AsyncOperation} answers 200 with a
 * {@code status}, {@code Location} answers 202 until it is done.
 */
final class Polling {
    private static final List<String> BAD = List.of("failed", "canceled", "cancelled");

    private Polling() {}

    /** State of an operation. */
    enum State {
        RUNNING,
        SUCCEEDED,
        FAILED,
        /** Azure no longer knows it; the resource itself must tell. */
        LOST,
        /** Azure could not be asked. */
        UNKNOWN
    }

    static State read(Answer polled) {
        if (polled.error().isPresent()) {
            return refused(polled, polled.error().get().code());
        }
        if (polled.status() == 202) {
            return State.RUNNING;
        }
        if (polled.body().get("status") instanceof String status && !polled.hasProperties()) {
            var lower = status.toLowerCase(Locale.ROOT);
            return "succeeded".equals(lower)
                    ? State.SUCCEEDED
                    : BAD.contains(lower) ? State.FAILED : State.RUNNING;
        }
        return polled.hasResource() && polled.transitional() ? State.RUNNING : State.SUCCEEDED;
    }

    private static State refused(Answer polled, String code) {
        return switch (polled.status()) {
            case 404, 410 -> State.LOST;
            // about us or about the moment, not about the operation
            case 0, 401, 403, 429 -> "UntrustedHost".equals(code) ? State.LOST : State.UNKNOWN;
            default -> polled.status() < 500 ? State.FAILED : State.UNKNOWN;
        };
    }

    /** The answer as a failure, whatever its shape. */
    static Answer failure(Answer polled) {
        if (polled.error().isPresent()) {
            return polled;
        }
        var error = polled.body().get("error") instanceof Map<?, ?> e ? e : Map.of();
        var state = String.valueOf(polled.body().get("status"));
        var failure = ErrorBody.read(error, state, "the operation ended as " + state);
        return new Answer(
                0,
                Map.of(),
                Optional.empty(),
                polled.retryAfter(),
                Optional.of(failure),
                polled.correlationId());
    }
}
