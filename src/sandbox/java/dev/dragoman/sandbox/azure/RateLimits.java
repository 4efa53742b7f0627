package dev.dragoman.sandbox.azure;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** The subscription's token buckets as recorded answers show them. Thread-safe. */
final class RateLimits {
    private final Map<Bucket, Double> left = new EnumMap<>(Bucket.class);
    private Instant filled = Instant.EPOCH;

    /** One bucket a class of requests: capacity, and what comes back each second. */
    private enum Bucket {
        READS(16500, 1100),
        WRITES(12000, 800),
        DELETES(12000, 800);

        final double capacity;
        final double refill;

        Bucket(double capacity, double refill) {
            this.capacity = capacity;
            this.refill = refill;
        }
    }

    /** Takes one and says in a header what is left. */
    synchronized Map<String, String> take(String method, Instant now) {
        refill(now);
        var bucket = bucket(method);
        double rest = left.merge(bucket, -1.0, Double::sum);
        if (rest < 0) {
            left.put(bucket, 0.0);
            rest = 0;
        }
        return Map.of(
                "x-ms-ratelimit-remaining-subscription-global-"
                        + bucket.name().toLowerCase(Locale.ROOT),
                Long.toString((long) rest));
    }

    synchronized boolean exhausted(String method, Instant now) {
        refill(now);
        return left.get(bucket(method)) < 1;
    }

    private void refill(Instant now) {
        double seconds = Duration.between(filled, now).toMillis() / 1000.0;
        for (var bucket : Bucket.values()) {
            left.merge(
                    bucket,
                    bucket.capacity,
                    (have, cap) -> Math.min(cap, have + seconds * bucket.refill));
        }
        filled = now;
    }

    private static Bucket bucket(String method) {
        return switch (method) {
            case "GET", "HEAD" -> Bucket.READS;
            case "DELETE" -> Bucket.DELETES;
            default -> Bucket.WRITES;
        };
    }
}
