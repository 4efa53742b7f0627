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
    private final LeaseTroubles troubles;

    RenewedLease(String namespace, String name, String identity, LeaseTroubles troubles) {
        super(namespace, name, identity);
        this.troubles = troubles;
    }

    /** Whether it was renewed less than this long ago. */
    boolean within(Duration limit) {
        return held && System.nanoTime() - renewed < limit.toNanos();
    }

    @Override
    public synchronized LeaderElectionRecord get(KubernetesClient client) {
        var seen = new LeaderElectionRecord[1];
        told(() -> seen[0] = super.get(client));
        return seen[0];
    }

    @Override
    public synchronized void create(KubernetesClient client, LeaderElectionRecord record) {
        // before: others count from when they see it, which is later
        var now = System.nanoTime();
        told(() -> super.create(client, record));
        written(record, now);
    }

    @Override
    public synchronized void update(KubernetesClient client, LeaderElectionRecord record) {
        var now = System.nanoTime();
        told(() -> super.update(client, record));
        written(record, now);
    }

    private void told(Runnable request) {
        try {
            request.run();
            troubles.succeeded();
        } catch (RuntimeException e) {
            troubles.failed(e);
            throw e;
        }
    }

    /** Releasing it writes too: then nobody holds it. */
    private void written(LeaderElectionRecord record, long at) {
        renewed = at;
        held = identity().equals(record.getHolderIdentity());
    }
}
