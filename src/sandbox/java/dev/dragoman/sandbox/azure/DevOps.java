package dev.dragoman.sandbox.azure;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Azure DevOps as far as pools of agents go: organisations with access tokens, pools, agents and
 * requests for jobs. Who plays the agents says when one takes a job and ends it. Thread-safe.
 */
public final class DevOps {
    /** What a token of Entra must be for. */
    public static final String RESOURCE = "499b84ac-1321-427f-aa17-267ca6975798";

    private final Clock clock;
    private final Map<String, Set<String>> tokens = new TreeMap<>();
    private final Set<String> readers = new HashSet<>();
    private final List<Pool> pools = new ArrayList<>();
    private final List<Job> jobs = new ArrayList<>();
    private final List<Agent> agents = new ArrayList<>();
    private int ids;
    private final AtomicLong requests = new AtomicLong();

    DevOps(Clock clock) {
        this.clock = clock;
    }

    record Pool(int id, String organisation, String name) {}

    /**
     * An agent that has registered.
     *
     * @param capabilities what demands are compared with: {@code NAME} or {@code NAME=VALUE}
     */
    record Agent(int id, int pool, String name, Set<String> capabilities, boolean online) {
        Agent offline() {
            return new Agent(id, pool, name, capabilities, false);
        }
    }

    /**
     * A request for a job.
     *
     * @param agent who has it
     * @param received when that agent began
     * @param ended when it was over
     */
    record Job(
            int id,
            int pool,
            List<String> demands,
            Instant queued,
            Optional<Agent> agent,
            Optional<Instant> received,
            Optional<Instant> ended) {
        private Job with(Agent who, Optional<Instant> began, Optional<Instant> over) {
            return new Job(id, pool, demands, queued, Optional.of(who), began, over);
        }

        boolean open() {
            return ended.isEmpty();
        }
    }

    /** An organisation; whoever shows this token may do everything in its pools. */
    public synchronized void organisation(String name, String token) {
        tokens.computeIfAbsent(name, any -> new HashSet<>()).add(token);
    }

    /** Whoever shows this token may look at the pools of the organisation, and change nothing. */
    public synchronized void reader(String organisation, String token) {
        organisation(organisation, token);
        readers.add(token);
    }

    synchronized boolean mayManage(String token) {
        return !readers.contains(token);
    }

    /** The token is good for nothing any more. */
    public synchronized void revoke(String organisation, String token) {
        tokens.getOrDefault(organisation, Set.of()).remove(token);
    }

    /** A pool without agents; its id. */
    public synchronized int pool(String organisation, String name) {
        pools.add(new Pool(++ids, organisation, name));
        return ids;
    }

    /** How many requests it has answered. */
    public long requests() {
        return requests.get();
    }

    void asked() {
        var _ = requests.incrementAndGet();
    }

    /** Gives a pool another name. */
    public synchronized void rename(int pool, String name) {
        pools.replaceAll(
                each -> each.id() == pool ? new Pool(pool, each.organisation(), name) : each);
    }

    /** Takes away a pool with all that is in it. */
    public synchronized void removePool(int pool) {
        pools.removeIf(each -> each.id() == pool);
        agents.removeIf(each -> each.pool() == pool);
        jobs.removeIf(each -> each.pool() == pool);
    }

    /**
     * An agent signs on, and is online; its id. One of the name is replaced, as with --replace, and
     * keeps its id.
     */
    public synchronized int register(int pool, String name, String... capabilities) {
        var former =
                agents(pool).stream().filter(each -> each.name().equals(name)).findFirst();
        int id = former.map(Agent::id).orElseGet(() -> ++ids);
        var agent = new Agent(id, pool, name, Set.of(capabilities), true);
        former.ifPresentOrElse(
                each -> agents.set(agents.indexOf(each), agent), () -> agents.add(agent));
        return id;
    }

    /** The agent's process is gone; it stays in the pool. */
    public synchronized void offline(int pool, String name) {
        agents.replaceAll(
                each -> each.pool() == pool && each.name().equals(name) ? each.offline() : each);
    }

