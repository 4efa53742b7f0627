package dev.dragoman.sandbox.azure.vault;

import static dev.dragoman.sandbox.azure.vault.VaultFixture.code;
import static dev.dragoman.sandbox.azure.vault.VaultFixture.json;
import static dev.dragoman.sandbox.azure.vault.VaultFixture.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.sandbox.azure.http.Json;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a secret is, and what is refused. A unit test, in the default build. */
class VaultTest {
    private VaultFixture vault;

    @BeforeEach
    void start() {
        vault = new VaultFixture();
        vault.vaults.grant("app", "all");
    }

    @Test
    void allPropertiesAreSetByOneRequest() {
        var set =
                vault.put(
                        "One",
                        """
                        {"value":"v","contentType":"text/plain","tags":{"a":"b"},
                         "attributes":{"enabled":true,"nbf":1,"exp":2}}""");
        assertThat(set.status()).isEqualTo(200);
        var id = set.body().path("id").asText();
        assertThat(id).matches("https://orders\\.vault\\.azure\\.net/secrets/One/[0-9a-f]{32}");
        assertThat(json(Json.text(set.body())))
                .isEqualTo(
                        json(
                                """
                                {"value":"v","contentType":"text/plain","id":"%s","attributes":
                                 {"enabled":true,"nbf":1,"exp":2,"created":1767225600,"updated":1767225600,
                                  "recoveryLevel":"Recoverable+Purgeable","recoverableDays":90},
                                 "tags":{"a":"b"}}"""
                                        .formatted(id)));
        assertThat(vault.get("/secrets/oNE").body())
                .as("expired, and still read")
                .isEqualTo(set.body());
        assertThat(set.headers())
                .containsEntry("x-ms-keyvault-region", "westeurope")
                .containsKeys("x-ms-keyvault-service-version", "x-ms-request-id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a_b", "a.b", "a b", "ä"})
    void namesHaveLettersDigitsAndHyphens(String name) {
        var path = "/secrets/" + name;
        var refused =
                vault.vaults.answer(call("PUT", path), "https://login.test/" + VaultFixture.TENANT);
        assertThat(code(refused)).isEqualTo("400 BadParameter");
        assertThat(message(refused)).isEqualTo("The request URI contains an invalid name: " + name);
    }

    private dev.dragoman.sandbox.azure.http.Call call(String method, String path) {
        var token = vault.token(VaultFixture.TENANT, "https://vault.azure.net");
        return new dev.dragoman.sandbox.azure.http.Call(
                method,
                java.net.URI.create("/x"),
                path,
                java.util.Map.of("api-version", "7.4"),
                java.util.Map.of(
                        "Host", "Orders.vault.azure.net:8443", "Authorization", "Bearer " + token),
                "{\"value\":\"v\"}");
    }

    @Test
    void namesAndValuesHaveALongestLength() {
        assertThat(code(vault.put("n".repeat(127), "{\"value\":\"\"}"))).isEqualTo("200");
        assertThat(code(vault.put("n".repeat(128), "{\"value\":\"\"}")))
                .isEqualTo("400 BadParameter");
        assertThat(code(vault.put("v", value("x".repeat(25600))))).isEqualTo("200");
        assertThat(code(vault.put("v", value("x".repeat(25601))))).isEqualTo("400 BadParameter");
        assertThat(code(vault.put("v", value("ä".repeat(12801)))))
                .as("bytes")
                .isEqualTo("400 BadParameter");
    }

    private static String value(String text) {
        return Json.text(Json.object().put("value", text));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    no JSON                  | {
                    no object                | []
                    no value                 | {}
                    a value that is no text  | {"value":1}
                    a tag that is no text    | {"value":"v","tags":{"a":1}}
                    tags that are no object  | {"value":"v","tags":[]}
                    an expiry that is a text | {"value":"v","attributes":{"exp":"2026-01-01"}}
                    enabled that is a text   | {"value":"v","attributes":{"enabled":"yes"}}
                    """)
    void bodiesAreRefused(String why, String body) {
        assertThat(code(vault.put("x", body))).as(why).isEqualTo("400 BadParameter");
        assertThat(code(vault.get("/secrets/x"))).isEqualTo("404 SecretNotFound");
    }

    @Test
    void tagsAreFifteenAtMostOf256Characters() {
        assertThat(code(vault.put("x", tags(15, "t")))).isEqualTo("200");
        var refused = vault.put("x", tags(16, "t"));
        assertThat(code(refused)).isEqualTo("400 BadParameter");
        assertThat(message(refused)).isEqualTo("Property has invalid value\r\n");
        assertThat(code(vault.put("x", tags(1, "t".repeat(256))))).isEqualTo("200");
        assertThat(code(vault.put("x", tags(1, "t".repeat(257))))).isEqualTo("400 BadParameter");
    }

    private static String tags(int count, String value) {
        var body = Json.object().put("value", "v");
        var tags = body.putObject("tags");
        IntStream.range(0, count).forEach(each -> tags.put("tag" + each, value));
        return Json.text(body);
    }

    @Test
    void eachSetIsAVersion() {
        var first = vault.put("x", "{\"value\":\"1\",\"tags\":{\"a\":\"b\"}}").body();
        var second = vault.put("X", "{\"value\":\"1\"}").body();
        assertThat(second.path("id")).isNotEqualTo(first.path("id"));
        assertThat(second.has("tags")).isFalse();
        assertThat(vault.get("/secrets/x").body()).isEqualTo(second);
        var old = "/secrets/x/" + version(first.path("id").asText());
        assertThat(vault.get(old).body()).isEqualTo(first);
        assertThat(vault.get("/secrets/x/versions").body().path("value")).hasSize(2);
        assertThat(vault.get("/secrets/none/versions").body().path("value")).isEmpty();
        var missing = "x/" + "0".repeat(32);
        var refused = vault.get("/secrets/" + missing);
        assertThat(code(refused)).isEqualTo("404 SecretNotFound");
        assertThat(message(refused))
                .startsWith("A secret with (name/id) " + missing + " was not found");
    }

    private static String version(String id) {
        return id.substring(id.lastIndexOf('/') + 1);
    }

    @Test
    void patchChangesWhatItNamesAndShowsNoValue() {
        var set =
                vault.put(
                        "x", "{\"value\":\"v\",\"tags\":{\"a\":\"b\"},\"attributes\":{\"exp\":9}}");
        var path = "/secrets/x/" + version(set.body().path("id").asText());
        vault.advance(Duration.ofSeconds(5));
        var patched = vault.send("PATCH", path, "{\"attributes\":{\"enabled\":false}}").body();
        assertThat(patched.has("value")).isFalse();
        assertThat(patched.at("/attributes/exp").asInt()).isEqualTo(9);
        assertThat(patched.at("/tags/a").asText()).isEqualTo("b");
        assertThat(patched.at("/attributes/updated").asLong())
                .isEqualTo(patched.at("/attributes/created").asLong() + 5);
        assertThat(code(vault.get(path))).isEqualTo("403 Forbidden SecretDisabled");
        assertThat(code(vault.get("/secrets/x"))).isEqualTo("403 Forbidden SecretDisabled");
        assertThat(vault.get("/secrets").body().at("/value/0/attributes/enabled").asBoolean())
                .isFalse();
        var tagged = vault.send("PATCH", path, "{\"tags\":{},\"contentType\":\"t\"}").body();
        assertThat(tagged.path("tags")).isEmpty();
        assertThat(tagged.path("contentType").asText()).isEqualTo("t");
    }
}
