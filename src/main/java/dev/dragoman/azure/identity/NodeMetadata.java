package dev.dragoman.azure.identity;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Configuration;
import com.azure.core.util.Context;
import com.azure.identity.ManagedIdentityCredentialBuilder;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.aad.msal4j.ManagedIdentityApplication;
import dev.dragoman.kube.object.Excerpt;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/**
 * The metadata service of the node, which gives tokens of the node's identities. No request is
 * retried, and after a refusal no request is sent for a while, because the service serves all pods
 * of the node and accepts few requests at a time. Thread-safe.
 */
final class NodeMetadata {
    private static final String ADDRESS = "169.254.169.254";
    private static final Duration SHORT = Duration.ofSeconds(5);
    private static final Duration LONG = Duration.ofSeconds(10);

    private static final int GONE = 410;
    private static final int BAD = 400;
    private static final int LONGEST = 500;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Key of a refusal that concerns all identities. */
    private static final String ALL = "";

    private final Supplier<HttpClient> http;
    private final Optional<URI> instead;
    private final InstantSource clock;
    private final Map<String, Refusal> refusals = new ConcurrentHashMap<>();

    private record Refusal(NodeRefused why, Instant until) {}

    /**
     * @param http gives the client when a credential is made
     * @param instead address of the service in place of 169.254.169.254; or empty
     * @param clock clock for the pauses
     */
    NodeMetadata(Supplier<HttpClient> http, Optional<URI> instead, InstantSource clock) {
        this.http = http;
        this.instead = instead;
        this.clock = clock;
    }

    /** Tokens of the identity with this client id. */
    TokenCredential credential(String clientId) {
        var library =
                new ManagedIdentityCredentialBuilder()
                        .clientId(clientId)
                        // with the environment's configuration, the library would choose a
                        // federated token
                        .configuration(Configuration.NONE)
                        .pipeline(
                                new HttpPipelineBuilder()
                                        .httpClient(new Watching(http.get(), clientId))
                                        .build())
                        .build();
        return new TokenCredential() {
            @Override
            public Mono<AccessToken> getToken(TokenRequestContext request) {
                return Mono.fromCallable(() -> getTokenSync(request));
            }

            @Override
            public AccessToken getTokenSync(TokenRequestContext request) {
                throwRefusal(clientId);
                // the library would give a token again that Azure has refused
                ManagedIdentityApplication.getSharedTokenCache().deserialize("{}");
                try {
                    return library.getTokenSync(request);
                } catch (RuntimeException e) {
                    // the library's exception has neither the cause nor the service's answer
                    throwRefusal(clientId);
                    throw e;
                }
            }
        };
    }

    /** Throws the last refusal if its pause has not ended. */
    private void throwRefusal(String clientId) {
        for (var each : new String[] {clientId, ALL}) {
            var refusal = refusals.get(each);
            if (refusal != null && refusal.until().isAfter(clock.instant())) {
                throw refusal.why();
            }
        }
    }

    private void refused(String clientId, NodeRefused why) {
        var now = clock.instant();
        refusals.values().removeIf(each -> !each.until().isAfter(now));
        refusals.put(why.passing() ? ALL : clientId, new Refusal(why, now.plus(why.pause())));
    }

    /** Redirects the library's requests, and records refusals. */
    private final class Watching implements HttpClient {
        private final HttpClient client;
        private final String clientId;

        Watching(HttpClient client, String clientId) {
            this.client = client;
            this.clientId = clientId;
        }

        @Override
        public Mono<HttpResponse> send(HttpRequest request) {
            return Mono.fromCallable(() -> sendSync(request, Context.NONE));
        }

        @Override
        public HttpResponse sendSync(HttpRequest request, Context context) {
            instead.ifPresent(other -> redirect(request, other));
            HttpResponse response;
            try {
                response = client.sendSync(request, context).buffer();
            } catch (RuntimeException e) {
                var cause = e.getCause() == null ? e : e.getCause();
                refused(clientId, NodeRefused.unreachable(cause.getClass().getSimpleName(), SHORT));
                throw e;
            }
            int status = response.getStatusCode();
            if (status >= BAD) {
                refused(
                        clientId,
                        NodeRefused.answered(
                                status,
                                words(response),
                                response.getBodyAsBinaryData().toString(),
                                EntraUnavailable.pause(response, status == GONE ? LONG : SHORT)));
            }
            return response;
        }
    }

    private static void redirect(HttpRequest request, URI other) {
        var url = request.getUrl();
        if (ADDRESS.equals(url.getHost())) {
            request.setUrl(other.resolve(url.getFile()).toString());
        }
    }

    /** Error code and description of a refusal, which holds no secret. */
    private static String words(HttpResponse response) {
        try {
            var json = JSON.readTree(response.getBodyAsBinaryData().toBytes());
            var error = json.path("error").asText("");
            var more = json.path("error_description").asText("");
            if (!error.isEmpty()) {
                return Excerpt.value(more.isEmpty() ? error : error + ": " + more, LONGEST);
            }
        } catch (IOException noJson) {
            return "the answer is no JSON";
        }
        return "the answer has no error code";
    }
}
