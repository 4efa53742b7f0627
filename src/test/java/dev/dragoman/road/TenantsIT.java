package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.tier.Landing;
import dev.dragoman.tier.OneTry;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What somebody with the roles {@code edit} and {@code dragoman-edit} in one namespace, and no
 * other, can do to the Azure resources of another team under the same credential: nothing.
 */
@Landing
@OneTry
class TenantsIT {
    private static final String STORAGE = "storage.azure.com/v20230101";
    private static final String ACCOUNT = "victimaccount";
    private static final String ID = "serviceoperator.azure.com/resource-id";
    private static final String SEAL = "dragoman.dev/claimed-by";

    private Road road;
    private String attackers;
    private String tenant;

    @BeforeEach
    void start() {
        road = new Road("tenants");
        attackers = road.namespace + "-b";
        tenant = "tenant-of-" + attackers;
        road.client()
                .resource(
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(attackers)
                                .endMetadata()
                                .build())
                .create();
        Install.grantSecrets(road.client(), attackers);
        for (var role : List.of("edit", "dragoman-edit")) {
            var bind =
                    "create rolebinding %s --clusterrole=%s --user=%s --namespace=%s"
                            .formatted(role, role, tenant, attackers);
            var _ = road.install.kubectl(List.of(bind.split(" ", -1)));
        }
        road.environment.put("AZURE_TARGET_NAMESPACES", road.namespace + "," + attackers);
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.apply(Samples.account(ACCOUNT));
        road.ready("storageaccount/" + ACCOUNT);
        await().ignoreExceptions().until(() -> as("get", "storageaccounts") != null);
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void anotherTeamsResourceIsNeitherOverwrittenNorDeleted() {
        apply(below("rival", ACCOUNT, "Cool"));
        var _ = reason(STORAGE, "StorageAccount", "rival", "ResourceHeldByAnotherObject");
        road.stop();
        road.start();
        apply(
                below("rival2", ACCOUNT, "Cool")
                        .replace("resourceGroups/orders", "RESOURCEGROUPS/ORDERS"));
        var _ = reason(STORAGE, "StorageAccount", "rival2", "ResourceHeldByAnotherObject");
        var _ = as("delete", "storageaccounts", "--all", Patience.timeout());
        assertThat(road.azure(account(), "/properties/accessTier")).isEqualTo("Hot");
        assertThat(asked("DELETE", "")).isZero();
        road.ready("storageaccount/" + ACCOUNT);

        // it is the holder's to give up
        apply(below("heir", ACCOUNT, "Cool"));
        var _ = reason(STORAGE, "StorageAccount", "heir", "ResourceHeldByAnotherObject");
        var _ =
                road.kubectl(
                        "annotate",
                        "storageaccount/" + ACCOUNT,
                        "serviceoperator.azure.com/reconcile-policy=detach-on-delete");
        var _ = road.kubectl("delete", "storageaccount/" + ACCOUNT, Patience.timeout());
        var refused = reason(STORAGE, "StorageAccount", "heir", "ConsentRequired");
        assertThat(refused.get("message").toString())
                .contains("dragoman.dev/allow-children-from: " + attackers);
    }

    /** The object goes, the resource stays. */
    private void detach(String resource) {
        var _ =
                road.kubectl(
                        "annotate",
                        resource,
                        "serviceoperator.azure.com/reconcile-policy=detach-on-delete");
        var _ = road.kubectl("delete", resource, Patience.timeout());
    }

    @Test
    void aBrokenSealWhileAzureWorksDeletesNothingOfOthers() {
        road.apply(Samples.account("unheld"));
        road.ready("storageaccount/unheld");
        detach("storageaccount/unheld");
        apply(Samples.group("mine", "b"));
        ready("resourcegroup/mine");
        road.azure.control().operationDuration("PUT .*/sneak", Duration.ofMinutes(1));
        apply(Samples.account("sneak").replace("{name: orders}", "{name: mine}"));
        reason(STORAGE, "StorageAccount", "sneak", "Reconciling");
        var _ =
                as(
                        "patch",
                        "storageaccount/sneak",
                        "--type=merge",
                        "-p",
                        """
                        {"metadata": {"annotations": {"dragoman.dev/claimed-by": "x"}},
                         "spec": {"azureName": "unheld", "owner": {"name": null, "armId": "%s"}}}"""
                                .formatted(road.group("orders")));
        var _ = as("delete", "storageaccount/sneak", Patience.timeout());
        assertThat(road.azure.control().get(account().replace(ACCOUNT, "unheld"))).isPresent();
        assertThat(asked("DELETE", "unheld")).isZero();
    }

    @Test
    void aClaimThatWasKeptIsWorthNothingOnceAnotherIsCreating() {
        var orders = road.group("orders");
        var future = road.group("future");
        apply(below("kept", "futureaccount", "Hot").replace(orders, future));
        var _ = reason(STORAGE, "StorageAccount", "kept", "ResourceGroupNotFound");
        var claim = get(STORAGE, "StorageAccount", "kept").getMetadata().getAnnotations();
        apply(below("kept", "otheraccount", "Hot").replace(orders, future));
        await().until(
                        () ->
                                get(STORAGE, "StorageAccount", "kept")
                                        .getMetadata()
                                        .getAnnotations()
                                        .get(ID)
                                        .endsWith("otheraccount"));

        road.azure.control().operationDuration("futureaccount", Duration.ofSeconds(20));
        road.apply(Samples.group("future", "orders"));
        road.apply(Samples.account("futureaccount").replace("{name: orders}", "{name: future}"));
        await().until(
                        () ->
                                Road.condition(road.get(STORAGE, "StorageAccount", "futureaccount"))
                                        .containsValue("Reconciling"));
        apply(below("kept", "futureaccount", "Hot").replace(orders, future));
        var _ = reason(STORAGE, "StorageAccount", "kept", "ResourceHeldByAnotherObject");
        var _ =
                as(
                        "annotate",
                        "--overwrite",
                        "storageaccount/kept",
                        SEAL + "=" + claim.get(SEAL),
                        ID + "=" + claim.get(ID));
        road.stop();
        road.start();
        road.ready("storageaccount/futureaccount");
        var _ = as("delete", "storageaccount/kept", Patience.timeout());
        assertThat(asked("DELETE", "/futureaccount")).isZero();
        road.ready("storageaccount/futureaccount");
    }

    @Test
    void idsAreSegments() {
        var group = road.group("orders");
        int number = 0;
        for (var id :
                List.of(
                        group.replace("/orders", "/.."),
                        group.replace("/orders", "/x%2f..%2forders"),
                        group + "?a=b",
                        group + "#b",
                        "/subscriptions/" + "s".repeat(200_000))) {
            var name = "segments" + number++;
            apply(below(name, name, "Hot").replace(group, id));
            var condition = reason(STORAGE, "StorageAccount", name, "Failed");
            assertThat(condition.get("message").toString()).contains("owner.armId");
        }
        for (var id :
                List.of(
                        "/providers/Microsoft.Storage/storageAccounts/x",
                        group.replace(
                                "/resourceGroups/",
                                "/providers/Microsoft.Resources/resourceGroups/"),
                        account())) {
            var name = "segments" + number++;
            apply(below(name, name, "Hot").replace(group, id));
            var condition = reason(STORAGE, "StorageAccount", name, "Failed");
            assertThat(condition.get("message").toString()).contains("no id of a resource group");
            var _ = as("delete", "storageaccount/" + name, Patience.timeout());
        }
        apply(Samples.group("mine", "b"));
        ready("resourcegroup/mine");
        var _ =
                as(
                        "annotate",
                        "resourcegroup/mine",
                        "serviceoperator.azure.com/child-resource-id-override="
                                + group
                                + "/providers/x/../..");
        apply(Samples.account("escaping").replace("{name: orders}", "{name: mine}"));
        var condition = reason(STORAGE, "StorageAccount", "escaping", "Failed");
        assertThat(condition.get("message").toString()).contains("child-resource-id-override");
        for (var id :
                List.of(
                        account().replace("/providers/", "/Providers/"),
                        group + "/x",
                        group + "/providers",
                        account() + "/blobServices",
                        "/providers/Microsoft.Resources/resourceGroups/orders")) {
            var _ =
                    as(
                            "annotate",
                            "--overwrite",
                            "resourcegroup/mine",
                            "serviceoperator.azure.com/child-resource-id-override=" + id);
            await().untilAsserted(
                            () ->
                                    assertThat(
                                                    Road.condition(
                                                                    get(
                                                                            STORAGE,
                                                                            "StorageAccount",
                                                                            "escaping"))
                                                            .get("message")
                                                            .toString())
                                            .contains(id));
        }
        assertThat(road.azure.control().exchanges()).noneMatch(e -> e.path().contains("escaping"));
        assertThat(road.azure.control().exchanges())
                .noneMatch(e -> e.path().contains("..") || e.path().contains("segments"));
    }

    @Test
    void anIdAsLongAsAnnotationsMayBeEndsNoPass() {
        apply(Samples.account("long").replace("{name: orders}", "{name: later}"));
        var _ = reason(STORAGE, "StorageAccount", "long", "WaitingForOwner");
        var _ =
                as(
                        "annotate",
                        "storageaccount/long",
                        "dragoman.dev/claimed-by="
                                + get(STORAGE, "StorageAccount", "long").getMetadata().getUid(),
                        "serviceoperator.azure.com/latest-reconciled-generation=1",
                        // as long as an argument of a program may be
                        "serviceoperator.azure.com/resource-id=" + "/a".repeat(60_000));
        apply(Samples.group("later", "b"));
        ready("storageaccount/long");
    }

    @Test
    void withinANamespaceTheSecondObjectSaysSoToo() {
        road.apply(Samples.account("second").replace("spec:", "spec:\n  azureName: " + ACCOUNT));
        var condition =
                road.reason(STORAGE, "StorageAccount", "second", "ResourceHeldByAnotherObject");
        assertThat(condition.get("message").toString()).contains("StorageAccount " + ACCOUNT);
        var _ = road.kubectl("delete", "storageaccount/second", Patience.timeout());
        assertThat(road.azure.control().get(account())).isPresent();
    }

    @Test
    void whatIsNotSentHoldsNoId() {
        apply(
                Samples.account("waiting")
                        .replace("owner: {name: orders}", "owner: {name: mine}")
                        .replace(
                                "metadata: {name: waiting}",
                                """
                                metadata:
                                  name: waiting
                                  annotations: {serviceoperator.azure.com/operator-namespace: other}\
                                """));
        apply(
                Samples.account("unwritable")
                                .replace(
                                        "owner: {name: orders}",
                                        "azureName: waiting\n  owner: {name: mine}")
                        + "  operatorSpec: {secrets: {key1: {name: No_Name, key: k}}}\n");
        apply(Samples.group("mine", "b"));
        ready("resourcegroup/mine");
        await().until(() -> as("get", "events").contains("Overlap"));
        var _ = reason(STORAGE, "StorageAccount", "unwritable", "InvalidExport");
        apply(
                Samples.account("working")
                        .replace(
                                "owner: {name: orders}",
                                "azureName: waiting\n  owner: {name: mine}"));
        ready("storageaccount/working");
    }

    @Test
    void aPlatformNeedsNoConsent() {
        road.stop();
        road.environment.put("DRAGOMAN_PLATFORM_NAMESPACES", attackers);
        road.start();
        apply(below("sharing", "platformsaccount", "Hot"));
        ready("storageaccount/sharing");
    }

    @Test
    void whoMigratesCanTurnItOff() {
        road.stop();
        road.environment.put("DRAGOMAN_EXCLUSIVE_RESOURCES", "false");
        road.start();
        apply(below("sharing", ACCOUNT, "Hot"));
        ready("storageaccount/sharing");
    }

    private String account() {
        return road.group("orders") + "/providers/Microsoft.Storage/storageAccounts/" + ACCOUNT;
    }

    /** An account in the other team's group, which it names by its ARM id. */
    private String below(String name, String azureName, String tier) {
        return Samples.account("v20230101", name, tier)
                .replace(
                        "owner: {name: orders}",
                        "azureName: %s\n  owner: {armId: \"%s\"}"
                                .formatted(azureName, road.group("orders")));
    }

    private long asked(String method, String suffix) {
        return road.azure.control().exchanges().stream()
                .filter(e -> e.method().equals(method) && e.path().endsWith(suffix))
                .count();
    }

    private void apply(String yaml) {
        var _ =
                road.install.apply(
                        yaml,
                        attackers + ".yaml",
                        "-n",
                        attackers,
                        "--server-side",
                        "--as=" + tenant);
    }

    private String as(String... arguments) {
        var all = new ArrayList<>(List.of("-n", attackers, "--as=" + tenant));
        all.addAll(List.of(arguments));
        return road.install.kubectl(all);
    }

    private void ready(String resource) {
        var _ = as("wait", "--for=condition=Ready", resource, Patience.timeout());
    }

    private GenericKubernetesResource get(String apiVersion, String kind, String name) {
        return road.client()
                .genericKubernetesResources(apiVersion, kind)
                .inNamespace(attackers)
                .withName(name)
                .get();
    }

    private Map<String, Object> reason(String apiVersion, String kind, String name, String reason) {
        await().untilAsserted(
                        () ->
                                assertThat(Road.condition(get(apiVersion, kind, name)))
                                        .containsEntry("reason", reason));
        return Road.condition(get(apiVersion, kind, name));
    }
}
