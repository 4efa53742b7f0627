package dev.dragoman.reconcile;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Leader election and watch settings of one process.
 *
 * @param leaderElection whether reconciliations wait for a Lease; off means always leading
 * @param leaseNamespace namespace of the Lease
 * @param leaseName name of the Lease
 * @param identity name of this process as holder of the Lease; unique among the replicas
 * @param leaseDuration how long other replicas wait for a holder that does not renew
 * @param renewDeadline how long the holder tries to renew before it gives up
 * @param retryPeriod time between two tries to get or renew the Lease
 * @param livenessPeriod how often each watch is compared with a list
 * @param staleLimit how long a reconciliation waits until its informer shows this process's own
 *     write; after that it reads the object live
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
                    "the period in which watches are compared with lists must be at least "
                            + SHORTEST_PERIOD);
        }
        if (leaseDuration.compareTo(renewDeadline) <= 0
                || renewDeadline.compareTo(retryPeriod) <= 0) {
            throw new IllegalArgumentException(
                    "lease duration %s must exceed renew deadline %s, which must exceed retry period %s"
                            .formatted(leaseDuration, renewDeadline, retryPeriod));
        }
    }

    /** For a process that always leads. */
    public static EngineSettings alone() {
        return defaults(false, "", "", "");
    }

    /** Leads while it holds the Lease. Duration, deadline and period are 15, 10 and 2 seconds. */
    public static EngineSettings elected(String leaseNamespace, String leaseName, String identity) {
        return defaults(true, leaseNamespace, leaseName, identity);
    }

    /** A copy that compares watches with lists this often. */
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
