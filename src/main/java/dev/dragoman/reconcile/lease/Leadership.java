package dev.dragoman.reconcile.lease;

import dev.dragoman.reconcile.EngineSettings;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the Lease, or always leads when leader election is off. A lost Lease is not acquired again:
 * stale work may still be in flight, so the process has to end. Thread-safe.
 */
public final class Leadership implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);

    private final KubernetesClient client;
    private final EngineSettings settings;
    private final Runnable gained;
    private final Runnable lost;
    private final Runnable restored;
    private final LeaseTroubles troubles;
    private CompletableFuture<?> election;
    private volatile RenewedLease lease;
    private volatile boolean leading;
    private volatile boolean led;
    private volatile boolean closed;

    /**
     * @param restored called when the Lease went back to an earlier state; must not block
     */
    public Leadership(
            KubernetesClient client,
            EngineSettings settings,
            Runnable gained,
            Runnable lost,
            Runnable restored) {
        this.restored = restored;
        this.client = client;
        this.settings = settings;
        this.gained = gained;
        this.lost = lost;
        this.troubles = new LeaseTroubles(settings.leaseNamespace() + "/" + settings.leaseName());
    }

    /**
     * Why it is unknown which replica leads, once that has lasted as long as the Lease duration;
     * else empty.
     */
    public Optional<String> problem() {
        return troubles.lasting(settings.leaseDuration());
    }

    public boolean leading() {
        return leading;
    }

    /**
     * Whether the Lease is certainly held. Judged by the clock and not by callbacks: after a pause
     * of the process, or when renewing fails, this is false before another replica can take the
     * Lease.
     */
    public boolean holds() {
        return leading && (lease == null || lease.within(settings.renewDeadline()));
    }

    /** Joins the election; does not wait. */
    public synchronized void start() {
        if (!settings.leaderElection()) {
            leading = true;
            gained.run();
            return;
        }
        elect();
    }

    /**
     * Joins the election again if it ended before this process won it. To be called every few
     * seconds.
     */
    public synchronized void check() {
        if (!closed && !led && settings.leaderElection()) {
            elect();
        }
    }

    /** Releases the Lease, so that another replica need not wait until it expires. */
    @Override
    public void close() {
        CompletableFuture<?> running;
        synchronized (this) {
            closed = true;
            leading = false;
            running = election;
        }
        if (running == null) {
            return;
        }
        running.cancel(true);
        try {
            running.get(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | CancellationException e) {
            LOG.debug("the election ended: {}", e.toString());
        }
    }

    private void elect() {
        if (election != null && !election.isDone()) {
            return;
        }
        var lock =
                new RenewedLease(
                        settings.leaseNamespace(),
                        settings.leaseName(),
                        settings.identity(),
                        troubles,
                        restored);
        lease = lock;
        var config =
                new LeaderElectionConfigBuilder()
                        .withName(settings.leaseName())
                        .withLock(lock)
                        .withLeaseDuration(settings.leaseDuration())
                        .withRenewDeadline(settings.renewDeadline())
                        .withRetryPeriod(settings.retryPeriod())
                        .withReleaseOnCancel(true)
                        .withLeaderCallbacks(
                                new LeaderCallbacks(this::started, this::stopped, this::announced))
                        .build();
        election = client.leaderElector().withConfig(config).build().start();
    }

    private void started() {
        if (closed) {
            return;
        }
        led = true;
        leading = true;
        LOG.info("leading as {}", settings.identity());
        gained.run();
    }

    private void stopped() {
        boolean was = leading;
        leading = false;
        if (was && !closed) {
            LOG.error(
                    "lost the Lease {}/{}; this process must end",
                    settings.leaseNamespace(),
                    settings.leaseName());
            lost.run();
        }
    }

    private void announced(String leader) {
        // empty when the Lease was released: no replica holds it yet
        if (leader != null && !leader.isEmpty()) {
            LOG.info("the leader is {}", leader);
        }
    }
}
