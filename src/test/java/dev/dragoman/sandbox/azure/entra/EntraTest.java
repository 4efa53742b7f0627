package dev.dragoman.sandbox.azure.entra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.credential.TokenRequestContext;
import com.microsoft.aad.msal4j.MsalServiceException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.azure.SdkClient;
import dev.dragoman.sandbox.azure.http.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sign-in with the real azure-identity: who gets a token, who does not, and what it is worth. */
class EntraTest {
    private static final String ISSUER = "https://cluster.test";
    private static final String SUBJECT = "system:serviceaccount:team:dragoman-azure";
    private static final String AUDIENCE = "api://AzureADTokenExchange";
    private static final String RG = "/resourceGroups/rg";

    private RSAKey key;
    private AzureSandbox azure;

    @BeforeEach
    void start() throws Exception {
        key = new RSAKeyGenerator(2048).keyID("k1").generate();
        azure =
                AzureSandbox.start(
                        Options.of(Catalog.load())
                                .client(Client.secret("app", "right"))
                                .client(
                                        Client.federated(
                                                "fed",
                                                ISSUER,
                                                SUBJECT,
                                                AUDIENCE,
                                                JwksSource.fixed(new JWKSet(key)))));
    }

    @AfterEach
    void stop() {
        azure.close();
    }

    @Test
    void wrongSecretIsRefused() {
        assertRefused("app", "wrong", "AADSTS7000215");
    }

    @Test
    void unknownClientIsRefused() {
        assertRefused("stranger", "right", "AADSTS700016");
    }

    @Test
    void changedAndRevokedSecretsCountAtOnce() {
        azure.control().changeSecret("app", "new");
        assertRefused("app", "right", "AADSTS7000215");
        azure.control().revokeClient("app");
        assertRefused("app", "new", "AADSTS700016");
    }

    @Test
    void unknownTenantIsRefused() {
        var other = UUID.randomUUID().toString();
        var credential =
                new com.azure.identity.ClientSecretCredentialBuilder()
                        .tenantId(other)
                        .clientId("app")
                        .clientSecret("right")
                        .authorityHost(azure.authorityHost())
                        .disableInstanceDiscovery()
                        .httpClient(SdkClient.http(azure))
                        .build();
        assertThatThrownBy(() -> credential.getToken(scope()).block())
                .isInstanceOf(MsalServiceException.class)
                .hasMessageContaining("AADSTS90002");
    }

    @Test
    void foreignScopeIsRefused() {
        var credential = SdkClient.secret(azure, "app", "right");
        var foreign = new TokenRequestContext().addScopes("https://graph.microsoft.com/.default");
        assertThatThrownBy(() -> credential.getToken(foreign).block())
                .hasMessageContaining("AADSTS500011");
    }

    @Test
    void tokenNamesItsTenantAndClient() throws Exception {
        var token = SdkClient.secret(azure, "app", "right").getTokenSync(scope());
        var claims = SignedJWT.parse(token.getToken()).getJWTClaimsSet();
        assertThat(claims.getAudience()).containsExactly(azure.audience());
        assertThat(claims.getStringClaim("tid")).isEqualTo(azure.tenantId());
        assertThat(claims.getStringClaim("appid")).isEqualTo("app");
        assertThat(claims.getStringClaim("oid")).isNotBlank();
    }

    @Test
    void assertionOfTheTrustedServiceAccountIsAccepted() {
        assertThat(federated(ISSUER, SUBJECT, AUDIENCE, key, Duration.ofMinutes(10)).group())
                .isEqualTo(201);
    }

    @Test
    void assertionMustMatchExactly() throws Exception {
        var hour = Duration.ofHours(1);
        assertThatThrownBy(() -> federated(ISSUER, SUBJECT + "2", AUDIENCE, key, hour).group())
                .hasMessageContaining("AADSTS700213");
        assertThatThrownBy(() -> federated("https://other", SUBJECT, AUDIENCE, key, hour).group())
                .hasMessageContaining("AADSTS700211");
        assertThatThrownBy(() -> federated(ISSUER, SUBJECT, "api://x", key, hour).group())
                .hasMessageContaining("AADSTS700212");
        assertThatThrownBy(
                        () ->
                                federated(ISSUER, SUBJECT, AUDIENCE, key, Duration.ofHours(-1))
                                        .group())
                .hasMessageContaining("AADSTS700024");
        var forged = new RSAKeyGenerator(2048).keyID("k1").generate();
        assertThatThrownBy(() -> federated(ISSUER, SUBJECT, AUDIENCE, forged, hour).group())
                .hasMessageContaining("AADSTS700027");
    }

