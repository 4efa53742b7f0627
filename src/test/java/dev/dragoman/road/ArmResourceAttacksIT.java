package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.azure.claim.WithoutClaimRule;
import dev.dragoman.road.Teams.Team;
import dev.dragoman.tier.Full;
import dev.dragoman.tier.OneTry;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Attacks with objects that name any type: on ids, and on what other objects hold. Each is refused,
 * and those that one rule refuses succeed without that rule.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OneTry
@Full
class ArmResourceAttacksIT {
    private static final String ACCOUNTS = "Microsoft.Storage/storageAccounts";
    private static final String ACCOUNT = "armvictim";

    private Teams teams;
    private Team sharing;
    private Team rival;
    private String id;

    @BeforeAll
    void start() {
        teams =
                new Teams(
                        "arm-attacks",
                        List.of("dragoman.dev/ArmResource"),
                        road -> road.unkept(),
                        true);
        sharing = teams.sharing;
        rival = teams.rival;
        teams.road.azure.control().serve(ACCOUNTS + "/localUsers", "2023-05-01");
        teams.road
                .azure
                .control()
                .serve("Microsoft.Authorization/policyExemptions", "2022-07-01-preview");
        teams.apply(sharing, Samples.group("orders", "sharing"));
        teams.apply(sharing, Samples.account(ACCOUNT));
        teams.ready(sharing, "storageaccount/" + ACCOUNT);
        id = sharing.group("orders") + "/providers/" + ACCOUNTS + "/" + ACCOUNT;
    }

    @AfterAll
    void stop() {
        teams.close();
    }

    private static String object(
            String name, String type, String version, String owner, String more) {
        return """
        apiVersion: dragoman.dev/v1alpha1
        kind: ArmResource
        metadata: {name: %s}
        spec:
          type: "%s"
          apiVersion: "%s"
          owner: {armId: "%s"}
        %s
        """
                .formatted(name, type, version, owner, more.indent(2).stripTrailing());
    }

    /** The account of the other team, as an object of any type. */
    private String account(String name, String type, String group, String more) {
        return object(
                name,
                type,
                "2023-01-01",
                group,
                """
                azureName: %s
                evenIfServed: true
                adopt: true
                body: {location: westeurope, kind: StorageV2, sku: {name: Standard_LRS}, properties: {accessTier: Cool}}
                %s
                """
                        .formatted(ACCOUNT, more));
    }

    private Attack attack(java.util.function.UnaryOperator<String> yaml) {
        return new Attack(
                teams,
                rival,
                ArmResourceIT.API,
                "ArmResource",
                name -> teams.apply(rival, yaml.apply(name)),
                name -> !"Hot".equals(teams.road.azure(id, "/properties/accessTier")));
    }

    private void consent(String annotation) {
        var _ = teams.as(sharing, "annotate", "resourcegroup/orders", "dragoman.dev/" + annotation);
    }

    @Test
    void whatAnObjectOfAKindHoldsIsNotTaken() {
        consent("allow-children-from=" + rival.namespace());
        for (var group :
                List.of(
                        sharing.group("orders"),
                        sharing.group("ORDERS").replace("resourceGroups", "resourcegroups"))) {
            for (var type : List.of(ACCOUNTS, "microsoft.STORAGE/STORAGEaccounts")) {
                attack(name -> account(name, type, group, ""))
                        .refused("ResourceHeldByAnotherObject", "of another namespace");
            }
        }
        attack(name -> account(name, ACCOUNTS, sharing.group("orders"), ""))
                .succeeds(WithoutClaimRule::oneObjectForAResource);
        var _ =
                teams.road
                        .azure
                        .control()
                        .mutate(id, ArmResourceIT.json("{'properties':{'accessTier':'Hot'}}"));
        consent("allow-children-from-");
    }

