package dev.dragoman.reconcile.lease;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.time.Duration;
import java.util.Objects;

/**
 * A Lease that remembers when it was last renewed, by a monotonic clock. A process that was
 * suspended thus knows that another replica may lead, before any callback runs. Thread-safe.
 */
final class RenewedLease extends LeaseLock {
    private static final Duration DIGITS = Duration.ofMillis(1);

    private volatile long renewed = System.nanoTime();
    private volatile boolean held;
    private final LeaseTroubles troubles;
    private final Runnable restored;
    private LeaderElectionRecord last;

    /**
     * @param restored called when the Lease went back to an earlier state
     */
    RenewedLease(
            String namespace,
            String name,
            String identity,
            LeaseTroubles troubles,
            Runnable restored) {
        super(namespace, name, identity);
        this.troubles = troubles;
        this.restored = restored;
    }

    /** Whether this process holds the Lease and renewed it less than {@code limit} ago. */
    boolean within(Duration limit) {
        return held && System.nanoTime() - renewed < limit.toNanos();
    }

    @Override
    public synchronized LeaderElectionRecord get(KubernetesClient client) {
        var seen = new LeaderElectionRecord[1];
        send(() -> seen[0] = super.get(client));
        if (last != null && seen[0] != null && earlier(seen[0], last)) {
            restored.run();
        }
        last = seen[0];
        return seen[0];
    }

    /** Times of two holders are not compared: their clocks may differ. */
    private static boolean earlier(LeaderElectionRecord one, LeaderElectionRecord other) {
        return Objects.equals(one.getHolderIdentity(), other.getHolderIdentity())
                && one.getRenewTime() != null
                && other.getRenewTime() != null
                // the API server keeps fewer digits of a time
                && one.getRenewTime().plus(DIGITS).isBefore(other.getRenewTime());
    }

    @Override
    public synchronized void create(KubernetesClient client, LeaderElectionRecord record) {
        // the time before the request: other replicas count from the later time when they see the
        // write
        var now = System.nanoTime();
        send(() -> super.create(client, record));
        written(record, now);
    }

    @Override
    public synchronized void update(KubernetesClient client, LeaderElectionRecord record) {
        var now = System.nanoTime();
        send(() -> super.update(client, record));
        written(record, now);
    }

    private void send(Runnable request) {
        try {
            request.run();
            troubles.succeeded();
        } catch (RuntimeException e) {
            troubles.failed(e);
            throw e;
        }
    }

    /** A release also writes the Lease; then no replica holds it. */
    private void written(LeaderElectionRecord record, long at) {
        renewed = at;
        last = record;
        held = identity().equals(record.getHolderIdentity());
    }
}
