package dev.dragoman.azure.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.KnownObjects;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.claim.ClaimSeal;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.AzureFacts.VaultValue;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.identity.VaultAddress;
import dev.dragoman.azure.identity.VaultSettings;
import dev.dragoman.azure.model.Reference;
import dev.dragoman.azure.vault.VaultReader.Read;
import dev.dragoman.azure.vault.VaultSource;
import dev.dragoman.reconcile.ObjectKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a spec gets from Key Vaults, and what it does not get. */
class SpecValuesTest {
    private final List<String> asked = new ArrayList<>();
    private final Map<String, Read> entries = new HashMap<>();
    private boolean shared;

    /** The object Vault of the namespace, and whether it is Ready. */
    private final Map<String, Boolean> vaults = new HashMap<>();

    private Optional<Map<String, Object>> known(ObjectKey key) {
        return Optional.ofNullable(vaults.get(key.name()))
                .filter(any -> key.kind().equals("Vault"))
                .map(
                        ready ->
                                Map.of(
                                        "metadata",
                                        Map.of("name", key.name(), "namespace", "team-a"),
                                        "status",
                                        Map.of(
                                                "id",
                                                "/subscriptions/s/resourceGroups/g/providers/Microsoft.KeyVault/vaults/"
                                                        + key.name(),
                                                "conditions",
                                                List.of(
                                                        Map.of(
                                                                "type",
                                                                "Ready",
                                                                "status",
                                                                ready ? "True" : "False")))));
    }

    private SpecValues values() {
        var around =
                new ReferenceResolver(
                        "team-a",
                        new KnownObjects(this::known),
                        (_, _) -> Optional.empty(),
                        Catalog.load(),
                        new ClaimSeal(() -> new byte[32]),
                        true);
        var settings =
                VaultSettings.from(
                        Map.of("DRAGOMAN_KEY_VAULTS", "team-a=given,team-b=other,*=all"));
        var access =
                new VaultAccess(
                        "team-a", settings, List.of("vault.azure.net"), shared, false, around);
        return new SpecValues(around, access, Optional.of(this::read));
    }

    private Read read(VaultAddress vault, VaultSource source) {
        var place = vault.name() + "/" + source.name();
        asked.add(place);
        return entries.getOrDefault(
                place, Read.failed(Problem.waiting("Missing", "there is none")));
    }

    private static Reference reference(String name) {
        return new Reference("password", Reference.Type.SECRET, "", "", name, "", "", "");
    }

    private static String reason(SpecValues values, String name) {
        return values.missing(reference(name)).reason();
    }

    @Test
    void theWholeValueOrAPropertyOfIt() {
        entries.put("v-1/plain", Read.of("s3cret"));
        entries.put("v-1/json", Read.of("{\"user\":\"u\",\"port\":1}"));
        var values = values();
        assertThat(values.secret("keyvault://v-1/plain", "")).contains("s3cret");
        assertThat(values.secret("keyvault://v-1/json", "user")).contains("u");
        assertThat(values.secret("keyvault://v-1/json", "port")).contains("1");
        assertThat(values.secretMap("keyvault://v-1/json"))
                .contains(Map.of("user", "u", "port", "1"));
        assertThat(asked).as("each once").containsExactly("v-1/plain", "v-1/json");
    }

    @Test
    void aValueThatDoesNotFitIsToldWithoutTheValue() {
        entries.put("v-1/plain", Read.of("s3cret"));
        entries.put("v-1/json", Read.of("{\"user\":\"u\"}"));
        var values = values();
        assertThat(values.secret("keyvault://v-1/plain", "user")).isEmpty();
        assertThat(values.secret("keyvault://v-1/json", "password")).isEmpty();
        var reference =
                new Reference(
                        "password",
                        Reference.Type.SECRET,
                        "",
                        "",
                        "keyvault://v-1/plain",
                        "user",
                        "",
                        "");
        var problem = values.missing(reference);
        assertThat(problem.reason()).isEqualTo("KeyVaultValueUnfit");
        assertThat(problem.message())
                .contains("spec.password: the value of keyvault://v-1/plain is no JSON object")
                .doesNotContain("s3cret");
        var property =
                new Reference(
                        "password",
                        Reference.Type.SECRET,
                        "",
                        "",
                        "keyvault://v-1/json",
                        "password",
                        "",
                        "");
        assertThat(values.secret("keyvault://v-1/json", "pass")).isEmpty();
        assertThat(values.missing(property).message()).contains("no property 'password'");
    }

