package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.azure.WithoutRule;
import dev.dragoman.azure.identity.Proof;
import dev.dragoman.cluster.OperatorThreads;
import dev.dragoman.road.Teams.Team;
import dev.dragoman.tier.OneTry;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Attacks on the identities of others. Each is refused, and each succeeds when the operator lacks
 * one rule.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OneTry
abstract class CredentialAttacks {
    private static final String ROLES = "authorization.azure.com/v1api20220401";

    private Teams teams;
    private Team victim;
    private Team attacker;

    private final boolean weakened;

    /**
     * @param weakened whether the attacks are made again on an operator that lacks a rule
     */
    CredentialAttacks(boolean weakened) {
        this.weakened = weakened;
    }

    @BeforeAll
    void start() {
        teams =
                new Teams(
                        "credential-attacks",
                        List.of("authorization.azure.com/RoleAssignment"),
                        road -> {},
                        weakened);
        victim = teams.victim;
        attacker = teams.attacker;
        // what the victim lets others lie below is Azure's alone to keep
        teams.apply(victim, Samples.group("open", "victim"));
        teams.ready(victim, "resourcegroup/open");
        var _ =
                teams.as(
                        victim,
                        "annotate",
                        "resourcegroup/open",
                        "dragoman.dev/allow-children-from=*");
        teams.secret(victim, "deployer", teams.withSecret(victim.subscription()));
    }

    @AfterAll
    void stop() {
        teams.close();
    }

    /** A group with a credential of the attacker's choice. */
    private Attack group(String credential, Team reached) {
        return new Attack(
                teams,
                attacker,
                Teams.GROUPS,
                "ResourceGroup",
                name -> teams.apply(attacker, group(name, credential)),
                name -> teams.inAzure(reached.group(name)));
    }

    /** A group with a credential that it names. */
    static String group(String name, String credential) {
        return Samples.group(name, "attacker")
                .replace(
                        "metadata: {name: %s}".formatted(name),
                        "metadata: {name: %s, annotations: {serviceoperator.azure.com/credential-from: '%s'}}"
                                .formatted(name, credential));
    }

    @Test
    void anotherTeamsClientId() {
        teams.secret(attacker, "theirs", teams.keys(victim.subscription(), victim.client()));
        var attack = group("theirs", victim);
        attack.refused("AuthenticationFailed", "AADSTS700213", attacker.subject(), victim.client());
        attack.succeeds(
                () ->
                        WithoutRule.ownServiceAccount(
                                attacker.namespace(),
                                new Proof.ServiceAccount(victim.namespace(), "dragoman-azure")));
    }

    /** Its namespace has it for something else, with an identity that may do more. */
    @Test
    void aServiceAccountOfAnotherName() {
        var client = UUID.randomUUID().toString();
        var subject = "system:serviceaccount:%s:deployer".formatted(attacker.namespace());
        var _ = teams.in(attacker, "create", "serviceaccount", "deployer");
        teams.identity(client, subject, victim.subscription());
        var keys = new HashMap<>(teams.keys(victim.subscription(), client));
        keys.put("DRAGOMAN_IDENTITY_SERVICE_ACCOUNT", attacker.namespace() + "/deployer");
        teams.secret(attacker, "named-account", keys);
        var attack = group("named-account", victim);
        attack.refused("AuthenticationFailed", "AADSTS700213", attacker.subject(), client);

        // the API server gives the operator tokens of one name alone
        var deployer = new Proof.ServiceAccount(attacker.namespace(), "deployer");
        attack.refusedWithout(
                () -> WithoutRule.ownServiceAccount(attacker.namespace(), deployer),
                "AuthenticationFailed",
                "the operator may not request the token");
        var _ =
                teams.in(
                        attacker,
                        "create",
                        "role",
                        "deployer-token",
                        "--verb=create",
                        "--resource=serviceaccounts/token",
                        "--resource-name=deployer");
        var _ =
                teams.in(
                        attacker,
                        "create",
                        "rolebinding",
                        "deployer-token",
                        "--role=deployer-token",
                        "--serviceaccount=dragoman-system:dragoman");
        attack.succeeds(() -> WithoutRule.ownServiceAccount(attacker.namespace(), deployer));
    }

