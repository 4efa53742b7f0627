package dev.dragoman.agents.pool;

import dev.dragoman.agents.decision.CdTarget;
import dev.dragoman.agents.decision.PoolTrouble;
import dev.dragoman.settings.AllowedHosts;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
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

    private final Supplier<SSLContext> tls;
    private final AllowedHosts hosts;
    private final Duration limit;
    private HttpClient http;

    /**
     * @param tls certificates to trust; read before the first request
     * @param limit timeout of a whole answer, as a worker waits for it
     */
    PoolRequests(Supplier<SSLContext> tls, AllowedHosts hosts, Duration limit) {
        this.limit = limit;
        this.tls = tls;
        this.hosts = hosts;
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
    HttpResponse<byte[]> send(CdTarget target, String token, String method, String path) {
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
        // waits with its own timeout, as the timeout of HttpRequest covers only the headers
        var pending =
                http().sendAsync(
                                request,
                                HttpResponse.BodyHandlers.limiting(
                                        HttpResponse.BodyHandlers.ofByteArray(), LONGEST));
        try {
            return pending.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            pending.cancel(true);
            throw unreachable(target, e);
        } catch (ExecutionException e) {
            if (isTooLong(e)) {
                throw new PoolRefused(
                        new PoolTrouble(
                                "PoolUnreadable",
                                "%s answers with more than %d MiB"
                                        .formatted(target.url(), LONGEST >> 20)),
                        e);
            }
            throw e.getCause() instanceof SSLException
                    ? new PoolRefused(
                            new PoolTrouble(
                                    "PoolUnreachable",
                                    "the operator does not trust the certificate of %s; set DRAGOMAN_CA_FILE to a file with its authority"
                                            .formatted(target.url())),
                            e)
                    : unreachable(target, e.getCause() instanceof IOException io ? io : e);
        } catch (InterruptedException e) {
            pending.cancel(true);
            Thread.currentThread().interrupt();
            throw new PoolRefused(
                    new PoolTrouble("PoolUnreachable", "interrupted while asking the pool"), e);
        }
    }

    /** Recognizes the message of the JDK's limiting handler, which has no exception of its own. */
    private static boolean isTooLong(Throwable failure) {
        for (var each = failure; each != null; each = each.getCause()) {
            if (String.valueOf(each.getMessage()).contains("body exceeds capacity")) {
                return true;
            }
        }
        return false;
    }

    private static PoolRefused unreachable(CdTarget target, Exception e) {
        return new PoolRefused(
                new PoolTrouble(
                        "PoolUnreachable",
                        "%s does not answer the operator (%s); the operator's pod needs egress to this address"
                                .formatted(target.url(), e.getClass().getSimpleName())),
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
