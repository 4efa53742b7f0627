package dev.dragoman.kube.failure;

import java.time.Duration;
import java.util.Optional;

/**
 * The API server did not answer, or its answer says nothing about the request. A write may have
 * happened.
 */
public final class ApiServerUnavailable extends KubeException {
    private final transient Optional<Duration> retryAfter;

    public ApiServerUnavailable(String message, Optional<Duration> retryAfter, Throwable cause) {
        super("ApiServerUnavailable", message, true, cause);
        this.retryAfter = retryAfter;
    }

    @Override
    public Optional<Duration> retryAfter() {
        return retryAfter;
    }
}
