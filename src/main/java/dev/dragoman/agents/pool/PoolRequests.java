package dev.dragoman.agents.pool;

import dev.dragoman.agents.decision.CdTarget;
import dev.dragoman.agents.decision.PoolTrouble;
import dev.dragoman.capability.Outside;
import dev.dragoman.reconcile.Acting;
import dev.dragoman.reconcile.OutcomeException;
import dev.dragoman.reconcile.SteadyClock;
import dev.dragoman.reconcile.turn.Answers;
import dev.dragoman.reconcile.turn.Answers.TooLarge;
import dev.dragoman.reconcile.turn.CircuitBreakers;
import dev.dragoman.reconcile.turn.CircuitBreakers.SilentHost;
import dev.dragoman.settings.AllowedHosts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/**
 * Sends requests to Azure DevOps with the token of a team. Sends none to a host that the cluster's
 * administrator does not allow, since teams choose the address. Thread-safe.
 */
final class PoolRequests implements AutoCloseable {
    private static final Duration CONNECTED = Duration.ofSeconds(10);

    /** Maximum size of an answer in bytes; each job of a pool has some hundred bytes. */
    static final int LONGEST = 4 << 20;

    private final CircuitBreakers breakers =
            new CircuitBreakers(SteadyClock.from(InstantSource.system()));
    private final Supplier<SSLContext> tls;
    private final AllowedHosts hosts;
    private final Duration limit;
    private HttpClient http;
    private volatile Optional<Outside> outside = Optional.empty();

    /** An answer. */
    record Reply(int statusCode, HttpHeaders headers, InputStream body) {}

    /**
     * @param tls certificates to trust; read before the first request
     * @param limit timeout of a whole answer, as a worker waits for it
     */
    PoolRequests(Supplier<SSLContext> tls, AllowedHosts hosts, Duration limit) {
        this.limit = limit;
        this.tls = tls;
        this.hosts = hosts;
    }

    /** From now on, these answers take the place of requests. */
    void answeredBy(Outside answers) {
        outside = Optional.of(answers);
    }

    /** Why no request may be sent to the organisation's URL; empty if it may. */
    Optional<String> refusal(CdTarget target) {
        try {
            var address = new URI(target.url());
            if (!"https".equals(address.getScheme())) {
                return Optional.of(
                        "config.url: the pool is not asked, as the address is not https; write an https address");
            }
            return hosts.allows(address.getHost(), address.getPort())
                    ? Optional.empty()
                    : Optional.of(hosts.refusal(address.getHost(), address.getPort()));
        } catch (URISyntaxException none) {
            return Optional.of("config.url is no address");
        }
    }

    /**
     * Sends a request.
     *
     * @param path path below {@code /_apis/distributedtask/pools}, with the query
     * @throws PoolRefused when there is no answer in time, or the host is not allowed
     */
    Reply send(CdTarget target, String token, String method, String path) {
        var refusal = refusal(target);
        if (refusal.isPresent()) {
            throw new PoolRefused(new PoolTrouble("HostNotAllowed", refusal.get()), null);
        }
        var user =
                Base64.getEncoder().encodeToString((":" + token).getBytes(StandardCharsets.UTF_8));
        var request =
                HttpRequest.newBuilder(
                                URI.create(target.url() + "/_apis/distributedtask/pools" + path))
                        .header("Accept", "application/json")
                        .header("Authorization", "Basic " + user)
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build();
        if (outside.isPresent()) {
            return answered(request, outside.get());
        }
        try (var call = breakers.begin(request.uri().getAuthority())) {
            return exchange(request, call);
        } catch (IOException | TimeoutException e) {
            throw unreachable(target, e);
        } catch (ExecutionException e) {
            throw failed(target, e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PoolRefused(
                    new PoolTrouble("PoolUnreachable", "interrupted while asking the pool"), e);
        }
    }

    /**
     * Sends a request on another thread, because the timeout of {@link HttpRequest} covers only the
     * headers.
     */
    private Reply exchange(HttpRequest request, CircuitBreakers.Call call)
            throws ExecutionException, InterruptedException, TimeoutException {
        var stream = HttpResponse.BodyHandlers.ofInputStream();
        var task =
                new FutureTask<>(
                        Acting.carrying(
                                () -> {
                                    var answer = http().send(request, stream);
                                    call.answered();
                                    try (var body = answer.body()) {
                                        var bytes =
                                                new ByteArrayInputStream(
                                                        Answers.OF_TEAMS.read(body, LONGEST));
                                        return new Reply(
                                                answer.statusCode(), answer.headers(), bytes);
                                    }
                                }));
        var _ = Thread.ofVirtual().name("pool").start(task);
        try {
            return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            task.cancel(true);
        }
    }

    private static Reply answered(HttpRequest request, Outside outside) {
        var reply =
                outside.send(
                        new Outside.Request(
                                request.method(), request.uri(), Map.of(), new byte[0]));
        var headers = new HashMap<String, List<String>>();
        reply.headers().forEach((name, value) -> headers.put(name, List.of(value)));
        return new Reply(
                reply.status(),
                HttpHeaders.of(headers, (_, _) -> true),
                new ByteArrayInputStream(reply.body()));
    }

    private static RuntimeException failed(CdTarget target, Throwable why) {
        return switch (why) {
            case OutcomeException later -> later;
            case TooLarge large ->
                    new PoolRefused(
                            new PoolTrouble(
                                    "PoolUnreadable",
                                    "%s: %s".formatted(target.url(), large.getMessage())),
                            large);
            case SSLException untrusted ->
                    new PoolRefused(
                            new PoolTrouble(
                                    "PoolUnreachable",
                                    "the operator does not trust the certificate of %s; set DRAGOMAN_CA_FILE to a file with its authority"
                                            .formatted(target.url())),
                            untrusted);
            default -> unreachable(target, why);
        };
    }

    private static PoolRefused unreachable(CdTarget target, Throwable e) {
        return new PoolRefused(
                new PoolTrouble(
                        "PoolUnreachable",
                        "%s does not answer the operator (%s); the operator's pod needs egress to this address"
                                .formatted(
                                        target.url(),
                                        e instanceof SilentHost
                                                ? e.getMessage()
                                                : e.getClass().getSimpleName())),
                e);
    }

    private synchronized HttpClient http() {
        if (http == null) {
            http =
                    HttpClient.newBuilder()
                            .sslContext(tls.get())
                            .connectTimeout(CONNECTED)
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
