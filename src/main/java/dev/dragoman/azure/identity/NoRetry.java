package dev.dragoman.azure.identity;

import com.azure.core.http.policy.FixedDelayOptions;
import com.azure.core.http.policy.RetryOptions;
import java.time.Duration;

/**
 * Options that turn off the retries of Microsoft's library. The work queue retries; a retry in the
 * library would keep a worker busy and hide the reason of the failure.
 */
final class NoRetry {
    static final RetryOptions OPTIONS =
            new RetryOptions(new FixedDelayOptions(0, Duration.ofMillis(1)));

    private NoRetry() {}
}
