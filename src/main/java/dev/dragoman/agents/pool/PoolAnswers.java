package dev.dragoman.agents.pool;

import dev.dragoman.agents.decision.Job;
import dev.dragoman.agents.decision.PoolTrouble;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
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

    /** A pool may be renamed, and another one made in its place. */
    private static final Duration ID_KEPT = Duration.ofMinutes(5);

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

    private final Map<PoolKey, Rest> resting = new HashMap<>();

    /**
     * @param kept how long jobs are told without asking anew
     */
    PoolAnswers(InstantSource clock, Duration kept) {
        this.clock = clock;
        this.kept = kept;
    }

    private record Known(
            Optional<Integer> id, Instant named, Optional<List<Job>> jobs, Instant asked) {
        static final Known NOTHING =
                new Known(Optional.empty(), Instant.MIN, Optional.empty(), Instant.MIN);
    }

    private record Rest(PoolTrouble why, Instant until) {}

    private Known known(PoolKey key) {
        return all.getOrDefault(key, Known.NOTHING);
    }

    /** Id of the pool; empty where it is not known, or was asked for long ago. */
    synchronized Optional<Integer> id(PoolKey key) {
        var old = known(key);
        return old.id().filter(any -> clock.instant().isBefore(old.named().plus(ID_KEPT)));
    }

    synchronized void id(PoolKey key, Optional<Integer> id) {
        var old = known(key);
        all.put(key, new Known(id, clock.instant(), old.jobs(), old.asked()));
    }

    /** Its jobs, where it was asked a short time ago. */
    synchronized Optional<List<Job>> jobs(PoolKey key) {
        var old = known(key);
        return old.jobs().filter(any -> clock.instant().isBefore(old.asked().plus(kept)));
    }

    synchronized void jobs(PoolKey key, List<Job> jobs) {
        var old = known(key);
        all.put(
                key,
                new Known(old.id(), old.named(), Optional.of(List.copyOf(jobs)), clock.instant()));
    }

    /** Why the organisation is not asked with the token now; empty where it may be. */
    synchronized Optional<PoolTrouble> resting(PoolKey key) {
        return Optional.ofNullable(resting.get(key.ofOrganisation()))
                .filter(rest -> clock.instant().isBefore(rest.until()))
                .map(Rest::why);
    }

    /** It is not asked for a while: limits are those of the owner of the token. */
    synchronized void rest(PoolKey key, PoolTrouble why, Duration time) {
        var now = clock.instant();
        resting.values().removeIf(each -> !now.isBefore(each.until()));
        var longest = time.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : time;
        resting.put(key.ofOrganisation(), new Rest(why, now.plus(longest)));
    }
}
