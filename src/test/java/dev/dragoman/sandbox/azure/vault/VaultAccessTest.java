package dev.dragoman.sandbox.azure.vault;

import static dev.dragoman.sandbox.azure.vault.VaultFixture.TENANT;
import static dev.dragoman.sandbox.azure.vault.VaultFixture.code;
import static dev.dragoman.sandbox.azure.vault.VaultFixture.json;
import static dev.dragoman.sandbox.azure.vault.VaultFixture.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.sandbox.azure.http.Answer;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tokens, networks, limits and faults. A unit test, in the default build. */
class VaultAccessTest {
    private static final String AUDIENCE = "https://vault.azure.net";

    private VaultFixture vault;

    @BeforeEach
    void start() {
        vault = new VaultFixture();
        vault.vaults.delays(Duration.ZERO, Duration.ZERO);
    }

    private Answer with(String token) {
        return vault.send("GET", "/secrets", "api-version=7.4", token, "");
    }

    @Test
    void requestWithoutATokenGetsAChallenge() {
        var challenge = with(null);
        assertThat(code(challenge)).isEqualTo("401 Unauthorized");
        assertThat(message(challenge))
                .isEqualTo("AKV10000: Request is missing a Bearer or PoP token.");
        assertThat(challenge.headers())
                .containsEntry(
                        "WWW-Authenticate",
                        "Bearer authorization=\"https://login.test/%s\", resource=\"%s\""
                                .formatted(TENANT, AUDIENCE));
    }

    @Test
    void tokensForOthersAreRefused() {
        assertThat(message(with("no.token.this"))).startsWith("AKV10046: ");
        assertThat(message(with(vault.token(TENANT, VaultFixture.ARM))))
                .isEqualTo(
                        "AKV10022: Invalid audience. Expected https://vault.azure.net, found: %s."
                                .formatted(VaultFixture.ARM));
        var other = "22222222-2222-3333-4444-555555555555";
        assertThat(message(with(vault.token(other, AUDIENCE))))
                .isEqualTo(
                        "AKV10032: Invalid issuer. Expected one of https://sts.windows.net/%s/, found https://sts.windows.net/%s/."
                                .formatted(TENANT, other));
        vault.lifetime(Duration.ofMinutes(5));
        var token = vault.token(TENANT, AUDIENCE + "/");
        assertThat(code(with(token))).as("with a slash at the end").startsWith("403");
        vault.advance(Duration.ofMinutes(5));
        assertThat(message(with(token))).startsWith("[TokenExpired]");
        assertThat(code(with(token))).isEqualTo("401 Unauthorized");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    "publicNetworkAccess":"Disabled"                                               | 403 Forbidden ForbiddenByConnection
                    "networkAcls":{"defaultAction":"Deny"}                                         | 403 Forbidden ForbiddenByFirewall
                    "networkAcls":{"defaultAction":"Deny","ipRules":[{"value":"10.0.0.1/32"}]}     | 403 Forbidden ForbiddenByFirewall
                    "networkAcls":{"defaultAction":"Deny","ipRules":[{"value":"127.0.0.1/32"}]}    | 200
                    "networkAcls":{"defaultAction":"Allow"}                                        | 200
                    """)
    void networksAreKeptOut(String rules, String code) {
        vault.vaults.grant("app", "all");
        vault.properties = json("{" + rules + "}");
        assertThat(code(vault.get("/secrets"))).isEqualTo(code);
    }

    @Test
    void creationsAreLimitedApartFromOthers() {
        vault.vaults.grant("app", "all");
        var token = vault.token(TENANT, AUDIENCE);
        for (int i = 0; i < 300; i++) {
            assertThat(set(token).status()).isEqualTo(200);
        }
        vault.advance(Duration.ofSeconds(3));
        var refused = set(token);
        assertThat(code(refused)).isEqualTo("429 Throttled");
        assertThat(refused.headers()).containsEntry("Retry-After", "7");
        assertThat(with(token).status()).isEqualTo(200);
        vault.advance(Duration.ofSeconds(7));
        assertThat(set(token).status()).isEqualTo(200);
        vault.vaults.exhaust();
        assertThat(code(with(token))).isEqualTo("429 Throttled");
        vault.vaults.unlimited();
        assertThat(code(with(token))).isEqualTo("200");
    }

    private Answer set(String token) {
        return vault.send("PUT", "/secrets/x", "api-version=7.4", token, "{\"value\":\"v\"}");
    }

    @Test
    void faultsAreForAuthenticatedRequests() {
        vault.vaults.grant("app", "all");
        vault.faults.answer("GET /orders.vault.azure.net/secrets$", Answer.empty(503), 1);
        assertThat(with(null).status()).isEqualTo(401);
        assertThat(with(vault.token(TENANT, AUDIENCE)).status()).isEqualTo(503);
        assertThat(with(vault.token(TENANT, AUDIENCE)).status()).isEqualTo(200);
    }
}
