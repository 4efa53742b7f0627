package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.azure.WithoutRule;
import dev.dragoman.cluster.OperatorThreads;
import dev.dragoman.road.Teams.Team;
import dev.dragoman.tier.OneTry;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Attacks by what an object names: values and objects of others that it reads, and Secrets of
 * others that it writes. Each is refused, and each succeeds when the operator lacks one rule.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OneTry
abstract class ReferenceAttacks {
    private static final String DATABASES = "dbforpostgresql.azure.com/v1api20221201";
    private static final String ADMINISTRATORS = "dbforpostgresql.azure.com/v20250801";
    private static final String ROLES = "authorization.azure.com/v1api20220401";
    private static final String PRINCIPAL = "7e57ab1e-0000-4000-8000-00000000cafe";

    private Teams teams;
    private Team victim;
    private Team attacker;

    private final boolean weakened;

    /**
     * @param weakened whether the attacks are made again on an operator that lacks a rule
     */
    ReferenceAttacks(boolean weakened) {
        this.weakened = weakened;
    }

    @BeforeAll
    void start() {
        teams =
                new Teams(
                        "reference-attacks",
                        List.of(
                                "authorization.azure.com/RoleAssignment",
                                "dbforpostgresql.azure.com/FlexibleServer",
                                "dbforpostgresql.azure.com/FlexibleServersAdministrator"),
                        road -> {},
                        weakened);
        victim = teams.victim;
        attacker = teams.attacker;
        teams.apply(victim, Samples.group("orders", "victim") + "---\n" + identity());
        teams.ready(victim, "userassignedidentity/deployer");
        teams.secret(victim, "passwords", Map.of("admin", "victims-password"));
        var _ =
                teams.as(
                        victim,
                        "create",
                        "configmap",
                        "settings",
                        "--from-literal=principal=" + PRINCIPAL);
        for (var each : List.of(attacker, teams.rival)) {
            teams.apply(each, Samples.group(each.namespace(), "attacker"));
            teams.ready(each, "resourcegroup/" + each.namespace());
        }
    }

    @AfterAll
    void stop() {
        teams.close();
    }

    private static String identity() {
        return """
        apiVersion: managedidentity.azure.com/v1api20230131
        kind: UserAssignedIdentity
        metadata: {name: deployer}
        spec:
          owner: {name: orders}
          location: westeurope
        """;
    }

    private Attack by(Team team, String apiVersion, String kind, String yaml, String reached) {
        return new Attack(
                teams,
                team,
                apiVersion,
                kind,
                name -> teams.apply(team, yaml.replace("NAME", name)),
                name -> teams.sent(reached));
    }

    private static String account(Team team) {
        return Samples.account("NAME")
                .replace("{name: orders}", "{name: " + team.namespace() + "}");
    }

    @Test
    void anotherTeamsSecret() {
        assertThatThrownBy(() -> teams.as(attacker, "get", "secrets", "-n", victim.namespace()))
                .hasMessageContaining("Forbidden");
        var yaml = server("NAME", attacker.namespace(), "SECRET");
        by(
                        attacker,
                        DATABASES,
                        "FlexibleServer",
                        yaml.replace("SECRET", "passwords"),
                        "victims-password")
                .refused("SecretNotFound", "does not exist in this namespace");
        for (var path :
                List.of(
                        victim.namespace() + "/passwords",
                        victim.namespace() + "%2Fpasswords",
                        "../../%s/secrets/passwords".formatted(victim.namespace()))) {
            by(
                            attacker,
                            DATABASES,
                            "FlexibleServer",
                            yaml.replace("SECRET", path),
                            "victims-password")
                    .refused(
                            "InvalidReference",
                            "administratorLoginPassword",
                            "is no name of a Secret of this namespace");
        }
        by(
                        attacker,
                        DATABASES,
                        "FlexibleServer",
                        yaml.replace("SECRET", victim.namespace() + "/passwords"),
                        "victims-password")
                .succeeds(WithoutRule::valuesOfTheOwnNamespace);
    }

    @Test
    void anotherTeamsConfigMap() {
        var yaml =
                """
                apiVersion: %s
                kind: RoleAssignment
                metadata: {name: NAME}
                spec:
                  owner: {group: resources.azure.com, kind: ResourceGroup, name: %s}
                  principalIdFromConfig: {name: %s/settings, key: principal}
                  roleDefinitionReference: {wellKnownName: Reader}
                """
                        .formatted(ROLES, attacker.namespace(), victim.namespace());
        var attack = by(attacker, ROLES, "RoleAssignment", yaml, PRINCIPAL);
        attack.refused(
                "InvalidReference",
                "principalIdFromConfig",
                "is no name of a ConfigMap of this namespace");
        attack.succeeds(WithoutRule::valuesOfTheOwnNamespace);
    }

