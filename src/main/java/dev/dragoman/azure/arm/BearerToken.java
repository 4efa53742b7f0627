package dev.dragoman.azure.arm;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import reactor.core.publisher.Mono;

/**
 * Adds a token to each request. A Key Vault that belongs to another tenant names it when it refuses
 * a token; if the identity may use that tenant, its token is sent from then on. Thread-safe.
 */
final class BearerToken implements HttpPipelinePolicy {
    private static final int UNAUTHORIZED = 401;

    private final IdentityTokens tokens;
    private final String own;
    private final String scope;
    private final Predicate<String> allowed;

    /** Tenants of vaults, by host. */
    private final Map<String, String> tenants = new ConcurrentHashMap<>();

    /**
     * @param own the identity's own tenant
     * @param allowed whether tokens of a tenant that the host names may be sent
     */
    BearerToken(IdentityTokens tokens, String scope, String own, Predicate<String> allowed) {
        this.tokens = tokens;
        this.own = own;
        this.allowed = allowed;
        this.scope = scope;
    }

    @Override
    public Mono<HttpResponse> process(
            HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
        return Mono.error(new UnsupportedOperationException("requests are sent synchronously"));
    }

    @Override
    public HttpResponse processSync(
            HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
        var host = context.getHttpRequest().getUrl().getHost();
        var sent = tenants.getOrDefault(host, own);
        var again = next.clone();
        authorize(context, sent);
        var response = next.processSync();
        var other =
                response.getStatusCode() == UNAUTHORIZED
                        ? Challenge.tenant(response).filter(allowed)
                        : Optional.<String>empty();
        if (other.isEmpty() || other.get().equalsIgnoreCase(sent)) {
            return response;
        }
        response.close();
        authorize(context, other.get());
        tenants.put(host, other.get());
        return again.processSync();
    }

    private void authorize(HttpPipelineCallContext context, String tenant) {
        context.getHttpRequest()
                .setHeader(HttpHeaderName.AUTHORIZATION, "Bearer " + tokens.of(scope, tenant));
    }
}
