package dev.dragoman.sandbox.azure.http;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Azure's token buckets: one set for each principal, with the documented limits, and one for the
 * whole subscription, with limits taken from recorded answers. Thread-safe.
 */
public final class RateLimits {
    private boolean unlimited;
    private boolean exhausted;
    private final Buckets subscription = new Buckets();
    private final Map<String, Buckets> principals = new HashMap<>();

    /**
     * A class of requests. Capacity in requests, refill in requests per second; the numbers with
     * {@code all} are of the whole subscription.
     *
     * @see <a
     *     href="https://learn.microsoft.com/azure/azure-resource-manager/management/request-limits-and-throttling">limits</a>
     */
    private enum Bucket {
        READS(250, 25, 16500, 1100),
        WRITES(200, 10, 12000, 800),
        DELETES(200, 10, 12000, 800);

        final double capacity;
        final double refill;
        final double allCapacity;
        final double allRefill;

        Bucket(double capacity, double refill, double allCapacity, double allRefill) {
            this.capacity = capacity;
            this.refill = refill;
            this.allCapacity = allCapacity;
            this.allRefill = allRefill;
        }
    }

    /** The remaining requests of each class. All buckets are full at first. */
    private static final class Buckets {
        private final Map<Bucket, Double> left = new EnumMap<>(Bucket.class);
        private Instant filled = Instant.EPOCH;

        void empty(Instant now) {
            for (var each : Bucket.values()) {
                left.put(each, 0.0);
            }
            filled = now;
        }

        double left(Bucket bucket, Instant now, boolean all) {
            double seconds = Duration.between(filled, now).toMillis() / 1000.0;
            for (var each : Bucket.values()) {
                double most = all ? each.allCapacity : each.capacity;
                double more = seconds * (all ? each.allRefill : each.refill);
                left.merge(each, most, (have, any) -> Math.min(most, have + more));
            }
            filled = now;
            return left.get(bucket);
        }

        void take(Bucket bucket) {
            left.computeIfPresent(bucket, (any, have) -> Math.max(0, have - 1));
        }
    }

    /** Turns off the limits of principals. */
    public synchronized void unlimited() {
        unlimited = true;
    }

    /** Empties the buckets of all principals, also of those that send their first request later. */
    public synchronized void exhaust() {
        exhausted = true;
        principals.clear();
    }

    /** Counts a request, and returns a header with the remaining requests of the subscription. */
    public synchronized Map<String, String> take(String principal, String method, Instant now) {
        var bucket = bucket(method);
        of(principal, now).left(bucket, now, false);
        of(principal, now).take(bucket);
        subscription.left(bucket, now, true);
        subscription.take(bucket);
        return Map.of(
                "x-ms-ratelimit-remaining-subscription-global-"
                        + bucket.name().toLowerCase(Locale.ROOT),
                Long.toString((long) subscription.left(bucket, now, true)));
    }

    /** Seconds until the principal may send a request of this method; 0 when it may now. */
    public synchronized int wait(String principal, String method, Instant now) {
        var bucket = bucket(method);
        boolean empty =
                (!unlimited && of(principal, now).left(bucket, now, false) < 1)
                        || subscription.left(bucket, now, true) < 1;
        return empty ? 1 : 0;
    }

    private Buckets of(String principal, Instant now) {
        return principals.computeIfAbsent(
                principal,
                any -> {
                    var buckets = new Buckets();
                    if (exhausted) {
                        buckets.empty(now);
                    }
                    return buckets;
                });
    }

    /** The name of a request's class in headers. */
    public static String name(String method) {
        return bucket(method).name().toLowerCase(Locale.ROOT);
    }

    private static Bucket bucket(String method) {
        return switch (method) {
            case "GET", "HEAD" -> Bucket.READS;
            case "DELETE" -> Bucket.DELETES;
            default -> Bucket.WRITES;
        };
    }
}