    @Test
    void keysOfOthersAreNotListed() {
        consent("allow-children-from=" + rival.namespace());
        new Attack(
                        teams,
                        rival,
                        ArmResourceIT.API,
                        "ArmResource",
                        name ->
                                teams.apply(
                                        rival,
                                        account(
                                                        name,
                                                        ACCOUNTS,
                                                        sharing.group("orders"),
                                                        "operatorSpec: {secrets: {key: {action: listKeys, path: keys.0.value, name: %s, key: loot}}}"
                                                                .formatted(name))
                                                .replace(
                                                        "metadata: {name: %s}".formatted(name),
                                                        "metadata: {name: %s, annotations: {serviceoperator.azure.com/reconcile-policy: skip}}"
                                                                .formatted(name))),
                        name -> !teams.value(rival, name, "loot").isEmpty())
                .refused("ResourceHeldByAnotherObject", "one object may stand for a resource");
        assertThat(teams.road.azure.control().exchanges())
                .noneMatch(each -> each.path().endsWith("listKeys"));
        consent("allow-children-from-");
    }

    @ParameterizedTest
    @CsvSource({
        "Microsoft.Storage/storageAccounts/localUsers, 2023-05-01",
        "Microsoft.Authorization/policyExemptions, 2022-07-01-preview"
    })
    void whatLiesBelowAResourceOfOthersNeedsConsent(String type, String version) {
        new Attack(
                        teams,
                        rival,
                        ArmResourceIT.API,
                        "ArmResource",
                        name ->
                                teams.apply(
                                        rival,
                                        object(name, type, version, id, "body: {properties: {}}")),
                        name ->
                                teams.road.azure.control().resources().stream()
                                        .anyMatch(each -> each.endsWith("/" + name)))
                .refused("ConsentRequired", "dragoman.dev/allow-children-from");
    }

    /** A template would read the keys of others, and change what is theirs. */
    @Test
    void templatesAreNotRunWithASharedCredential() {
        var type = "Microsoft.Resources/deployments";
        teams.road.azure.control().serve(type, "2023-07-01");
        var body = "body: {properties: {mode: Incremental, template: {resources: []}}}";
        templates(body).refused("OwnCredentialRequired", "aso-credential", "credential-from");
        templates(body).succeeds(WithoutClaimRule::ownCredentialToReach);
        var own = teams.attacker;
        teams.apply(
                own,
                object("own", type, "2023-07-01", "/subscriptions/" + own.subscription(), body));
        teams.ready(own, "armresource/own");
    }

    private Attack templates(String body) {
        return new Attack(
                teams,
                rival,
                ArmResourceIT.API,
                "ArmResource",
                name ->
                        teams.apply(
                                rival,
                                object(
                                        name,
                                        "Microsoft.Resources/deployments",
                                        "2023-07-01",
                                        "/subscriptions/" + rival.subscription(),
                                        body)),
                name ->
                        teams.road.azure.control().resources().stream()
                                .anyMatch(each -> each.endsWith("/" + name)));
    }

    /** A claim says that an object may have what it names, not what it names later. */
    @Test
    void anotherNameDoesNotTakeWhatIsThere() {
        var type = "Microsoft.Maps/accounts";
        teams.road.azure.control().serve(type, "2023-01-01");
        teams.apply(sharing, Samples.group("shared", "sharing"));
        teams.ready(sharing, "resourcegroup/shared");
        var theirs =
                object(
                        "theirs",
                        type,
                        "2023-01-01",
                        sharing.group("shared"),
                        "body: {location: westeurope, tags: {of: them}}");
        teams.apply(sharing, theirs);
        teams.ready(sharing, "armresource/theirs");
        // nobody's object holds it any more
        var _ =
                teams.as(
                        sharing,
                        "annotate",
                        "armresource/theirs",
                        "serviceoperator.azure.com/reconcile-policy=detach-on-delete");
        var _ = teams.as(sharing, "delete", "armresource/theirs");
        teams.road.azure.control().fail(100, "PUT .*/accounts/first", 400, "Bad", "not so");
        var mine =
                object(
                        "mine",
                        type,
                        "2023-01-01",
                        sharing.group("shared"),
                        "body: {location: westeurope, tags: {of: me}}\nazureName: first");
        teams.apply(sharing, mine);
        await().untilAsserted(() -> says("Bad"));
        teams.apply(sharing, mine.replace("azureName: first", "azureName: theirs"));
        await().untilAsserted(() -> says("ResourceExists"));
        assertThat(
                        teams.road.azure(
                                sharing.group("shared") + "/providers/" + type + "/theirs",
                                "/tags/of"))
                .isEqualTo("them");
        teams.drop(sharing, "armresource/mine");
    }

