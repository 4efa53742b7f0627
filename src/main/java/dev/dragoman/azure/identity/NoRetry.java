package dev.dragoman.azure.identity;

import com.azure.core.http.policy.FixedDelayOptions;
import com.azure.core.http.policy.RetryOptions;
import java.time.Duration;

/** The work queue retries; a library that retries too would hold a worker and hide the reason. */
final class NoRetry {
    static final RetryOptions OPTIONS =
            new RetryOptions(new FixedDelayOptions(0, Duration.ofMillis(1)));

    private NoRetry() {}
}
