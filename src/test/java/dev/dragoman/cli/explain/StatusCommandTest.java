package dev.dragoman.cli.explain;

import static dev.dragoman.Patience.await;
import static java.time.ZoneOffset.UTC;
import static java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.ObjectKey;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.mockwebserver.DefaultMockServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
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
    void anObjectThatIsReadySaysWhatElseIsWrong() throws IOException {
        var key = new ObjectKey("resources.azure.com", "ResourceGroup", "team-a", "orders");
        var object = FakeCluster.object(GROUPS, key, Map.of(), "Succeeded", "");
        Json.map(object, "metadata").put("deletionTimestamp", "2026-01-02T00:00:00Z");
        var conditions = new ArrayList<Object>(Json.maps(Json.map(object, "status"), "conditions"));
        conditions.add(
                Json.object(
                        "type", "FieldsNotSent",
                        "status", "True",
                        "severity", "Warning",
                        "reason", "Unused",
                        "message", "tags.x is not sent"));
        Json.map(object, "status").put("conditions", conditions);
        cluster.add("/apis/" + GROUPS + "/resourcegroups", object);
        cluster.refused.put("/api/v1/namespaces/team-a/secrets/aso-credential", 403);
        assertThat(run("explain", "resourcegroup", "orders")).as("%s", err).isZero();
        assertThat(out.toString())
                .contains(
                        "being deleted",
                        "deletion: 2026-01-02T00:00:00Z",
                        "but: FieldsNotSent: Unused: tags.x is not sent",
                        "credential: unknown: ");
        assertThat(run("explain", "resourcegroup/other")).isEqualTo(1);
        assertThat(out.toString())
                .startsWith("ResourceGroup team-a/other: it does not exist. Do: Look");
    }

    /** Who may read nothing knows nothing, and is told so. */
    @Test
    void nothingThatCouldBeReadIsNoSuccess() throws IOException {
        lease("dragoman-1", Instant.now());
        for (var each :
                List.of(
                        GROUPS + "/namespaces/team-a/resourcegroups",
                        ACCOUNTS + "/namespaces/team-a/storageaccounts")) {
            cluster.refused.put("/apis/" + each, 403);
        }
        assertThat(run("status")).isEqualTo(1);
        assertThat(out.toString()).contains("Nothing could be read. Do: Ask for the rights below");
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
    void theNamespaceIsSaidAndAMisspeltOneIsWrong() throws IOException {
        cluster.kind("v1", "Namespace", "namespaces");
        cluster.add("/api/v1/namespaces", Json.object("metadata", Json.object("name", "team-a")));
        group("orders", "Succeeded", "");
        var _ = run("status");
        assertThat(out.toString()).contains("Objects in namespace team-a:");
        var _ = run("status", "-o", "json");
        assertThat(Json.literal(out.toString())).containsEntry("namespace", "team-a");
        var _ = run("status", "-A");
        assertThat(out.toString()).contains("Objects in all namespaces:");
        assertThat(run("status", "-n", "taem-a")).isEqualTo(2);
        assertThat(err.toString()).contains("there is no Namespace taem-a (--namespace)");
        cluster.refused.put("/api/v1/namespaces/taem-a", 403);
        assertThat(run("status", "-n", "taem-a")).isEqualTo(1);
    }

    /** The machine of whoever asks may have any clock; that of the API server counts. */
    @Test
    void theClockOfTheClusterJudgesTheLease() throws IOException {
        var then = Instant.parse("2020-01-01T00:00:00Z");
        var lease =
                """
                {"spec": {"holderIdentity": "dragoman-1", "leaseDurationSeconds": 15,
                 "renewTime": "2020-01-01T00:00:00.000000Z"}}
                """;
        var server = new DefaultMockServer(false);
        for (int seconds : List.of(5, 20)) {
            var date = RFC_1123_DATE_TIME.format(then.plusSeconds(seconds).atOffset(UTC));
            server.expect()
                    .get()
                    .withPath("/apis/coordination.k8s.io/v1/namespaces/home/leases/dragoman")
                    .andReturn(200, lease)
                    .withHeader("Date", date)
                    .once();
        }
        server.start();
        var config = new ConfigBuilder().withMasterUrl(server.url("/")).build();
        config.setRequestRetryBackoffLimit(0);
        try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
            var requests = new ClusterRequests(client);
            assertThat(new ClusterOperator(requests, "home").state().down()).isEmpty();
            assertThat(new ClusterOperator(requests, "home").state().down())
                    .contains("dragoman-1 held the Lease");
        } finally {
            server.shutdown();
        }
    }

    @Test
    void aWordThatIsAlsoOneOfTheCoreGroupMeansThat() throws IOException {
        cluster.kind("v1", "Pod", "pods");
        cluster.kind("metrics.k8s.io/v1beta1", "PodMetrics", "pods");
        cluster.add(
                "/api/v1/pods",
                Json.object("metadata", Json.object("name", "one", "namespace", "team-a")));
        for (var word : List.of("pods", "pod", "pods.")) {
            assertThat(run("explain", word + "/one")).as("%s%s", out, err).isZero();
            assertThat(out.toString()).startsWith("Pod team-a/one");
        }
        assertThat(run("explain", "pods.metrics.k8s.io/one")).isEqualTo(1);
    }

    /** A server that fails says nothing of rights. */
    @Test
    void aReadThatFailsIsNoMissingRight() throws IOException {
        account("a", "orders", "WaitingForOwner", "spec.owner: ResourceGroup orders is not Ready");
        var group = "/apis/" + GROUPS + "/namespaces/team-a/resourcegroups/orders";
        cluster.refused.put(group, 500);
        assertThat(run("explain", "storageaccount/a")).isZero();
        assertThat(out.toString()).contains("team-a/orders  Unread").doesNotContain("Hidden");
    }

    @Test
    void whatSomebodyWritesMeanwhileIsReadAgainOnce() throws IOException {
        group("orders", "Succeeded", "");
        cluster.conflicts = 1;
        assertThat(run("suspend", "resourcegroup/orders")).as("%s", err).isZero();
        assertThat(cluster.asked).filteredOn(each -> each.startsWith("PATCH")).hasSize(2);
        cluster.conflicts = 2;
        assertThat(run("suspend", "resourcegroup/orders")).isEqualTo(1);
    }

    @Test
    void coloursAreForATerminalAlone() throws IOException {
        group("orders", "ScopeLocked", "locked");
        account("a", "orders", "WaitingForOwner", "spec.owner: ResourceGroup orders is not Ready");
        for (var words : List.of("status", "explain storageaccount/a")) {
            var _ = run(words.split(" "));
            assertThat(out.toString()).doesNotContain("\u001b");
            terminal = true;
            var _ = run(words.split(" "));
            assertThat(out.toString())
                    .contains(
                            words.equals("status") ? "\u001b[32m  Do: " : "<- the cause\u001b[0m");
            terminal = false;
        }
    }

    @Test
    void whatTakesMoreThanASecondTellsHowFarItIs() throws IOException {
        for (int i = 0; i < 600; i++) {
            group("g" + i, "Succeeded", "");
        }
        var _ = run("status");
        assertThat(err.toString()).doesNotContain("read ");
        var began = new AtomicLong();
        var slow = Duration.ofMillis(1_100).toNanos();
        cluster.before =
                () -> {
                    var asked = cluster.asked.getLast();
                    if (asked.contains("continue=200")) {
                        await().until(() -> System.nanoTime() - began.get() > slow);
                    } else if (asked.contains("resourcegroups")) {
                        began.set(System.nanoTime());
                    }
                };
        var _ = run("status");
        assertThat(err.toString()).containsPattern("dragoman: read \\d+ objects");
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
