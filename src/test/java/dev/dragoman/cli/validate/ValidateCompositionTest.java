package dev.dragoman.cli.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.CompositionsPage;
import dev.dragoman.cli.RestoredLog;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What {@code validate --object} prints for the composition of docs/compositions.md. */
@ExtendWith(RestoredLog.class)
class ValidateCompositionTest {
    private static final String ID = "00000000-0000-0000-0000-000000000001";

    private static final Map<String, String> SETTINGS =
            Map.of("AZURE_SUBSCRIPTION_ID", ID, "AZURE_TENANT_ID", ID);

    @TempDir private Path directory;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path overlays;

    @BeforeEach
    void write() throws IOException {
        overlays = Files.createDirectory(directory.resolve("overlays"));
        CompositionsPage.write(overlays);
        Files.writeString(
                directory.resolve("shop.yaml"), CompositionsPage.files().get("shop.yaml"));
    }

    private int validate() {
        return run("--object", directory.resolve("shop.yaml").toString(), overlays.toString());
    }

    private int run(String... arguments) {
        return new CommandLine(new ValidateCommand(SETTINGS))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    private void change(String file, String from, String to) throws IOException {
        var text = Files.readString(overlays.resolve(file));
        assertThat(text).contains(from);
        Files.writeString(overlays.resolve(file), text.replace(from, to));
    }

    private List<String> lines(String begin) {
        return out.toString().lines().filter(each -> each.startsWith(begin)).toList();
    }

    @Test
    void theObjectsArePrintedInTheOrderOfTheRoute() {
        assertThat(validate()).isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(lines("kind: "))
                .containsExactly(
                        "kind: \"ResourceGroup\"",
                        "kind: \"StorageAccount\"",
                        "kind: \"UserAssignedIdentity\"",
                        "kind: \"FederatedIdentityCredential\"",
                        "kind: \"FederatedIdentityCredential\"",
                        "kind: \"RoleAssignment\"");
        assertThat(out.toString())
                .startsWith("# WebApplication default/shop\n")
                .contains("  azureName: \"defaultshop\"\n")
                .contains("  owner:\n    name: \"shop\"\n")
                .contains("  subject: \"system:serviceaccount:default:worker\"\n");
    }

    /** What Azure has not said yet is no mistake of the templates. */
    @Test
    void whatLinesWaitForIsTold() {
        assertThat(validate()).isZero();
        assertThat(lines("# Ready"))
                .containsExactly(
                        "# Ready=False: Waiting: the line configuration waits: storage has no status.primaryEndpoints.blob yet");
    }

    @Test
    void whatLiesInANamespaceOfALineIsPrintedToo() throws IOException {
        Files.writeString(
                overlays.resolve("webapplications.space.object.yaml"),
                """
                elsewhere: true
                object:
                  apiVersion: v1
                  kind: Namespace
                  metadata: { name: "${object.metadata.name}-space" }
                """);
        Files.writeString(
                overlays.resolve("webapplications.quota.object.yaml"),
                """
                elsewhere: true
                object:
                  apiVersion: v1
                  kind: ResourceQuota
                  metadata: { name: quota, namespace: "${object.metadata.name}-space" }
                """);
        change(
                "webapplications.camel.yaml",
                "        - to: { uri: \"dragoman-point:webapplications-objects\" }",
                """
                        - to: { uri: "kubernetes-object:webapplications.space" }
                        - to: { uri: "kubernetes-object:webapplications.quota" }
                        - to: { uri: "dragoman-point:webapplications-objects" }\
                """);
        assertThat(validate()).as("%s", err).isZero();
        assertThat(lines("kind: ")).contains("kind: \"Namespace\"", "kind: \"ResourceQuota\"");
    }

    @Test
    void whatTheObjectLacksIsAnErrorWithItsPlace() throws IOException {
        change(
                "webapplications.storage.object.yaml",
                "${object.spec.location}",
                "${object.spec.region}");
        assertThat(validate()).isEqualTo(1);
        assertThat(err.toString())
                .endsWith(
                        "webapplications.storage.object.yaml:7: a WebApplication has no field object.spec.region\n");
    }

    @Test
    void whatAnAzureKindLacksIsAnErrorWithItsPlace() throws IOException {
        change("webapplications.storage.object.yaml", "    location:", "    locations:");
        assertThat(validate()).isEqualTo(1);
        assertThat(err.toString())
                .contains(
                        "webapplications.storage.object.yaml:7: a StorageAccount has no field spec.locations; the nearest is location\n");
    }

    /** Without the definition, what it says is not known before an object is tried. */
    @Test
    void withoutTheDefinitionTheObjectTellsWhatItLacks() throws IOException {
        Files.delete(overlays.resolve("webapplications.definition.yaml"));
        change(
                "webapplications.storage.object.yaml",
                "${object.spec.location}",
                "${object.spec.region}");
        assertThat(validate()).isEqualTo(1);
        assertThat(err.toString())
                .contains("InvalidTemplate")
                .contains("webapplications.storage.object.yaml:7: ")
                .contains("object.spec.region");
    }

    @Test
    void whatARuleForbidsIsAnError() throws IOException {
        Files.writeString(
                overlays.resolve("webapplications.rules.yaml"),
                """
                - rule: object.spec.location == 'westeurope'
                  reason: OtherRegion
                  message: only westeurope is offered
                """);
        assertThat(validate()).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo(
                        "WebApplication default/shop: OtherRegion: only westeurope is offered\n");
    }

    /** As the API server does before the operator gets an object. */
    @Test
    void theDefinitionSaysWhatAnObjectMayBe() throws IOException {
        var shop = directory.resolve("shop.yaml");
        var text = Files.readString(shop);
        Files.writeString(shop, text.replace("  serviceAccounts: [web, worker]\n", ""));
        assertThat(validate()).as("%s", err).isZero();
        Files.writeString(shop, text.replace("[web, worker]", "[Web]\n  zone: a"));
        assertThat(validate()).isEqualTo(1);
        assertThat(err.toString().lines())
                .containsExactly(
                        shop
                                + ":7: WebApplication default/shop: spec.zone: a WebApplication has no such field; correct the object, which the API server would refuse",
                        shop
                                + ":6: WebApplication default/shop: spec.serviceAccounts[0]: does not match the regex pattern ^[a-z0-9-]{1,40}$; correct the object, which the API server would refuse");
    }

    @Test
    void aKindOfTheClusterHasNoNamespace() throws IOException {
        change("webapplications.definition.yaml", "scope: Namespaced", "scope: Cluster");
        Files.writeString(
                overlays.resolve("webapplications.rules.yaml"),
                """
                - rule: has(object.metadata.namespace)
                  reason: NoNamespace
                  message: it lies in no namespace
                """);
        assertThat(validate()).isEqualTo(1);
        assertThat(err.toString()).startsWith("WebApplication shop: ").contains("NoNamespace");
    }

    /** Rules may compare objects of one file. */
    @Test
    void objectsOfAFileDiffer() throws IOException {
        var shop = directory.resolve("shop.yaml");
        var text = Files.readString(shop);
        Files.writeString(shop, text + "---\n" + text.replace("name: shop", "name: other"));
        Files.writeString(
                overlays.resolve("webapplications.rules.yaml"),
                """
                - rule: "!peers.exists(each, each.metadata.uid != object.metadata.uid && each.metadata.creationTimestamp < object.metadata.creationTimestamp)"
                  reason: Second
                  message: there is an older one
                """);
        assertThat(validate()).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo("WebApplication default/other: Second: there is an older one\n");
    }

    /** A plural need not follow the rules of English. */
    @Test
    void rightsHaveThePluralOfTheDefinition() throws IOException {
        change("webapplications.definition.yaml", "plural: webapplications", "plural: webapps");
        assertThat(run("--rights", "webapplications", overlays.toString())).isZero();
        assertThat(out.toString())
                .contains("\"webapps\"", "\"webapps/status\"")
                .doesNotContain("\"webapplications\"");
    }

    @ParameterizedTest
    @CsvSource({
        "kind: StorageAccount, kind: StorageAcount, StorageAcount in storage.azure.com/v1api20230101; the nearest is StorageAccount",
        "v1api20230101, v1api20230110, StorageAccount in storage.azure.com/v1api20230110; the nearest is storage.azure.com/v1api20230101"
    })
    void aKindOrVersionThatAzureLacksIsAMistake(String from, String to, String problem)
            throws IOException {
        var file = "webapplications.storage.object.yaml";
        change(file, from, to);
        assertThat(run(overlays.toString())).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo(
                        "%s:2: there is no %s; correct it, or put the definition of another operator's kind beside the templates%n"
                                .formatted(overlays.resolve(file), problem));
    }

    @Test
    void aKindOfAnotherOperatorHasItsDefinitionBeside() throws IOException {
        change("webapplications.storage.object.yaml", "kind: StorageAccount", "kind: Shelf");
        Files.writeString(
                overlays.resolve("shelves.definition.yaml"),
                "spec: { group: storage.azure.com, names: { kind: Shelf } }\n");
        assertThat(run(overlays.toString())).as("%s", err).isZero();
    }
}
