package dev.dragoman.agents.pool;

import dev.dragoman.agents.decision.Job;
import dev.dragoman.agents.decision.PoolTrouble;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What pools said lately: CDTargets that have a pool and a token in common share its answers, and a
 * pool that asked for time is given it. Thread-safe.
 */
final class PoolAnswers {
    private static final int MOST = 10_000;

    /** Nobody waits for longer, whatever an answer says. */
    private static final Duration LONGEST_REST = Duration.ofMinutes(10);

    private final InstantSource clock;
    private final Duration kept;
    private final Map<PoolKey, Known> all =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<PoolKey, Known> eldest) {
                    return size() > MOST;
                }
            };

    /**
     * @param kept how long jobs are told without asking anew
     */
    PoolAnswers(InstantSource clock, Duration kept) {
        this.clock = clock;
        this.kept = kept;
    }

    private record Known(
            Optional<Integer> id,
            Optional<List<Job>> jobs,
            Instant asked,
            Optional<PoolTrouble> resting,
            Instant until) {
        static final Known NOTHING =
                new Known(
                        Optional.empty(),
                        Optional.empty(),
                        Instant.MIN,
                        Optional.empty(),
                        Instant.MIN);
    }

    private Known known(PoolKey key) {
        return all.getOrDefault(key, Known.NOTHING);
    }

    /** Id of the pool; empty where it is not known. */
    synchronized Optional<Integer> id(PoolKey key) {
        return known(key).id();
    }

    synchronized void id(PoolKey key, Optional<Integer> id) {
        var old = known(key);
        all.put(key, new Known(id, old.jobs(), old.asked(), old.resting(), old.until()));
    }

    /** Its jobs, where it was asked a short time ago. */
    synchronized Optional<List<Job>> jobs(PoolKey key) {
        var old = known(key);
        return old.jobs().filter(any -> clock.instant().isBefore(old.asked().plus(kept)));
    }

    synchronized void jobs(PoolKey key, List<Job> jobs) {
        var id = known(key).id();
        all.put(
                key,
                new Known(
                        id,
                        Optional.of(List.copyOf(jobs)),
                        clock.instant(),
                        Optional.empty(),
                        Instant.MIN));
    }

    /** Why it is not asked now; empty where it may be. */
    synchronized Optional<PoolTrouble> resting(PoolKey key) {
        var old = known(key);
        return old.resting().filter(any -> clock.instant().isBefore(old.until()));
    }

    /** It is not asked for a while. */
    synchronized void rest(PoolKey key, PoolTrouble why, Duration time) {
        var old = known(key);
        var longest = time.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : time;
        all.put(
                key,
                new Known(
                        old.id(),
                        old.jobs(),
                        old.asked(),
                        Optional.of(why),
                        clock.instant().plus(longest)));
    }
}
