package dev.dragoman.sandbox.azure;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Azure's token buckets: those of a principal in the subscription, as they are documented, and
 * those of the whole subscription, as recorded answers show them. Thread-safe.
 */
final class RateLimits {
    private boolean unlimited;
    private boolean exhausted;
    private final Buckets subscription = new Buckets();
    private final Map<String, Buckets> principals = new HashMap<>();

    /**
     * A class of requests.
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

    /** What is left of each: at first all, as long ago as one likes. */
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

    /** From now on a principal may ask as often as it likes. */
    synchronized void unlimited() {
        unlimited = true;
    }

    /** Every principal, also one that comes later, has used up what it may save. */
    synchronized void exhaust() {
        exhausted = true;
        principals.clear();
    }

    /** Takes one and says in a header what the subscription has left. */
    synchronized Map<String, String> take(String principal, String method, Instant now) {
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

    /** Seconds until the principal may ask again; 0 when it may now. */
    synchronized int wait(String principal, String method, Instant now) {
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

    /** The class of a request, as headers name it. */
    static String name(String method) {
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
