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

    /**
     * Maximum number of cached jobs of all pools, because teams choose the hosts that name them.
     */
    static final int MOST_JOBS = 20_000;

    /** How long the id of a pool is cached. Not longer, as another pool may get the name. */
    private static final Duration ID_KEPT = Duration.ofMinutes(5);

    /** Longest Retry-After that is respected. */
    private static final Duration LONGEST_REST = Duration.ofMinutes(10);

    private final InstantSource clock;
    private final Duration kept;
    private final Map<PoolKey, Cached<Integer>> ids = new RecentMap<>(MOST);
    private final Map<PoolKey, Cached<List<Job>>> jobs = new RecentMap<>(MOST);
    private final Map<PoolKey, Rest> resting = new HashMap<>();

    /**
     * @param kept how long the jobs of a pool are cached
     */
    PoolAnswers(InstantSource clock, Duration kept) {
        this.clock = clock;
        this.kept = kept;
    }

    private record Cached<T>(T value, Instant since) {}

    private record Rest(PoolTrouble why, Instant until) {}

    private <T> Optional<T> fresh(Optional<Cached<T>> cached, Duration time) {
        return cached.filter(each -> clock.instant().isBefore(each.since().plus(time)))
                .map(Cached::value);
    }

    /** Cached id of the pool; empty if there is none, or it is too old. */
    synchronized Optional<Integer> id(PoolKey key) {
        return fresh(Optional.ofNullable(ids.get(key)), ID_KEPT);
    }

    synchronized void id(PoolKey key, Optional<Integer> id) {
        ids.remove(key);
        id.ifPresent(each -> ids.put(key, new Cached<>(each, clock.instant())));
    }

    /** Cached jobs of the pool; empty if there are none, or they are too old. */
    synchronized Optional<List<Job>> jobs(PoolKey key) {
        return fresh(Optional.ofNullable(jobs.get(key)), kept);
    }

    /** Caches the jobs of the pool, if there is room. */
    synchronized void jobs(PoolKey key, List<Job> now) {
        jobs.remove(key);
        jobs.values().removeIf(each -> fresh(Optional.of(each), kept).isEmpty());
        int count = jobs.values().stream().mapToInt(each -> each.value().size()).sum();
        if (count + now.size() <= MOST_JOBS) {
            jobs.put(key, new Cached<>(List.copyOf(now), clock.instant()));
        }
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