    private void says(String reason) {
        assertThat(teams.condition(sharing, ArmResourceIT.API, "ArmResource", "mine"))
                .containsEntry("reason", reason);
    }

    /** Only the seal says whose a claim is: the type of the object says nothing. It may be none. */
    @Test
    void aClaimWrittenByHandDeletesNothing() {
        new Attack(
                        teams,
                        rival,
                        ArmResourceIT.API,
                        "ArmResource",
                        name -> {
                            teams.apply(
                                    rival,
                                    object(
                                                    name,
                                                    "Microsoft.Not/served",
                                                    "2023-01-01",
                                                    rival.group("orders"),
                                                    "body: {}")
                                            .replace(
                                                    "metadata: {name: %s}".formatted(name),
                                                    "metadata: {name: %s, finalizers: [serviceoperator.azure.com/finalizer], annotations: {serviceoperator.azure.com/resource-id: \"%s\", dragoman.dev/claimed-by: \"forged\", dragoman.dev/made-by: \"forged\"}}"
                                                            .formatted(name, id)));
                            var _ = teams.as(rival, "delete", "armresource/" + name);
                        },
                        name -> !teams.inAzure(id))
                .reachesNothing();
        assertThat(teams.road.azure.control().exchanges())
                .noneMatch(
                        each -> each.method().equals("DELETE") && each.path().equalsIgnoreCase(id));
    }

    /** What the schema refuses is refused by the operator too: ArmResourceCheckTest. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Microsoft.Maps/accounts?x=y | 2023-01-01 | /subscriptions/s/resourceGroups/g | spec.type",
                "Microsoft.Maps/../Microsoft.Storage/storageAccounts | 2023-01-01 | /subscriptions/s | spec.type",
                "Microsoft.Maps/accounts%2fx | 2023-01-01 | /subscriptions/s | spec.type",
                "Microsoft.Maps/accounts | 2023-01-01&a=b | /subscriptions/s | spec.apiVersion",
                "Microsoft.Maps/accounts | 2023-01-01 | /subscriptions/s/resourceGroups/%2e%2e | spec.owner.armId",
                "Microsoft.Maps/accounts | 2023-01-01 | /subscriptions/s?x=y | spec.owner.armId",
            })
    void idsThatMeanSomethingElseAreRefusedAtAdmission(
            String type, String version, String owner, String field) {
        assertThatThrownBy(
                        () ->
                                teams.apply(
                                        rival,
                                        object(Attack.name(), type, version, owner, "body: {}")))
                .hasMessageContaining(field);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/subscriptions/SUB/resourceGroups/.. | Failed | not an ARM id",
                "/subscriptions/SUB/resourceGroups/./x/y | Failed | not an ARM id",
                "/subscriptions/11111111-2222-3333-4444-555555555555 | SubscriptionMismatch | another subscription",
            })
    void ownersThatAreNoneAreToldAndNothingIsSent(String owner, String reason, String told) {
        new Attack(
                        teams,
                        rival,
                        ArmResourceIT.API,
                        "ArmResource",
                        name ->
                                teams.apply(
                                        rival,
                                        object(
                                                name,
                                                "Microsoft.Maps/accounts",
                                                "2023-01-01",
                                                owner.replace("SUB", rival.subscription()),
                                                "body: {}")),
                        name ->
                                teams.road.azure.control().exchanges().stream()
                                        .anyMatch(each -> each.path().endsWith("/" + name)))
                .refused(reason, told);
    }

    @Test
    void theTypeOfAResourceThatExistsStays() {
        var name = Attack.name();
        teams.apply(rival, Samples.group("rivals", "rival"));
        teams.road.azure.control().serve("Microsoft.Maps/accounts", "2023-01-01");
        var yaml =
                object(
                        name,
                        "Microsoft.Maps/accounts",
                        "2023-01-01",
                        rival.group("rivals"),
                        "body: {location: westeurope}");
        teams.ready(rival, "resourcegroup/rivals");
        teams.apply(rival, yaml);
        teams.ready(rival, "armresource/" + name);
        assertThatThrownBy(() -> teams.apply(rival, yaml.replace("Maps/accounts", "Other/things")))
                .hasMessageContaining("spec.type cannot change");
        teams.drop(rival, "armresource/" + name);
    }
}
