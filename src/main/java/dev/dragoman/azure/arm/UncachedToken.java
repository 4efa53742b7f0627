package dev.dragoman.azure.arm;

import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/**
 * Requests a token before each request, from a new credential that has none cached. Thread-safe.
 */
final class UncachedToken implements HttpPipelinePolicy {
    private final Supplier<TokenCredential> credentials;
    private final String scope;

    UncachedToken(Supplier<TokenCredential> credentials, String scope) {
        this.credentials = credentials;
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
        var token = credentials.get().getTokenSync(new TokenRequestContext().addScopes(scope));
        context.getHttpRequest()
                .setHeader(HttpHeaderName.AUTHORIZATION, "Bearer " + token.getToken());
        return next.processSync();
    }
}