    @Test
    void anotherTeamsSubscription() {
        teams.secret(attacker, "elsewhere", teams.keys(victim.subscription(), attacker.client()));
        var attack = group("elsewhere", victim);
        attack.refused("AuthorizationFailed", attacker.client(), victim.subscription());
        attack.succeeds(WithoutRule::ownClient);
    }

    @Test
    void anOwnerInAnotherTeamsSubscription() {
        var open = victim.group("open");
        var attack =
                new Attack(
                        teams,
                        attacker,
                        Teams.STORAGE,
                        "StorageAccount",
                        name -> teams.apply(attacker, below(name, open)),
                        name -> teams.inAzure(account(open, name)));
        attack.refused("AuthorizationFailed", attacker.client(), open.toLowerCase(Locale.ROOT));
        attack.succeeds(WithoutRule::ownClient);
    }

    private static String below(String name, String group) {
        return Samples.account(name)
                .replace("owner: {name: orders}", "owner: {armId: \"%s\"}".formatted(group));
    }

    private static String account(String group, String name) {
        return group + "/providers/Microsoft.Storage/storageAccounts/" + name;
    }

    /** Rights of his own at what is another's. */
    @Test
    void aRoleAssignmentAtAnotherTeamsScope() {
        var open = victim.group("open");
        var attack =
                new Attack(
                        teams,
                        attacker,
                        ROLES,
                        "RoleAssignment",
                        name ->
                                teams.apply(
                                        attacker,
                                        """
                                        apiVersion: %s
                                        kind: RoleAssignment
                                        metadata: {name: %s}
                                        spec:
                                          owner: {armId: "%s"}
                                          principalId: %s
                                          roleDefinitionReference: {wellKnownName: Owner}
                                        """
                                                .formatted(ROLES, name, open, attacker.client())),
                        _ ->
                                teams.road.azure.control().resources().stream()
                                        .anyMatch(
                                                id ->
                                                        id.toLowerCase(Locale.ROOT)
                                                                .contains(
                                                                        open.toLowerCase(
                                                                                        Locale.ROOT)
                                                                                + "/providers/microsoft.authorization/roleassignments")));
        attack.refused("AuthorizationFailed", attacker.client());
        attack.succeeds(WithoutRule::ownClient);
    }

    @Test
    void aCredentialBehindASlash() {
        var attack = group(victim.namespace() + "/deployer", victim);
        attack.refused("InvalidCredentialFrom", "is no name of a Secret of this namespace");
        attack.succeeds(WithoutRule::credentialsOfTheOwnNamespace);
    }

    @Test
    void aCredentialUpAPath() {
        var attack = group("../../%s/secrets/deployer".formatted(victim.namespace()), victim);
        attack.refused("InvalidCredentialFrom", "is no name of a Secret of this namespace");
        attack.succeeds(WithoutRule::credentialsOfTheOwnNamespace);
    }

    /** Who names what is not there does not get the operator's. */
    @Test
    void theOperatorsCredentialInPlaceOfAMissingOne() {
        var attack = group("nothing", teams.sharing);
        attack.refused(
                "CredentialNotFound",
                "Secret %s/nothing does not exist".formatted(attacker.namespace()));
        attack.succeeds(WithoutRule::noReplacement);
    }

    /** Nor who had an identity of his own, which may not do it any more. */
    @Test
    void theOperatorsCredentialForWhatAnotherMade() {
        var keys = teams.withSecret(attacker.subscription());
        var attack =
                new Attack(
                        teams,
                        teams.rival,
                        Teams.GROUPS,
                        "ResourceGroup",
                        name -> {
                            teams.secret(teams.rival, Teams.NAMESPACE_CREDENTIAL, keys);
                            teams.apply(teams.rival, Samples.group(name, "made"));
                            teams.ready(teams.rival, "resourcegroup/" + name);
                            var _ =
                                    teams.as(
                                            teams.rival,
                                            "delete",
                                            "secret",
                                            Teams.NAMESPACE_CREDENTIAL);
                            var _ =
                                    teams.as(
                                            teams.rival,
                                            "delete",
                                            "resourcegroup/" + name,
                                            "--wait=false");
                        },
                        name -> !teams.inAzure(attacker.group(name)));
        attack.refused("SubscriptionMismatch", "Restore the former credential");
        attack.succeeds(WithoutRule::sameSubscription);
    }

