package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.tier.Full;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The component kubernetes/teams: one apply, and teams have what they need. */
@Full
@ResourceLock("teams")
class TeamsIT {
    private static final String VERSION = "dragoman.dev/v1alpha1";
    private static final String IDENTITY = "managedidentity.azure.com/v1api20230131";
    private static final List<String> KINDS =
            List.of(
                    "servicebus.azure.com/NamespacesTopic",
                    "servicebus.azure.com/NamespacesTopicsSubscription",
                    "dbforpostgresql.azure.com/FlexibleServer",
                    "dbforpostgresql.azure.com/FlexibleServersDatabase");

    @TempDir private Path directory;
    private Road road;

    @BeforeEach
    void prepare() throws IOException {
        road = new Road("teams");
        road.install.kindsAndRightsOnce(
                Stream.concat(TeamsComponent.KINDS.stream(), KINDS.stream()).toList());
        TeamsComponent.install(road, directory);
        road.environment.put(
                "AZURE_TARGET_NAMESPACES",
                String.join(",", road.namespace, space("a"), space("b")));
    }

    @AfterEach
    void stop() {
        for (var name : List.of("a", "b")) {
            var _ = road.client().namespaces().withName(space(name)).delete();
        }
        var _ =
                road.client()
                        .genericKubernetesResources(VERSION, "Platform")
                        .withName(road.namespace)
                        .delete();
        road.revoke();
        road.close();
    }

    /**
     * The platform's shared servers, by the operator's own identity; and in the mode shared the one
     * account that proves all identities.
     */
    private void infrastructure(String mode) {
        road.environment.put("DRAGOMAN_IDENTITY_MODE", mode);
        if (mode.equals("shared")) {
            road.environment.put(
                    "DRAGOMAN_IDENTITY_SERVICE_ACCOUNT", road.namespace + "/dragoman-azure");
            var _ =
                    road.kubectl(
                            "create",
                            "role",
                            "dragoman-identity",
                            "--verb=create",
                            "--resource=serviceaccounts/token",
                            "--resource-name=dragoman-azure");
            var _ =
                    road.kubectl(
                            "create",
                            "rolebinding",
                            "dragoman-identity",
                            "--role=dragoman-identity",
                            "--user=" + road.account.user());
        }
        // they are objects of this cluster, below which others make theirs
        var consent = "dragoman.dev/allow-children-from=" + space("a");
        var _ = road.kubectl("annotate", "namespace/" + road.namespace, consent);
        road.applyAs(
                "platform",
                """
                apiVersion: resources.azure.com/v1api20200601
                kind: ResourceGroup
                metadata: { name: shared }
                spec: { location: uksouth }
                ---
                apiVersion: servicebus.azure.com/v1api20211101
                kind: Namespace
                metadata: { name: sharedbus }
                spec: { location: uksouth, owner: { name: shared }, sku: { name: Standard, tier: Standard } }
                ---
                apiVersion: dbforpostgresql.azure.com/v1api20210601
                kind: FlexibleServer
                metadata: { name: shareddb }
                spec: { location: uksouth, owner: { name: shared } }
                """);
    }

    private String space(String team) {
        return road.namespace + "-" + team;
    }

    private String platform() {
        return TeamsComponent.platform(
                road,
                """
                tags: { ManagedBy: platform }
                identities: { prefix: mid }
                infrastructure:
                  serviceBus: { resourceGroup: shared, name: sharedbus }
                  postgres: { resourceGroup: shared, name: shareddb }
                roles: { resourceGroup: Owner, serviceBus: Azure Service Bus Data Owner, postgres: Contributor }
                # so that Azure is asked, and refuses
                allow: { rows: [ { kinds: [ storage.azure.com/* ], owners: [ "/subscriptions/*" ] } ] }
                """);
    }

    private String team(String name, String more) {
        return """
        ---
        apiVersion: dragoman.dev/v1alpha1
        kind: Team
        metadata: { name: %1$s, namespace: %2$s }
        spec:
          namespace: %3$s
          resourceGroup: rg-%1$s
          %4$s
        """
                .formatted(name, road.namespace, space(name), more);
    }

    private String value(String team, String key) {
        var secret =
                road.client().secrets().inNamespace(space(team)).withName("aso-credential").get();
        return new String(
                Base64.getDecoder().decode(secret.getData().get(key)), StandardCharsets.UTF_8);
    }

