package dev.dragoman.sandbox.azure.vault;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.sandbox.azure.entra.Directory;
import dev.dragoman.sandbox.azure.entra.Entra;
import dev.dragoman.sandbox.azure.entra.Tokens;
import dev.dragoman.sandbox.azure.http.Answer;
import dev.dragoman.sandbox.azure.http.Call;
import dev.dragoman.sandbox.azure.http.Faults;
import dev.dragoman.sandbox.azure.http.Json;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** One vault without a server, and a clock that the test moves. */
final class VaultFixture implements Vaults {
    static final String VAULT =
            "/subscriptions/s/resourceGroups/rg/providers/Microsoft.KeyVault/vaults/orders";
    static final String TENANT = "11111111-2222-3333-4444-555555555555";
    static final String ARM = "https://management.azure.com";
    private static final String AUTHORITY = "https://login.test/" + TENANT;

    final Faults faults = new Faults();
    final KeyVaults vaults;
    final List<Assignment> assignments = new ArrayList<>();
    JsonNode properties = json("{\"enableRbacAuthorization\":true}");
    boolean there = true;
    private final Tokens tokens = new Tokens(TENANT, List.of(ARM));
    private final Entra entra;
    private final Directory directory;
    private final TestClock clock = new TestClock();

    VaultFixture() {
        vaults = new KeyVaults(this, tokens, faults, clock);
        directory = new Directory(TENANT, List.of(Client.secret("app", "s")));
        entra = new Entra(directory, any -> Optional.empty(), tokens, clock);
    }

    @Override
    public Optional<Vault> find(String name) {
        return there && name.equalsIgnoreCase("orders")
                ? Optional.of(new Vault(VAULT, "orders", "westeurope", properties))
                : Optional.empty();
    }

    @Override
    public List<Assignment> assignments(String principalId) {
        return principalId.equals(objectId()) ? assignments : List.of();
    }

    /** The object id of the one application. */
    String objectId() {
        token(TENANT, Tokens.VAULT_AUDIENCE);
        return tokens.issued().getLast().subject();
    }

    void advance(Duration by) {
        clock.now = clock.now.plus(by);
    }

    void lifetime(Duration lifetime) {
        entra.lifetime(lifetime);
    }

    /** Assigns a role to the application. */
    void assign(String role, String scope) {
        assignments.add(
                new Assignment(
                        scope + "/providers/Microsoft.Authorization/roleAssignments/" + role,
                        "/subscriptions/s/providers/Microsoft.Authorization/roleDefinitions/"
                                + role,
                        scope));
    }

    /** A token of the application from a tenant for an audience. */
    String token(String tenant, String audience) {
        directory.tenant(tenant);
        var form = "grant_type=client_credentials&client_id=app&client_secret=s&scope=" + audience;
        var path = "/" + tenant + "/oauth2/v2.0/token";
        var call = new Call("POST", URI.create(path), path, Map.of(), Map.of(), form + "/.default");
        return entra.answer(call, "https://login.test").body().path("access_token").asText();
    }

    /** Sends a request with a valid token and a known version. */
    Answer send(String method, String path, String body) {
        return send(method, path, "api-version=7.4", token(TENANT, Tokens.VAULT_AUDIENCE), body);
    }

    Answer get(String path) {
        return send("GET", path, "");
    }

    Answer put(String name, String body) {
        return send("PUT", "/secrets/" + name, body);
    }

    /**
     * @param token null for none
     */
    Answer send(String method, String path, String query, String token, String body) {
        var headers = new HashMap<>(Map.of("Host", "orders.vault.azure.net"));
        if (token != null) {
            headers.put("Authorization", "Bearer " + token);
        }
        var uri = URI.create(path + "?" + query.replace("$", "%24"));
        var parameters = new TreeMap<>(Call.parameters(uri.getRawQuery()));
        return vaults.answer(new Call(method, uri, path, parameters, headers, body), AUTHORITY);
    }

    /** Follows the link of a page. */
    Answer follow(String link) {
        var uri = URI.create(link);
        return send("GET", uri.getPath(), uri.getQuery(), token(TENANT, Tokens.VAULT_AUDIENCE), "");
    }

    static String code(Answer answer) {
        var error = answer.body() == null ? Json.object() : answer.body().path("error");
        return "%d %s %s"
                .formatted(
                        answer.status(),
                        error.path("code").asText(),
                        error.at("/innererror/code").asText())
                .strip();
    }

    static String message(Answer answer) {
        return answer.body().at("/error/message").asText();
    }

    static JsonNode json(String text) {
        try {
            return Json.parse(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private static final class TestClock extends Clock {
        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
