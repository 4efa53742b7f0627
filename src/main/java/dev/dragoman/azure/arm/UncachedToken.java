package dev.dragoman.azure.arm;

import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.policy.HttpPipelineSyncPolicy;
import java.util.function.Supplier;

/**
 * Requests a token before each request. The credential is new each time, so it has no cached token.
 * Thread-safe.
 */
final class UncachedToken extends HttpPipelineSyncPolicy {
    private final Supplier<TokenCredential> credentials;
    private final String scope;

    UncachedToken(Supplier<TokenCredential> credentials, String scope) {
        this.credentials = credentials;
        this.scope = scope;
    }

    @Override
    protected void beforeSendingRequest(HttpPipelineCallContext context) {
        var token = credentials.get().getTokenSync(new TokenRequestContext().addScopes(scope));
        context.getHttpRequest()
                .setHeader(HttpHeaderName.AUTHORIZATION, "Bearer " + token.getToken());
    }
}
