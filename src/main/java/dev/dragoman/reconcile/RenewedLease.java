package dev.dragoman.reconcile;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.time.Duration;

/**
 * A Lease that remembers when it was last renewed, by a clock that nobody sets. Whoever was stopped
 * for a while, and woke up, knows by it that another may lead, before any thread has been told.
 * Thread-safe.
 */
final class RenewedLease extends LeaseLock {
    private volatile long renewed = System.nanoTime();
    private volatile boolean held;

    RenewedLease(String namespace, String name, String identity) {
        super(namespace, name, identity);
    }

    /** Whether it was renewed less than this long ago. */
    boolean within(Duration limit) {
        return held && System.nanoTime() - renewed < limit.toNanos();
    }

    @Override
    public synchronized void create(KubernetesClient client, LeaderElectionRecord record) {
        // before: others count from when they see it, which is later
        var now = System.nanoTime();
        super.create(client, record);
        written(record, now);
    }

    @Override
    public synchronized void update(KubernetesClient client, LeaderElectionRecord record) {
        var now = System.nanoTime();
        super.update(client, record);
        written(record, now);
    }

    /** Releasing it writes too: then nobody holds it. */
    private void written(LeaderElectionRecord record, long at) {
        renewed = at;
        held = identity().equals(record.getHolderIdentity());
    }
}
