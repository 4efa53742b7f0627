package dev.dragoman.azure.arm;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.policy.HttpPipelineSyncPolicy;

/** Adds a token to each request to Resource Manager. Thread-safe. */
final class BearerToken extends HttpPipelineSyncPolicy {
    private final IdentityTokens tokens;
    private final String scope;

    BearerToken(IdentityTokens tokens, String scope) {
        this.tokens = tokens;
        this.scope = scope;
    }

    @Override
    protected void beforeSendingRequest(HttpPipelineCallContext context) {
        context.getHttpRequest()
                .setHeader(HttpHeaderName.AUTHORIZATION, "Bearer " + tokens.of(scope, ""));
    }
}
