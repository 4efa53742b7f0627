package dev.dragoman.reconcile;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How one process takes part.
 *
 * @param leaderElection whether reconciliations wait for a Lease; off means always leading
 * @param leaseNamespace namespace of the Lease
 * @param leaseName name of the Lease
 * @param identity who holds the Lease; must be unique among the replicas
 * @param leaseDuration how long others wait for a holder that went silent
 * @param renewDeadline how long the holder tries to renew before it gives up
 * @param retryPeriod time between two tries to get or renew
 * @param livenessPeriod how often each watch is compared with a list
 * @param staleLimit how long a reconciliation waits for its informer to show an own write, then
 *     asks live
 */
public record EngineSettings(
        boolean leaderElection,
        String leaseNamespace,
        String leaseName,
        String identity,
        Duration leaseDuration,
        Duration renewDeadline,
        Duration retryPeriod,
        Duration livenessPeriod,
        Duration staleLimit) {
    private static final Duration SHORTEST_PERIOD = Duration.ofMillis(100);

    public EngineSettings {
        requireNonNull(leaseNamespace, "leaseNamespace");
        requireNonNull(leaseName, "leaseName");
        requireNonNull(identity, "identity");
        if (livenessPeriod.compareTo(SHORTEST_PERIOD) < 0) {
            throw new IllegalArgumentException(
                    "watches cannot be compared more often than every " + SHORTEST_PERIOD);
        }
        if (leaseDuration.compareTo(renewDeadline) <= 0
                || renewDeadline.compareTo(retryPeriod) <= 0) {
            throw new IllegalArgumentException(
                    "lease duration %s must exceed renew deadline %s, and that the retry period %s"
                            .formatted(leaseDuration, renewDeadline, retryPeriod));
        }
    }

    /** One process that always leads. */
    public static EngineSettings alone() {
        return defaults(false, "", "", "");
    }

    /** Leads while it holds the Lease, at 15, 10 and 2 seconds. */
    public static EngineSettings elected(String leaseNamespace, String leaseName, String identity) {
        return defaults(true, leaseNamespace, leaseName, identity);
    }

    /** The same with other times of the Lease. */
    public EngineSettings withLeaseTimes(Duration lease, Duration renew, Duration retry) {
        return new EngineSettings(
                leaderElection,
                leaseNamespace,
                leaseName,
                identity,
                lease,
                renew,
                retry,
                livenessPeriod,
                staleLimit);
    }

    /** The same with watches compared that often. */
    public EngineSettings withLivenessPeriod(Duration period) {
        return new EngineSettings(
                leaderElection,
                leaseNamespace,
                leaseName,
                identity,
                leaseDuration,
                renewDeadline,
                retryPeriod,
                period,
                staleLimit);
    }

    private static EngineSettings defaults(
            boolean election, String namespace, String name, String identity) {
        return new EngineSettings(
                election,
                namespace,
                name,
                identity,
                Duration.ofSeconds(15),
                Duration.ofSeconds(10),
                Duration.ofSeconds(2),
                Duration.ofMinutes(2),
                Duration.ofSeconds(5));
    }
}
