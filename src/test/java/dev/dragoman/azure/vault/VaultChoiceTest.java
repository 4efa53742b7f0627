package dev.dragoman.azure.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.azure.identity.VaultAddress;
import dev.dragoman.azure.identity.VaultSettings;
import dev.dragoman.azure.vault.VaultChoice.Form;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What annotations and settings ask; the nearest counts. */
class VaultChoiceTest {
    private static final String VAULT = "dragoman.dev/key-vault";

    private static Optional<VaultChoice> choice(
            Map<String, Object> object, Map<String, Object> namespace, Map<String, String> env) {
        return VaultChoice.of(
                object,
                namespace,
                VaultSettings.from(env),
                text -> VaultAddress.of(text, List.of("vault.azure.net")));
    }

    private static VaultChoice of(Map<String, Object> object) {
        return choice(object, Map.of(), Map.of()).orElseThrow();
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
                    -     | -     | -     | -
                    obj   | -     | -     | obj
                    -     | space | -     | space
                    -     | -     | every | every
                    obj   | space | every | obj
                    -     | space | every | space
                    ''    | space | every | -
                    -     | ''    | every | -
                    """)
    void theNearestVaultCounts(String object, String namespace, String setting, String expected) {
        var found =
                choice(
                        object == null ? Map.of() : Map.of(VAULT, object),
                        namespace == null ? Map.of() : Map.of(VAULT, namespace),
                        setting == null ? Map.of() : Map.of("AZURE_OPERATOR_KEYVAULT", setting));
        assertThat(found.map(each -> each.vault().name())).isEqualTo(Optional.ofNullable(expected));
    }

    @Test
    void withNothingButAVaultThereIsAnEntryForEachKeyBesideTheSecret() {
        var choice = of(Map.of(VAULT, "v-1"));
        assertThat(choice.form()).isEqualTo(Form.ENTRIES);
        assertThat(choice.pattern()).isEqualTo("{namespace}-{secret}-{key}-{hash}");
        assertThat(choice.only()).isFalse();
        assertThat(choice.takesOver()).isFalse();
        assertThat(choice.expires()).isEmpty();
    }

    @Test
    void eachAnnotationIsRead() {
        var choice =
                of(
                        Map.of(
                                VAULT,
                                "v-1",
                                "dragoman.dev/key-vault-only",
                                "true",
                                "dragoman.dev/key-vault-form",
                                "json",
                                "dragoman.dev/key-vault-entry",
                                "{namespace}-{name}",
                                "dragoman.dev/key-vault-deletion",
                                "keep",
                                "dragoman.dev/key-vault-take-over",
                                "true",
                                "dragoman.dev/key-vault-not-before",
                                "2026-12-01T00:00:00Z",
                                "dragoman.dev/key-vault-expires",
                                "2027-01-01T01:00:00.9+01:00"));
        assertThat(choice)
                .isEqualTo(
                        new VaultChoice(
                                new VaultAddress(
                                        "v-1", "vault.azure.net", "https://vault.azure.net"),
                                true,
                                Form.JSON,
                                "{namespace}-{name}",
                                true,
                                true,
                                Optional.of(Instant.parse("2026-12-01T00:00:00Z")),
                                Optional.of(Instant.parse("2027-01-01T00:00:00Z"))));
    }

    @ParameterizedTest
    @CsvSource({
        "1, json-base64, {namespace}-{name}",
        "2, json-base64, {kind}-{namespace}-{name}",
        "1, entries, {namespace}-{name}-{key}",
        "2, entries, {kind}-{namespace}-{name}-{key}",
    })
    void versionOneHadOtherNames(String version, String form, String pattern) {
        var choice =
                choice(
                                Map.of(VAULT, "v-1", "dragoman.dev/key-vault-form", form),
                                Map.of(),
                                Map.of("AZURE_SECRET_NAMING_VERSION", version))
                        .orElseThrow();
        assertThat(choice.pattern()).isEqualTo(pattern);
        assertThat(choice.ownPattern()).isFalse();
        assertThat(
                        choice(
                                        Map.of(VAULT, "v-1"),
                                        Map.of(),
                                        Map.of("AZURE_SECRET_NAMING_VERSION", version))
                                .orElseThrow()
                                .form())
                .isEqualTo(Form.JSON_BASE64);
    }

    @ParameterizedTest
    @CsvSource({
        "key-vault-only, yes, true or false",
        "key-vault-form, xml, 'entries, json or json-base64'",
        "key-vault-deletion, purge, keep or delete",
        "key-vault-take-over, 1, true or false",
        "key-vault-expires, tomorrow, a time such as",
        "key-vault-not-before, 2027-01-01, a time such as",
    })
    void whatCannotBeReadIsTold(String name, String value, String told) {
        assertThatThrownBy(() -> of(Map.of(VAULT, "v-1", "dragoman.dev/" + name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("dragoman.dev/" + name)
                .hasMessageContaining(told);
    }

    @Test
    void valuesThatAreToStayOutOfTheClusterNeedAVault() {
        Map<String, Object> only = Map.of("dragoman.dev/key-vault-only", "true");
        assertThatThrownBy(() -> choice(only, Map.of(), Map.of()))
                .hasMessageContaining("no Key Vault is named");
        assertThatThrownBy(() -> choice(Map.of(), only, Map.of()))
                .hasMessageContaining("no Key Vault is named");
        assertThat(choice(Map.of(), Map.of("dragoman.dev/key-vault-form", "json"), Map.of()))
                .isEmpty();
    }

    @ParameterizedTest(name = "{0} on the object, {1} on its Namespace: {2}")
    @CsvSource({
        ", , false",
        "true, , true",
        "true, false, true",
        "false, true, true",
        ", ' true ', true",
        "false, false, false",
    })
    void anObjectCannotPutIntoTheClusterWhatItsNamespaceKeepsOut(
            String object, String namespace, boolean only) {
        var own = new HashMap<String, Object>(Map.of(VAULT, "v-1"));
        var ofAll = new HashMap<String, Object>();
        Optional.ofNullable(object).ifPresent(each -> own.put("dragoman.dev/key-vault-only", each));
        Optional.ofNullable(namespace)
                .ifPresent(each -> ofAll.put("dragoman.dev/key-vault-only", each));
        assertThat(choice(own, ofAll, Map.of()).orElseThrow().only()).isEqualTo(only);
    }

    @ParameterizedTest
    @ValueSource(strings = {"True", "yes", ""})
    void aNamespaceThatKeepsValuesOutInOtherWordsIsTold(String written) {
        Map<String, Object> ofAll = Map.of("dragoman.dev/key-vault-only", written);
        assertThatThrownBy(() -> choice(Map.of(), ofAll, Map.of()))
                .hasMessageContaining("dragoman.dev/key-vault-only", "true or false");
        assertThatThrownBy(
                        () ->
                                choice(
                                        Map.of(VAULT, "v-1", "dragoman.dev/key-vault-only", "true"),
                                        ofAll,
                                        Map.of()))
                .hasMessageContaining("true or false");
    }

    @Test
    void aWrongVaultIsToldWithWhereItStands() {
        assertThatThrownBy(() -> of(Map.of(VAULT, "x")))
                .hasMessageStartingWith("the annotation dragoman.dev/key-vault: 'x'");
        assertThatThrownBy(() -> choice(Map.of(), Map.of(), Map.of("AZURE_OPERATOR_KEYVAULT", "x")))
                .hasMessageStartingWith("the operator's setting AZURE_OPERATOR_KEYVAULT: 'x'");
    }

    @Test
    void theMarkChangesWithWhatIsWritten() {
        var one = of(Map.of(VAULT, "v-1"));
        assertThat(one.mark("c", "")).isEqualTo(of(Map.of(VAULT, "V-1")).mark("c", ""));
        assertThat(one.mark("c", "")).isNotEqualTo(one.mark("d", ""));
        for (var other :
                List.of(
                        Map.<String, Object>of(VAULT, "v-2"),
                        Map.<String, Object>of(VAULT, "v-1", "dragoman.dev/key-vault-only", "true"),
                        Map.<String, Object>of(VAULT, "v-1", "dragoman.dev/key-vault-form", "json"),
                        Map.<String, Object>of(
                                VAULT, "v-1", "dragoman.dev/key-vault-entry", "{hash}"),
                        Map.<String, Object>of(
                                VAULT,
                                "v-1",
                                "dragoman.dev/key-vault-expires",
                                "2027-01-01T00:00:00Z"))) {
            assertThat(of(other).mark("c", "")).isNotEqualTo(one.mark("c", ""));
        }
    }
}
