package dev.dragoman.azure.arm;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers until when Azure wants no request of a class from an identity in a subscription, so
 * that one 429 stops all workers and not just the one that got it. Thread-safe.
 */
final class Throttle {
    private final Map<String, Instant> closedUntil = new ConcurrentHashMap<>();
    private final InstantSource clock;

    Throttle(InstantSource clock) {
        this.clock = clock;
    }

    /** How long to wait before a request of this class, or empty when it may go now. */
    Optional<Duration> wait(String account, String method) {
        var until = closedUntil.get(bucket(account, method));
        var now = clock.instant();
        return until == null || !until.isAfter(now)
                ? Optional.empty()
                : Optional.of(Duration.between(now, until));
    }

    /** Azure answered 429. */
    void close(String account, String method, Duration retryAfter) {
        closedUntil.merge(
                bucket(account, method),
                clock.instant().plus(retryAfter),
                (a, b) -> a.isAfter(b) ? a : b);
    }

    private static String bucket(String account, String method) {
        var limit =
                switch (method) {
                    case "GET", "HEAD" -> "reads";
                    case "DELETE" -> "deletes";
                    default -> "writes";
                };
        return account + " " + limit;
    }
}
