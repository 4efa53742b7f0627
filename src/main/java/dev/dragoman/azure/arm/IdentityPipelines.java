package dev.dragoman.azure.arm;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.core.http.policy.HttpPipelineSyncPolicy;
import com.azure.core.http.policy.RequestIdPolicy;
import com.azure.core.http.policy.UserAgentPolicy;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.Credentials;
import dev.dragoman.azure.identity.GuardedClient;
import dev.dragoman.reconcile.SteadyClock;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import reactor.core.publisher.Mono;

/**
 * The HTTP pipelines of one identity, one for each scope of tokens, and its tokens. Thread-safe.
 */
final class IdentityPipelines {
    private final GuardedClient http;
    private final AzureIdentity identity;
    private final String agent;
    private final IdentityTokens tokens;
    private final HttpPipeline arm;
    private final Map<String, HttpPipeline> others = new ConcurrentHashMap<>();

    /**
     * @throws IllegalArgumentException when tenant, client id or certificate are malformed
     */
    IdentityPipelines(
            AzureSettings settings,
            GuardedClient http,
            Credentials credentials,
            AzureIdentity identity,
            InstantSource clock) {
        this.http = http;
        this.identity = identity;
        this.agent = ("dragoman/0.1.0 " + settings.userAgentSuffix()).strip();
        // an unusable credential must fail here, and not when the first token is requested
        var _ = credentials.create(identity);
        this.tokens =
                new IdentityTokens(
                        () -> credentials.create(identity),
                        settings.identityRules().cached(),
                        clock,
                        SteadyClock.from(clock));
        this.arm = pipeline(http, authentication());
    }

    /** The tokens that the pipelines send. */
    IdentityTokens tokens() {
        return tokens;
    }

    /** The pipeline for Resource Manager. */
    HttpPipeline arm() {
        return arm;
    }

    /** The pipeline for a Key Vault, with tokens of that scope. */
    HttpPipeline of(String scope) {
        return others.computeIfAbsent(
                scope,
                any ->
                        pipeline(
                                http.atMost(GuardedClient.OF_VAULT),
                                List.of(
                                        new BearerToken(
                                                tokens,
                                                scope,
                                                identity.tenantId(),
                                                identity::mayUse))));
    }

    private HttpPipeline pipeline(GuardedClient client, List<HttpPipelinePolicy> authentication) {
        return new HttpPipelineBuilder()
                .httpClient(client)
                .policies(new UserAgentPolicy(agent), new RequestIdPolicy())
                .policies(authentication.toArray(HttpPipelinePolicy[]::new))
                .build();
    }

    private List<HttpPipelinePolicy> authentication() {
        var scope = identity.cloud().scope();
        var bearer = new BearerToken(tokens, scope, identity.tenantId(), any -> false);
        var tenants = identity.furtherTenants();
        return tenants.isEmpty()
                ? List.of(bearer)
                : List.of(bearer, new AuxiliaryTokens(tokens, tenants, scope));
    }

    /**
     * Adds a token to each request. A Key Vault that belongs to another tenant names it when it
     * refuses a token; if the identity may use that tenant, its token is sent from then on.
     * Thread-safe.
     */
    static final class BearerToken implements HttpPipelinePolicy {
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

    /**
     * Adds tokens of further tenants to requests that change something. Azure requires such a token
     * if a resource refers to another tenant's resource, as a network peering does. Thread-safe.
     */
    static final class AuxiliaryTokens extends HttpPipelineSyncPolicy {
        private static final HttpHeaderName HEADER =
                HttpHeaderName.fromString("x-ms-authorization-auxiliary");

        private final IdentityTokens tokens;
        private final List<String> tenants;
        private final String scope;

        AuxiliaryTokens(IdentityTokens tokens, List<String> tenants, String scope) {
            this.tokens = tokens;
            this.tenants = List.copyOf(tenants);
            this.scope = scope;
        }

        @Override
        protected void beforeSendingRequest(HttpPipelineCallContext context) {
            var method = context.getHttpRequest().getHttpMethod();
            if (method != HttpMethod.GET && method != HttpMethod.HEAD) {
                context.getHttpRequest()
                        .setHeader(
                                HEADER,
                                tenants.stream()
                                        .map(tenant -> "Bearer " + tokens.of(scope, tenant))
                                        .collect(Collectors.joining(", ")));
            }
        }
    }
}
