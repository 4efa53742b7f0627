package dev.dragoman.sandbox.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jwt.SignedJWT;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.control.Exchange;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.tier.Full;
import java.io.IOException;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Microsoft's command line tool signs in and works with the sandbox under Azure's own names, told
 * of nothing but a proxy and whom to trust: what it asks of Entra and Resource Manager must be
 * there.
 */
@Tag(DebianAz.TAG)
@Full
class AzIT {
    private static final String APP = UUID.randomUUID().toString();

    /** What Resource Manager answered to the tool, for Microsoft's validator to judge. */
    static final Path KEPT = Path.of("target", "az.jsonl");

    @TempDir private static Path directory;
    private static DebianAz az;
    private static AzureSandbox azure;

    @BeforeAll
    static void signIn() throws IOException {
        az = DebianAz.load();
        azure =
                AzureSandbox.start(
                        Options.of(Catalog.load())
                                .client(Client.secret(APP, "right"))
                                .underPublicNames());
        // Not 0: the tool takes that for no answer, and waits for half a minute.
        azure.control().retryAfter(1);
        azure.control().operationDuration(".*", Duration.ofMillis(500));
        var accounts = succeeds(login("right"));
        assertThat(accounts).hasSize(1);
        assertThat(accounts.at("/0/id").asText()).isEqualTo(azure.subscriptionId());
    }

    @AfterAll
    static void stop() {
        if (azure != null) {
            azure.control().writeExchanges(KEPT);
            azure.close();
        }
    }

    @Test
    void wrongSecretIsRefusedAsEntraDoes() throws IOException {
        var refused = run("stranger", login("wrong"));
        assertThat(refused.exit()).isNotZero();
        assertThat(refused.error()).contains("AADSTS7000215").contains(APP);
    }

    @Test
    void tokenIsForWhatTheToolAskedFor() throws IOException, ParseException {
        var account = succeeds("account show");
        assertThat(account.at("/tenantId").asText()).isEqualTo(azure.tenantId());
        assertThat(account.at("/user/name").asText()).isEqualTo(APP);
        assertThat(account.at("/state").asText()).isEqualTo("Enabled");
        var token = succeeds("account get-access-token").at("/accessToken").asText();
        assertThat(SignedJWT.parse(token).getJWTClaimsSet().getAudience())
                .containsExactly("https://management.core.windows.net/");
    }

    @Test
    void locationsAreListed() throws IOException {
        assertThat(names(succeeds("account list-locations"))).contains("westeurope", "eastus2");
    }

    @Test
    void groupIsMadeFoundTaggedListedAndDeleted() throws IOException {
        assertThat(succeeds("group exists -n orders").asBoolean()).isFalse();
        var made = succeeds("group create -n orders -l westeurope --tags a=b");
        assertThat(made.at("/properties/provisioningState").asText()).isEqualTo("Succeeded");
        assertThat(succeeds("group exists -n orders").asBoolean()).isTrue();
        succeeds("group update -n orders --set tags.team=payments");
        var shown = succeeds("group show -n orders");
        assertThat(shown.at("/tags/a").asText()).isEqualTo("b");
        assertThat(shown.at("/tags/team").asText()).isEqualTo("payments");
        assertThat(shown.at("/location").asText()).isEqualTo("westeurope");
        assertThat(names(succeeds("group list --tag team=payments"))).containsExactly("orders");
        assertThat(succeeds("group list --tag team=nobody")).isEmpty();
        azure.control().operationDuration("DELETE .*/orders", Duration.ofMillis(2500));
        long before = azure.control().count("*");
        succeeds("group delete -n orders --yes");
        assertThat(azure.control().exchanges().stream().skip(before).map(Exchange::status))
                .as("accepted, looked at while it goes on, and when it has ended")
                .startsWith(202, 202)
                .endsWith(200);
        refuses("ResourceGroupNotFound", "group show -n orders");
    }

