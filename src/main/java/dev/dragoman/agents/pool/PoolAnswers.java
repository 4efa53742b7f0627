package dev.dragoman.agents.pool;

import dev.dragoman.agents.decision.PoolTrouble;
import dev.dragoman.agents.decision.workload.Job;
import dev.dragoman.kube.object.RecentMap;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Cache of pools' answers, which CDTargets with the same pool and token share. It also remembers to
 * which organisations no request may be sent before the end of their Retry-After. Thread-safe.
 */
final class PoolAnswers {
    private static final int MOST = 10_000;

    /** How long the id of a pool is cached. Not longer, as another pool may get the name. */
    private static final Duration ID_KEPT = Duration.ofMinutes(5);

    /** Longest Retry-After that is respected. */
    private static final Duration LONGEST_REST = Duration.ofMinutes(10);

    private final InstantSource clock;
    private final Duration kept;
    private final Map<PoolKey, Known> all = new RecentMap<>(MOST);

    private final Map<PoolKey, Rest> resting = new HashMap<>();

    /**
     * @param kept how long the jobs of a pool are cached
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

    /** Cached id of the pool; empty if there is none, or it is too old. */
    synchronized Optional<Integer> id(PoolKey key) {
        var old = known(key);
        return old.id().filter(any -> clock.instant().isBefore(old.named().plus(ID_KEPT)));
    }

    synchronized void id(PoolKey key, Optional<Integer> id) {
        var old = known(key);
        all.put(key, new Known(id, clock.instant(), old.jobs(), old.asked()));
    }

    /** Cached jobs of the pool; empty if there are none, or they are too old. */
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

    /** Why no request may be sent to the organisation with the token now; empty if it may. */
    synchronized Optional<PoolTrouble> resting(PoolKey key) {
        return Optional.ofNullable(resting.get(key.ofOrganisation()))
                .filter(rest -> clock.instant().isBefore(rest.until()))
                .map(Rest::why);
    }

    /**
     * Notes a Retry-After. It holds for all pools of the organisation, as Azure DevOps limits
     * requests per owner of a token.
     */
    synchronized void rest(PoolKey key, PoolTrouble why, Duration time) {
        var now = clock.instant();
        resting.values().removeIf(each -> !now.isBefore(each.until()));
        var longest = time.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : time;
        resting.put(key.ofOrganisation(), new Rest(why, now.plus(longest)));
    }
}
