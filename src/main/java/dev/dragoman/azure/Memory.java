package dev.dragoman.azure;

import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.azure.event.ChangeEvent;
import dev.dragoman.reconcile.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What this process remembers of each object between its reconciliations, and loses at its end: the
 * time before which its operation must not be polled, the URLs of its unfinished export requests,
 * when its keys were asked for, never the keys, when it was compared with Azure, and which events
 * tell something new. Thread-safe.
 *
 * <p>Storing the time of the next poll would cost a write per poll; losing it costs one early poll.
 * The URLs are not stored, because nobody must be able to change them. If a URL is lost, its export
 * request is sent again. After a restart each object asks for its keys at its first comparison with
 * Azure; comparisons are spread over the resync period.
 */
public final class Memory {
    /**
     * By how much this process' clock may be ahead of Azure's: a read counts as of that much
     * earlier, so that no change is missed. A change within that time may cost a second read.
     */
    static final Duration AHEAD = Duration.ofSeconds(1);

    /** Shortest time between two requests for an object's keys that events ask for. */
    static final Duration BETWEEN_KEYS = Duration.ofMinutes(1);

    private final InstantSource clock;
    private final Function<ObjectKey, Duration> pace;
    private final Map<ObjectKey, Entry> entries = new HashMap<>();
    private long news;

    /** What is known of an object; guarded by the lock of the enclosing object. */
    private static final class Entry {
        /** When the operation may be polled. */
        private Instant poll = Instant.MIN;

        private Map<ExportCall, String> pending = Map.of();
        private final Keys keys = new Keys();
        private final Looks looks = new Looks();
    }

    /** What is known of an object's keys, and of events about them. */
    private static final class Keys {
        /** Of the exports, when they were written. */
        private int versions;

        private Optional<Request> request = Optional.empty();

        /** Number of the news that keys may have changed. */
        private long news;

        /** As {@link Looks#event}, of events about keys. */
        private Instant event = Instant.MIN;

        /** When events may ask for keys again. */
        private Instant again = Instant.MIN;

        /** Whether somebody waits until then to ask for them. */
        private boolean waits;
    }

    /**
     * The last request for keys.
     *
     * @param sign hash of what the resource showed
     * @param news {@link Looks#begin} at that time
     */
    private record Request(Instant at, int sign, int versions, long news) {}

    /** What is known of the reconciliations that compare an object with Azure. */
    private static final class Looks {
        /** Changes until then are known, by Azure's clock. */
        private Instant last = Instant.MIN;

        /** Time of the latest event that was news, by Azure's clock. */
        private Instant event = Instant.MIN;

        /** Number of the last news when the last comparison began. */
        private long begin;

        /** As {@link #begin}, of the last comparison that has ended. */
        private long end;

        /** Whether this reconciliation has sent a request that changes the resource. */
        private boolean writes;

        private boolean refused;
    }

    /**
     * @param clock clock that never goes back
     * @param pace how long an object's keys count as unchanged; zero: until the next comparison
     */
    public Memory(InstantSource clock, Function<ObjectKey, Duration> pace) {
        this.clock = clock;
        this.pace = pace;
    }

    private Entry entry(ObjectKey key) {
        return entries.computeIfAbsent(key, any -> new Entry());
    }

    /** Forgets an object that is gone. */
    public synchronized void forget(ObjectKey key) {
        entries.remove(key);
        notifyAll();
    }

    /**
     * A reconciliation of the object begins.
     *
     * @param compares whether it compares the object with Azure
     */
    synchronized void begins(ObjectKey key, boolean compares) {
        var entry = entry(key);
        entry.looks.begin = compares ? news : entry.looks.begin;
        entry.looks.writes = false;
    }

    /** A reconciliation of the object has ended, whether Azure was asked or not. */
    synchronized void ended(ObjectKey key, boolean failed) {
        var entry = entry(key);
        entry.looks.end = entry.looks.begin;
        entry.looks.refused = failed && entry.looks.writes;
        notifyAll();
    }

    /**
     * Sets how long the operation must not be polled. A wait that is not over yet is kept, unless
     * another operation has begun.
     *
     * @param begun whether another operation has begun, so that a former wait no longer applies
     */
    synchronized void set(ObjectKey key, Duration wait, boolean begun) {
        if (begun || left(key).isEmpty()) {
            entry(key).poll = clock.instant().plus(wait);
        }
    }

    /** How long the object's operation must not be polled; empty when it may be polled now. */
    public synchronized Optional<Duration> left(ObjectKey key) {
        return left(entry(key).poll);
    }

    private Optional<Duration> left(Instant end) {
        var now = clock.instant();
        return end.isAfter(now) ? Optional.of(Duration.between(now, end)) : Optional.empty();
    }

