package dev.dragoman.azure.vault;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.azure.identity.VaultAddress;
import dev.dragoman.azure.identity.VaultSettings;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which entries the Secrets of an object become. */
class VaultEntriesTest {
    private static final VaultOwner OWNER =
            new VaultOwner("c", "StorageAccount.storage.azure.com", "team-a", "acc");

    private static Map<String, Object> secret(String name, Map<String, String> values) {
        var data = new HashMap<String, Object>();
        values.forEach(
                (key, value) ->
                        data.put(key, Base64.getEncoder().encodeToString(value.getBytes(UTF_8))));
        return Map.of("kind", "Secret", "metadata", Map.of("name", name), "data", data);
    }

    private static VaultChoice choice(String form, String pattern) {
        return VaultChoice.of(
                        Map.of(
                                "dragoman.dev/key-vault",
                                "v-1",
                                "dragoman.dev/key-vault-form",
                                form,
                                "dragoman.dev/key-vault-entry",
                                pattern,
                                "dragoman.dev/key-vault-expires",
                                "2027-01-01T00:00:00Z"),
                        Map.of(),
                        VaultSettings.NONE,
                        text -> VaultAddress.of(text, List.of("vault.azure.net")))
                .orElseThrow();
    }

    private static VaultEntries.Made made(
            String form, String pattern, List<Map<String, Object>> secrets) {
        return VaultEntries.of(secrets, choice(form, pattern), OWNER);
    }

    private static List<VaultEntry> entries(
            String form, String pattern, List<Map<String, Object>> secrets) {
        var made = made(form, pattern, secrets);
        assertThat(made.problem()).isEmpty();
        return made.entries();
    }

    private static String problem(String form, String pattern, List<Map<String, Object>> secrets) {
        var made = made(form, pattern, secrets);
        assertThat(made.entries()).isEmpty();
        return made.problem().orElseThrow();
    }