    /** Nor by what once let a namespace have it. */
    @Test
    void theFormerAnnotationOfTheNamespace() {
        var annotation = "dragoman.dev/accept-operator-credential=true";
        assertThatThrownBy(
                        () ->
                                teams.as(
                                        attacker,
                                        "annotate",
                                        "namespace",
                                        attacker.namespace(),
                                        annotation))
                .hasMessageContaining("Forbidden");
        var _ = teams.in(attacker, "annotate", "namespace", attacker.namespace(), annotation);
        var attack = group(Teams.NAMESPACE_CREDENTIAL, teams.sharing);
        attack.refused("Succeeded", "");
        attack.succeeds(WithoutRule::formerConsentMeansNothing);
        var _ =
                teams.in(
                        attacker,
                        "annotate",
                        "namespace",
                        attacker.namespace(),
                        "dragoman.dev/accept-operator-credential-");
    }

    /** It was taken away while a reconciliation was under way. */
    @Test
    void aCredentialThatIsTakenAwayBetweenCheckAndUse() {
        var attack =
                new Attack(
                        teams,
                        teams.rival,
                        Teams.GROUPS,
                        "ResourceGroup",
                        name -> {
                            teams.secret(
                                    teams.rival,
                                    Teams.NAMESPACE_CREDENTIAL,
                                    teams.withSecret(attacker.subscription()));
                            try (var _ =
                                    OperatorThreads.of(
                                            teams.road,
                                            () -> WithoutRule.meanwhile(name, this::takeAway))) {
                                teams.apply(teams.rival, Samples.group(name, "late"));
                                await().until(() -> !teams.road.puts("/" + name).isEmpty());
                            }
                        },
                        name -> teams.inAzure(attacker.group(name)));
        // from then on it is the operator's
        attack.refused("Succeeded", "");
        attack.succeeds(WithoutRule::credentialInForce);
    }

    private void takeAway() {
        teams.road
                .client()
                .secrets()
                .inNamespace(teams.rival.namespace())
                .withName(Teams.NAMESPACE_CREDENTIAL)
                .delete();
    }

    @Test
    void aNamespaceThatIsNotLookedAt() {
        var elsewhere = attacker.namespace() + "-elsewhere";
        teams.namespace(elsewhere);
        var there = new Team(elsewhere, attacker.user(), teams.road.azure.subscriptionId(), "");
        teams.bind(there, "edit", attacker.user());
        teams.bind(there, "dragoman-edit", attacker.user());
        var name = Attack.name();
        await().ignoreExceptions()
                .untilAsserted(() -> teams.apply(there, Samples.group(name, "attacker")));
        // whoever came later was served
        teams.apply(attacker, Samples.group("served", "attacker"));
        teams.ready(attacker, "resourcegroup/served");
        assertThat(teams.condition(there, Teams.GROUPS, "ResourceGroup", name)).isEmpty();
        assertThat(teams.inAzure(there.group(name))).isFalse();
        if (!teams.weakened) {
            teams.road.client().namespaces().withName(elsewhere).delete();
            return;
        }
        try (var _ = OperatorThreads.of(teams.road, WithoutRule::targetNamespaces)) {
            // which namespaces are watched is decided at the start
            teams.road.stop();
            teams.road.start();
            var second = Attack.name();
            teams.apply(there, Samples.group(second, "attacker"));
            await().until(() -> teams.inAzure(there.group(second)));
        }
        teams.road.client().namespaces().withName(elsewhere).delete();
    }
}
