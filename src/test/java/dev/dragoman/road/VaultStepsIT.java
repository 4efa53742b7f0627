package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.security.keyvault.secrets.models.KeyVaultSecret;
import com.azure.security.keyvault.secrets.models.SecretProperties;
import dev.dragoman.CapturedLog;
import dev.dragoman.azure.identity.ClientCertificates;
import dev.dragoman.camel.StartRefused;
import dev.dragoman.certificates.pki.KeySpec;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.sandbox.azure.vault.SecretState;
import dev.dragoman.sandbox.azure.vault.VaultView;
import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

/** Key Vaults in teams' own steps, and in the Secret of a credential. */
@Full
class VaultStepsIT {
    private static final String TEAM = "77777777-7777-4777-8777-777777777777";

    private static final String GROUP = "resources.azure.com/v1api20200601";

    @TempDir private Path directory;
    private VaultRoad road;

    @BeforeEach
    void prepare() {
        road = new VaultRoad("vault-steps");
        road.road.environment.put("DRAGOMAN_OVERLAYS", directory.toString());
        road.start();
    }

    @AfterEach
    void stop() {
        road.close();
    }

    private void restartWith(String file, String text) throws IOException {
        road.road.stop();
        Files.writeString(directory.resolve(file), text.replace("VAULT", road.vault));
        road.road.start();
    }

    private List<String> names() {
        return road.entries().stream().map(VaultView.Secret::name).toList();
    }