    @Test
    void storageAccountIsMadeShownAndDeletedAndItsKeysAreListed() throws IOException {
        succeeds("group create -n files -l westeurope");
        var made =
                succeeds(
                        "storage account create -n aztool -g files --sku Standard_LRS"
                                + " --min-tls-version TLS1_2");
        assertThat(made.at("/provisioningState").asText()).isEqualTo("Succeeded");
        assertThat(made.at("/minimumTlsVersion").asText()).isEqualTo("TLS1_2");
        assertThat(made.at("/primaryEndpoints/blob").asText())
                .isEqualTo("https://aztool.blob.core.windows.net/");
        assertThat(succeeds("storage account show -n aztool -g files")).isEqualTo(made);
        var keys = succeeds("storage account keys list -n aztool -g files");
        assertThat(keys.findValuesAsText("keyName")).containsExactly("key1", "key2");
        assertThat(keys.at("/0/value").asText()).hasSize(88);
        succeeds("storage account delete -n aztool -g files --yes");
        assertThat(succeeds("storage account list -g files")).isEmpty();
    }

    @Test
    void resourceOfAnyTypeIsMadeInTheVersionThatItsProviderNames() throws IOException {
        succeeds("group create -n any -l westeurope");
        var account = " -g any -n azany --resource-type Microsoft.Storage/storageAccounts";
        var made =
                succeeds(
                        "resource create --is-full-object" + account,
                        """
                        --properties={"location": "westeurope", "kind": "StorageV2",
                         "sku": {"name": "Standard_LRS"}, "properties": {"accessTier": "Cool"}}""");
        assertThat(made.at("/properties/provisioningState").asText()).isEqualTo("Succeeded");
        assertThat(made.at("/properties/accessTier").asText()).isEqualTo("Cool");
        var container =
                succeeds(
                        "resource create -g any -n data --namespace Microsoft.Storage --parent"
                                + " storageAccounts/azany/blobServices/default"
                                + " --resource-type containers --properties {}");
        assertThat(container.at("/properties/publicAccess").asText()).isEqualTo("None");
        assertThat(names(succeeds("resource list -g any"))).containsExactly("azany");
        var identities = "Microsoft.ManagedIdentity/userAssignedIdentities";
        assertThat(succeeds("resource list --resource-type " + identities)).isEmpty();
        succeeds("resource delete" + account);
        refuses("ResourceNotFound", "resource show" + account);
    }

    @Test
    void secretsOfAVaultAreSetShownListedDeletedAndRecovered() throws IOException {
        succeeds("group create -n vaults -l westeurope");
        var vault =
                succeeds(
                        "resource create --is-full-object -g vaults -n azvault"
                                + " --resource-type Microsoft.KeyVault/vaults",
                        """
                        --properties={"location": "westeurope", "properties": {"tenantId": "%s",
                         "sku": {"family": "A", "name": "standard"},
                         "enableRbacAuthorization": true}}"""
                                .formatted(azure.tenantId()));
        assertThat(vault.at("/properties/vaultUri").asText())
                .isEqualTo("https://azvault.vault.azure.net/");
        assertThat(vaultRequest("GET", "/secrets", "").error()).contains("ForbiddenByRbac");
        azure.control().vaultRights(APP, "all");
        var set =
                vaultRequest("PUT", "/secrets/key", "{\"value\":\"v4lue\",\"tags\":{\"a\":\"b\"}}")
                        .json();
        assertThat(set.at("/tags/a").asText()).isEqualTo("b");
        assertThat(vaultRequest("GET", "/secrets/key", "").json()).isEqualTo(set);
        assertThat(vaultRequest("GET", "/secrets", "").json().at("/value")).hasSize(1);
        assertThat(vaultRequest("GET", "/secrets/other", "").error()).contains("SecretNotFound");
        azure.control().vaultDelays(Duration.ZERO, Duration.ZERO);
        vaultRequest("DELETE", "/secrets/key", "");
        assertThat(vaultRequest("PUT", "/secrets/key", "{\"value\":\"w\"}").error())
                .contains("ObjectIsDeletedButRecoverable");
        vaultRequest("POST", "/deletedsecrets/key/recover", "{}");
        assertThat(vaultRequest("GET", "/secrets/key", "").json().at("/value").asText())
                .isEqualTo("v4lue");
        shownByAzKeyvault();
    }

