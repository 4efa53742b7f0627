package dev.dragoman.azure.identity;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Context;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.Duration;
import reactor.core.publisher.Mono;

/**
 * Asks Entra. Fails with {@link EntraUnavailable} while Entra gives no tokens, for Microsoft's
 * library would call that a refused credential. An answer to a request for a token that is no JSON
 * object counts so too: it is a proxy's. So does a token that comes with a map or a list: the
 * library would compute on it without end. Thread-safe.
 */
record TokenAnswers(HttpClient client) implements HttpClient {
    private static final JsonFactory JSON = new JsonFactory();

    @Override
    public Mono<HttpResponse> send(HttpRequest request) {
        return Mono.fromCallable(() -> sendSync(request, Context.NONE));
    }

    @Override
    public HttpResponse sendSync(HttpRequest request, Context context) {
        var response = client.sendSync(request, context);
        EntraUnavailable.of(request.getUrl().getAuthority(), response)
                .ifPresent(
                        away -> {
                            throw away;
                        });
        int status = response.getStatusCode();
        if (request.getHttpMethod() == HttpMethod.POST
                && !isToken(response.getBodyAsBinaryData().toBytes(), status == 200)) {
            throw new EntraUnavailable(
                    "Entra is unavailable: %s answered %d, and not as Entra does; look at the proxy or firewall before it"
                            .formatted(request.getUrl().getAuthority(), status),
                    Duration.ZERO);
        }
        return response;
    }

    /**
     * Whether a text is a JSON object.
     *
     * @param flat whether it must have no map and no list in it
     */
    static boolean isToken(byte[] text, boolean flat) {
        try (var json = JSON.createParser(text)) {
            boolean fits = json.nextToken() == JsonToken.START_OBJECT;
            while (fits && flat && json.nextToken() != JsonToken.END_OBJECT) {
                fits = !json.currentToken().isStructStart();
            }
            return fits;
        } catch (IOException noJson) {
            return false;
        }
    }
}
