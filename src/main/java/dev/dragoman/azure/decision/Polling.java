package dev.dragoman.azure.decision;

import dev.dragoman.azure.decision.OwnState.Operation;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the state of a long-running operation from an answer of ARM. The URL of {@code
 * Azure-AsyncOperation} answers 200 with a {@code status}. That of {@code Location} answers 202
 * until the end, then with the resource or with nothing.
 */
final class Polling {
    private Polling() {}

    /** State of an operation. */
    enum State {
        RUNNING,
        SUCCEEDED,
        FAILED,
        /** Azure no longer knows it; a GET of the resource must tell. */
        LOST,
        /** Azure cannot tell, for now or forever; a GET of the resource may tell. */
        SILENT,
        /** Azure could not be asked, or refused the caller. */
        UNKNOWN
    }

    /** The state by an answer, if it is not known which header named its URL. */
    static State read(Answer polled) {
        return read(polled, Operation.Form.UNTOLD);
    }

    /**
     * The state by an answer.
     *
     * @param form what was polled
     */
    static State read(Answer polled, Operation.Form form) {
        if (polled.error().isPresent()) {
            return refused(polled, polled.error().get().code());
        }
        return switch (form) {
            case STATUS, RESULT, UNTOLD -> operation(polled, form == Operation.Form.STATUS);
            case RESOURCE -> polled.transitional() ? State.RUNNING : State.SUCCEEDED;
            // in every other state the next request shows what Azure says
            case PROVIDER -> Registration.underWay(polled.body()) ? State.RUNNING : State.SUCCEEDED;
        };
    }

    private static State operation(Answer polled, boolean document) {
        if (polled.status() == 202 && !document) {
            return State.RUNNING;
        }
        if (polled.body().get("status") instanceof String status
                && (document || !polled.hasProperties() || error(polled).isPresent())) {
            var lower = status.toLowerCase(Locale.ROOT);
            return "succeeded".equals(lower)
                    ? State.SUCCEEDED
                    : Answer.BROKEN.contains(lower) ? State.FAILED : State.RUNNING;
        }
        if (error(polled).filter(each -> !each.isEmpty()).isPresent()) {
            return State.FAILED;
        }
        return withoutStatus(polled, document);
    }

    /** The state by an answer that has neither status nor error. */
    private static State withoutStatus(Answer polled, boolean document) {
        if (polled.status() == 202 || (polled.hasResource() && polled.transitional())) {
            return State.RUNNING;
        }
        // a proxy's page or half a document proves nothing; some types answer with the resource
        return !document || polled.status() == 204 || polled.hasProperties()
                ? State.SUCCEEDED
                : State.SILENT;
    }

    private static State refused(Answer polled, String code) {
        return switch (polled.status()) {
            case 404, 410 -> State.LOST;
            // about the caller or the connection, not about the operation
            case 0, 401, 403, 429 -> "UntrustedHost".equals(code) ? State.LOST : State.UNKNOWN;
            default ->
                    polled.status() < 400
                            ? State.UNKNOWN
                            : polled.status() < 500 ? State.FAILED : State.SILENT;
        };
    }

    /** The error of an operation; a resource has no such field beside its properties. */
    private static Optional<Map<?, ?>> error(Answer polled) {
        return polled.body().get("error") instanceof Map<?, ?> error
                ? Optional.of(error)
                : Optional.empty();
    }

    /** The answer as a failure, whatever its shape. */
    static Answer failure(Answer polled) {
        if (polled.error().isPresent()) {
            return polled;
        }
        var failure =
                polled.body().get("status") instanceof String state
                        ? ErrorBody.read(
                                error(polled).orElse(Map.of()),
                                state,
                                "the operation ended as " + state)
                        : ErrorBody.read(
                                error(polled).orElse(Map.of()),
                                "",
                                "Azure answered %d and did not say what became of the operation"
                                        .formatted(polled.status()));
        return new Answer(
                0,
                polled.body(),
                Optional.empty(),
                polled.retryAfter(),
                Optional.of(failure),
                polled.correlationId());
    }
}
