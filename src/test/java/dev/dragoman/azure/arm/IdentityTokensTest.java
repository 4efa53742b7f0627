package dev.dragoman.azure.arm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.AzureDecision;
import dev.dragoman.azure.identity.AzureHttp;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.Credentials;
import dev.dragoman.azure.identity.EntraUnavailable;
import dev.dragoman.azure.identity.Proof;
import dev.dragoman.azure.identity.Proofs;
import dev.dragoman.azure.identity.Sensitive;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.azure.entra.Client;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;

/** How often tokens are requested, and what is said while there are none. */
class IdentityTokensTest {
    private static final String SCOPE = "https://management.azure.com/.default";

    private final AzureSandbox azure =
            AzureSandbox.start(Options.of(Catalog.load()).client(Client.secret("app", "s")));
    private final AtomicInteger requests = new AtomicInteger();
    private Instant now = Instant.now();

    @AfterEach
    void stop() {
        azure.close();
    }

    private AzureSettings settings(String cache) {
        return AzureSettings.from(
                Map.of(
                        "AZURE_RESOURCE_MANAGER_ENDPOINT", azure.armEndpoint(),
                        "AZURE_RESOURCE_MANAGER_AUDIENCE", azure.audience(),
                        "AZURE_AUTHORITY_HOST", azure.authorityHost(),
                        "DRAGOMAN_TOKEN_CACHE", cache,
                        "DRAGOMAN_CA_FILE", azure.caPem().toString()));
    }

    private AzureIdentity identity(AzureSettings settings) {
        return new AzureIdentity(
                azure.subscriptionId(),
                azure.tenantId(),
                "app",
                new Proof.ClientSecret(new Sensitive("s")),
                List.of(),
                settings.cloud());
    }

    private ArmClient client(String cache) {
        var settings = settings(cache);
        return new ArmClients(
                        settings,
                        InstantSource.system(),
                        new ArmMetrics(new SimpleMeterRegistry()),
                        Proofs.none(),
                        () -> true)
                .of(identity(settings));
    }

    private Answer get(ArmClient client) {
        return client.send(
                new ArmRequest(
                        "GET",
                        URI.create(
                                "%s/subscriptions/%s/resourceGroups?api-version=2020-06-01"
                                        .formatted(azure.armEndpoint(), azure.subscriptionId())),
                        Optional.empty()));
    }

    private IdentityTokens tokens(TokenCredential credential) {
        return new IdentityTokens(() -> credential, true, () -> now, () -> now);
    }

    /** An identity whose tokens live 3,599 s. */
    private TokenCredential entra(Optional<Duration> refresh) {
        return asked -> {
            requests.incrementAndGet();
            var end = OffsetDateTime.ofInstant(now.plusSeconds(3_599), ZoneOffset.UTC);
            // the library's time where Entra names none
            var renewal =
                    OffsetDateTime.ofInstant(
                            refresh.map(now::plus).orElse(Instant.EPOCH), ZoneOffset.UTC);
            return Mono.just(new AccessToken("t" + requests.get(), end, renewal));
        };
    }

    /** Each would be one every 30 s, as the library has it: 12,000 requests. */
    @ParameterizedTest
    @CsvSource({"0, 200", "1800, 200", "900, 400"})
    void anHourOfAHundredIdentities(long refresh, int expected) {
        var said = Optional.of(Duration.ofSeconds(refresh)).filter(Duration::isPositive);
        var all = IntStream.range(0, 100).mapToObj(any -> tokens(entra(said))).toList();
        for (int second = 0; second < 3_600; second += 10) {
            all.forEach(each -> each.of(SCOPE, ""));
            now = now.plusSeconds(10);
        }
        assertThat(requests).hasValue(expected);
    }

    /** The library's own token, to see what it makes of an answer without {@code refresh_in}. */
    @Test
    void aTokenIsKeptWhateverTheLibraryMakesOfWhatEntraDoesNotSay() {
        var settings = settings("memory");
        var http = AzureHttp.client(settings.caFile(), settings.proxy(), () -> now);
        var credentials = new Credentials(settings, http, Proofs.none(), () -> now);
        var identity = identity(settings);
        var tokens =
                new IdentityTokens(() -> credentials.create(identity), true, () -> now, () -> now);
        var scope = settings.cloud().scope();
        var first = tokens.of(scope, azure.tenantId());
        now = now.plusSeconds(3_000);
        assertThat(tokens.of(scope, azure.tenantId())).isEqualTo(first);
        now = now.plusSeconds(310);
        assertThat(tokens.of(scope, azure.tenantId())).as("before its end").isNotEqualTo(first);
        assertThat(azure.control().tokens()).hasSize(2);
        azure.control().tokenRefresh(Duration.ofMinutes(10));
        now = Instant.now();
        tokens.refused(scope, tokens.of(scope, azure.tenantId()));
        var refreshed = tokens.of(scope, azure.tenantId());
        now = now.plusSeconds(580);
        assertThat(tokens.of(scope, azure.tenantId())).isEqualTo(refreshed);
        now = now.plusSeconds(40);
        assertThat(tokens.of(scope, azure.tenantId())).isNotEqualTo(refreshed);
    }

    /** A token is good until its end, although there is no new one. */
    @Test
    void whileEntraIsAwayTheFormerTokenIsUsed() {
        var away = new AtomicInteger();
        var good = entra(Optional.empty());
        var tokens =
                tokens(
                        asked ->
                                away.get() > 0
                                        ? Mono.error(new IllegalStateException("away"))
                                        : good.getToken(asked));
        var first = tokens.of(SCOPE, "");
        away.set(1);
        now = now.plusSeconds(3_590);
        assertThat(tokens.of(SCOPE, "")).isEqualTo(first);
        now = now.plusSeconds(10);
        assertThatThrownBy(() -> tokens.of(SCOPE, "")).hasMessage("away");
        away.set(0);
        assertThat(tokens.of(SCOPE, "")).isNotEqualTo(first);
    }