    /** An account that acts as the other team's identity. */
    @Test
    void anotherTeamsObject() {
        var yaml =
                account(attacker)
                        + """
                          identity:
                            type: UserAssigned
                            userAssignedIdentities:
                            - reference: {group: managedidentity.azure.com, kind: UserAssignedIdentity, name: deployer}
                        """;
        var attack =
                by(
                        attacker,
                        Teams.STORAGE,
                        "StorageAccount",
                        yaml,
                        "userAssignedIdentities/deployer");
        attack.refused(
                "ReferenceNotFound",
                "this namespace has no Ready UserAssignedIdentity of the name");
        attack.succeeds(() -> WithoutRule.objectsOfTheOwnNamespace(victim.namespace()));
    }

    /** Where the other team lets everybody lie below its group, too. */
    @Test
    void anOwnerInAnotherNamespace() {
        teams.apply(teams.sharing, Samples.group("open", "sharing"));
        teams.ready(teams.sharing, "resourcegroup/open");
        var _ =
                teams.as(
                        teams.sharing,
                        "annotate",
                        "resourcegroup/open",
                        "dragoman.dev/allow-children-from=*");
        var attack =
                new Attack(
                        teams,
                        teams.rival,
                        Teams.STORAGE,
                        "StorageAccount",
                        name ->
                                teams.apply(
                                        teams.rival,
                                        Samples.account(name)
                                                .replace("{name: orders}", "{name: open}")),
                        name ->
                                teams.inAzure(
                                        teams.sharing.group("open")
                                                + "/providers/Microsoft.Storage/storageAccounts/"
                                                + name));
        attack.refused("WaitingForOwner", "ResourceGroup open does not exist in this namespace");
        attack.succeeds(() -> WithoutRule.objectsOfTheOwnNamespace(teams.sharing.namespace()));
    }

    /** By a user who may write no Secrets himself. */
    @Test
    void aDestinationOfSomebodyElse() {
        teams.secret(attacker, "of-platform", Map.of("key", "platforms"));
        var deputy = new Team(attacker.namespace(), "deputy", attacker.subscription(), "");
        teams.bind(deputy, "dragoman-edit", deputy.user());
        assertThatThrownBy(
                        () ->
                                teams.apply(
                                        deputy,
                                        "{apiVersion: v1, kind: Secret, metadata: {name: of-platform}}"))
                .hasMessageContaining("Forbidden");
        var attack = exporting(deputy, "of-platform", "platforms");
        attack.refused(
                "FailedWritingAdditionalKubernetesObjects",
                "Secret of-platform is not owned by this object",
                "it is not overwritten");
        attack.succeeds(WithoutRule::ownedDestinations);
    }

    /** Two objects with one destination: the second does not replace the values of the first. */
    @Test
    void aDestinationOfAnotherObject() {
        teams.apply(
                attacker,
                withExport(account(attacker).replace("NAME", "firstexporter"), "of-first"));
        teams.ready(attacker, "storageaccount/firstexporter");
        var attack = exporting(attacker, "of-first", teams.value(attacker, "of-first", "key"));
        attack.refused(
                "FailedWritingAdditionalKubernetesObjects",
                "Secret of-first is not owned by this object (StorageAccount firstexporter)");
        attack.succeeds(WithoutRule::ownedDestinations);
    }

    private Attack exporting(Team by, String secret, String before) {
        assertThat(before).isNotEmpty();
        return new Attack(
                teams,
                by,
                Teams.STORAGE,
                "StorageAccount",
                name ->
                        teams.apply(
                                by, withExport(account(attacker).replace("NAME", name), secret)),
                name -> !before.equals(teams.value(attacker, secret, "key")));
    }

    private static String withExport(String account, String secret) {
        return account
                + """
                  operatorSpec:
                    secrets:
                      key1: {name: %s, key: key}
                """
                        .formatted(secret);
    }

    /** The credential of all objects of the namespace, by whoever may write an account. */
    @Test
    void theCredentialOfTheNamespaceByAnExport() {
        var export = "secrets: {key1: {name: aso-credential, key: AZURE_CLIENT_SECRET}}";
        var expression =
                "secretExpressions: [{name: aso-credential, value: '{\"AZURE_CLIENT_ID\": \"x\"}'}]";
        for (var operatorSpec : List.of(export, expression)) {
            var yaml = account(teams.rival) + "  operatorSpec:\n    " + operatorSpec + "\n";
            var attack =
                    new Attack(
                            teams,
                            teams.rival,
                            Teams.STORAGE,
                            "StorageAccount",
                            name -> teams.apply(teams.rival, yaml.replace("NAME", name)),
                            _ -> credentialOfRival() != null);
            attack.refused("InvalidExport", "is reserved", "aso-credential");
            attack.succeeds(WithoutRule::reservedNames);
            var _ =
                    teams.in(
                            teams.rival,
                            "delete",
                            "secret",
                            Teams.NAMESPACE_CREDENTIAL,
                            "--ignore-not-found");
        }
    }