    /** As the pages tell a user to look at what was written. */
    private static void shownByAzKeyvault() throws IOException {
        var of = " --vault-name azvault --name key";
        var shown = keyVault("secret show" + of);
        assertThat(shown.path("value").asText()).isEqualTo("v4lue");
        assertThat(shown.at("/tags/a").asText()).isEqualTo("b");
        keyVault("secret set" + of + " --value other --content-type text/plain");
        assertThat(keyVault("secret show" + of).path("value").asText()).isEqualTo("other");
        assertThat(keyVault("secret list --vault-name azvault")).hasSize(1);
        assertThat(keyVault("secret list-versions" + of)).hasSize(2);
        keyVault("secret delete" + of);
        assertThat(keyVault("secret list-deleted --vault-name azvault")).hasSize(1);
        keyVault("secret recover" + of);
        assertThat(keyVault("secret show" + of).path("value").asText()).isEqualTo("other");
    }

    private static JsonNode keyVault(String words) throws IOException {
        var result = run(az.withKeyVault(), "user", "keyvault " + words);
        assertThat(result.exit()).as("az keyvault %s: %s", words, result).isZero();
        return result.json();
    }

    /** Sends a request to the vault with the tool's own token. */
    private static Command.Result vaultRequest(String method, String path, String body)
            throws IOException {
        var words =
                "rest --resource https://vault.azure.net --method %s --url https://azvault.vault.azure.net%s?api-version=7.4"
                        .formatted(method, path);
        return body.isEmpty() ? run("user", words) : run("user", words, "--body", body);
    }

    @Test
    void whatIsRefusedCarriesTheCodeOfResourceManager() throws IOException {
        var url = "rest --url /subscriptions/" + azure.subscriptionId() + "/resourceGroups";
        assertThat(succeeds(url + "?api-version=2021-04-01").at("/value").isArray()).isTrue();
        refuses("InvalidApiVersionParameter", url + "?api-version=1999-01-01");
        refuses("ResourceGroupNotFound", url + "/none?api-version=2021-04-01");
    }

    private static String login(String secret) {
        return "login --service-principal --username %s --password %s --tenant %s"
                .formatted(APP, secret, azure.tenantId());
    }

    private static List<String> names(JsonNode list) {
        var names = new ArrayList<String>();
        list.forEach(each -> names.add(each.path("name").asText()));
        return names;
    }

    /**
     * @param words of the command line
     * @param more arguments that have spaces in them
     */
    private static JsonNode succeeds(String words, String... more) throws IOException {
        var result = run("user", words, more);
        assertThat(result.exit()).as("az %s: %s", words, result).isZero();
        return result.json();
    }

    private static void refuses(String code, String words) throws IOException {
        var result = run("user", words);
        assertThat(result.error()).contains(code);
        assertThat(result.exit()).isNotZero();
    }

    private static Command.Result run(String user, String words, String... more)
            throws IOException {
        return run(az, user, words, more);
    }

    private static Command.Result run(DebianAz az, String user, String words, String... more)
            throws IOException {
        var arguments = new ArrayList<>(List.of(words.split(" ", -1)));
        arguments.addAll(List.of(more));
        var home = directory.resolve(user);
        return az.run(
                Map.of(
                        "HOME", home.toString(),
                        "AZURE_CONFIG_DIR", home.resolve(".azure").toString(),
                        "AZURE_CORE_COLLECT_TELEMETRY", "false",
                        "HTTPS_PROXY", azure.vaultProxy(),
                        "REQUESTS_CA_BUNDLE", azure.caPem().toString()),
                arguments);
    }
}
