package dev.dragoman.azure.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.core.credential.TokenRequestContext;
import com.azure.core.util.Configuration;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.nimbusds.jwt.SignedJWT;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.azure.entra.Client;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tokens of the node's identities, by Microsoft's library, and how often they are asked for. */
class NodeMetadataTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    private final String client = UUID.randomUUID().toString();
    private AzureSandbox azure;
    private NodeMetadata node;

    @BeforeEach
    void start() {
        azure = AzureSandbox.start(Options.of(Catalog.load()).client(Client.managed(client)));
        node = at(azure.nodeMetadata());
    }

    @AfterEach
    void stop() {
        azure.close();
    }

    private NodeMetadata at(URI address) {
        return new NodeMetadata(AzureHttp::nodeClient, Optional.of(address), now::get);
    }

    private TokenRequestContext request() {
        return new TokenRequestContext().addScopes(azure.audience() + "/.default");
    }

    private NodeRefused refused() {
        return catchThrowableOfType(
                NodeRefused.class, () -> node.credential(client).getTokenSync(request()));
    }

    /** The library would else prove itself by the operator's own token, as another identity. */
    @Test
    @SuppressWarnings("deprecation") // there is no other way to what the library reads by itself
    void theNodeIsAskedWhateverTheEnvironmentSays() throws Exception {
        azure.control().assignToNode(client);
        var global = Configuration.getGlobalConfiguration();
        global.put("AZURE_TENANT_ID", azure.tenantId());
        global.put("AZURE_FEDERATED_TOKEN_FILE", "/nowhere");
        try {
            var token = node.credential(client).getTokenSync(request());
            var claims = SignedJWT.parse(token.getToken()).getJWTClaimsSet();
            assertThat(claims.getStringClaim("appid")).isEqualTo(client);
            assertThat(claims.getAudience()).containsExactly(azure.audience());
        } finally {
            global.remove("AZURE_TENANT_ID");
            global.remove("AZURE_FEDERATED_TOKEN_FILE");
        }
        assertThat(azure.control().tokens())
                .singleElement()
                .satisfies(
                        each -> {
                            assertThat(each.by()).isEqualTo("node");
                            assertThat(each.clientId()).isEqualTo(client);
                        });
    }

    @Test
    void anIdentityThatTheNodeDoesNotHaveIsRefusedInItsOwnWordsAndAskedForAfterAPause() {
        var refused = refused();
        assertThat(refused)
                .hasMessage(
                        "the metadata service of the node answered 400: invalid_request: Identity not found");
        assertThat(refused.passing()).isFalse();
        azure.control().assignToNode(client);
        assertThat(refused()).as("not asked again").isSameAs(refused);
        now.updateAndGet(at -> at.plusSeconds(6));
        assertThat(node.credential(client).getTokenSync(request()).getToken()).isNotBlank();
    }

    /** The library would ask three times, or during 70 seconds, and hold a worker meanwhile. */
    @ParameterizedTest
    @CsvSource({"404, 5", "410, 10", "429, 5", "500, 5", "503, 5"})
    void whatGoesByStopsAllRequestsForAWhile(int status, int seconds) {
        azure.control().assignToNode(client);
        azure.control()
                .failWith(
                        1,
                        "GET /metadata",
                        status,
                        JsonNodeFactory.instance
                                .objectNode()
                                .put("error", "later")
                                .put("error_description", "not now"));
        var refused = refused();
        assertThat(refused)
                .hasMessage(
                        "the metadata service of the node answered %d: later: not now"
                                .formatted(status));
        assertThat(refused.passing()).isTrue();
        now.updateAndGet(at -> at.plusSeconds(seconds - 1L));
        assertThatThrownBy(
                        () -> node.credential(UUID.randomUUID().toString()).getTokenSync(request()))
                .as("nor for another identity")
                .isSameAs(refused);
        now.updateAndGet(at -> at.plusSeconds(2));
        assertThat(node.credential(client).getTokenSync(request()).getToken()).isNotBlank();
    }

    @Test
    void whereThereIsNoneItIsSaidSoon() {
        node = at(URI.create("http://localhost:1"));
        var before = Instant.now();
        assertThat(refused())
                .hasMessage(
                        "cannot reach the metadata service of the node (169.254.169.254): ConnectException");
        assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(10));
    }
}
