package dev.dragoman.azure.arm;

import com.azure.core.credential.TokenCredential;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.policy.BearerTokenAuthenticationPolicy;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.core.http.policy.RequestIdPolicy;
import com.azure.core.http.policy.UserAgentPolicy;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.Credentials;
import dev.dragoman.azure.identity.GuardedClient;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The HTTP pipelines of one identity, one for each scope of tokens. All use the same credential,
 * unless tokens are not cached. Thread-safe.
 */
final class IdentityPipelines {
    private final GuardedClient http;
    private final Credentials credentials;
    private final AzureIdentity identity;
    private final InstantSource clock;
    private final boolean cached;
    private final String agent;

    /** Made even if tokens are not cached: an unusable credential must fail the constructor. */
    private final TokenCredential first;

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
        this.credentials = credentials;
        this.identity = identity;
        this.clock = clock;
        this.cached = settings.identityRules().cached();
        this.agent = ("dragoman/0.1.0 " + settings.userAgentSuffix()).strip();
        this.first = credentials.create(identity);
        this.arm = pipeline(http, authentication());
    }

    /** The pipeline for Resource Manager. */
    HttpPipeline arm() {
        return arm;
    }

    /** The pipeline for a Key Vault, with tokens of that scope. */
    HttpPipeline of(String scope) {
        return others.computeIfAbsent(
                scope, any -> pipeline(http.atMost(GuardedClient.OF_VAULT), List.of(token(scope))));
    }

    private HttpPipeline pipeline(GuardedClient client, List<HttpPipelinePolicy> authentication) {
        return new HttpPipelineBuilder()
                .httpClient(client)
                .policies(new UserAgentPolicy(agent), new RequestIdPolicy())
                .policies(authentication.toArray(HttpPipelinePolicy[]::new))
                .build();
    }

    private HttpPipelinePolicy token(String scope) {
        return cached
                ? new BearerTokenAuthenticationPolicy(first, scope)
                : new UncachedToken(() -> credentials.create(identity), scope);
    }

    private List<HttpPipelinePolicy> authentication() {
        var scope = identity.cloud().scope();
        var policies = new ArrayList<HttpPipelinePolicy>();
        policies.add(token(scope));
        var tenants = identity.furtherTenants();
        if (!tenants.isEmpty()) {
            policies.add(
                    new AuxiliaryTokens(
                            cached ? () -> first : () -> credentials.create(identity),
                            tenants,
                            scope,
                            clock,
                            cached));
        }
        return policies;
    }
}
