package dev.dragoman.road;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.azure.claim.WithoutClaimRule;
import dev.dragoman.road.Teams.Team;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.tier.OneTry;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Attacks on the resources of another team under the same credential, which may do everything: the
 * operator alone keeps them apart. Each is refused, and each succeeds when it lacks one rule.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OneTry
abstract class ClaimAttacks {
    private static final String ID = "serviceoperator.azure.com/resource-id";
    private static final String SEAL = "dragoman.dev/claimed-by";
    private static final String ACCOUNT = "sharingaccount";

    private Teams teams;
    private Team sharing;
    private Team rival;

    private final boolean weakened;

    /**
     * @param weakened whether the attacks are made again on an operator that lacks a rule
     */
    ClaimAttacks(boolean weakened) {
        this.weakened = weakened;
    }

    @BeforeAll
    void start() {
        teams = new Teams("claim-attacks", List.of(), road -> {}, weakened);
        sharing = teams.sharing;
        rival = teams.rival;
        teams.apply(sharing, Samples.group("orders", "sharing"));
        teams.apply(sharing, Samples.account(ACCOUNT));
        teams.ready(sharing, "storageaccount/" + ACCOUNT);
    }

    @AfterAll
    void stop() {
        teams.close();
    }

    private String account(String group, String name) {
        return sharing.group(group) + "/providers/Microsoft.Storage/storageAccounts/" + name;
    }

    private String tier(String id) {
        return teams.road.azure(id, "/properties/accessTier");
    }

    /** An account in the group of this id. */
    private static String below(String name, String azureName, String group) {
        return Samples.account("v20230101", name, "Cool")
                .replace(
                        "owner: {name: orders}",
                        "azureName: %s\n  owner: {armId: \"%s\"}".formatted(azureName, group));
    }

    private Attack account(UnaryOperator<String> yaml, String reached) {
        return new Attack(
                teams,
                rival,
                Teams.STORAGE,
                "StorageAccount",
                name -> teams.apply(rival, yaml.apply(name)),
                name -> "Cool".equals(tier(reached.replace("NAME", name))));
    }

    @Test
    void anotherTeamsResourceById() {
        var attack =
                account(
                        name -> below(name, ACCOUNT, sharing.group("orders")),
                        account("orders", ACCOUNT));
        attack.refused("ResourceHeldByAnotherObject", "is held by an object of another namespace");
        // its group is the other team's as well, which would be the second rule
        consent("allow-children-from=" + rival.namespace());
        attack.refused("ResourceHeldByAnotherObject", "is held by an object of another namespace");
        attack.succeeds(WithoutClaimRule::oneObjectForAResource);
        consent("allow-children-from-");
    }

    private void consent(String annotation) {
        var _ = teams.as(sharing, "annotate", "resourcegroup/orders", "dragoman.dev/" + annotation);
    }

    /** Its keys, and one by an expression that reads what Azure says of it. */
    @Test
    void anotherTeamsKeys() {
        consent("allow-children-from=" + rival.namespace());
        var attack =
                new Attack(
                        teams,
                        rival,
                        Teams.STORAGE,
                        "StorageAccount",
                        name ->
                                teams.apply(
                                        rival,
                                        below(name, ACCOUNT, sharing.group("orders"))
                                                        .replace(
                                                                "metadata: {name: %s}"
                                                                        .formatted(name),
                                                                "metadata: {name: %s, annotations: {serviceoperator.azure.com/reconcile-policy: skip}}"
                                                                        .formatted(name))
                                                + """
                                                  operatorSpec:
                                                    secrets: {key2: {name: %s, key: second}}
                                                    secretExpressions:
                                                    - {name: %s, key: loot, value: secret.key1}
                                                """
                                                        .formatted(name, name)),
                        name ->
                                !teams.value(rival, name, "loot").isEmpty()
                                        || !teams.value(rival, name, "second").isEmpty());
        attack.refused("ResourceHeldByAnotherObject", "one object may stand for a resource");
        assertThat(teams.road.azure.control().exchanges())
                .as("keys that were asked for")
                .noneMatch(each -> each.path().endsWith("listKeys"));
        attack.succeeds(WithoutClaimRule::oneObjectForAResource);
        consent("allow-children-from-");
    }

    @Test
    void belowAnotherTeamsGroup() {
        var attack =
                account(
                        name -> below(name, name, sharing.group("orders")),
                        account("orders", "NAME"));
        attack.refused("ConsentRequired", "dragoman.dev/allow-children-from: " + rival.namespace());
        attack.succeeds(WithoutClaimRule::consentBelow);
        withConsentItIsMade();
    }

