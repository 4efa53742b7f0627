package dev.dragoman.sandbox.azure.vault;

import static dev.dragoman.sandbox.azure.vault.VaultFixture.code;
import static dev.dragoman.sandbox.azure.vault.VaultFixture.json;
import static dev.dragoman.sandbox.azure.vault.VaultFixture.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.sandbox.azure.http.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists, deletion and recovery of secrets and of vaults. A unit test, in the default build. */
class VaultLifeTest {
    private VaultFixture vault;

    @BeforeEach
    void start() {
        vault = new VaultFixture();
        vault.vaults.grant("app", "all");
    }

    @Test
    void deletionRecoveryAndPurgeTakeTheirTime() {
        var set = vault.put("x", "{\"value\":\"v\"}").body();
        var deleted = vault.send("DELETE", "/secrets/x", "").body();
        assertThat(deleted.path("recoveryId").asText())
                .isEqualTo("https://orders.vault.azure.net/deletedsecrets/x");
        assertThat(
                        deleted.path("scheduledPurgeDate").asLong()
                                - deleted.path("deletedDate").asLong())
                .isEqualTo(Duration.ofDays(90).toSeconds());
        assertThat(deleted.has("value")).isFalse();
        assertThat(code(vault.get("/secrets/x"))).isEqualTo("404 SecretNotFound");
        assertThat(message(vault.get("/deletedsecrets/x")))
                .isEqualTo("Deleted Secret not found: x");
        assertThat(code(vault.put("x", "{\"value\":\"v\"}")))
                .isEqualTo("409 Conflict ObjectIsBeingDeleted");
        assertThat(code(vault.send("DELETE", "/deletedsecrets/x", "")))
                .isEqualTo("409 Conflict ObjectIsBeingDeleted");
        assertThat(vault.get("/deletedsecrets").body().path("value")).isEmpty();

        vault.advance(Duration.ofSeconds(4));
        assertThat(vault.get("/deletedsecrets/X").body()).isEqualTo(deleted);
        assertThat(vault.get("/deletedsecrets").body().path("value")).hasSize(1);
        var conflict = vault.put("x", "{\"value\":\"v\"}");
        assertThat(code(conflict)).isEqualTo("409 Conflict ObjectIsDeletedButRecoverable");
        assertThat(message(conflict))
                .startsWith("Secret x is currently in a deleted but recoverable");

        assertThat(code(vault.send("POST", "/deletedsecrets/x/recover", ""))).isEqualTo("200");
        assertThat(code(vault.get("/secrets/x"))).isEqualTo("404 SecretNotFound");
        assertThat(code(vault.get("/deletedsecrets/x"))).isEqualTo("404 SecretNotFound");
        vault.advance(Duration.ofSeconds(1));
        assertThat(vault.get("/secrets/x").body()).as("the old version").isEqualTo(set);

        vault.vaults.delays(Duration.ZERO, Duration.ZERO);
        assertThat(code(vault.send("DELETE", "/secrets/x", ""))).isEqualTo("200");
        assertThat(code(vault.send("DELETE", "/secrets/x", ""))).isEqualTo("404 SecretNotFound");
        assertThat(code(vault.send("DELETE", "/deletedsecrets/x", ""))).isEqualTo("204");
        assertThat(code(vault.put("x", "{\"value\":\"new\"}"))).isEqualTo("200");
        assertThat(vault.get("/secrets/x/versions").body().path("value")).hasSize(1);
    }

    @Test
    void vaultsSayHowLongTheyKeepAndWhetherTheyPurge() {
        vault.vaults.delays(Duration.ZERO, Duration.ZERO);
        vault.properties = json("{\"softDeleteRetentionInDays\":7,\"enablePurgeProtection\":true}");
        var set = vault.put("x", "{\"value\":\"v\"}").body();
        assertThat(set.at("/attributes/recoveryLevel").asText()).isEqualTo("CustomizedRecoverable");
        assertThat(set.at("/attributes/recoverableDays").asInt()).isEqualTo(7);
        assertThat(code(vault.send("DELETE", "/secrets/x", ""))).isEqualTo("200");
        assertThat(code(vault.send("DELETE", "/deletedsecrets/x", ""))).isEqualTo("403 Forbidden");
        vault.advance(Duration.ofDays(7));
        assertThat(code(vault.get("/deletedsecrets/x"))).isEqualTo("404 SecretNotFound");
    }

