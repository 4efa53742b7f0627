package dev.dragoman.azure.arm;

import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.policy.HttpPipelinePolicy;
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
import java.util.concurrent.ConcurrentHashMap;

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
}
