package dev.dragoman.azure.arm;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.policy.HttpPipelineSyncPolicy;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Adds tokens of further tenants to requests that change something. Azure requires such a token if
 * a resource refers to another tenant's resource, as a network peering does. Thread-safe.
 */
final class AuxiliaryTokens extends HttpPipelineSyncPolicy {
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