    /**
     * Remembers the unfinished export requests, in place of those that were remembered before.
     *
     * @param calls the requests, each with the URL to poll
     */
    public synchronized void pending(ObjectKey key, Map<ExportCall, String> calls) {
        entry(key).pending = calls;
    }

    /** The unfinished export requests, each with the URL to poll. */
    public synchronized Map<ExportCall, String> pending(ObjectKey key) {
        return entry(key).pending;
    }

    /**
     * Remembers the exported Secrets and ConfigMaps after they were written.
     *
     * @param versions hash of the set of their resourceVersions
     */
    synchronized void wrote(ObjectKey key, int versions) {
        entry(key).keys.versions = versions;
    }

    /**
     * Remembers that the keys were asked for and written.
     *
     * @param sign hash of what the resource showed
     */
    synchronized void asked(ObjectKey key, int sign) {
        var entry = entry(key);
        var request = new Request(clock.instant(), sign, entry.keys.versions, entry.looks.begin);
        entry.keys.request = Optional.of(request);
    }

    /**
     * What the resource showed when its keys were asked for, if these keys still count.
     *
     * @param versions hash of the set of resourceVersions that the exports have now
     * @return empty if the keys must be asked for: that was never done or is too long ago, they may
     *     have changed, or somebody has edited an export
     */
    public synchronized Optional<Integer> standing(ObjectKey key, int versions) {
        var entry = entry(key);
        return entry.keys
                .request
                .filter(last -> last.news() >= entry.keys.news && last.versions() == versions)
                .filter(last -> left(last.at().plus(pace.apply(key))).isPresent())
                .map(Request::sign);
    }

    /**
     * Whether the event tells something new of the object, which is then noted. The caller wakes
     * the object after this call, so that the look that follows finds what the event tells.
     *
     * @param now when the event has come; an event from the future counts as of now
     */
    synchronized boolean news(ObjectKey key, ChangeEvent event, Instant now) {
        var entry = entry(key);
        var at = event.at().isAfter(now) ? now : event.at();
        boolean keys = event.what() == ChangeEvent.What.KEYS;
        // keys that were read since may be those of another request
        var known = keys ? entry.keys.event : later(entry.looks.last, entry.looks.event);
        boolean isNews = at.isAfter(known);
        if (isNews) {
            entry.looks.event = later(entry.looks.event, at);
            entry.keys.event = keys ? at : entry.keys.event;
            news++;
        }
        return isNews;
    }

    /**
     * An event says that keys of the object have changed. A comparison that begins after this call
     * asks for them, unless events have asked for them a moment ago.
     *
     * @return how long the caller then has to wait to say {@link #keysHaveChanged}; empty where
     *     nothing is to be done, or somebody waits already
     */
    synchronized Optional<Duration> keysMayHaveChanged(ObjectKey key) {
        var entry = entry(key);
        var pause = left(entry.keys.again).filter(any -> !entry.keys.waits);
        if (left(entry.keys.again).isEmpty()) {
            keysHaveChanged(key);
        }
        entry.keys.waits |= pause.isPresent();
        return pause;
    }

    /** A comparison of the object that begins after this call asks for its keys. */
    synchronized void keysHaveChanged(ObjectKey key) {
        var entry = entries.get(key);
        if (entry != null) {
            entry.keys.news = ++news;
            entry.keys.again = clock.instant().plus(BETWEEN_KEYS);
            entry.keys.waits = false;
        }
    }

    /**
     * Whether the last reconciliation failed after a request that changes the resource. Its event
     * must not hurry the next one, which would only be refused again.
     */
    synchronized boolean isRefused(ObjectKey key) {
        var entry = entries.get(key);
        return entry != null && entry.looks.refused;
    }

    /** Azure has told the state of the resource; the request was sent at that time. */
    synchronized void read(ObjectKey key, Instant sent) {
        var entry = entry(key);
        entry.looks.last = later(entry.looks.last, sent.minus(AHEAD));
    }

    /** Azure has answered, at that time, a request that changes the resource. */
    synchronized void written(ObjectKey key, Instant answered) {
        var entry = entry(key);
        entry.looks.last = later(entry.looks.last, answered);
        entry.looks.writes = true;
    }

    /** Number of the last news, for {@link #await}. */
    synchronized long lastNews() {
        return news;
    }

    /**
     * Waits until a comparison of each object has ended that began after this news, or the object
     * is gone, or the time is over.
     */
    synchronized void await(Set<ObjectKey> keys, long since, Duration most)
            throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        for (long left = most.toMillis();
                left > 0 && keys.stream().anyMatch(key -> isOpen(key, since));
                left = (end - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
    }

    /** Whether no comparison of the object has ended that began after this news. */
    synchronized boolean isOpen(ObjectKey key, long since) {
        var entry = entries.get(key);
        return entry != null && entry.looks.end < since;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
