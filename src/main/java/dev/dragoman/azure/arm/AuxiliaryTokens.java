package dev.dragoman.azure.arm;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.policy.HttpPipelineSyncPolicy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Adds tokens of further tenants to requests that change something. Azure requires such a token if
 * a resource refers to another tenant's resource, as a network peering does. Thread-safe; one
 * thread at a time requests tokens.
 */
final class AuxiliaryTokens extends HttpPipelineSyncPolicy {
    private static final HttpHeaderName HEADER =
            HttpHeaderName.fromString("x-ms-authorization-auxiliary");

    /** How long before its expiry a token is replaced. */
    private static final Duration BEFORE = Duration.ofMinutes(5);

    private final Supplier<TokenCredential> credentials;
    private final List<String> tenants;
    private final String scope;
    private final InstantSource clock;
    private final boolean cached;
    private final Map<String, AccessToken> tokens = new HashMap<>();

    /**
     * @param credentials gives the credential for the request of a new token
     * @param cached whether a token is used again until it expires
     */
    AuxiliaryTokens(
            Supplier<TokenCredential> credentials,
            List<String> tenants,
            String scope,
            InstantSource clock,
            boolean cached) {
        this.credentials = credentials;
        this.tenants = List.copyOf(tenants);
        this.scope = scope;
        this.clock = clock;
        this.cached = cached;
    }

    @Override
    protected void beforeSendingRequest(HttpPipelineCallContext context) {
        var method = context.getHttpRequest().getHttpMethod();
        if (method != HttpMethod.GET && method != HttpMethod.HEAD) {
            context.getHttpRequest().setHeader(HEADER, header());
        }
    }

    private synchronized String header() {
        return tenants.stream()
                .map(tenant -> "Bearer " + token(tenant).getToken())
                .collect(Collectors.joining(", "));
    }

    private AccessToken token(String tenant) {
        var known = tokens.get(tenant);
        if (cached && known != null && valid(known)) {
            return known;
        }
        var made =
                credentials
                        .get()
                        .getTokenSync(
                                new TokenRequestContext().addScopes(scope).setTenantId(tenant));
        tokens.put(tenant, made);
        return made;
    }

    private boolean valid(AccessToken token) {
        return Instant.from(token.getExpiresAt()).minus(BEFORE).isAfter(clock.instant());
    }
}