    private void withConsentItIsMade() {
        var consent = "dragoman.dev/allow-children-from";
        var namespace = sharing.namespace();
        var _ =
                teams.in(
                        sharing,
                        "annotate",
                        "namespace",
                        namespace,
                        consent + "=somebody, " + rival.namespace());
        teams.apply(rival, below("guest", "guestaccount", sharing.group("orders")));
        teams.ready(rival, "storageaccount/guest");
        teams.apply(
                rival,
                """
                apiVersion: storage.azure.com/v20230101
                kind: StorageAccountsBlobService
                metadata: {name: blobs}
                spec: {owner: {name: guest}}
                """);
        teams.ready(rival, "storageaccountsblobservice/blobs");
        var _ = teams.in(sharing, "annotate", "namespace", namespace, consent + "-");
    }

    /** By an owner of his own, of which he says that its children are elsewhere. */
    @Test
    void belowAnotherTeamsGroupByAnOverride() {
        teams.apply(rival, Samples.group("mine", "rival"));
        teams.ready(rival, "resourcegroup/mine");
        var _ =
                teams.as(
                        rival,
                        "annotate",
                        "resourcegroup/mine",
                        "serviceoperator.azure.com/child-resource-id-override="
                                + sharing.group("orders"));
        var attack =
                account(
                        name ->
                                Samples.account("v20230101", name, "Cool")
                                        .replace("{name: orders}", "{name: mine}"),
                        account("orders", "NAME"));
        attack.refused("ConsentRequired", "dragoman.dev/allow-children-from: " + rival.namespace());
        attack.succeeds(WithoutClaimRule::consentBelow);
    }

    /** A group that no object holds, with an account of the other team in it. */
    private void groupAround(String group, String account) {
        var id = hub(group);
        teams.apply(sharing, below(account, account, id));
        teams.ready(sharing, "storageaccount/" + account);
    }

    /** A group in Azure that no object holds any more. */
    private String hub(String name) {
        teams.apply(sharing, Samples.group(name, "nobody"));
        teams.ready(sharing, "resourcegroup/" + name);
        teams.drop(sharing, "resourcegroup/" + name);
        assertThat(teams.inAzure(sharing.group(name))).isTrue();
        return sharing.group(name);
    }

    @Test
    void aboveAnotherTeamsResource() {
        groupAround("around", "inaround");
        var attack =
                new Attack(
                        teams,
                        rival,
                        Teams.GROUPS,
                        "ResourceGroup",
                        name ->
                                teams.apply(
                                        rival,
                                        Samples.group(name, "rival")
                                                .replace("spec:", "spec:\n  azureName: around")),
                        _ ->
                                "rival"
                                        .equals(
                                                teams.road.azure(
                                                        sharing.group("around"), "/tags/team")));
        attack.refused("ConsentRequired", "dragoman.dev/allow-parents-from: " + rival.namespace());
        attack.succeeds(WithoutClaimRule::consentAbove);
    }

    /** With consent that was taken back. */
    @Test
    void deletionOfAllThatIsInAGroup() {
        var attack =
                new Attack(
                        teams,
                        rival,
                        Teams.GROUPS,
                        "ResourceGroup",
                        name -> {
                            groupAround(name, "in" + name);
                            var allow = "dragoman.dev/allow-parents-from";
                            var account = "storageaccount/in" + name;
                            var _ =
                                    teams.as(
                                            sharing,
                                            "annotate",
                                            account,
                                            allow + "=" + rival.namespace());
                            teams.apply(rival, Samples.group(name, "rival"));
                            teams.ready(rival, "resourcegroup/" + name);
                            var _ = teams.as(sharing, "annotate", account, allow + "-");
                            var _ =
                                    teams.as(
                                            rival,
                                            "delete",
                                            "resourcegroup/" + name,
                                            "--wait=false");
                        },
                        name -> !teams.inAzure(account(name, "in" + name)));
        attack.refused(
                "ConsentRequired",
                "is not deleted, because objects of other namespaces hold resources below it");
        attack.succeeds(WithoutClaimRule::keptForOthers);
    }