    /** What the support table names, as the identity that the Team has made. */
    private void whatATeamMakesItself() {
        var shared = road.group("shared") + "/providers/";
        var text =
                """
                apiVersion: servicebus.azure.com/v1api20211101
                kind: NamespacesQueue
                metadata: { name: orders }
                spec: { azureName: %1$s-orders, owner: { armId: %2$sMicrosoft.ServiceBus/namespaces/sharedbus } }
                ---
                apiVersion: servicebus.azure.com/v1api20211101
                kind: NamespacesTopic
                metadata: { name: news }
                spec: { azureName: %1$s-news, owner: { armId: %2$sMicrosoft.ServiceBus/namespaces/sharedbus } }
                ---
                apiVersion: servicebus.azure.com/v1api20211101
                kind: NamespacesTopicsSubscription
                metadata: { name: reader }
                spec: { owner: { name: news } }
                ---
                apiVersion: dbforpostgresql.azure.com/v1api20210601
                kind: FlexibleServersDatabase
                metadata: { name: db }
                spec: { azureName: %1$s-db, owner: { armId: %2$sMicrosoft.DBforPostgreSQL/flexibleServers/shareddb } }
                ---
                apiVersion: authorization.azure.com/v1api20220401
                kind: RoleAssignment
                metadata: { name: files }
                spec:
                  owner: { group: storage.azure.com, kind: StorageAccount, name: teamaccount }
                  principalId: %3$s
                  principalType: ServicePrincipal
                  roleDefinitionReference: { wellKnownName: Storage Blob Data Contributor }
                """
                        .formatted(space("a"), shared, UUID.randomUUID());
        applyInTeamA(text);
        for (var each :
                List.of(
                        "namespacesqueue/orders",
                        "namespacestopic/news",
                        "namespacestopicssubscription/reader",
                        "flexibleserversdatabase/db",
                        "roleassignment/files")) {
            var _ =
                    road.install.kubectl(
                            List.of(
                                    "wait",
                                    "--for=condition=Ready",
                                    each,
                                    "-n",
                                    space("a"),
                                    Patience.timeout()));
        }
    }

    /** A storage account of team a's namespace in the group of a team, of which nothing is kept. */
    private String account(String name, String team) {
        return Samples.account(name)
                .replace(
                        "metadata: {",
                        "metadata: {annotations:"
                                + " {serviceoperator.azure.com/reconcile-policy:"
                                + " detach-on-delete}, ")
                .replace(
                        "owner: {name: orders}",
                        "owner: {armId: \"%s\"}".formatted(road.group("rg-" + team)));
    }

    private void applyInTeamA(String yaml) {
        var _ = road.install.apply(yaml, "team-a.yaml", "-n", space("a"), "--server-side");
    }

    private Map<String, Object> readyOfAccount(String name) {
        return Road.condition(
                road.find(Teams.STORAGE, "StorageAccount", space("a"), name).orElse(null));
    }

    @Test
    void aTeamWaitsForThePlatform() {
        road.start();
        road.applyServed(team("a", ""));
        var shown = road.reason(VERSION, "Team", "a", "Waiting");
        assertThat(shown).containsEntry("message", "there is no Platform yet; make one");
        road.apply(platform());
        road.ready("team/a");
        // a second one counts for nothing, and is told so
        var second = road.namespace + "-2";
        road.apply(
                platform()
                        .replace("name: %s }".formatted(road.namespace), "name: " + second + " }"));
        await().untilAsserted(
                        () ->
                                assertThat(
                                                road.kubectl(
                                                        "get",
                                                        "platform/" + second,
                                                        "--output=jsonpath={.status.conditions[0].reason}"))
                                        .isEqualTo("AnotherPlatform"));
        var _ = road.kubectl("delete", "platform/" + second, Patience.timeout());
        road.ready("team/a");
    }

    @Test
    void nothingOfATeamIsSentWithTheOperatorsCredential() {
        var _ = road.kubectl("label", "namespace", road.namespace, "dragoman.dev/team=a");
        road.start();
        road.applyServed(Samples.group("orders", "orders"));
        var shown =
                road.reason(
                        "resources.azure.com/v1api20200601",
                        "ResourceGroup",
                        "orders",
                        "CredentialNotFound");
        assertThat(String.valueOf(shown.get("message")))
                .contains("so nothing is sent with the operator's own credential");
        assertThat(road.azure.control().exchanges()).isEmpty();
        var _ = road.kubectl("label", "namespace", road.namespace, "dragoman.dev/team-");
        road.ready("resourcegroup/orders");
    }

