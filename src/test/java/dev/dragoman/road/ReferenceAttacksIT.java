package dev.dragoman.road;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.azure.WithoutRule;
import dev.dragoman.road.Teams.Team;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Attacks by what an object names: values and objects of others that it reads, and Secrets of
 * others that it writes. Each is refused, and each succeeds when the operator lacks one rule.
 */
@Isolated("the operator lacks rules meanwhile")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReferenceAttacksIT {
    private static final String DATABASES = "dbforpostgresql.azure.com/v1api20221201";
    private static final String ROLES = "authorization.azure.com/v1api20220401";
    private static final String PRINCIPAL = "7e57ab1e-0000-4000-8000-00000000cafe";

    private Teams teams;
    private Team victim;
    private Team attacker;

    @BeforeAll
    void start() {
        teams =
                new Teams(
                        "reference-attacks",
                        List.of(
                                "authorization.azure.com/RoleAssignment",
                                "dbforpostgresql.azure.com/FlexibleServer"),
                        road -> {});
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
        var yaml =
                """
                apiVersion: %s
                kind: FlexibleServer
                metadata: {name: NAME}
                spec:
                  owner: {name: %s}
                  location: westeurope
                  administratorLogin: admin
                  administratorLoginPassword: {name: SECRET, key: admin}
                  version: "14"
                  sku: {name: Standard_D4s_v3, tier: GeneralPurpose}
                  storage: {storageSizeGB: 128}
                """
                        .formatted(DATABASES, attacker.namespace());
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
                "ReferenceNotFound", "no UserAssignedIdentity of that name in this namespace");
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
        var attack =
                new Attack(
                        teams,
                        teams.rival,
                        Teams.STORAGE,
                        "StorageAccount",
                        name ->
                                teams.apply(
                                        teams.rival,
                                        withExport(
                                                account(teams.rival).replace("NAME", name),
                                                Teams.NAMESPACE_CREDENTIAL)),
                        name ->
                                !teams.value(teams.rival, Teams.NAMESPACE_CREDENTIAL, "key")
                                        .isEmpty());
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