    private Secret credentialOfRival() {
        return teams.road
                .client()
                .secrets()
                .inNamespace(teams.rival.namespace())
                .withName(Teams.NAMESPACE_CREDENTIAL)
                .get();
    }

    /** By a user who may read ConfigMaps and no Secrets. */
    @Test
    void aKeyThatAnExpressionShows() {
        var deputy = new Team(attacker.namespace(), "viewer", attacker.subscription(), "");
        teams.bind(deputy, "dragoman-edit", deputy.user());
        teams.bind(deputy, "view", deputy.user());
        assertThatThrownBy(() -> teams.as(deputy, "get", "secrets"))
                .hasMessageContaining("Forbidden");
        var attack =
                new Attack(
                        teams,
                        deputy,
                        Teams.STORAGE,
                        "StorageAccount",
                        name ->
                                teams.apply(
                                        deputy,
                                        account(attacker).replace("NAME", name)
                                                + """
                                                  operatorSpec:
                                                    configMapExpressions:
                                                    - {name: %s, key: loot, value: secret.key1}
                                                """
                                                        .formatted(name)),
                        name ->
                                teams.as(
                                                deputy,
                                                "get",
                                                "configmap",
                                                name,
                                                "--ignore-not-found",
                                                "-o",
                                                "yaml")
                                        .contains("loot"));
        attack.refused(
                "InvalidExpression",
                "the variable secret is not available here: only values of secretExpressions");
        attack.succeeds(WithoutRule::secretsInSecretsAlone);
    }

    /** A name that is another's when it is sent, and was not when it was checked. */
    @Test
    void aConfigMapThatChangesBetweenCheckAndUse() {
        var theirs = UUID.randomUUID().toString();
        var database = teams.sharing.namespace();
        var group = teams.sharing.group("databases");
        teams.apply(teams.sharing, Samples.group("databases", "sharing"));
        teams.apply(teams.sharing, server(database, "databases", "passwords"));
        teams.secret(teams.sharing, "passwords", Map.of("admin", "sharings-password"));
        teams.apply(
                teams.sharing,
                administrator("theirs", "azureName: " + theirs, "{name: " + database + "}"));
        teams.ready(teams.sharing, "flexibleserversadministrator/theirs");
        var _ =
                teams.as(
                        teams.sharing,
                        "annotate",
                        "flexibleserver/" + database,
                        "dragoman.dev/allow-children-from=" + teams.rival.namespace());
        var id = group + "/providers/Microsoft.DBforPostgreSQL/flexibleServers/" + database;
        var attack =
                new Attack(
                        teams,
                        teams.rival,
                        ADMINISTRATORS,
                        "FlexibleServersAdministrator",
                        name -> {
                            config(name, UUID.randomUUID().toString());
                            try (var _ =
                                    OperatorThreads.of(
                                            teams.road,
                                            () ->
                                                    WithoutRule.meanwhile(
                                                            name, () -> config(name, theirs)))) {
                                teams.apply(
                                        teams.rival,
                                        administrator(
                                                name,
                                                "azureNameFromConfig: {name: %s, key: name}"
                                                        .formatted(name),
                                                "{armId: \"%s\"}".formatted(id)));
                                await().until(() -> teams.sent(name));
                            }
                        },
                        // Azure changes no principal: that it was asked to is what tells
                        name -> teams.road.puts("/administrators/" + theirs).size() > 1);
        attack.refused("ResourceHeldByAnotherObject", "one object may stand for a resource");
        attack.succeeds(
                name ->
                        WithoutRule.nameThatWasChecked(
                                teams.rival.namespace(),
                                name,
                                () ->
                                        teams.road
                                                .client()
                                                .configMaps()
                                                .inNamespace(teams.rival.namespace())
                                                .withName(name)
                                                .get()
                                                .getData()
                                                .get("name")));
    }

    private void config(String name, String value) {
        var map =
                new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(teams.rival.namespace())
                        .endMetadata()
                        .withData(Map.of("name", value))
                        .build();
        var _ = teams.road.client().resource(map).serverSideApply();
    }

    private static String server(String name, String group, String password) {
        return """
        apiVersion: %s
        kind: FlexibleServer
        metadata: {name: %s}
        spec:
          owner: {name: %s}
          location: westeurope
          administratorLogin: admin
          administratorLoginPassword: {name: %s, key: admin}
          version: "14"
          sku: {name: Standard_D4s_v3, tier: GeneralPurpose}
          storage: {storageSizeGB: 128}
        """
                .formatted(DATABASES, name, group, password);
    }

    private String administrator(String name, String named, String owner) {
        return """
        apiVersion: %s
        kind: FlexibleServersAdministrator
        metadata: {name: %s}
        spec:
          %s
          owner: %s
          principalName: %s
          principalType: User
          tenantId: %s
        """
                .formatted(ADMINISTRATORS, name, named, owner, name, teams.road.azure.tenantId());
    }
}
