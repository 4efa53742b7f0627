package dev.dragoman.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.ObjectKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The commands over a cluster that a test answers for: what is asked, and what is printed. */
class StatusCommandTest extends StatusFixture {
    @Test
    void manyObjectsOfOneCauseAreOneEntry() throws IOException {
        group(
                "orders",
                "AuthorizationFailed",
                "no right (correlation id 1-2); tried again within 180 s");
        for (int i = 0; i < 1_000; i++) {
            account(
                    "a" + i,
                    "orders",
                    "WaitingForOwner",
                    "spec.owner: ResourceGroup orders is not Ready yet");
        }
        assertThat(run("status", "-A")).as("%s", err).isEqualTo(1);
        assertThat(out.toString())
                .contains(
                        "StorageAccount.storage.azure.com",
                        " 1000 ",
                        "1000 objects wait: ",
                        ", ...")
                .containsOnlyOnce("Do: ");
        // one list in pages, and nothing for each object
        assertThat(cluster.asked).hasSizeLessThan(25);
    }

    @Test
    void textsOfOthersAreNoCommandsOfTheTerminal() throws IOException {
        group("orders", "Bad\u001b[2J", "red \u001b[31m\u009b31m\r\u202e text\nOperator runs");
        assertThat(run("status")).isEqualTo(1);
        assertThat(run("explain", "resourcegroup/orders")).isZero();
        for (var words :
                List.of(
                        "status",
                        "explain resourcegroup/orders",
                        "explain resourcegroup/orders -o json")) {
            var _ = run(words.split(" "));
            assertThat(out.toString())
                    .doesNotContain("\u001b", "\u009b", "\r", "\u202e", "\nOperator runs");
        }
    }

    @Test
    void noValueOfASecretIsRead() throws IOException {
        cluster.add(
                "/api/v1/secrets",
                Json.object(
                        "metadata", Json.object("name", "aso-credential", "namespace", "team-a"),
                        "data", Json.object("AZURE_CLIENT_SECRET", "aHVudGVyMg==")));
        group("orders", "Succeeded", "");
        account(
                "a",
                "orders",
                "CredentialNotFound",
                "Secret team-a/aso-credential has no AZURE_CLIENT_ID");
        assertThat(run("explain", "storageaccount/a")).as("%s", err).isZero();
        assertThat(out.toString())
                .contains(
                        "credential Secret team-a/aso-credential",
                        "credential: Secret team-a/aso-credential")
                .doesNotContain("aHVudGVyMg==");
        assertThat(cluster.asked)
                .filteredOn(each -> each.contains("/secrets"))
                .isNotEmpty()
                .allMatch(each -> each.contains("as=PartialObjectMetadata"));
        assertThat(cluster.asked).allMatch(each -> each.startsWith("GET "));
    }

    @Test
    void aKindThatCannotBeReadIsSaidAndFailsNothing() throws IOException {
        group("orders", "Succeeded", "");
        account(
                "a",
                "orders",
                "WaitingForOwner",
                "spec.owner: ResourceGroup orders is not Ready yet");
        cluster.refused.put("/apis/" + ACCOUNTS + "/namespaces/team-a/storageaccounts", 500);
        cluster.refused.put("/apis/" + GROUPS + "/namespaces/team-a/resourcegroups", 403);
        cluster.refused.put("/apis/" + GROUPS + "/namespaces/team-a/resourcegroups/orders", 403);
        assertThat(run("status")).isEqualTo(1);
        assertThat(out.toString())
                .contains(
                        "not read: resourcegroups.resources.azure.com: no right to list it",
                        "not read: storageaccounts.storage.azure.com: HTTP 500");
        assertThat(run("explain", "storageaccount/a")).isZero();
        assertThat(out.toString())
                .contains("owner ResourceGroup.resources.azure.com team-a/orders  Hidden");
    }