    private VaultView.Secret named(String name) {
        return road.entries().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void group(String name) {
        road.road.apply(Samples.group(name, "orders"));
    }

    private Optional<String> copied() {
        return Optional.ofNullable(
                        road.road
                                .client()
                                .secrets()
                                .inNamespace(road.road.namespace)
                                .withName("copied")
                                .get())
                .map(Secret::getData)
                .map(data -> data.get("token"))
                .map(each -> new String(Base64.getDecoder().decode(each), StandardCharsets.UTF_8));
    }

    /** The value goes from entry to entry and into a Secret, and no step sees it. */
    @Test
    void stepsReadWriteAndDeleteEntriesAsTheObject() throws IOException {
        var _ =
                road.client()
                        .setSecret(
                                new KeyVaultSecret("shared-token", "t0ken-value")
                                        .setProperties(
                                                new SecretProperties()
                                                        .setTags(Map.of("by", "hand"))));
        restartWith(
                "azure-after-create.copy.steps.yaml",
                """
                - filter:
                    simple: "${header.CamelKubernetesReconcileName} == 'billing'"
                    steps:
                      - setHeader: { name: CamelAzureKeyVaultSecretName, constant: shared-token }
                      - to: azure-key-vault:VAULT?operation=getSecret
                      - log: "read ${body}"
                      - setVariable: { name: data, simple: "${map(token,${body})}" }
                      - setVariable: { name: token, simple: "${body}" }
                      - setHeader: { name: CamelAzureKeyVaultSecretName, simple: "${header.CamelKubernetesReconcileName}-token" }
                      - to: azure-key-vault:VAULT?operation=createSecret
                      - setHeader: { name: CamelAzureKeyVaultSecretName, simple: "${header.CamelKubernetesReconcileName}-note" }
                      - setHeader: { name: Content-Type, constant: application/json }
                      - setBody: { constant: '{"of": "orders"}' }
                      - to: azure-key-vault:VAULT?operation=createSecret
                      - setHeader: { name: CamelAzureKeyVaultSecretName, simple: "${header.CamelKubernetesReconcileName}-never" }
                      - to: azure-key-vault:VAULT?operation=deleteSecret
                      - setHeader: { name: CamelAzureKeyVaultSecretName, simple: "${header.CamelKubernetesReconcileName}-old" }
                      - to: azure-key-vault:VAULT.vault.azure.net?operation=createSecret
                      - to: azure-key-vault:VAULT?operation=deleteSecret
                      - setVariable: { name: metadata, simple: "${map(name,copied,namespace,${header.CamelKubernetesReconcileNamespace})}" }
                      - setBody: { simple: "${map(apiVersion,v1,kind,Secret,metadata,${variable.metadata},stringData,${variable.data})}" }
                      - to: kubernetes-apply:team-copy
                """);
        try (var log = new CapturedLog(road.road, Logger.ROOT_LOGGER_NAME)) {
            group("billing");
            road.road.ready("resourcegroup/billing");
            assertThat(names())
                    .containsExactlyInAnyOrder(
                            "shared-token", "billing-token", "billing-note", "billing-old");
            assertThat(named("billing-old").state())
                    .isIn(SecretState.DELETING, SecretState.DELETED);
            var token = named("billing-token").latest();
            assertThat(token.value()).isEqualTo("t0ken-value");
            assertThat(token.contentType()).isEqualTo("text/plain");
            assertThat(token.tags()).containsEntry("dragoman-name", "billing");
            assertThat(named("billing-note").latest().contentType()).isEqualTo("application/json");
            assertThat(copied()).contains("t0ken-value");
            assertThat(named("shared-token").latest().tags()).isEqualTo(Map.of("by", "hand"));
            assertThat(log.lines()).noneMatch(each -> each.contains("t0ken-value"));
        }
    }

    /**
     * What would be a way to the values of others is refused, and so is what is not the object's.
     */
    @Test
    void stepsCannotUseOtherVaultsNorOthersEntries() throws IOException {
        road.client().setSecret("taken", "theirs");
        restartWith(
                "azure-after-create.take.steps.yaml",
                """
                - setHeader: { name: CamelAzureKeyVaultSecretName, constant: taken }
                - setBody: { constant: mine }
                - choice:
                    when:
                      - simple: "${header.CamelKubernetesReconcileName} == 'writes'"
                        steps: [ { to: "azure-key-vault:VAULT?operation=createSecret" } ]
                      - simple: "${header.CamelKubernetesReconcileName} == 'deletes'"
                        steps: [ { to: "azure-key-vault:VAULT?operation=deleteSecret" } ]
                      - simple: "${header.CamelKubernetesReconcileName} == 'reads'"
                        steps: [ { to: "azure-key-vault:other-vault?operation=getSecret" } ]
                      - simple: "${header.CamelKubernetesReconcileName} == 'names'"
                        steps:
                          - setHeader: { name: CamelAzureKeyVaultSecretName, constant: "../keys/taken" }
                          - to: azure-key-vault:VAULT?operation=getSecret
                """);
        var refused =
                Map.of(
                        "writes", "belongs to somebody else",
                        "deletes", "not this object's, so it is not deleted",
                        "reads", "may not use other-vault",
                        "names", "is no name of an entry");
        refused.keySet().forEach(this::group);
        refused.forEach(
                (name, text) ->
                        assertThat(
                                        road.road
                                                .reason(
                                                        GROUP,
                                                        "ResourceGroup",
                                                        name,
                                                        "AfterCreateFailed")
                                                .get("message"))
                                .asString()
                                .contains(text));
        assertThat(named("taken").versions()).hasSize(1);
        assertThat(road.sent("GET")).noneMatch(each -> each.path().contains("other-vault"));
    }

    @Test
    void overlaysTakeValuesOfThePlatformsVaultAtTheStart() throws IOException {
        road.client().setSecret("platform", "{\"cost\": \"cc-4711\"}");
        road.road.environment.put("DRAGOMAN_OVERLAY_KEY_VAULT", road.vault);
        restartWith(
                "azure-desired.cost.steps.yaml",
                "- to: \"bean:body?method=tag(cost, '{{azure:platform#cost}}')\"\n");
        group("billing");
        road.road.ready("resourcegroup/billing");
        assertThat(road.road.azure(road.road.group("billing"), "/tags/cost")).isEqualTo("cc-4711");
        assertThatThrownBy(
                        () ->
                                restartWith(
                                        "azure-desired.cost.steps.yaml",
                                        "- to: \"bean:body?method=tag(cost, '{{azure:none}}')\"\n"))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining(
                        "azure-desired.cost.steps.yaml:1: {{azure:none}}: entry none of")
                .hasMessageContaining("does not exist");
        road.road.environment.remove("DRAGOMAN_OVERLAY_KEY_VAULT");
        assertThatThrownBy(() -> road.road.start())
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("set DRAGOMAN_OVERLAY_KEY_VAULT");
    }

    /** A user chooses the vault of an object Vault, and so could take what a step writes. */
    @Test
    void anObjectVaultDoesNotRedirectAStep() throws IOException {
        road.road.apply(
                """
                apiVersion: keyvault.azure.com/v1api20230701
                kind: Vault
                metadata: {name: platform-vault}
                spec:
                  azureName: %s2
                  owner: {name: orders}
                  location: westeurope
                  properties:
                    tenantId: %s
                    sku: {family: A, name: standard}
                    enableRbacAuthorization: true
                """
                        .formatted(road.vault, road.road.azure.tenantId()));
        road.road.ready("vault/platform-vault");
        restartWith(
                "azure-after-create.note.steps.yaml",
                """
                - setHeader: { name: CamelAzureKeyVaultSecretName, constant: note }
                - setBody: { constant: a-value }
                - to: azure-key-vault:platform-vault?operation=createSecret
                """);
        group("billing");
        assertThat(
                        road.road
                                .reason(GROUP, "ResourceGroup", "billing", "AfterCreateFailed")
                                .get("message"))
                .asString()
                .contains("may not use platform-vault.vault.azure.net");
        assertThat(road.road.azure.control().vault(road.vault + "2").secrets()).isEmpty();
        listed("*", "is shared by all namespaces");
        listed(road.road.namespace, "");
        assertThat(road.road.azure.control().vault(road.vault + "2").secrets())
                .extracting(VaultView.Secret::name)
                .containsExactly("note");
    }

    /** The step's vault, once it is listed. */
    private void listed(String namespace, String refusal) throws IOException {
        road.road.environment.put("DRAGOMAN_KEY_VAULTS", namespace + "=" + road.vault + "2");
        restartWith(
                "azure-after-create.note.steps.yaml",
                """
                - choice:
                    when:
                      # the vault's own step would write the entry too, and then own it
                      - simple: "${header.CamelKubernetesReconcileName} == 'billing'"
                        steps:
                          - setHeader: { name: CamelAzureKeyVaultSecretName, constant: note }
                          - setBody: { constant: a-value }
                          - to: azure-key-vault:VAULT2?operation=createSecret
                """);
        if (refusal.isEmpty()) {
            road.road.ready("resourcegroup/billing");
        } else {
            await().untilAsserted(
                            () ->
                                    assertThat(
                                                    road.road
                                                            .reason(
                                                                    GROUP,
                                                                    "ResourceGroup",
                                                                    "billing",
                                                                    "AfterCreateFailed")
                                                            .get("message"))
                                            .asString()
                                            .contains(refusal));
        }
    }

    /** The public text *** must not become the value of an entry. */
    @Test
    void theMaskOfAHiddenValueIsNotWritten() throws IOException {
        road.client().setSecret("shared-token", "t0ken-value");
        restartWith(
                "azure-after-create.mask.steps.yaml",
                """
                - setHeader: { name: CamelAzureKeyVaultSecretName, constant: shared-token }
                - to: azure-key-vault:VAULT?operation=getSecret
                - choice:
                    when:
                      - simple: "${header.CamelKubernetesReconcileName} == 'entry'"
                        steps:
                          - setHeader: { name: CamelAzureKeyVaultSecretName, constant: masked }
                          - setBody: { simple: "password=${body}" }
                          - to: azure-key-vault:VAULT?operation=createSecret
                      - simple: "${header.CamelKubernetesReconcileName} == 'azure'"
                        steps:
                          - setBody: { simple: "${map(properties,${body})}" }
                          - to: "azure-arm:put?path={id}/providers/Microsoft.Authorization/locks/mark&apiVersion=2020-05-01"
                """);
        Map.of("entry", "in the place of a hidden value", "azure", "would be sent as ***")
                .forEach(
                        (name, text) -> {
                            group(name);
                            assertThat(
                                            road.road
                                                    .reason(
                                                            GROUP,
                                                            "ResourceGroup",
                                                            name,
                                                            "AfterCreateFailed")
                                                    .get("message"))
                                    .asString()
                                    .contains(text);
                        });
        assertThat(names()).doesNotContain("masked");
        assertThat(road.road.puts("/locks/mark")).isEmpty();
    }

    private void credential(String secret) {
        credential("AZURE_CLIENT_SECRET", secret);
    }

    private void credential(String key, String value) {
        var _ =
                road.road
                        .client()
                        .resource(
                                new SecretBuilder()
                                        .withNewMetadata()
                                        .withNamespace(road.road.namespace)
                                        .withName("aso-credential")
                                        .endMetadata()
                                        .addToStringData(
                                                "AZURE_SUBSCRIPTION_ID",
                                                road.road.azure.subscriptionId())
                                        .addToStringData(
                                                "AZURE_TENANT_ID", road.road.azure.tenantId())
                                        .addToStringData("AZURE_CLIENT_ID", TEAM)
                                        .addToStringData(key, value)
                                        .build())
                        .serverSideApply();
    }

    /** Only a vault that is listed for the namespace: else one could act as somebody else. */
    @Test
    void aCredentialNamesItsClientSecretInAVault() {
        var secret = "not-to-be-shown-" + UUID.randomUUID();
        team(Client.secret(TEAM, secret));
        road.client().setSecret("client-secret", secret);
        credential("keyvault://%s/client-secret".formatted(road.vault));
        group("billing");
        assertThat(
                        road.road
                                .reason(GROUP, "ResourceGroup", "billing", "CredentialNotFound")
                                .get("message"))
                .asString()
                .contains("key AZURE_CLIENT_SECRET", "DRAGOMAN_KEY_VAULTS");
        road.road.stop();
        road.road.environment.put("DRAGOMAN_KEY_VAULTS", road.road.namespace + "=" + road.vault);
        road.road.start();
        road.road.ready("resourcegroup/billing");
        credential("keyvault://%s/none".formatted(road.vault));
        group("late");
        assertThat(
                        road.road
                                .reason(GROUP, "ResourceGroup", "late", "CredentialNotFound")
                                .get("message"))
                .asString()
                .contains("does not exist");
        road.client().setSecret("none", secret);
        road.road.ready("resourcegroup/late");
        await().untilAsserted(
                        () ->
                                assertThat(
                                                road.road.kubectl(
                                                        "get",
                                                        "secret",
                                                        "aso-credential",
                                                        "-o",
                                                        "yaml"))
                                        .doesNotContain(
                                                Base64.getEncoder()
                                                        .encodeToString(
                                                                secret.getBytes(
                                                                        StandardCharsets.UTF_8))));
    }

    @Test
    void aCredentialNamesItsCertificateInAVault() {
        var issued = ClientCertificates.issue(KeySpec.RSA_2048);
        team(Client.certificate(TEAM, issued.certificate()));
        road.client()
                .setSecret(
                        "client-certificate",
                        ClientCertificates.certificate(issued) + ClientCertificates.key(issued));
        road.road.environment.put("DRAGOMAN_KEY_VAULTS", road.road.namespace + "=" + road.vault);
        road.road.stop();
        credential(
                "AZURE_CLIENT_CERTIFICATE",
                "keyvault://%s/client-certificate".formatted(road.vault));
        road.road.start();
        group("billing");
        road.road.ready("resourcegroup/billing");
        assertThat(road.road.azure.control().tokens())
                .anyMatch(each -> each.clientId().equals(TEAM))
                .filteredOn(each -> each.clientId().equals(TEAM))
                .allMatch(each -> each.by().equals("certificate"));
    }

    /** Registers the team's application. It has no right in the vault: only the operator has. */
    private void team(Client application) {
        road.road.azure.control().client(application);
    }

    /** After a start the operator has no value, and the vault tells none at first. */
    @Test
    void aReadyObjectStaysReadyWhileTheVaultOfItsCredentialIsSilent() {
        team(Client.secret(TEAM, AzurePart.SECRET));
        road.client().setSecret("client-secret", AzurePart.SECRET);
        road.road.environment.put("DRAGOMAN_KEY_VAULTS", road.road.namespace + "=" + road.vault);
        road.road.stop();
        credential("keyvault://%s/client-secret".formatted(road.vault));
        road.road.start();
        group("billing");
        road.road.ready("resourcegroup/billing");
        var since = readySince();
        road.road.stop();
        group("late");
        road.road.azure.control().throttle(1, 1, "GET /" + road.vault + ".*client-secret");
        road.road.start();
        assertThat(road.road.reason(GROUP, "ResourceGroup", "late", "Throttled").get("message"))
                .asString()
                .contains("key AZURE_CLIENT_SECRET");
        road.road.ready("resourcegroup/late");
        assertThat(readySince()).isEqualTo(since);
    }

    private String readySince() {
        return road.road.kubectl(
                "get",
                "resourcegroup/billing",
                "-o",
                "jsonpath={.status.conditions[?(@.type=='Ready')]}");
    }
}
