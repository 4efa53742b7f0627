package dev.dragoman.azure.decision;

import dev.dragoman.azure.decision.OwnState.Operation;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the state of a long-running operation from an answer of ARM. The URL of {@code
 * Azure-AsyncOperation} answers 200 with a {@code status}. The URL of {@code Location} answers 202
 * until the operation has ended, then with the resource or an empty body.
 */
final class Polling {
    private Polling() {}

    /** State of an operation. */
    enum State {
        RUNNING,
        SUCCEEDED,
        FAILED,
        /** Azure no longer knows the operation; a GET of the resource must tell its result. */
        LOST,
        /**
         * Azure cannot tell the operation's state, for now or forever; a GET of the resource may
         * tell it.
         */
        SILENT,
        /** Azure could not be asked, or refused the caller. */
        UNKNOWN
    }

    /**
     * The state of the operation that an answer shows, if it is not known which header named the
     * polled URL.
     */
    static State read(Answer polled) {
        return read(polled, Operation.Form.UNTOLD);
    }

    /**
     * The state of the operation that an answer shows.
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
            // in every other state the refused request is sent again, and its answer decides
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

    /** The state that an answer without status and error shows. */
    private static State withoutStatus(Answer polled, boolean document) {
        if (polled.status() == 202 || (polled.hasResource() && polled.transitional())) {
            return State.RUNNING;
        }
        // a proxy's page or half a document proves nothing; where a status is expected, some types
        // answer with the resource
        return !document || polled.status() == 204 || polled.hasProperties()
                ? State.SUCCEEDED
                : State.SILENT;
    }

    private static State refused(Answer polled, String code) {
        return switch (polled.status()) {
            case 404, 410 -> State.LOST;
            // such an answer is about the caller or the connection, not about the operation
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

    /** The answer itself if it has an error; otherwise a copy with an error made from its body. */
    static Answer failure(Answer polled) {
        if (polled.error().isPresent()) {
            return polled;
        }
        var state = polled.body().get("status") instanceof String text ? text : "";
        var untold =
                state.isEmpty()
                        ? "Azure answered with status %d and did not say how the operation ended"
                                .formatted(polled.status())
                        : "the operation ended as " + state;
        var failure = ErrorBody.read(error(polled).orElse(Map.of()), state, untold);
        return new Answer(
                0,
                polled.body(),
                Optional.empty(),
                polled.retryAfter(),
                Optional.of(failure),
                polled.correlationId());
    }
}