    @Test
    void anEntryForEachKey() {
        var entries =
                entries(
                        "entries",
                        "{kind}-{namespace}-{name}-{secret}-{key}",
                        List.of(secret("s.1", Map.of("b_2", "two", "a", "one"))));
        assertThat(entries)
                .extracting(VaultEntry::name, VaultEntry::value, VaultEntry::contentType)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                                "storageaccount-team-a-acc-s-1-a", "one", "text/plain"),
                        org.assertj.core.groups.Tuple.tuple(
                                "storageaccount-team-a-acc-s-1-b-2", "two", "text/plain"));
        assertThat(entries.getFirst().tags())
                .isEqualTo(
                        Map.of(
                                "dragoman-cluster", "c",
                                "dragoman-kind", "StorageAccount.storage.azure.com",
                                "dragoman-namespace", "team-a",
                                "dragoman-name", "acc"));
        assertThat(entries.getFirst().expires()).isPresent();
        assertThat(entries.toString()).doesNotContain("one");
    }

    /** An expression may have made a key from a secret. */
    @Test
    void aKeyThatIsThereTwiceIsNotNamed() {
        var secrets =
                List.of(secret("s", Map.of("s3cret", "v")), secret("t", Map.of("s3cret", "w")));
        assertThat(problem("json", "{name}", secrets))
                .contains("two values would be written to the entry acc;")
                .doesNotContain("s3cret");
    }

    @Test
    void oneObjectForAllKeys() {
        var secrets = List.of(secret("s", Map.of("k", "v\"")), secret("t", Map.of("l", "w")));
        assertThat(entries("json", "{namespace}-{secret}", secrets))
                .extracting(VaultEntry::value)
                .containsExactly("{\"k\":\"v\\\"\"}", "{\"l\":\"w\"}");
        assertThat(entries("json-base64", "{name}", secrets))
                .extracting(VaultEntry::value)
                .containsExactly("{\"k\":\"diI=\",\"l\":\"dw==\"}");
    }

    /** Without data: a value of the Secret is not known now. */
    @Test
    void anEntryOfASecretThatLacksAValueStaysAsItIs() {
        var secrets =
                List.of(
                        secret("s", Map.of("k", "v")),
                        secret("t", Map.of("l", "w")),
                        Map.<String, Object>of("metadata", Map.of("name", "t")));
        assertThat(entries("json", "{secret}", secrets))
                .extracting(VaultEntry::name)
                .containsExactly("s");
        assertThat(entries("json-base64", "{name}", secrets)).isEmpty();
        assertThat(entries("entries", "{secret}-{key}", secrets))
                .extracting(VaultEntry::name)
                .containsExactly("s-k", "t-l");
    }

    @Test
    void twoValuesForOneNameAreRefused() {
        var secrets = List.of(secret("s", Map.of("k", "v")), secret("t", Map.of("k", "w")));
        for (var form : List.of("entries", "json")) {
            assertThat(problem(form, "{namespace}", secrets))
                    .contains("two values would be written to the entry team-a");
        }
        assertThat(
                        problem(
                                "entries",
                                "{key}",
                                List.of(secret("s", Map.of("a.b", "1", "a_B", "2", "a-b", "3")))))
                .contains("two values");
    }

    @Test
    void aValueMayHave25KilobytesOfText() {
        var most = secret("s", Map.of("k", "ä".repeat(12_800)));
        assertThat(entries("entries", "{key}", List.of(most))).hasSize(1);
        var more = secret("s", Map.of("k", "ä".repeat(12_801)));
        assertThat(problem("entries", "{key}", List.of(more))).contains("larger than 25 kB");
    }

    /** One value that the vault cannot take does not keep the others from it. */
    @Test
    void whatIsPossibleIsMade() {
        var secrets =
                List.of(
                        secret("s", Map.of("a", "one", "b", "x".repeat(26_000))),
                        secret("t", Map.of("a", "two")));
        var each = made("entries", "{secret}-{key}", secrets);
        assertThat(each.entries()).extracting(VaultEntry::name).containsExactly("s-a", "t-a");
        assertThat(each.problem().orElseThrow()).contains("the value of s-b is larger");
        var whole = made("json", "{secret}", secrets);
        assertThat(whole.entries()).extracting(VaultEntry::name).containsExactly("t");
        assertThat(whole.problem()).isPresent();
        var binary =
                Map.<String, Object>of(
                        "metadata", Map.of("name", "u"), "data", Map.of("k", "/w==", "l", "dg=="));
        var made = made("entries", "{secret}-{key}", List.of(binary));
        assertThat(made.entries()).extracting(VaultEntry::name).containsExactly("u-l");
        assertThat(made.problem().orElseThrow()).contains("key k of Secret u");
        assertThat(made("json", "{secret}", List.of(binary)).entries()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'{team}', 'has {team}'",
        "'a b', 'is no name of an entry'",
        "'{namespace}/{key}', 'is no name of an entry'",
        "'{Key}', 'is no name of an entry'",
    })
    void aPatternThatGivesNoNameIsTold(String pattern, String told) {
        var secrets = List.of(secret("s", Map.of("k", "v")));
        assertThat(problem("entries", pattern, secrets)).contains(told);
        assertThat(VaultEntries.name(choice("entries", pattern), OWNER, "s", "k")).isEmpty();
    }

    @Test
    void aLongNameKeepsItsHash() {
        var name = VaultNames.of("{secret}-{key}-{hash}", OWNER, "s".repeat(200), "k");
        assertThat(name).hasSize(127).matches("s+[0-9a-f]{26}");
        assertThatThrownBy(() -> VaultNames.of("{secret}", OWNER, "s".repeat(128), "k"))
                .hasMessageContaining("is no name of an entry");
    }

    /** The same text may come from other parts: the hash tells these apart. */
    @Test
    void theUsualNamesCannotClash() {
        var names = new HashSet<String>();
        var owners =
                List.of(
                        OWNER,
                        new VaultOwner("c", OWNER.kind(), "team", "acc"),
                        new VaultOwner("c", OWNER.kind(), "team-a", "b"),
                        new VaultOwner("c", "Vault.keyvault.azure.com", "team-a", "acc"));
        for (var owner : owners) {
            for (var secret : List.of("a-s", "s", "s-k", "s.k")) {
                for (var key : List.of("k", "k-k", "k.k", "k_k", "K")) {
                    names.add(
                            VaultNames.of("{namespace}-{secret}-{key}-{hash}", owner, secret, key)
                                    .toLowerCase(java.util.Locale.ROOT));
                }
            }
        }
        assertThat(names).hasSize(owners.size() * 4 * 5);
    }

    @Test
    void theNameIsKnownWithoutTheValue() {
        assertThat(VaultEntries.name(choice("entries", "{secret}-{key}"), OWNER, "s", "k"))
                .isEqualTo(Optional.of("s-k"));
        assertThat(VaultEntries.name(choice("entries", "{secret}-{key}"), OWNER, "s", ""))
                .isEmpty();
        assertThat(VaultEntries.name(choice("json", "{secret}"), OWNER, "s", "k"))
                .isEqualTo(Optional.of("s"));
    }
}