    /** Its Lease, and what its Deployment mounts: with the routes of a composition. */
    @Test
    void theOperatorsOwnStateIsTold() throws IOException {
        var own = "/namespaces/dragoman-system";
        cluster.kind("coordination.k8s.io/v1", "Lease", "leases");
        cluster.kind("apps/v1", "Deployment", "deployments");
        cluster.kind("v1", "Pod", "pods");
        cluster.kind("platform.example.org/v1", "Shop", "shops");
        cluster.add(
                "/apis/coordination.k8s.io/v1/leases",
                of(
                        "dragoman",
                        "spec",
                        Json.object(
                                "holderIdentity",
                                "dragoman-1",
                                "renewTime",
                                Instant.now().toString(),
                                "leaseDurationSeconds",
                                15)));
        cluster.add(
                "/apis/apps/v1/deployments",
                of(
                        "dragoman",
                        "status",
                        Json.object("readyReplicas", 1),
                        "spec",
                        Json.object("replicas", 2)));
        cluster.add(
                "/api/v1/pods",
                of(
                        "dragoman-2",
                        "status",
                        Json.object(
                                "containerStatuses",
                                List.of(
                                        Json.object(
                                                "state",
                                                Json.object(
                                                        "waiting",
                                                        Json.object(
                                                                "reason", "CrashLoopBackOff")))))));
        cluster.add("/api/v1/pods", of("dragoman-1"));
        cluster.add(
                "/api/v1/configmaps",
                of("dragoman-overlays", "data", Json.object("shops.camel.yaml", ROUTES)));
        cluster.add(
                "/apis/platform.example.org/v1/shops",
                FakeCluster.object(
                        "platform.example.org/v1",
                        new ObjectKey("platform.example.org", "Shop", "team-a", "one"),
                        Map.of(),
                        "InvalidTemplate",
                        "shops.a.object.yaml:1: no value"));
        assertThat(run("status")).as("%s", err).isEqualTo(1);
        assertThat(out.toString())
                .contains(
                        "runs: dragoman-1 leads; 1 of 2 replicas ready; overlays: dragoman-overlays (1 files)",
                        "pod dragoman-2: CrashLoopBackOff",
                        "Shop.platform.example.org team-a/one: InvalidTemplate");
        assertThat(cluster.asked)
                .anyMatch(
                        each -> each.contains(own + "/pods/dragoman-1:8081/proxy/observe/health"));
    }

    private static final String ROUTES =
            """
            - route:
                id: dispatch-shops
                from:
                  uri: kubernetes-reconcile:shops
                  parameters: { kinds: "platform.example.org/Shop" }
                  steps: [ { to: { uri: "direct:shops" } } ]
            """;

    private static Map<String, Object> of(String name, Object... fields) {
        var object = Json.object(fields);
        object.put("metadata", Json.object("name", name, "namespace", "dragoman-system"));
        return object;
    }

    /** Each name in a spec may cost a request. */
    @Test
    void aSpecWithThousandsOfNamesCostsABoundedNumberOfRequests() throws IOException {
        var names = new ArrayList<Object>();
        for (int i = 0; i < 2_000; i++) {
            var reference =
                    Json.object(
                            "group",
                            "resources.azure.com",
                            "kind",
                            "ResourceGroup",
                            "name",
                            "r" + i);
            names.add(Json.object("reference", reference));
        }
        var spec =
                Json.object(
                        "owner", Json.object("name", "orders"),
                        "identity", Json.object("userAssignedIdentities", names));
        var key = new ObjectKey("storage.azure.com", ACCOUNT, "team-a", "many");
        cluster.add(
                OF_ACCOUNTS,
                FakeCluster.object(ACCOUNTS, key, spec, "AuthorizationFailed", "no right"));
        assertThat(run("explain", "storageaccount/many")).as("%s", err).isZero();
        assertThat(cluster.asked).hasSizeBetween(100, 250);
    }

    @Test
    void anOperatorThatIsNotThereIsSaid() throws IOException {
        group("orders", "Succeeded", "");
        assertThat(run("status")).isEqualTo(1);
        assertThat(out.toString())
                .contains("does not run: there is no Lease dragoman-system/dragoman");
    }

    /** Programs read these fields; the page says that they stay. */
    @Test
    void fieldsOfTheJsonAreThoseOfThePage() throws IOException {
        group(
                "orders",
                "AuthorizationFailed",
                "no right (correlation id 1-2); tried again within 180 s");
        account(
                "a",
                "orders",
                "WaitingForOwner",
                "spec.owner: ResourceGroup orders is not Ready yet");
        var page = Files.readString(Path.of("docs/why.md"));
        for (var words : List.of("status -A -o json", "explain storageaccount/a -o json")) {
            var _ = run(words.split(" "));
            var read = Json.literal(out.toString());
            assertThat(read.keySet()).allMatch(each -> page.contains("`" + each + "`"));
            assertThat(read)
                    .containsKeys("operator", words.startsWith("status") ? "causes" : "cause");
        }
        assertThat(out.toString()).contains("\"credential\":\"the operator's own\"");
        assertThat(run("explain", "resourcegroup/orders")).isZero();
        assertThat(out.toString())
                .contains("correlation id: 1-2", "next try: tried again within 180 s");
    }

    @Test
    void theTextHasTwentyCausesAndSaysHowManyMoreThereAre() throws IOException {
        for (int i = 0; i < 30; i++) {
            group("g" + i, "ScopeLocked", "locked");
        }
        assertThat(run("status")).isEqualTo(1);
        assertThat(out.toString()).contains("10 more causes: --output json has all");
    }

    @Test
    void whatNobodyCanMeanIsToldWithWhatToWrite() throws IOException {
        assertThat(run("explain", "orders")).isEqualTo(2);
        assertThat(err.toString()).contains("'orders' names no object; write KIND/NAME");
        assertThat(run("explain", "/subscriptions/1/resourceGroups/x")).isEqualTo(2);
        assertThat(err.toString()).contains("no object that you may read stands for");
    }
}
