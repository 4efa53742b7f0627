package dev.dragoman.sandbox.azure.devops;

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
 * The agent pools of Azure DevOps: organisations with access tokens, pools, agents and job
 * requests. Tests decide when an agent takes a job and ends it. Thread-safe.
 */
public final class DevOps {
    /** The audience that an Entra token must have. */
    public static final String RESOURCE = "499b84ac-1321-427f-aa17-267ca6975798";

    private final Clock clock;
    private final Map<String, Set<String>> tokens = new TreeMap<>();
    private final Set<String> readers = new HashSet<>();
    private final List<Pool> pools = new ArrayList<>();
    private final List<Job> jobs = new ArrayList<>();
    private final List<Agent> agents = new ArrayList<>();
    private int ids;
    private final AtomicLong requests = new AtomicLong();

    public DevOps(Clock clock) {
        this.clock = clock;
    }

    record Pool(int id, String organisation, String name) {}

    /**
     * A registered agent.
     *
     * @param capabilities compared with demands: {@code NAME} or {@code NAME=VALUE}
     */
    record Agent(int id, int pool, String name, Set<String> capabilities, boolean online) {
        Agent offline() {
            return new Agent(id, pool, name, capabilities, false);
        }
    }

    /**
     * A job request.
     *
     * @param agent the agent that took the job
     * @param received when the agent took it
     * @param ended when the job ended
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

    /**
     * Adds an organisation, or another token to it. The token allows every request to its pools.
     */
    public synchronized void organisation(String name, String token) {
        tokens.computeIfAbsent(name, any -> new HashSet<>()).add(token);
    }

    /** Adds a token that allows only to read the pools of the organisation. */
    public synchronized void reader(String organisation, String token) {
        organisation(organisation, token);
        readers.add(token);
    }

    synchronized boolean mayManage(String token) {
        return !readers.contains(token);
    }

    /** Makes the token invalid. */
    public synchronized void revoke(String organisation, String token) {
        tokens.getOrDefault(organisation, Set.of()).remove(token);
    }

    /** Adds a pool without agents and returns its id. */
    public synchronized int pool(String organisation, String name) {
        pools.add(new Pool(++ids, organisation, name));
        return ids;
    }

    /** The number of requests to the API so far. */
    public long requests() {
        return requests.get();
    }

    void asked() {
        var _ = requests.incrementAndGet();
    }

    public synchronized void rename(int pool, String name) {
        pools.replaceAll(
                each -> each.id() == pool ? new Pool(pool, each.organisation(), name) : each);
    }

    /** Removes a pool with its agents and jobs. */
    public synchronized void removePool(int pool) {
        pools.removeIf(each -> each.id() == pool);
        agents.removeIf(each -> each.pool() == pool);
        jobs.removeIf(each -> each.pool() == pool);
    }

    /**
     * Registers an agent, which is then online, and returns its id. An agent of the same name is
     * replaced, as with {@code --replace}, and keeps its id.
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

    /** Marks an agent as offline. It stays in the pool. */
    public synchronized void offline(int pool, String name) {
        agents.replaceAll(
                each -> each.pool() == pool && each.name().equals(name) ? each.offline() : each);
    }

    /** Removes the agent from the pool. Returns false when it runs a job, or is not in the pool. */
    public synchronized boolean remove(int pool, int agent) {
        return jobs.stream().noneMatch(job -> job.open() && has(job, agent))
                && agents.removeIf(each -> each.pool() == pool && each.id() == agent);
    }

    /** Like {@link #remove(int, int)}, by name. */
    public synchronized boolean remove(int pool, String name) {
        return agents(pool).stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .filter(each -> remove(pool, each.id()))
                .isPresent();
    }

    /** The names of the agents in the pool, in the order of their registration. */
    public synchronized List<String> names(int pool) {
        return agents(pool).stream().map(Agent::name).toList();
    }

    /**
     * Queues a job for an agent that meets the demands, and returns the id of the request. An
     * offline agent is sufficient.
     *
     * @throws IllegalStateException when the pool has no such agent, because Azure DevOps queues no
     *     such job either
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

    /**
     * Assigns queued jobs to idle online agents that meet the demands. Returns the number of jobs
     * assigned.
     */
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

    /** The id of the job that the agent of this name runs; empty when it is idle. */
    public synchronized Optional<Integer> job(int pool, String agent) {
        return jobs.stream()
                .filter(each -> each.pool() == pool && each.open())
                .filter(each -> each.agent().filter(a -> a.name().equals(agent)).isPresent())
                .map(Job::id)
                .findFirst();
    }

    /** Ends the job with success. */
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

    /** The number of job requests that no agent has taken. */
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

    /** The job requests of the pool, the newest first. */
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
