package dev.dragoman.agents.pool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dragoman.agents.decision.CdTarget;
import dev.dragoman.agents.decision.PoolAgent;
import dev.dragoman.agents.decision.PoolTrouble;
import dev.dragoman.agents.decision.workload.Job;
import dev.dragoman.capability.Outside;
import dev.dragoman.reconcile.Effects;
import dev.dragoman.settings.AllowedHosts;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import javax.net.ssl.SSLContext;

/** Client of Azure DevOps: reads jobs and agents of pools, and removes agents. Thread-safe. */
public final class PoolClient implements AutoCloseable {
    /**
     * Timeout of a request. Azure DevOps delays requests by up to 30 seconds before it refuses any.
     */
    private static final Duration LIMIT = Duration.ofSeconds(35);

    /** Agents have the names of their pods, which are no longer. */
    private static final int LONGEST_NAME = 253;

    private final PoolRequests requests;
    private final PoolAnswers answers;

    /**
     * @param tls certificates to trust; read before the first request
     * @param hosts hosts to which requests may be sent; teams choose the address
     * @param kept how long a pool's jobs are cached
     * @param clock a clock that never goes back
     */
    public PoolClient(
            Supplier<SSLContext> tls, AllowedHosts hosts, Duration kept, InstantSource clock) {
        this(new PoolRequests(tls, hosts, LIMIT), kept, clock);
    }

    PoolClient(PoolRequests requests, Duration kept, InstantSource clock) {
        this.requests = requests;
        this.answers = new PoolAnswers(clock, kept);
    }

    /** From now on, these answers take the place of requests. */
    public void answeredBy(Outside answers) {
        requests.answeredBy(answers);
    }

    /** Why no request may be sent to the organisation's URL; empty if it may. */
    public Optional<String> refusal(CdTarget target) {
        return requests.refusal(target);
    }

    /**
     * Jobs that are assigned to an agent of the pool and are not over. Respects Retry-After, which
     * {@link #agents} and {@link #remove} do not, as they are rare.
     *
     * @throws PoolRefused when the pool does not answer, or refuses
     */
    public List<Job> jobs(CdTarget target, String token) {
        var key = PoolKey.of(target, token);
        var lately = answers.jobs(key);
        if (lately.isPresent()) {
            return lately.get();
        }
        var resting = answers.resting(key);
        if (resting.isPresent()) {
            throw new PoolRefused(resting.get(), null);
        }
        var jobs = new ArrayList<Job>();
        for (var each : ofPool(target, token, "/jobrequests?completedRequestCount=0")) {
            var agent = each.path("reservedAgent").path("name");
            if (agent.isTextual()
                    && agent.asText().length() <= LONGEST_NAME
                    && !each.hasNonNull("result")) {
                jobs.add(new Job(agent.asText(), each.hasNonNull("receiveTime")));
            }
        }
        answers.jobs(key, jobs);
        return jobs;
    }

    /**
     * The agents of the pool.
     *
     * @throws PoolRefused when the pool does not answer, or refuses
     */
    public List<PoolAgent> agents(CdTarget target, String token) {
        var answer = ofPool(target, token, "/agents?includeCapabilities=true&api-version=6.0");
        return StreamSupport.stream(answer.spliterator(), false)
                .map(
                        each ->
                                new PoolAgent(
                                        each.path("id").asInt(),
                                        each.path("name").asText(),
                                        !"offline".equals(each.path("status").asText()),
                                        each.path("systemCapabilities")
                                                .path(PoolAgent.OWNER)
                                                .asText("")))
                .toList();
    }

    /**
     * Removes agents from the pool. An agent that is no longer in the pool counts as removed, and
     * an agent that has a job stays.
     *
     * @return how many are removed
     * @throws PoolRefused when the pool does not answer, or refuses
     */
    public int remove(CdTarget target, String token, List<PoolAgent> agents) {
        int pool = pool(target, token);
        int out = 0;
        for (var each : agents) {
            var path = "/%d/agents/%d?api-version=6.0".formatted(pool, each.id());
            var answer = send(target, token, "DELETE", path);
            int status = answer.statusCode();
            if (status / 100 == 2 || status == 404) {
                out++;
                Effects.made("remove agent %s".formatted(each.name()));
            } else if (status != 409 && status != 400) {
                throw refused(target, answer, "remove agent %s".formatted(each.name()));
            }
        }
        return out;
    }