    /** Takes the agent out of the pool; false where it has a job, or is not there. */
    public synchronized boolean remove(int pool, int agent) {
        return jobs.stream().noneMatch(job -> job.open() && has(job, agent))
                && agents.removeIf(each -> each.pool() == pool && each.id() == agent);
    }

    /** As {@link #remove(int, int)}, by name. */
    public synchronized boolean remove(int pool, String name) {
        return agents(pool).stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .filter(each -> remove(pool, each.id()))
                .isPresent();
    }

    /** Names of the agents in the pool, in the order in which they signed on. */
    public synchronized List<String> names(int pool) {
        return agents(pool).stream().map(Agent::name).toList();
    }

    /**
     * Somebody's pipeline asks for an agent that meets the demands; id of the request. An agent that
     * is offline will do.
     *
     * @throws IllegalStateException when the pool has none, as Azure DevOps queues no such job
     */
    public synchronized int queue(int pool, String... demands) {
        if (agents(pool).stream()
                .noneMatch(each -> each.capabilities().containsAll(List.of(demands)))) {
            throw new IllegalStateException(
                    "No agent found in pool %d which satisfies the specified demands: %s"
                            .formatted(pool, String.join(", ", demands)));
        }
        jobs.add(
                new Job(
                        ++ids,
                        pool,
                        List.of(demands),
                        clock.instant(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()));
        return ids;
    }

    /** Gives jobs to idle agents that are online and meet the demands; how many got one. */
    public synchronized int assign(int pool) {
        int given = 0;
        for (int i = 0; i < jobs.size(); i++) {
            var job = jobs.get(i);
            if (job.pool() != pool || job.agent().isPresent()) {
                continue;
            }
            var idle =
                    agents(pool).stream()
                            .filter(Agent::online)
                            .filter(each -> each.capabilities().containsAll(job.demands()))
                            .filter(each -> job(pool, each.name()).isEmpty())
                            .findFirst();
            if (idle.isPresent()) {
                var now = Optional.of(clock.instant());
                jobs.set(i, job.with(idle.get(), now, Optional.empty()));
                given++;
            }
        }
        return given;
    }

    /** The job that the agent of that name has; empty when it is idle. */
    public synchronized Optional<Integer> job(int pool, String agent) {
        return jobs.stream()
                .filter(each -> each.pool() == pool && each.open())
                .filter(each -> each.agent().filter(a -> a.name().equals(agent)).isPresent())
                .map(Job::id)
                .findFirst();
    }

    /** The job is over. */
    public synchronized void finish(int job) {
        jobs.replaceAll(
                each ->
                        each.id() == job && each.agent().isPresent()
                                ? each.with(
                                        each.agent().get(),
                                        each.received(),
                                        Optional.of(clock.instant()))
                                : each);
    }

    /** Requests that no agent has. */
    public synchronized int queued(int pool) {
        return (int)
                jobs.stream()
                        .filter(each -> each.pool() == pool && each.agent().isEmpty())
                        .count();
    }

    synchronized boolean knows(String organisation) {
        return tokens.containsKey(organisation);
    }

    synchronized boolean accepts(String organisation, String token) {
        return tokens.getOrDefault(organisation, Set.of()).contains(token);
    }

    synchronized List<Pool> pools(String organisation) {
        return pools.stream().filter(each -> each.organisation().equals(organisation)).toList();
    }

    synchronized List<Agent> agents(int pool) {
        return agents.stream().filter(each -> each.pool() == pool).toList();
    }

    /** The last ones first. */
    synchronized List<Job> jobs(int pool) {
        return jobs.stream()
                .filter(each -> each.pool() == pool)
                .sorted(Comparator.comparingInt(Job::id).reversed())
                .toList();
    }

    private static boolean has(Job job, int agent) {
        return job.agent().filter(each -> each.id() == agent).isPresent();
    }
}
