package dev.dragoman.sandbox.azure.entra;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.credential.AccessToken;
import com.fasterxml.jackson.databind.JsonNode;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.azure.SdkClient;
import dev.dragoman.sandbox.azure.http.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;

/** The metadata service of a node refuses as the real one does. */
class ImdsTest {
    private static final Map<String, String> HEADER = Map.of("Metadata", "true");
    private final HttpClient http = HttpClient.newHttpClient();
    private AzureSandbox azure;

    private record Said(int status, JsonNode body) {
        String words() {
            return body.path("error").asText() + ": " + body.path("error_description").asText();
        }
    }

    @BeforeEach
    void start() {
        azure =
                AzureSandbox.start(
                        Options.of(Catalog.load())
                                .client(Client.managed("one"))
                                .client(Client.managed("two")));
        azure.control().assignToNode("one");
    }

    @AfterEach
    void stop() {
        azure.close();
    }

    private Said ask(String method, String query, Map<String, String> headers) {
        var request =
                HttpRequest.newBuilder(URI.create(azure.nodeMetadata() + query))
                        .method(method, HttpRequest.BodyPublishers.noBody());
        headers.forEach(request::header);
        try {
            var response = http.send(request.build(), BodyHandlers.ofString());
            return new Said(
                    response.statusCode(),
                    response.body().isEmpty() ? Json.object() : Json.parse(response.body()));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static SdkClient client(AzureSandbox sandbox, String token) {
        var until = OffsetDateTime.now(ZoneOffset.UTC).plusHours(1);
        return new SdkClient(sandbox, request -> Mono.just(new AccessToken(token, until)));
    }

    private String token(String more) {
        return "/metadata/identity/oauth2/token?api-version=2018-02-01&resource="
                + azure.audience()
                + more;
    }

    @Test
    void anIdentityOfTheNodeGetsItsToken() {
        var said = ask("GET", token("&client_id=one"), HEADER);
        assertThat(said.status()).isEqualTo(200);
        assertThat(said.body().path("client_id").asText()).isEqualTo("one");
        assertThat(said.body().path("expires_in").isTextual()).as("as the real one").isTrue();
        assertThat(said.body().path("resource").asText()).isEqualTo(azure.audience());
        var arm = client(azure, said.body().path("access_token").asText());
        assertThat(
                        arm.send(
                                "PUT",
                                "/resourceGroups/rg",
                                "2020-06-01",
                                "{\"location\":\"westus2\"}"))
                .extracting(SdkClient.Reply::status)
                .isEqualTo(201);
    }

    @ParameterizedTest(name = "[{index}] {0} {1}")
    @CsvSource({
        "GET, /metadata/instance?api-version=2018-02-01, 404, not_found: The requested element does not exist",
        "POST, TOKEN, 405, method_not_allowed: The method is not supported",
        "GET, /metadata/identity/oauth2/token?api-version=2018-02-01, 400, invalid_request: Required audience parameter not specified",
        "GET, /metadata/identity/oauth2/token?resource=x, 400, 'Bad request. api-version was not specified in the request: '",
        "GET, TOKEN&client_id=two, 400, invalid_request: Identity not found",
        "GET, TOKEN&client_id=three, 400, invalid_request: Identity not found"
    })
    void whatIsWrongIsRefused(String method, String query, int status, String words) {
        var said = ask(method, query.replace("TOKEN", token("")), HEADER);
        assertThat(said.status()).isEqualTo(status);
        assertThat(said.words()).isEqualTo(words);
    }

    @Test
    void aResourceThatIsNoneIsRefusedInEntrasWords() {
        var said =
                ask(
                        "GET",
                        "/metadata/identity/oauth2/token?api-version=2018-02-01&resource=https://x&client_id=one",
                        HEADER);
        assertThat(said.status()).isEqualTo(400);
        assertThat(said.words()).startsWith("invalid_resource: AADSTS500011: ");
    }

    @Test
    void whoIsLedThereByAnotherIsRefused() {
        assertThat(ask("GET", token(""), Map.of()).words())
                .isEqualTo("invalid_request: Required metadata header not specified");
        assertThat(
                        ask(
                                        "GET",
                                        token(""),
                                        Map.of("Metadata", "true", "X-Forwarded-For", "10.0.0.1"))
                                .status())
                .isEqualTo(400);
    }

    @Test
    void oneOfSeveralHasToBeNamedAndOneThatIsTakenAwayIsNotThere() {
        assertThat(ask("GET", token(""), HEADER).status()).isEqualTo(200);
        azure.control().assignToNode("two");
        assertThat(ask("GET", token(""), HEADER).words())
                .startsWith("invalid_request: Multiple user assigned identities exist");
        assertThat(ask("GET", token("&client_id=two"), HEADER).status()).isEqualTo(200);
        azure.control().removeFromNode("two");
        assertThat(ask("GET", token("&client_id=two"), HEADER).status()).isEqualTo(400);
        azure.control().revokeClient("one");
        assertThat(ask("GET", token("&client_id=one"), HEADER).status()).isEqualTo(400);
    }

    @Test
    void itTakesFiveAtATime() throws Exception {
        azure.control().delay("GET /metadata", Duration.ofSeconds(2));
        var all = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < 8; i++) {
            all.add(() -> ask("GET", token(""), HEADER).status());
        }
        var seen = new ArrayList<Integer>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var each : threads.invokeAll(all)) {
                seen.add(each.get());
            }
        }
        assertThat(seen).containsOnly(200, 429);
        assertThat(seen).filteredOn(each -> each == 200).hasSize(5);
    }

    /** Tokens of one cloud are worth nothing in another. */
    @Test
    void anotherCloudRefusesTheTokensOfThisOne() {
        var token =
                ask("GET", token("&client_id=one"), HEADER).body().path("access_token").asText();
        try (var other =
                AzureSandbox.start(Options.of(Catalog.load()).client(Client.managed("one")))) {
            var reply = client(other, token).send("GET", "/resourceGroups/rg", "2020-06-01", null);
            assertThat(reply.status()).isEqualTo(401);
            assertThat(reply.errorCode()).isEqualTo("InvalidAuthenticationToken");
            assertThat(other.control().tokens()).isEqualTo(List.of());
        }
    }
}