    @Test
    void listsComeInPagesSortedById() {
        IntStream.range(0, 30)
                .forEach(each -> vault.put("s%02d".formatted(each), "{\"value\":\"v\"}"));
        var page = vault.get("/secrets");
        assertThat(page.body().path("value")).hasSize(25);
        assertThat(page.body().at("/value/0").has("value")).isFalse();
        var names = new ArrayList<>(names(page));
        var last = vault.follow(page.body().path("nextLink").asText());
        names.addAll(names(last));
        assertThat(names).hasSize(30).isSorted().doesNotHaveDuplicates();
        assertThat(last.body().path("nextLink").isNull()).isTrue();
        vault.faults.pageSize(2);
        assertThat(names(vault.get("/secrets"))).hasSize(2);
        var query = "api-version=7.4&maxresults=";
        var token = vault.token(VaultFixture.TENANT, "https://vault.azure.net");
        assertThat(names(vault.send("GET", "/secrets", query + 1, token, ""))).hasSize(1);
        for (var wrong : List.of("0", "26", "x")) {
            assertThat(code(vault.send("GET", "/secrets", query + wrong, token, "")))
                    .isEqualTo("400 BadParameter");
        }
    }

    private static List<String> names(Answer page) {
        return page.body().path("value").findValuesAsText("id");
    }

    @ParameterizedTest
    @CsvSource({
        "api-version=7.3, 200",
        "api-version=7.4, 200",
        "api-version=7.5, 200",
        "api-version=7.6, 200",
        "api-version=2025-07-01, 200",
        "api-version=7.99, 400 BadParameter",
        "x=y, 400 BadParameter"
    })
    void someVersionsAreServed(String query, String code) {
        var token = vault.token(VaultFixture.TENANT, "https://vault.azure.net");
        assertThat(code(vault.send("GET", "/secrets", query, token, ""))).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /keys, 404 NotFound",
        "POST, /secrets/x, 405 MethodNotAllowed",
        "PUT, /secrets/x/1, 405 MethodNotAllowed",
        "DELETE, /secrets, 405 MethodNotAllowed",
        "POST, /deletedsecrets/x, 405 MethodNotAllowed",
        "GET, /secrets/x/1/2, 404 NotFound"
    })
    void otherRequestsAreRefused(String method, String path, String code) {
        assertThat(code(vault.send(method, path, "{}"))).isEqualTo(code);
    }

    @Test
    void dataAreThereAgainWhenAVaultIsRecoveredAndNotWhenItWasPurged() {
        vault.put("x", "{\"value\":\"v\"}");
        vault.there = false;
        assertThat(vault.vaults.exists("orders")).isFalse();
        assertThat(code(vault.get("/secrets/x"))).isEqualTo("404 VaultNotFound");
        assertThatThrownBy(() -> vault.vaults.view("orders"))
                .hasMessage("there is no vault orders");
        vault.there = true;
        assertThat(code(vault.get("/secrets/x"))).isEqualTo("200");
        vault.vaults.purged("ORDERS");
        assertThat(code(vault.get("/secrets/x"))).isEqualTo("404 SecretNotFound");
    }

    @Test
    void testsSeeEverything() {
        vault.put("x", "{\"value\":\"1\"}");
        vault.put("x", "{\"value\":\"2\",\"tags\":{\"a\":\"b\"}}");
        vault.send("DELETE", "/secrets/x", "");
        var secret = vault.vaults.view("Orders").secret("X").orElseThrow();
        assertThat(secret.state()).isEqualTo(SecretState.DELETING);
        assertThat(secret.versions())
                .extracting(VaultView.Version::value)
                .containsExactly("1", "2");
        assertThat(secret.latest().tags()).containsEntry("a", "b");
    }
}
