package dev.dragoman.kube.failure;

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
                KindMissing,
                LeaseNotHeld,
                NamespaceMissing {
    private final String reason;
    private final boolean retriable;

    KubeException(String reason, String message, boolean retriable, Throwable cause) {
        super(message, cause);
        this.reason = reason;
        this.retriable = retriable;
    }

    /** Reason for a condition: CamelCase and stable. */
    public String reason() {
        return reason;
    }

    /** Whether the same request may succeed later although nobody changes anything. */
    public boolean retriable() {
        return retriable;
    }

    /** Time that the API server asked to wait, from {@code Retry-After}. */
    public Optional<Duration> retryAfter() {
        return Optional.empty();
    }
}
