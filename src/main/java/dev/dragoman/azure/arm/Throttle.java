package dev.dragoman.azure.arm;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers which limits are used up, and until when requests that count against them are held
 * back. All workers share it, so a 429 answer to one worker stops all of them. Thread-safe.
 */
final class Throttle {
    private final Map<String, Closed> closed = new ConcurrentHashMap<>();
    private final InstantSource clock;

    /**
     * A limit that is used up.
     *
     * @param until when requests may be sent again
     * @param code error code of the 429 answer
     * @param asked whether Azure named the time
     */
    private record Closed(Instant until, String code, boolean asked) {}

    /**
     * Why a request must wait.
     *
     * @param left how long it must still wait
     * @param code error code of the 429 answer
     * @param asked whether Azure named the time
     */
    record Held(Duration left, String code, boolean asked) {}

    Throttle(InstantSource clock) {
        this.clock = clock;
    }

    /** Why a request that counts against these limits must wait; empty when it may be sent now. */
    Optional<Held> held(Set<String> limits) {
        var now = clock.instant();
        return limits.stream()
                .map(closed::get)
                .filter(each -> each != null && each.until().isAfter(now))
                .max(Comparator.comparing(Closed::until))
                .map(
                        each ->
                                new Held(
                                        Duration.between(now, each.until()),
                                        each.code(),
                                        each.asked()));
    }

    /**
     * Remembers that a limit is used up.
     *
     * @param wait how long requests that count against the limit are held back
     * @param code error code of the 429 answer
     * @param asked whether Azure named the time
     */
    void close(String limit, Duration wait, String code, boolean asked) {
        var now = clock.instant();
        closed.values().removeIf(each -> !each.until().isAfter(now));
        closed.merge(
                limit,
                new Closed(now.plus(wait), code, asked),
                (a, b) -> a.until().isAfter(b.until()) ? a : b);
    }
}