    @Test
    void whatTheVaultSaysIsTold() {
        var values = values();
        assertThat(values.secret("keyvault://v-1/none", "")).isEmpty();
        assertThat(reason(values, "keyvault://v-1/none")).isEqualTo("Missing");
        assertThat(values.secret("keyvault://v.example.com/e", "")).isEmpty();
        assertThat(reason(values, "keyvault://v.example.com/e")).isEqualTo("InvalidKeyVault");
        assertThat(values.secret("none", "key")).isEmpty();
        assertThat(reason(values, "none")).isEqualTo("SecretNotFound");
    }

    /** In a vault of all namespaces are values of other namespaces. */
    @Test
    void underASharedCredentialOnlyVaultsOfTheNamespaceAreRead() {
        shared = true;
        for (var vault : List.of("given", "other", "all", "strange")) {
            entries.put(vault + "/e", Read.of(vault));
        }
        var values = values();
        assertThat(values.secret("keyvault://given/e", "")).contains("given");
        for (var vault : List.of("other", "all", "strange")) {
            var name = "keyvault://%s/e".formatted(vault);
            assertThat(values.secret(name, "")).isEmpty();
            assertThat(reason(values, name)).isEqualTo("KeyVaultNotAllowed");
        }
        assertThat(asked).containsExactly("given/e");
    }

    /** While it is not Ready, another team may have made a vault of its name. */
    @Test
    void underASharedCredentialAnObjectVaultCountsWhileItIsReady() {
        shared = true;
        vaults.put("mine", true);
        vaults.put("gone", false);
        entries.put("mine/e", Read.of("m"));
        entries.put("gone/e", Read.of("g"));
        var values = values();
        assertThat(values.secret("keyvault://mine/e", "")).contains("m");
        assertThat(values.secret("keyvault://gone/e", "")).isEmpty();
        assertThat(reason(values, "keyvault://gone/e")).isEqualTo("KeyVaultNotReady");
        assertThat(asked).containsExactly("mine/e");
    }

    @Test
    void aPropertyThatIsNoPlainValueIsNotSentAsAnother() {
        entries.put(
                "v-1/json",
                Read.of("{\"a\":null,\"b\":{\"c\":\"d\"},\"e\":[],\"f\":1.10,\"g\":true}"));
        var values = values();
        for (var property : List.of("a", "b", "e", "f")) {
            assertThat(values.secret("keyvault://v-1/json", property)).as(property).isEmpty();
        }
        assertThat(values.secret("keyvault://v-1/json", "g")).contains("true");
    }

    @Test
    void aSilentVaultIsAskedOnceAndIsNoMissingValue() {
        var answer = Answer.failure(Answer.UNREACHABLE, "no answer", false);
        var silent =
                new Read(
                        Optional.empty(),
                        Optional.of(Problem.passing(answer, "read e", Optional.empty())),
                        Optional.of(answer));
        entries.put("v-1/a", silent);
        entries.put("v-1/b", Read.of("b"));
        var values = values();
        assertThat(values.secret("keyvault://v-1/a", "")).isEmpty();
        assertThat(values.secret("keyvault://v-1/b", "")).isEmpty();
        assertThat(asked).containsExactly("v-1/a");
        assertThat(values.state(reference("keyvault://v-1/a"))).isEqualTo(VaultValue.UNREAD);
        assertThat(values.secret("keyvault://v-2/none", "")).isEmpty();
        assertThat(values.state(reference("keyvault://v-2/none"))).isEqualTo(VaultValue.MISSING);
        assertThat(values.state(reference("none"))).isEqualTo(VaultValue.THERE);
    }
}
