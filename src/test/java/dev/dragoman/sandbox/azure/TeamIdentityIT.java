package dev.dragoman.sandbox.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.identity.WorkloadIdentityCredentialBuilder;
import com.fasterxml.jackson.databind.JsonNode;
import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A team's workload with Microsoft's clients: the identity, what it trusts and its role are made
 * through Resource Manager alone, and the API server makes the token of the service account.
 */
@Full
class TeamIdentityIT {
    private static final String TEAM = "/resourceGroups/team";
    private static final String OTHERS = "/resourceGroups/others";
    private static final String IDENTITY =
            TEAM + "/providers/Microsoft.ManagedIdentity/userAssignedIdentities/team";
    private static final String FEDERATED = IDENTITY + "/federatedIdentityCredentials/web";
    private static final String AUDIENCE = "api://AzureADTokenExchange";
    private static final String CONTRIBUTOR = "b24988ac-6180-42a0-ab88-20f7382dd24c";

    private final ControlPlane plane = SharedControlPlane.shared();
    private final String namespace = "team-" + UUID.randomUUID().toString().substring(0, 8);
    private AzurePart.RunningAzure part;
    private AzureSandbox azure;
    private SdkClient admin;
    private JsonNode identity;

    @BeforeEach
    void start() {
        make(namespace);
        part = new AzurePart().start(plane);
        azure = part.azure();
        azure.control().operationDuration(".*", Duration.ZERO);
        admin = new SdkClient(azure, SdkClient.secret(azure, AzurePart.CLIENT, AzurePart.SECRET));
        for (var group : List.of(TEAM, OTHERS)) {
            put(group, "2020-06-01", "{\"location\":\"westus2\"}");
            put(
                    account(group),
                    "2023-01-01",
                    """
                    {"location":"westus2","kind":"StorageV2","sku":{"name":"Standard_LRS"}}""");
        }
        identity = put(IDENTITY, "2023-01-31", "{\"location\":\"westus2\"}").at("/properties");
        federate(plane.issuer(), AUDIENCE);
    }

    @AfterEach
    void stop() {
        part.close();
        var _ = plane.client().namespaces().withName(namespace).delete();
    }

    private void make(String name) {
        var of = new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build();
        var _ = plane.client().resource(of).create();
        for (var account : List.of("web", "other")) {
            var _ =
                    plane.client()
                            .resource(
                                    new ServiceAccountBuilder()
                                            .withNewMetadata()
                                            .withName(account)
                                            .withNamespace(name)
                                            .endMetadata()
                                            .build())
                            .create();
        }
    }

    private static String account(String group) {
        var name = group.equals(TEAM) ? "teamaccount" : "othersaccount";
        return group + "/providers/Microsoft.Storage/storageAccounts/" + name;
    }

    private JsonNode put(String path, String version, String body) {
        var reply = admin.send("PUT", path, version, body);
        assertThat(reply.status()).as(path + " " + reply.body()).isBetween(200, 202);
        return reply.body();
    }

    private void federate(String issuer, String audience) {
        put(
                FEDERATED,
                "2023-01-31",
                """
                {"properties":{"issuer":"%s","subject":"system:serviceaccount:%s:web","audiences":["%s"]}}"""
                        .formatted(issuer, namespace, audience));
    }

    /** Gives the identity a role in a group. The answer has the assignment's path. */
    private String assign(String group) {
        var path =
                group + "/providers/Microsoft.Authorization/roleAssignments/" + UUID.randomUUID();
        put(
                path,
                "2022-04-01",
                "{\"properties\":{\"principalId\":\"%s\",\"roleDefinitionId\":\"/providers/Microsoft.Authorization/roleDefinitions/%s\"}}"
                        .formatted(identity.path("principalId").asText(), CONTRIBUTOR));
        return path;
    }

    /** As a pod of the service account, with what the webhook of workload identity gives it. */
    private SdkClient workload(String account, String audience) {
        var token = plane.serviceAccountTokenFile(namespace, account, audience);
        return new SdkClient(
                azure,
                new WorkloadIdentityCredentialBuilder()
                        .tenantId(azure.tenantId())
                        .clientId(identity.path("clientId").asText())
                        .tokenFilePath(token.toString())
                        .authorityHost(azure.authorityHost())
                        .disableInstanceDiscovery()
                        .httpClient(SdkClient.http(azure))
                        .build());
    }

    private static SdkClient.Reply read(SdkClient team, String group) {
        return team.send("GET", account(group), "2023-01-01", null);
    }

    private static SdkClient.Reply keys(SdkClient team, String group) {
        return team.send("POST", account(group) + "/listKeys", "2023-01-01", null);
    }

    @Test
    void aWorkloadHasWhatItsTeamMayAndNothingOfOthers() {
        assign(TEAM);
        var team = workload("web", AUDIENCE);
        assertThat(read(team, TEAM).body().path("name").asText()).isEqualTo("teamaccount");
        assertThat(keys(team, TEAM).body().at("/keys/0/value").asText()).hasSize(88);
        for (var refused : List.of(read(team, OTHERS), keys(team, OTHERS))) {
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.errorCode()).isEqualTo("AuthorizationFailed");
            assertThat(refused.body().at("/error/message").asText())
                    .startsWith("The client '" + identity.path("clientId").asText() + "'")
                    .contains("'Microsoft.Storage/storageAccounts/", "/othersaccount'");
        }
        var issued = azure.control().tokens().getLast();
        assertThat(issued.by()).isEqualTo("system:serviceaccount:%s:web".formatted(namespace));
        assertThat(issued.clientId()).isEqualTo(identity.path("clientId").asText());
        assertThat(issued.subject()).isEqualTo(identity.path("principalId").asText());
    }

    @Test
    void withoutARoleOrWithOneElsewhereAzureRefuses() {
        var team = workload("web", AUDIENCE);
        assertThat(read(team, TEAM).status()).as("no role").isEqualTo(403);
        assign(OTHERS);
        assertThat(keys(team, TEAM).status()).as("a role elsewhere").isEqualTo(403);
        assertThat(keys(team, OTHERS).status()).isEqualTo(200);
        var role = assign(TEAM);
        assertThat(keys(team, TEAM).status()).isEqualTo(200);
        assertThat(admin.send("DELETE", role, "2022-04-01", null).status()).isEqualTo(200);
        assertThat(keys(team, TEAM).status()).as("a role that was taken away").isEqualTo(403);
    }

    @Test
    void whatTheIdentityDoesNotTrustGetsNoToken() {
        assign(TEAM);
        refused("other", AUDIENCE, "AADSTS700213");
        refused("web", "api://other", "AADSTS700212");
        federate("https://other.example.com", AUDIENCE);
        refused("web", AUDIENCE, "AADSTS700211");
        federate(plane.issuer(), AUDIENCE);
        assertThat(read(workload("web", AUDIENCE), TEAM).status()).isEqualTo(200);

        assertThat(admin.send("DELETE", FEDERATED, "2023-01-31", null).status()).isEqualTo(200);
        refused("web", AUDIENCE, "AADSTS70025");
        federate(plane.issuer(), AUDIENCE);
        assertThat(admin.send("DELETE", IDENTITY, "2023-01-31", null).status()).isEqualTo(200);
        refused("web", AUDIENCE, "AADSTS700016");
    }

    private void refused(String account, String audience, String error) {
        var team = workload(account, audience);
        assertThatThrownBy(() -> read(team, TEAM)).hasMessageContaining(error + ": ");
    }
}
