package dev.dragoman.azure.identity;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Context;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.time.Duration;
import reactor.core.publisher.Mono;

/**
 * Asks Entra. Fails with {@link EntraUnavailable} while Entra gives no tokens, for Microsoft's
 * library would call that a refused credential. An answer to a request for a token that is neither
 * a token nor a refusal of Entra's counts so too: it is a proxy's. Thread-safe.
 */
record TokenAnswers(HttpClient client) implements HttpClient {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

    @Override
    public Mono<HttpResponse> send(HttpRequest request) {
        return Mono.fromCallable(() -> sendSync(request, Context.NONE));
    }

    @Override
    public HttpResponse sendSync(HttpRequest request, Context context) {
        var response = client.sendSync(request, context);
        EntraUnavailable.check(request.getUrl().getAuthority(), response);
        int status = response.getStatusCode();
        if (request.getHttpMethod() == HttpMethod.POST
                && !isEntras(status, response.getBodyAsBinaryData().toBytes())) {
            throw new EntraUnavailable(
                    "Entra is unavailable: %s answered %d, and not as Entra does; look at the proxy or firewall before it"
                            .formatted(request.getUrl().getAuthority(), status),
                    EntraUnavailable.pause(response, Duration.ZERO));
        }
        return response;
    }

    /** Whether this is a token, or a refusal with an error of OAuth or a code of Entra. */
    private static boolean isEntras(int status, byte[] text) {
        try {
            var answer = JSON.readTree(text);
            return status == 200
                    ? says(answer, "access_token", "\\S+")
                            // on these, the library would compute without end
                            && answer.valueStream().noneMatch(JsonNode::isContainerNode)
                    : status >= 400
                            && (says(answer, "error", "[a-z]+_[a-z_]+")
                                    || says(answer, "error_description", "(?s).*AADSTS\\d.*"));
        } catch (IOException noJson) {
            return false;
        }
    }

    private static boolean says(JsonNode answer, String name, String form) {
        return answer.path(name).isTextual() && answer.path(name).textValue().matches(form);
    }
}
