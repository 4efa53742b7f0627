package dev.dragoman.azure.arm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.Proof;
import dev.dragoman.azure.identity.Proofs;
import dev.dragoman.azure.identity.Sensitive;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.azure.entra.Client;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A host that stands in for Entra, and answers requests for tokens with odd JSON. */
class OddTokensTest {
    private static final int DEEP = 950;
    private static AzureSandbox azure;

    @BeforeAll
    static void open() {
        azure = AzureSandbox.start(Options.of(Catalog.load()).client(Client.secret("app", "s")));
    }

    @AfterAll
    static void close() {
        azure.close();
    }

    private static ArmClient client() {
        var settings =
                AzureSettings.from(
                        Map.of(
                                "AZURE_RESOURCE_MANAGER_ENDPOINT", azure.armEndpoint(),
                                "AZURE_RESOURCE_MANAGER_AUDIENCE", azure.audience(),
                                "AZURE_AUTHORITY_HOST", azure.authorityHost(),
                                "DRAGOMAN_CA_FILE", azure.caPem().toString()));
        return new ArmClients(
                        settings,
                        InstantSource.system(),
                        new ArmMetrics(new SimpleMeterRegistry()),
                        Proofs.none(),
                        () -> true)
                .of(
                        new AzureIdentity(
                                azure.subscriptionId(),
                                azure.tenantId(),
                                "app",
                                new Proof.ClientSecret(new Sensitive("s")),
                                List.of(),
                                settings.cloud()));
    }

    static List<String> odd() {
        return List.of(
                "null",
                "[]",
                "5",
                "\"text\"",
                "[null]",
                "{\"access_token\":[]}",
                "{\"access_token\":{\"a\":1}}",
                "{\"access_token\":\"t\",\"expires_in\":3600,\"more\":[]}",
                "{\"access_token\":\"t\",\"expires_in\":3600,\"more\":{\"a\":[1]}}",
                "{\"error\":7}",
                "{\"error\":{\"code\":[]},\"error_description\":null,\"error_codes\":{}}",
                "{\"a\":".repeat(DEEP) + "1" + "}".repeat(DEEP),
                "[".repeat(DEEP) + "]".repeat(DEEP));
    }

    /** On a list beside the token, Microsoft's library computes without end. */
    @ParameterizedTest
    @MethodSource("odd")
    @Timeout(60)
    void anOddAnswerOfEntraIsSaidSoInTheEnd(String body) throws IOException {
        for (int status : new int[] {200, 400, 500}) {
            azure.control()
                    .answer(
                            1,
                            "POST .*/oauth2/.*",
                            status,
                            Map.of(),
                            new ObjectMapper().readTree(body));
            var error = client().send(request()).error().orElseThrow();
            assertThat(error.message())
                    .as("%d", status)
                    .doesNotContain("Exception", "java.", "msal", "token to begin");
            if (!body.startsWith("{")) {
                assertThat(error.message())
                        .contains(URI.create(azure.authorityHost()).getAuthority())
                        .containsPattern("answered (with status )?" + status);
            }
        }
    }

    private static ArmRequest request() {
        return new ArmRequest(
                "GET",
                URI.create(azure.armEndpoint() + "/subscriptions/x?api-version=2020"),
                Optional.empty());
    }

    /** A page of a proxy is no refusal, and the next request would get the same page. */
    @ParameterizedTest
    @ValueSource(ints = {200, 403})
    void afterAPageNoTokenIsRequestedForAWhile(int status) {
        var client = client();
        azure.control()
                .answer(1, "POST .*/oauth2/.*", status, Map.of(), TextNode.valueOf("sign in"));
        for (var request : List.of(request(), request())) {
            assertThat(client.send(request).error().orElseThrow().message())
                    .contains("answered %d, and not as Entra does".formatted(status));
        }
    }

    /** What a gateway says in Entra's place says nothing of the credential. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    400 | {}
                    400 | {"error": 7}
                    400 | {"error": ""}
                    400 | {"error": null}
                    401 | {"error": "unauthorized"}
                    401 | {"error": "Invalid_Client"}
                    403 | {"message": "invalid_client"}
                    403 | {"error": {"code": "invalid_client"}}
                    403 | {"error": "forbidden", "error": "invalid_client"}
                    404 | {"error": "not found"}
                    404 | {"error": "not_", "message": "AADSTS"}
                    302 | {"error": "invalid_client"}
                    201 | {"access_token": "t", "expires_in": 3600}
                    200 | {}
                    200 | {"error": "invalid_client"}
                    200 | {"access_token": null, "expires_in": 3600}
                    200 | {"access_token": "", "expires_in": 3600}
                    200 | {"access_token": " ", "expires_in": 3600}
                    200 | {"access_token": 7, "expires_in": 3600}
                    200 | {"access_token": "t", "expires_in": 3600, "more": [], "more": 1}
                    """)
    @Timeout(60)
    void anAnswerOfAGatewayIsNoRefusal(int status, String body) {
        var client = client();
        answer(status, body);
        for (var request : List.of(request(), request())) {
            var error = client.send(request).error().orElseThrow();
            assertThat(error.code()).isEqualTo(Answer.UNREACHABLE);
            assertThat(error.message())
                    .contains("answered %d, and not as Entra does".formatted(status));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    400 | {"error": "unauthorized_client", "error_codes": [700016]}
                    400 | {"error": "unsupported_grant_type"}
                    400 | {"error": "interaction_required", "claims": {"a": [1]}}
                    401 | {"error": "invalid_client"}
                    403 | {"error": "access_denied"}
                    401 | {"error": "Denied", "error_description": "AADSTS7000215: wrong"}
                    """)
    void anErrorOfOAuthOrACodeOfEntraIsARefusal(int status, String body) {
        answer(status, body);
        assertThat(client().send(request()).error().orElseThrow().code())
                .isEqualTo(Answer.AUTHENTICATION);
    }

    private static void answer(int status, String body) {
        var told = JsonNodeFactory.instance.rawValueNode(new RawValue(body));
        azure.control().answer(1, "POST .*/oauth2/.*", status, Map.of(), told);
    }
}
