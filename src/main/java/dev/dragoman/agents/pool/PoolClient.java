package dev.dragoman.agents.pool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.agents.decision.CdTarget;
import dev.dragoman.agents.decision.Job;
import dev.dragoman.agents.decision.PoolAgent;
import dev.dragoman.agents.decision.PoolTrouble;
import dev.dragoman.settings.AllowedHosts;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/**
 * Asks Azure DevOps about the pool of a CDTarget, with the token of its team. Only hosts that the
 * cluster's administrator allows are asked, since the team names the address. Thread-safe.
 */
public final class PoolClient implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final long LONGEST = 16L << 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Supplier<SSLContext> tls;
    private final AllowedHosts hosts;
    private HttpClient http;

    /**
     * @param tls whom to trust; asked before the first request
     */
    public PoolClient(Supplier<SSLContext> tls, AllowedHosts hosts) {
        this.tls = tls;
        this.hosts = hosts;
    }

    /** Why the address of the organisation may not be asked; empty when it may. */
    public Optional<String> refusal(CdTarget target) {
        return refusal(target, hosts);
    }

    /** As {@link #refusal(CdTarget)}. */
    public static Optional<String> refusal(CdTarget target, AllowedHosts hosts) {
        try {
            var address = new URI(target.url());
            if (!"https".equals(address.getScheme())) {
                return Optional.of("the operator asks pools by https alone");
            }
            return hosts.allows(address.getHost(), address.getPort())
                    ? Optional.empty()
                    : Optional.of(hosts.refusal(address.getHost(), address.getPort()));
        } catch (java.net.URISyntaxException none) {
            return Optional.of("config.url is no address");
        }
    }

    /**
     * Jobs that an agent of the pool has and that are not over.
     *
     * @throws PoolRefused when the pool does not tell
     */
    public List<Job> jobs(CdTarget target, String token) {
        var answer =
                get(target, token, pool(target, token) + "/jobrequests?completedRequestCount=0");
        var jobs = new ArrayList<Job>();
        for (var each : answer) {
            var agent = each.path("reservedAgent").path("name");
            if (agent.isTextual() && !each.hasNonNull("result")) {
                jobs.add(new Job(agent.asText(), each.hasNonNull("receiveTime")));
            }
        }
        return jobs;
    }

    /**
     * The agents of the pool.
     *
     * @throws PoolRefused when the pool does not tell
     */
    public List<PoolAgent> agents(CdTarget target, String token) {
        var answer =
                get(
                        target,
                        token,
                        pool(target, token) + "/agents?includeCapabilities=true&api-version=6.0");
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
     * Takes agents out of the pool; one that is gone already is fine, and one that has a job stays.
     *
     * @return how many are out
     * @throws PoolRefused when the pool does not answer, or lets nobody do that
     */
    public int remove(CdTarget target, String token, List<PoolAgent> agents) {
        var pool = pool(target, token);
        int out = 0;
        for (var each : agents) {
            var path = "%s/agents/%d?api-version=6.0".formatted(pool, each.id());
            int status = send(target, request(target, token, path).DELETE().build()).statusCode();
            if (status / 100 == 2 || status == 404) {
                out++;
            } else if (status != 409 && status != 400) {
                throw refused(target, status, "take agent %s out".formatted(each.name()));
            }
        }
        return out;
    }

    /** Path of the pool, which is known by its name. */
    private String pool(CdTarget target, String token) {
        var name = URLEncoder.encode(target.pool(), StandardCharsets.UTF_8);
        var found = get(target, token, "?poolName=" + name);
        if (found.size() != 1) {
            throw new PoolRefused(
                    new PoolTrouble(
                            "PoolMissing",
                            "%s has %d pools of the name '%s', or the token may not see it"
                                    .formatted(target.url(), found.size(), target.pool())),
                    null);
        }
        return "/" + found.get(0).path("id").asInt();
    }

    /** The values of a list. */
    private JsonNode get(CdTarget target, String token, String path) {
        var answer = send(target, request(target, token, path).GET().build());
        if (answer.statusCode() != 200) {
            throw refused(target, answer.statusCode(), "read its jobs and agents");
        }
        try {
            var body = JSON.readTree(answer.body());
            if (body != null && body.path("value").isArray()) {
                return body.path("value");
            }
        } catch (JsonProcessingException e) {
            throw new PoolRefused(garbage(target), null);
        }
        throw new PoolRefused(garbage(target), null);
    }

    private static PoolTrouble garbage(CdTarget target) {
        return new PoolTrouble(
                "PoolUnreadable",
                "%s does not answer as Azure DevOps does; correct config.url"
                        .formatted(target.url()));
    }

    private static PoolRefused refused(CdTarget target, int status, String what) {
        if (status == 404) {
            return new PoolRefused(garbage(target), null);
        }
        boolean away = status == 429 || status >= 500;
        return new PoolRefused(
                away
                        ? new PoolTrouble(
                                "PoolUnavailable",
                                "HTTP %d of %s; asked again".formatted(status, target.url()))
                        : new PoolTrouble(
                                "PoolRefused",
                                "HTTP %d of %s: the token may not %s in pool '%s'; its scope must be Agent Pools (Read & manage), and its owner an administrator of the pool"
                                        .formatted(status, target.url(), what, target.pool())),
                null);
    }

    private HttpRequest.Builder request(CdTarget target, String token, String path) {
        var refusal = refusal(target);
        if (refusal.isPresent()) {
            throw new PoolRefused(new PoolTrouble("HostNotAllowed", refusal.get()), null);
        }
        var user =
                Base64.getEncoder().encodeToString((":" + token).getBytes(StandardCharsets.UTF_8));
        return HttpRequest.newBuilder(
                        URI.create(target.url() + "/_apis/distributedtask/pools" + path))
                .timeout(LIMIT)
                .header("Accept", "application/json")
                .header("Authorization", "Basic " + user);
    }

    private HttpResponse<String> send(CdTarget target, HttpRequest request) {
        try {
            return http().send(
                            request,
                            HttpResponse.BodyHandlers.limiting(
                                    HttpResponse.BodyHandlers.ofString(), LONGEST));
        } catch (SSLException e) {
            throw new PoolRefused(
                    new PoolTrouble(
                            "PoolUnreachable",
                            "the certificate of %s is not trusted; name its authority by DRAGOMAN_CA_FILE"
                                    .formatted(target.url())),
                    e);
        } catch (IOException e) {
            throw new PoolRefused(
                    new PoolTrouble(
                            "PoolUnreachable",
                            "%s does not answer the operator (%s); its pod needs egress to it"
                                    .formatted(target.url(), e.getClass().getSimpleName())),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PoolRefused(
                    new PoolTrouble("PoolUnreachable", "interrupted while asking the pool"), e);
        }
    }

    private synchronized HttpClient http() {
        if (http == null) {
            http =
                    HttpClient.newBuilder()
                            .sslContext(tls.get())
                            .connectTimeout(LIMIT)
                            .version(HttpClient.Version.HTTP_1_1)
                            .followRedirects(HttpClient.Redirect.NEVER)
                            .build();
        }
        return http;
    }

    @Override
    public synchronized void close() {
        if (http != null) {
            http.shutdownNow();
            http = null;
        }
    }
}