    /**
     * Reads a list of the pool. Repeats the request once after a 404, as the cached id of the pool
     * may be outdated.
     */
    private JsonNode ofPool(CdTarget target, String token, String path) {
        var key = PoolKey.of(target, token);
        var known = answers.id(key);
        var answer = send(target, token, "GET", "/" + pool(target, token) + path);
        if (answer.statusCode() == 404 && known.isPresent()) {
            answers.id(key, Optional.empty());
            answer = send(target, token, "GET", "/" + pool(target, token) + path);
        }
        return values(target, answer);
    }

    /** Id of the pool that the spec names. */
    private int pool(CdTarget target, String token) {
        var key = PoolKey.of(target, token);
        var known = answers.id(key);
        if (known.isPresent()) {
            return known.get();
        }
        var name = URLEncoder.encode(target.pool(), StandardCharsets.UTF_8);
        var found = values(target, send(target, token, "GET", "?poolName=" + name));
        if (found.size() != 1) {
            throw new PoolRefused(
                    new PoolTrouble(
                            "PoolMissing",
                            "%s shows %d pools of the name '%s' to this token; correct config.poolName, or let the token see the pool"
                                    .formatted(target.url(), found.size(), target.pool())),
                    null);
        }
        int id = found.get(0).path("id").asInt();
        answers.id(key, Optional.of(id));
        return id;
    }

    /** Sends a request, and notes Retry-After, which successful answers may have too. */
    private PoolRequests.Reply send(CdTarget target, String token, String method, String path) {
        var answer = requests.send(target, token, method, path);
        answer.headers()
                .firstValue("Retry-After")
                .filter(each -> each.matches("\\d{1,9}"))
                .map(each -> Duration.ofSeconds(Long.parseLong(each)))
                .ifPresent(
                        time ->
                                answers.rest(
                                        PoolKey.of(target, token),
                                        away(target, answer.statusCode()),
                                        time));
        return answer;
    }

    private static PoolTrouble away(CdTarget target, int status) {
        return new PoolTrouble(
                "PoolUnavailable",
                "HTTP %d of %s; the operator asks again later, after the time in Retry-After if there is one"
                        .formatted(status, target.url()));
    }

    /** The values of a list that Azure DevOps sent. */
    private static JsonNode values(CdTarget target, PoolRequests.Reply answer) {
        if (answer.statusCode() != 200) {
            throw refused(target, answer, "read jobs and agents");
        }
        try {
            return PoolJson.values(answer.body().readAllBytes())
                    .orElseThrow(() -> new PoolRefused(garbage(target), null));
        } catch (IOException e) {
            throw new PoolRefused(garbage(target), e);
        }
    }

    private static PoolTrouble garbage(CdTarget target) {
        return new PoolTrouble(
                "PoolUnreadable",
                "%s does not answer as Azure DevOps does; correct config.url"
                        .formatted(target.url()));
    }

    private static PoolRefused refused(CdTarget target, PoolRequests.Reply answer, String what) {
        int status = answer.statusCode();
        if (status == 404) {
            return new PoolRefused(garbage(target), null);
        }
        if (status != 429 && status < 500) {
            return new PoolRefused(
                    new PoolTrouble(
                            "PoolRefused",
                            "HTTP %d of %s: the token may not %s in pool '%s'. Its scope must be Agent Pools (Read & manage), and its owner an administrator of the pool"
                                    .formatted(status, target.url(), what, target.pool())),
                    null);
        }
        return new PoolRefused(away(target, status), null);
    }

    @Override
    public void close() {
        requests.close();
    }
}