    @Test
    void identityThatIsAResourceSignsInWithItsCredentialAndActsWithItsRoles() {
        azure.control().trustIssuer(ISSUER, JwksSource.fixed(new JWKSet(key)));
        var admin = new SdkClient(azure, SdkClient.secret(azure, "app", "right"));
        group(admin);
        var path = RG + "/providers/Microsoft.ManagedIdentity/userAssignedIdentities/ident";
        var identity =
                admin.send("PUT", path, "2023-01-31", "{\"location\":\"westus2\"}")
                        .body()
                        .path("properties");
        var fic = trusting(admin, path + "/federatedIdentityCredentials/cluster");
        assertThat(fic.status()).isEqualTo(201);

        var team =
                new SdkClient(
                        azure,
                        SdkClient.assertion(
                                azure,
                                identity.path("clientId").asText(),
                                () -> token(ISSUER, SUBJECT, AUDIENCE, key, Duration.ofHours(1))));
        var refused = team.send("GET", RG, "2020-06-01", null);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.errorCode()).isEqualTo("AuthorizationFailed");
        var assignment =
                admin.send(
                        "PUT",
                        RG
                                + "/providers/Microsoft.Authorization/roleAssignments/"
                                + UUID.randomUUID(),
                        "2022-04-01",
                        """
                        {"properties":{"principalId":"%s","roleDefinitionId":"/subscriptions/%s/providers/Microsoft.Authorization/roleDefinitions/b24988ac-6180-42a0-ab88-20f7382dd24c"}}"""
                                .formatted(
                                        identity.path("principalId").asText(),
                                        azure.subscriptionId()));
        assertThat(assignment.status()).isEqualTo(201);
        assertThat(team.send("GET", RG, "2020-06-01", null).status()).isEqualTo(200);
        assertThat(
                        team.send(
                                        "PUT",
                                        "/resourceGroups/other",
                                        "2020-06-01",
                                        "{\"location\":\"westus2\"}")
                                .errorCode())
                .isEqualTo("AuthorizationFailed");
    }

    @Test
    void anIdentityHasAtMostTwentyFederatedCredentials() {
        var admin = new SdkClient(azure, SdkClient.secret(azure, "app", "right"));
        group(admin);
        var path = RG + "/providers/Microsoft.ManagedIdentity/userAssignedIdentities/ident";
        admin.send("PUT", path, "2023-01-31", "{\"location\":\"westus2\"}");
        var credentials = path + "/federatedIdentityCredentials/fic-";
        for (int n = 1; n <= 20; n++) {
            assertThat(trusting(admin, credentials + n).status()).isEqualTo(201);
        }
        var refused = trusting(admin, credentials + 21);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().at("/error/message").asText())
                .startsWith("Too many Federated Identity Credentials");
        assertThat(trusting(admin, credentials + 20).status()).as("a change").isEqualTo(200);
        admin.send("DELETE", credentials + 1, "2023-01-31", null);
        assertThat(trusting(admin, credentials + 21).status()).isEqualTo(201);
    }

    private static SdkClient.Reply trusting(SdkClient admin, String credential) {
        return admin.send(
                "PUT",
                credential,
                "2023-01-31",
                "{\"properties\":{\"issuer\":\"%s\",\"subject\":\"%s\",\"audiences\":[\"%s\"]}}"
                        .formatted(ISSUER, SUBJECT, AUDIENCE));
    }

    @Test
    void confinedClientMayActInItsScopeOnly() {
        var scope = "/subscriptions/" + azure.subscriptionId() + RG;
        azure.control().client(Client.secret("team", "s").within(scope));
        var team = new SdkClient(azure, SdkClient.secret(azure, "team", "s"));
        assertThat(group(team)).isEqualTo(201);
        assertThat(team.send("GET", "/resourceGroups/rg2", "2020-06-01", null).status())
                .isEqualTo(403);
    }

    @Test
    void requestWithoutOrWithForgedTokenIsChallenged() {
        azure.control().tokenLifetime(Duration.ofSeconds(-5));
        var expired = raw("Bearer " + expiredToken());
        assertThat(expired.code()).isEqualTo("ExpiredAuthenticationToken");
        var missing = raw(null);
        assertThat(missing.status()).isEqualTo(401);
        assertThat(missing.code()).isEqualTo("AuthenticationFailed");
        assertThat(missing.challenge()).startsWith("Bearer authorization_uri=");
        var forged =
                raw("Bearer " + token(ISSUER, SUBJECT, azure.audience(), key, Duration.ofHours(1)));
        assertThat(forged.status()).isEqualTo(401);
        assertThat(forged.code()).isEqualTo("InvalidAuthenticationToken");
    }

    private record Raw(int status, String code, String challenge) {}

    private Raw raw(String authorization) {
        var request =
                new com.azure.core.http.HttpRequest(
                        com.azure.core.http.HttpMethod.GET,
                        azure.armEndpoint()
                                + "/subscriptions/"
                                + azure.subscriptionId()
                                + "?api-version=2020-01-01");
        if (authorization != null) {
            request.setHeader(com.azure.core.http.HttpHeaderName.AUTHORIZATION, authorization);
        }
        try (var response =
                SdkClient.http(azure).sendSync(request, com.azure.core.util.Context.NONE)) {
            var body = Json.parse(response.getBodyAsBinaryData().toString());
            return new Raw(
                    response.getStatusCode(),
                    body.at("/error/code").asText(),
                    response.getHeaderValue(com.azure.core.http.HttpHeaderName.WWW_AUTHENTICATE));
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private String expiredToken() {
        var body =
                "grant_type=client_credentials&client_id=app&client_secret=right&scope="
                        + azure.audience()
                        + "/.default";
        var request =
                new com.azure.core.http.HttpRequest(
                                com.azure.core.http.HttpMethod.POST,
                                azure.authorityHost() + azure.tenantId() + "/oauth2/v2.0/token")
                        .setBody(body);
        try (var response =
                SdkClient.http(azure).sendSync(request, com.azure.core.util.Context.NONE)) {
            return Json.parse(response.getBodyAsBinaryData().toString())
                    .path("access_token")
                    .asText();
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private void assertRefused(String clientId, String secret, String code) {
        var credential = SdkClient.secret(azure, clientId, secret);
        assertThatThrownBy(() -> credential.getToken(scope()).block())
                .isInstanceOf(MsalServiceException.class)
                .hasMessageContaining(code);
    }

    private TokenRequestContext scope() {
        return new TokenRequestContext().addScopes(azure.audience() + "/.default");
    }

    private interface Session {
        int group();
    }

    private Session federated(
            String issuer, String subject, String audience, RSAKey signer, Duration life) {
        var client =
                new SdkClient(
                        azure,
                        SdkClient.assertion(
                                azure,
                                "fed",
                                () -> token(issuer, subject, audience, signer, life)));
        return () -> group(client);
    }

    private static int group(SdkClient client) {
        return client.send("PUT", RG, "2020-06-01", "{\"location\":\"westus2\"}").status();
    }

    private static String token(
            String issuer, String subject, String audience, RSAKey signer, Duration life) {
        var now = Instant.now();
        var claims =
                new JWTClaimsSet.Builder()
                        .issuer(issuer)
                        .subject(subject)
                        .audience(audience)
                        .expirationTime(Date.from(now.plus(life)))
                        .build();
        var jwt =
                new SignedJWT(
                        new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(signer.getKeyID()).build(),
                        claims);
        try {
            jwt.sign(new RSASSASigner(signer));
        } catch (com.nimbusds.jose.JOSEException e) {
            throw new IllegalStateException(e);
        }
        return jwt.serialize();
    }
}
