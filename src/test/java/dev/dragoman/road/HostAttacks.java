package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.azure.WithoutRule;
import dev.dragoman.road.Teams.Team;
import dev.dragoman.sandbox.faults.Fault;
import dev.dragoman.sandbox.faults.FaultProxies;
import dev.dragoman.tier.OneTry;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Attacks for what the operator sends and has: tokens to another host, tokens of the node, and
 * files of the pod. The attacker's host is a proxy in front of the same Azure. Each attack is
 * refused, and each succeeds when the operator lacks one rule.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OneTry
abstract class HostAttacks {
    private static final Duration LONG = Duration.ofSeconds(5);

    @TempDir private static Path files;
    private Teams teams;
    private Team attacker;
    private FaultProxies ours;
    private FaultProxies theirs;
    private SetUp node;
    private SetUp file;

    private final boolean weakened;

    /**
     * @param weakened whether the attacks are made again on an operator that lacks a rule
     */
    HostAttacks(boolean weakened) {
        this.weakened = weakened;
    }

    @BeforeAll
    void start() {
        teams = new Teams("host-attacks", List.of(), this::prepare, weakened);
        attacker = teams.attacker;
        teams.apply(attacker, Samples.group("orders", "attacker"));
        teams.ready(attacker, "resourcegroup/orders");
    }

    private void prepare(Road road) {
        ours = new FaultProxies(road.plane, road.azure);
        theirs = new FaultProxies(road.plane, road.azure);
        road.environment.putAll(ours.environment("hosts"));
        node = new SetUp(road, SetUp.Type.NODE, "node", "", files);
        file =
                new SetUp(
                        road,
                        SetUp.Type.FILE,
                        "file",
                        "",
                        files.resolve(road.namespace + "/identity"));
        road.environment.put("DRAGOMAN_NODE_IDENTITIES", road.namespace + "/" + node.client);
        road.environment.put("DRAGOMAN_IDENTITY_FILES", files.toString());
        road.environment.put("ALLOW_MULTI_ENV_MANAGEMENT", "true");
    }

    @AfterAll
    void stop() {
        teams.close();
        ours.close();
        theirs.close();
    }

    /** What the attacker's host has seen of the name. */
    private boolean seen(String text) {
        return theirs.faults().seen().stream()
                .anyMatch(
                        each ->
                                each.request().mentions(text)
                                        && (each.request().headers().containsKey("Authorization")
                                                || each.request()
                                                        .headers()
                                                        .containsKey("authorization")
                                                || each.request()
                                                        .body()
                                                        .contains("client_assertion")));
    }

    private String elsewhere(String name) {
        return "%s/subscriptions/%s/operationStatuses/%s?api-version=2023-01-01"
                .formatted(
                        theirs.environment("x").get("AZURE_RESOURCE_MANAGER_ENDPOINT"),
                        attacker.subscription(),
                        name);
    }

    @Test
    void aTokenByTheUrlOfAnOperation() {
        for (var header : List.of("Azure-AsyncOperation", "Location")) {
            var attack =
                    account(
                            name -> {
                                ours.faults()
                                        .request(
                                                request ->
                                                        request.method().equals("PUT")
                                                                && request.pathOnly()
                                                                        .endsWith("/" + name),
                                                1,
                                                new Fault.Answer(
                                                        202,
                                                        Map.of(
                                                                header,
                                                                elsewhere(name),
                                                                "Retry-After",
                                                                "1"),
                                                        ""));
                                teams.apply(attacker, Samples.account(name));
                            });
            // the resource itself is asked instead
            attack.refused("Succeeded", "");
            attack.succeeds(WithoutRule::trustedHosts);
        }
    }

    private Attack account(Consumer<String> doing) {
        return new Attack(teams, attacker, Teams.STORAGE, "StorageAccount", doing, this::seen);
    }

    /** Which only somebody can write who may write a status. */
    @Test
    void aTokenByAUrlInAStatus() {
        teams.road.azure.control().operationDuration("PUT .*storageAccounts/.*", LONG);
        var attack =
                account(
                        name -> {
                            teams.apply(attacker, Samples.account(name));
                            await().until(
                                            () ->
                                                    teams.condition(
                                                                    attacker,
                                                                    Teams.STORAGE,
                                                                    "StorageAccount",
                                                                    name)
                                                            .containsValue("Reconciling"));
                            var status =
                                    """
                                    {"status": {"dragoman": {"operation": {"url": "%s"}}}}"""
                                            .formatted(elsewhere(name));
                            assertThatThrownBy(
                                            () ->
                                                    teams.as(
                                                            attacker,
                                                            "patch",
                                                            "storageaccount/" + name,
                                                            "--subresource=status",
                                                            "--type=merge",
                                                            "-p",
                                                            status))
                                    .hasMessageContaining("Forbidden");
                            teams.road
                                    .client()
                                    .genericKubernetesResources(Teams.STORAGE, "StorageAccount")
                                    .inNamespace(attacker.namespace())
                                    .withName(name)
                                    .subresource("status")
                                    .patch(PatchContext.of(PatchType.JSON_MERGE), status);
                        });
        attack.refused("Succeeded", "");
        attack.succeeds(WithoutRule::trustedHosts);
        teams.road.azure.control().operationDuration("PUT .*storageAccounts/.*", Duration.ZERO);
    }

    private Attack group(String credential, Predicate<String> reached) {
        return new Attack(
                teams,
                attacker,
                Teams.GROUPS,
                "ResourceGroup",
                name -> teams.apply(attacker, CredentialAttacks.group(name, credential)),
                reached);
    }

    /** The proof of an identity, by a cloud of his own. */
    @Test
    void anAssertionByAnotherCloud() {
        var keys = new HashMap<>(teams.keys(attacker.subscription(), attacker.client()));
        var hosts = theirs.environment("x");
        keys.put("AZURE_RESOURCE_MANAGER_ENDPOINT", hosts.get("AZURE_RESOURCE_MANAGER_ENDPOINT"));
        keys.put("AZURE_RESOURCE_MANAGER_AUDIENCE", teams.road.azure.audience());
        keys.put("AZURE_AUTHORITY_HOST", hosts.get("AZURE_AUTHORITY_HOST"));
        teams.secret(attacker, "cloud", keys);
        var attack = group("cloud", _ -> seen(attacker.client()));
        attack.refused("CredentialNotFound", "no cloud that is allowed, so nothing is sent there");
        attack.succeeds(WithoutRule::knownClouds);
    }

    @Test
    void anIdentityOfTheNodeThatIsAnothers() {
        teams.secret(attacker, "node", node.keysOfSecret());
        var attack = group("node", node::made);
        attack.refused("CredentialNotFound", "may not act as the nodes' identity " + node.client);
        attack.succeeds(WithoutRule::allowedNodeIdentities);
    }

    @Test
    void aFileThatIsAnothers() {
        teams.secret(attacker, "file", file.keysOfSecret());
        var attack = group("file", file::made);
        attack.refused(
                "CredentialNotFound",
                "is no file below " + files.resolve(attacker.namespace()),
                "may name no other file");
        attack.succeeds(() -> WithoutRule.filesOfTheOwnNamespace(files));
    }
}
