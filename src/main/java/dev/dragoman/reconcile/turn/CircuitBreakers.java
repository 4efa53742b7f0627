package dev.dragoman.reconcile.turn;

import dev.dragoman.reconcile.Acting;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers which hosts do not answer, so that requests to them do not hold workers. A silent host
 * gets one request at a time of each namespace, until one is answered. So a team whose requests
 * hang keeps no other team from the host. Hosts that refuse at once are not remembered: they hold
 * nobody. Thread-safe.
 */
public final class CircuitBreakers {
    private static final Logger LOG = LoggerFactory.getLogger(CircuitBreakers.class);

    /** While a request waits for so long, others are not sent. */
    static final Duration SLOW = Duration.ofSeconds(5);

    /** A request that fails sooner held nobody. */
    static final Duration SHORT = Duration.ofSeconds(1);

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);

    /** Doublings of the pause: its longest is 32 s. */
    private static final int DOUBLINGS = 4;

    /** Silent hosts that are remembered; teams may name hosts without end. */
    private static final int MOST_HOSTS = 1_000;

    private final InstantSource steady;

    /** Hosts that are asked now, or that are silent. */
    private final Map<String, Host> hosts = new HashMap<>();

    /** Guarded by the lock of the enclosing object. */
    private static final class Host {
        private final Deque<Call> calls = new ArrayDeque<>();
        private Instant answered = Instant.MIN;
        private final Map<String, Instant> closedUntil = new HashMap<>();
        private int failures;
    }

    /**
     * @param steady clock that never goes back
     */
    public CircuitBreakers(InstantSource steady) {
        this.steady = steady;
    }

    /** Thrown in place of a request to a host that does not answer. */
    public static final class SilentHost extends IOException {
        private static final long serialVersionUID = 1;

        SilentHost(String host) {
            super("nothing was sent, because %s does not answer earlier requests".formatted(host));
        }
    }

    /** A request that runs. */
    public final class Call implements AutoCloseable {
        private final String name;
        private final Host host;
        private final String namespace = Acting.namespace();
        private final Instant since = steady.instant();

        private Call(String name, Host host) {
            this.name = name;
            this.host = host;
        }

        /** The host has answered, whatever it said. */
        public void answered() {
            synchronized (CircuitBreakers.this) {
                if (host.failures > 0) {
                    LOG.info("{} answers again", name);
                }
                host.failures = 0;
                host.closedUntil.clear();
                host.answered = steady.instant();
            }
        }

        /** The request has ended. If the host answered nothing meanwhile, it may be silent. */
        @Override
        public void close() {
            synchronized (CircuitBreakers.this) {
                host.calls.remove(this);
                var now = steady.instant();
                if (!now.isBefore(since.plus(SHORT)) && host.answered.isBefore(since)) {
                    fail(now);
                }
                if (host.calls.isEmpty() && host.failures == 0) {
                    hosts.remove(name);
                }
            }
        }

        private void fail(Instant now) {
            if (host.failures == 0) {
                LOG.warn(
                        "{} does not answer; each namespace sends it one request at a time until it does",
                        name);
            }
            var pause = FIRST_PAUSE.multipliedBy(1L << Math.min(host.failures, DOUBLINGS));
            host.failures++;
            host.closedUntil.put(namespace, now.plus(pause));
        }
    }

    /**
     * Begins a request. The caller closes the call when the request has ended.
     *
     * @param host name and port
     * @throws SilentHost when the host does not answer now
     */
    public synchronized Call begin(String host) throws SilentHost {
        if (hosts.size() >= MOST_HOSTS) {
            hosts.values().removeIf(each -> each.calls.isEmpty());
        }
        var known = hosts.computeIfAbsent(host, any -> new Host());
        if (isSilent(known, steady.instant())) {
            throw new SilentHost(host);
        }
        var call = new Call(host, known);
        known.calls.add(call);
        return call;
    }

    /** How many hosts are remembered. */
    synchronized int size() {
        return hosts.size();
    }

    /**
     * Whether a request to the host would only wait too. Now and then one more is tried: those that
     * wait may never end, although the host answers again.
     */
    private static boolean isSilent(Host host, Instant now) {
        var namespace = Acting.namespace();
        boolean tried =
                host.calls.stream()
                        .anyMatch(
                                each ->
                                        each.namespace.equals(namespace)
                                                && now.isBefore(each.since.plus(SLOW)));
        if (host.failures > 0) {
            return tried || now.isBefore(host.closedUntil.getOrDefault(namespace, Instant.MIN));
        }
        return tried
                && host.answered.isBefore(host.calls.getFirst().since)
                && host.calls.getFirst().since.plus(SLOW).isBefore(now);
    }
}