    /** What Azure let an identity of his own see, he deletes with the operator's. */
    @Test
    void asTheOperatorWhatAnotherIdentityHasFound() {
        var attack =
                new Attack(
                        teams,
                        rival,
                        Teams.STORAGE,
                        "StorageAccount",
                        name -> {
                            foundBelow(name);
                            var _ =
                                    teams.as(
                                            rival,
                                            "annotate",
                                            "storageaccount/" + name,
                                            "serviceoperator.azure.com/credential-from-",
                                            "serviceoperator.azure.com/reconcile-policy-");
                            var _ =
                                    teams.as(
                                            rival,
                                            "delete",
                                            "storageaccount/" + name,
                                            "--wait=false");
                        },
                        name -> !teams.inAzure(account("orders", name)));
        attack.refused("ConsentRequired", "dragoman.dev/allow-children-from: " + rival.namespace());
        attack.succeeds(WithoutClaimRule::madeUnderTheSameIdentity);
    }

    /** An account in the other team's group that no object holds, and now the rival's does. */
    private void foundBelow(String name) {
        teams.apply(sharing, Samples.account(name));
        teams.ready(sharing, "storageaccount/" + name);
        teams.drop(sharing, "storageaccount/" + name);
        var client = UUID.randomUUID().toString();
        var registered = Client.secret(client, Teams.secretOf(client));
        var azure = teams.road.azure.control();
        azure.client(registered.within(account("orders", name)));
        var keys = new HashMap<>(teams.keys(rival.subscription(), client));
        keys.put("AZURE_CLIENT_SECRET", Teams.secretOf(client));
        teams.secret(rival, name, keys);
        teams.apply(
                rival,
                below(name, name, sharing.group("orders"))
                        .replace(
                                "metadata: {name: %s}".formatted(name),
                                "metadata: {name: %s, annotations: {serviceoperator.azure.com/reconcile-policy: skip, serviceoperator.azure.com/credential-from: %s}}"
                                        .formatted(name, name)));
        teams.ready(rival, "storageaccount/" + name);
        // Azure would not let it delete anything
        azure.client(registered.within("/subscriptions/" + UUID.randomUUID()));
    }

    /** An object of which nothing was sent, and which says that something was. */
    private Attack forged(Optional<Claim> copied) {
        return new Attack(
                teams,
                rival,
                Teams.GROUPS,
                "ResourceGroup",
                name -> {
                    var id = hub("hub" + name);
                    teams.apply(
                            rival,
                            Samples.group(name, "rival")
                                    .replace("spec:", "spec:\n  azureName: \"in%2fvalid\""));
                    var _ =
                            teams.as(
                                    rival,
                                    "wait",
                                    "--for=jsonpath={.status.conditions[0].reason}=InvalidName",
                                    "resourcegroup/" + name,
                                    Patience.timeout());
                    var claim = copied.orElse(new Claim(id, "00".repeat(32)));
                    var _ =
                            teams.as(
                                    rival,
                                    "annotate",
                                    "--overwrite",
                                    "resourcegroup/" + name,
                                    ID + "=" + claim.id(),
                                    SEAL + "=" + claim.seal(),
                                    "serviceoperator.azure.com/latest-reconciled-generation=1",
                                    "serviceoperator.azure.com/operator-namespace=dragoman-system");
                    var _ =
                            teams.as(
                                    rival,
                                    "patch",
                                    "resourcegroup/" + name,
                                    "--type=merge",
                                    "-p",
                                    "{\"metadata\":{\"finalizers\":[\"serviceoperator.azure.com/finalizer\"]}}");
                    var _ = teams.as(rival, "delete", "resourcegroup/" + name, Patience.timeout());
                },
                name -> !teams.inAzure(copied.map(Claim::id).orElse(sharing.group("hub" + name))));
    }

    private record Claim(String id, String seal) {}

    @Test
    void aClaimWrittenByHand() {
        var attack = forged(Optional.empty());
        attack.reachesNothing();
        attack.succeeds(WithoutClaimRule::seals);
    }

    /** Whoever could read the other team's object, once, has a seal that was valid. */
    @Test
    void aClaimCopiedFromAnotherTeamsObject() {
        teams.apply(sharing, Samples.group("sealed", "sharing"));
        teams.ready(sharing, "resourcegroup/sealed");
        var metadata =
                teams.road
                        .client()
                        .genericKubernetesResources(Teams.GROUPS, "ResourceGroup")
                        .inNamespace(sharing.namespace())
                        .withName("sealed")
                        .get()
                        .getMetadata();
        var annotations = metadata.getAnnotations();
        teams.drop(sharing, "resourcegroup/sealed");
        var attack = forged(Optional.of(new Claim(annotations.get(ID), annotations.get(SEAL))));
        attack.reachesNothing();
        attack.succeeds(() -> WithoutClaimRule.sealsOfOneObject(metadata.getUid()));
    }
}
