package dev.dragoman.kube;

import java.time.Duration;
import java.util.Optional;

/** A request to the API server failed; the subclass says what that means for the caller. */
public abstract sealed class KubeException extends RuntimeException
        permits ObjectGone,
                WriteConflict,
                WriteRefused,
                ApiServerUnavailable,
                AnswerTooLarge,
                InvalidName,
                KindMissing {
    private final String reason;
    private final boolean retriable;

    KubeException(String reason, String message, boolean retriable, Throwable cause) {
        super(message, cause);
        this.reason = reason;
        this.retriable = retriable;
    }

    /** CamelCase and stable: fit for a condition. */
    public String reason() {
        return reason;
    }

    /** Whether the same request may succeed later although nobody changes anything. */
    public boolean retriable() {
        return retriable;
    }

    /** How long the API server asked to be left alone. */
    public Optional<Duration> retryAfter() {
        return Optional.empty();
    }
}