    @Test
    void aRefusedTokenIsReplacedOnceAndAfterGrowingPauses() {
        var tokens = tokens(entra(Optional.empty()));
        var first = tokens.of(SCOPE, "");
        for (int i = 0; i < 100; i++) {
            assertThat(tokens.refused(SCOPE, first)).isTrue();
        }
        var second = tokens.of(SCOPE, "");
        assertThat(second).isNotEqualTo(first);
        assertThat(tokens.refused(SCOPE, second)).isTrue();
        assertThat(tokens.of(SCOPE, "")).as("not at once again").isEqualTo(second);
        for (int i = 0; i < 60; i++) {
            tokens.refused(SCOPE, tokens.of(SCOPE, ""));
            now = now.plusSeconds(5);
        }
        assertThat(requests).hasValueLessThan(8);
        assertThat(tokens.refused(SCOPE, tokens.of(SCOPE, "")))
                .as("the tokens are not the reason")
                .isFalse();
        assertThat(tokens.refused("https://vault.azure.net/.default", "other"))
                .as("another service")
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "503 | {}                                                 | answered 503",
                "429 | {\"error\":\"too_many\"}                           | answered 429",
                "500 | {\"error\":\"server_error\"}                       | answered 500 server_error",
                "400 | {\"error\":\"temporarily_unavailable\"}            | answered 400 temporarily_unavailable",
                "400 | {\"error\":\"invalid_request\",\"error_description\":\"AADSTS90033: A transient error\"} | 400 AADSTS90033"
            })
    void anUnavailableEntraIsNoRefusedCredential(int status, String body, String words)
            throws Exception {
        azure.control()
                .answer(
                        1,
                        "POST .*/oauth2/.*",
                        status,
                        Map.of("Retry-After", "60"),
                        new ObjectMapper().readTree(body));
        var client = client("memory");
        for (int i = 0; i < 20; i++) {
            var answer = get(client);
            assertThat(AzureDecision.saysNothing(answer)).isTrue();
            assertThat(answer.held()).isTrue();
            assertThat(answer.retryAfter().orElseThrow())
                    .isBetween(Duration.ofSeconds(30), Duration.ofSeconds(60));
            var error = answer.error().orElseThrow();
            assertThat(error.code()).isEqualTo(Answer.UNREACHABLE);
            assertThat(error.message())
                    .contains("Entra is unavailable", words, "the credential was not refused")
                    .doesNotContain("AZURE_CLIENT_ID");
        }
        assertThat(azure.control().tokens()).as("Entra is left alone").isEmpty();
    }

    @Test
    void aRefusedCredentialIsStillToldAsOne() {
        azure.control().changeSecret("app", "other");
        var error = get(client("memory")).error().orElseThrow();
        assertThat(error.code()).isEqualTo(Answer.AUTHENTICATION);
        assertThat(error.message()).contains("AADSTS7000215", "correct AZURE_CLIENT_ID");
    }

    @ParameterizedTest
    @CsvSource({"memory, 2", "none, 4"})
    void aTokenThatAzureRefusesIsReplaced(String cache, int expected) {
        var client = client(cache);
        assertThat(get(client).ok()).isTrue();
        azure.control().fail(1, "GET /subscriptions", 401, "ExpiredAuthenticationToken", "expired");
        var refused = get(client);
        assertThat(AzureDecision.saysNothing(refused)).isTrue();
        assertThat(refused.error().orElseThrow().message())
                .isEqualTo(
                        "Azure refused the token of client app with 401 ExpiredAuthenticationToken: expired; the operator requests a new token");
        azure.control().clearFaults();
        assertThat(get(client).ok()).isTrue();
        assertThat(get(client).ok()).isTrue();
        assertThat(azure.control().tokens()).hasSize(expected);
    }

    /** Such a refusal is about the settings, whatever the token. */
    @Test
    void aTokenOfAnotherTenantIsToldAtOnce() {
        azure.control().fail(1, "GET ", 401, "InvalidAuthenticationTokenTenant", "wrong issuer");
        var answer = get(client("memory"));
        assertThat(answer.status()).isEqualTo(401);
        assertThat(AzureDecision.saysNothing(answer)).isFalse();
    }

    @Test
    void thePauseGrowsWhileEntraStaysAway() {
        var tokens = tokens(asked -> Mono.error(away()));
        long before = 0;
        for (int i = 0; i < 6; i++) {
            long left = left(tokens);
            assertThat(left).isGreaterThan(before);
            before = left;
            now = now.plusSeconds(left);
        }
        assertThat(left(tokens)).isEqualTo(before).isEqualTo(160);
    }

    private static long left(IdentityTokens tokens) {
        return catchThrowableOfType(EntraUnavailable.class, () -> tokens.of(SCOPE, ""))
                .pause()
                .toSeconds();
    }

    private RuntimeException away() {
        azure.control().fail(1, "POST .*/oauth2/.*", 503, "busy", "busy");
        var settings = settings("memory");
        var http = AzureHttp.client(settings.caFile(), settings.proxy(), () -> now);
        var credential =
                new Credentials(settings, http, Proofs.none(), () -> now)
                        .create(identity(settings));
        return catchThrowableOfType(
                RuntimeException.class,
                () ->
                        credential.getTokenSync(
                                new TokenRequestContext().addScopes(settings.cloud().scope())));
    }
}
