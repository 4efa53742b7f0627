package dev.dragoman.azure.arm;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import dev.dragoman.azure.identity.AzureIdentity;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.publisher.Mono;

/**
 * Adds a token to each request to a Key Vault. A vault that belongs to another tenant names it when
 * it refuses a token; if the identity may use that tenant, its token is sent from then on.
 * Thread-safe.
 */
final class VaultToken implements HttpPipelinePolicy {
    private static final int UNAUTHORIZED = 401;

    private final IdentityTokens tokens;
    private final AzureIdentity identity;
    private final String scope;

    /** Tenants of vaults, by host. */
    private final Map<String, String> tenants = new ConcurrentHashMap<>();

    VaultToken(IdentityTokens tokens, AzureIdentity identity, String scope) {
        this.tokens = tokens;
        this.identity = identity;
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
        var sent = tenants.getOrDefault(host, identity.tenantId());
        var again = next.clone();
        authorize(context, sent);
        var response = next.processSync();
        var other =
                response.getStatusCode() == UNAUTHORIZED
                        ? Challenge.of(response).tenant().filter(identity::mayUse)
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
        var own = tenant.equalsIgnoreCase(identity.tenantId());
        context.getHttpRequest()
                .setHeader(
                        HttpHeaderName.AUTHORIZATION,
                        "Bearer " + tokens.of(scope, own ? "" : tenant));
    }
}