    @ParameterizedTest
    @ValueSource(strings = {"strict", "shared"})
    void oneApplyMakesTwoTeams(String mode) {
        infrastructure(mode);
        road.start();
        for (var each :
                List.of("namespace.servicebus.azure.com/sharedbus", "flexibleserver/shareddb")) {
            road.ready(each);
        }
        road.azure.control().clearExchanges();
        long began = System.nanoTime();
        road.applyServed(
                platform()
                        + team("a", "access: { serviceBus: true, postgres: true }")
                        + team("b", "serviceAccounts: [web, worker]"));
        road.ready("platform/" + road.namespace);
        road.ready("team/a");
        road.ready("team/b");
        System.out.printf(
                Locale.ROOT,
                "mode %s: a Platform and two Teams Ready after %.0f s, %d requests to Azure%n",
                mode,
                (System.nanoTime() - began) / 1e9,
                road.azure.control().exchanges().size());

        // nothing was filled in by hand
        for (var team : List.of("a", "b")) {
            var identity = road.get(IDENTITY, "UserAssignedIdentity", "mid-" + space(team));
            String id = identity.get("status", "clientId");
            assertThat(id).matches("[0-9a-f-]{36}");
            assertThat(value(team, "AZURE_CLIENT_ID")).isEqualTo(id);
            assertThat(value(team, "AZURE_SUBSCRIPTION_ID")).isEqualTo(road.azure.subscriptionId());
            var exported =
                    road.client()
                            .configMaps()
                            .inNamespace(road.namespace)
                            .withName(space(team) + "-mi-credential")
                            .get();
            assertThat(exported.getData()).containsEntry("clientId", id);
            for (var account : team.equals("a") ? List.of(space("a")) : List.of("web", "worker")) {
                var one =
                        road.client()
                                .serviceAccounts()
                                .inNamespace(space(team))
                                .withName(account)
                                .get();
                assertThat(one.getMetadata().getAnnotations())
                        .containsEntry("azure.workload.identity/client-id", id);
            }
        }
        var role =
                road.get(
                        "authorization.azure.com/v1api20220401",
                        "RoleAssignment",
                        "azd-snd1-rg-a-aso-rg-rbac");
        String principal = role.get("status", "principalId");
        assertThat(principal).matches("[0-9a-f-]{36}");
        var namespace = road.client().namespaces().withName(space("a")).get();
        assertThat(namespace.getMetadata().getLabels())
                .contains(
                        Map.entry("toolkit.fluxcd.io/tenant", "a"),
                        Map.entry("type", "team-namespace"),
                        Map.entry("dragoman.dev/team", "a"));

        // with what was made, Azure lets the team work in its group, and nowhere else
        applyInTeamA(account("teamaccount", "a"));
        await().untilAsserted(
                        () ->
                                assertThat(readyOfAccount("teamaccount"))
                                        .containsEntry("status", "True"));
        assertThat(road.azure.control().tokens())
                .anySatisfy(
                        token -> {
                            assertThat(token.by())
                                    .isEqualTo(
                                            "system:serviceaccount:%s:dragoman-azure"
                                                    .formatted(
                                                            mode.equals("shared")
                                                                    ? road.namespace
                                                                    : space("a")));
                            assertThat(token.clientId()).isEqualTo(value("a", "AZURE_CLIENT_ID"));
                        });
        whatATeamMakesItself();
        applyInTeamA(account("foreignaccount", "b"));
        await().untilAsserted(
                        () ->
                                assertThat(readyOfAccount("foreignaccount"))
                                        .containsEntry("reason", "AuthorizationFailed"));
        assertThat(String.valueOf(readyOfAccount("foreignaccount").get("message")))
                .contains(value("a", "AZURE_CLIENT_ID"));
        // or their namespace would not end
        for (var each :
                List.of(
                        "roleassignment/files",
                        "namespacesqueue/orders",
                        "namespacestopicssubscription/reader",
                        "namespacestopic/news",
                        "flexibleserversdatabase/db",
                        "storageaccount/teamaccount",
                        "storageaccount/foreignaccount")) {
            var _ =
                    road.install.kubectl(
                            List.of("delete", each, "-n", space("a"), Patience.timeout()));
        }

        // what was made stays with the Team's deletion, unless the Team asks for more
        var _ = road.kubectl("delete", "team/a", Patience.timeout());
        assertThat(value("a", "AZURE_CLIENT_ID")).isNotEmpty();
        assertThat(road.find(IDENTITY, "UserAssignedIdentity", road.namespace, "mid-" + space("a")))
                .isPresent();
        road.azure.control().clearExchanges();
        road.apply(team("a", ""));
        road.ready("team/a");
        assertThat(road.azure.control().exchanges())
                .as("what was kept is taken up")
                .noneMatch(each -> List.of("PUT", "DELETE").contains(each.method()));
        // withdrawn at once
        road.apply(team("b", "serviceAccounts: [web]"));
        await().until(
                        () ->
                                road.find(
                                                IDENTITY,
                                                "FederatedIdentityCredential",
                                                road.namespace,
                                                "mid-%s-team-worker".formatted(space("b")))
                                        .isEmpty());
        var _ =
                road.kubectl(
                        "patch",
                        "team/b",
                        "--type=merge",
                        "-p={\"spec\":{\"deletion\":\"delete\"}}");
        await().untilAsserted(
                        () ->
                                assertThat(
                                                road.get(
                                                                IDENTITY,
                                                                "UserAssignedIdentity",
                                                                "mid-" + space("b"))
                                                        .getMetadata()
                                                        .getAnnotations())
                                        .doesNotContainKey("dragoman.dev/keep"));
        road.ready("team/b");
        var _ = road.kubectl("delete", "team/b", Patience.timeout());
        assertThat(road.find(IDENTITY, "UserAssignedIdentity", road.namespace, "mid-" + space("b")))
                .isEmpty();
        assertThat(road.client().namespaces().withName(space("b")).get()).isNotNull();
        // it was made for the Team
        assertThat(road.find(Teams.GROUPS, "ResourceGroup", road.namespace, "rg-b")).isEmpty();
    }
}
