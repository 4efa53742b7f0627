package dev.dragoman.sandbox.faults;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The faults that a test has planned for its proxies, and what the proxies saw. Each fault happens
 * once: at the n-th request or event that fits, counted from when the fault was planned.
 * Thread-safe.
 */
public final class Faults {
    /**
     * A request that was answered, or got a fault.
     *
     * @param status of the answer, 0 when there was none
     * @param harmed the fault that the request got
     */
    public record Seen(Passing request, int status, Optional<Fault> harmed, Instant at) {
        Seen(Passing request, int status, Optional<Fault> harmed) {
            this(request, status, harmed, Instant.now());
        }


        /** Whether the server received the request and answered with success. */
        public boolean applied() {
            boolean arrived = harmed.isEmpty() || !(harmed.get() instanceof Fault.Answer);
            return arrived && status >= 200 && status < 300;
        }
    }

    /**
     * An event of a watch.
     *
     * @param watch the request that opened it
     * @param json the event as the API server sent it
     */
    public record Event(Passing watch, String json) {}

    /** A fault that is planned, or has happened. */
    public final class Planned {
        private final Predicate<Object> fits;
        private final Object fault;
        private int left;
        private Optional<Instant> happened = Optional.empty();

        private Planned(Predicate<Object> fits, int nth, Object fault) {
            this.fits = fits;
            this.left = nth;
            this.fault = fault;
        }

        /** Removes the fault from the plan. */
        public void forget() {
            synchronized (planned) {
                planned.remove(this);
            }
        }

        /** When the fault happened; empty before. */
        public Optional<Instant> happened() {
            synchronized (planned) {
                return happened;
            }
        }

        /** Whether it is an answer that says when to try again. */
        public boolean asksToWait() {
            return fault instanceof Fault.Answer answer
                    && answer.headers().containsKey("Retry-After");
        }

        /** Counts a request or event that fits; true for the n-th. */
        private boolean now(Object what) {
            if (happened.isPresent() || !fits.test(what)) {
                return false;
            }
            left--;
            if (left <= 0) {
                happened = Optional.of(Instant.now());
            }
            return left <= 0;
        }
    }

    private final List<Planned> planned = new ArrayList<>();
    private final List<Seen> seen = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private final Set<String> dead = ConcurrentHashMap.newKeySet();

    /** Plans a fault for the n-th request that fits; 1 is the next. */
    public Planned request(Predicate<Passing> fits, int nth, Fault fault) {
        return plan(what -> what instanceof Passing p && fits.test(p), nth, fault);
    }

    /** Plans a fault for the n-th watch event that fits; 1 is the next. */
    public Planned event(Predicate<Event> fits, int nth, WatchFault fault) {
        return plan(what -> what instanceof Event e && fits.test(e), nth, fault);
    }

    private Planned plan(Predicate<Object> fits, int nth, Object fault) {
        var plan = new Planned(fits, nth, fault);
        synchronized (planned) {
            planned.add(plan);
        }
        return plan;
    }

    /**
     * Removes all planned faults and forgets what was seen. User agents that were killed stay
     * killed.
     */
    public void clear() {
        synchronized (planned) {
            planned.clear();
            seen.clear();
            events.clear();
        }
    }

    /** Every request that was answered or got a fault, in the order of the answers. */
    public List<Seen> seen() {
        synchronized (planned) {
            return List.copyOf(seen);
        }
    }

    /** Every watch event of the API server, also those that got a fault. */
    public List<Event> events() {
        synchronized (planned) {
            return List.copyOf(events);
        }
    }

    /**
     * Refuses every further request whose user agent contains this text. To the servers this looks
     * as if the process had been killed, though its threads may take a while to end.
     */
    public void kill(String userAgent) {
        dead.add(userAgent);
    }

    boolean dead(String userAgent) {
        return dead.stream().anyMatch(userAgent::contains);
    }

    Optional<Fault> of(Passing request) {
        return next(request).map(Fault.class::cast);
    }

    Optional<WatchFault> of(Event event) {
        synchronized (planned) {
            events.add(event);
        }
        return next(event).map(WatchFault.class::cast);
    }

    void saw(Seen what) {
        synchronized (planned) {
            seen.add(what);
        }
    }

    private Optional<Object> next(Object what) {
        synchronized (planned) {
            // every planned fault counts this request, but at most one happens to it
            Object found = null;
            for (var plan : planned) {
                if (plan.now(what) && found == null) {
                    found = plan.fault;
                }
            }
            return Optional.ofNullable(found);
        }
    }
}
