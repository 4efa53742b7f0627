package dev.dragoman.azure.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.kube.object.Json;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretNamesTest {
    @ParameterizedTest
    @CsvSource({
        "password, true",
        "administratorLoginPassword, true",
        "clientSecret, true",
        "key, true",
        "primaryKey, true",
        "keys, true",
        "connectionString, true",
        "primaryConnectionString, true",
        "accessToken, true",
        "sas, true",
        "publicKey, false",
        "partitionKey, false",
        "keyName, false",
        "keyVaultUri, false",
        "secretUri, false",
        "monkeyBusiness, false",
        "location, false",
    })
    void aNameTellsWhatLooksLikeASecret(String name, boolean looks) {
        assertThat(SecretNames.looks(name, "value")).isEqualTo(looks);
        assertThat(SecretNames.looks(name, "")).isFalse();
        assertThat(SecretNames.looks(name, true)).isFalse();
        assertThat(SecretNames.looks(name, "/subscriptions/s/x/y")).isFalse();
    }

    @Test
    void allOfThemAreFoundWhereverTheyAre() {
        assertThat(
                        SecretNames.paths(
                                Json.literal(
                                        """
                                        {"a": {"password": "x", "sku": "y"}, "l": [{"apiKey": "x"}], "keys": ["x", ""],
                                         "env": [{"name": "TOKEN", "value": "x"}, {"name": "PORT", "value": "x"}]}
                                        """)))
                .containsExactlyInAnyOrder("a.password", "l[0].apiKey", "keys[0]", "env[0].value");
    }

    @Test
    void theStatusShowsNoneOfThem() {
        var row =
                Catalog.load()
                        .row("dragoman.dev", "ArmResource", Map.of("spec", Map.of()))
                        .orElseThrow();
        var status =
                ArmStatus.of(
                        row.newest(),
                        Json.literal(
                                """
                                {"id": "/i", "properties": {"endpoint": "e", "primaryKey": "x", "given": "x",
                                 "env": [{"name": "TOKEN", "value": "x"}], "keys": ["x", "y"]}}
                                """),
                        Set.of("properties.given"));
        assertThat(status.fields())
                .isEqualTo(
                        Json.literal(
                                """
                                {"id": "/i", "properties": {"endpoint": "e", "env": [{"name": "TOKEN"}], "keys": []}}
                                """));
    }
}
