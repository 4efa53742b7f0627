package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.DocumentedCommands;
import dev.dragoman.Patience;
import dev.dragoman.cli.Commands;
import dev.dragoman.cli.KilledUninstall;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Campaign;
import dev.dragoman.tier.Full;
import dev.dragoman.tier.OneTry;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kinds and the operator go, in each of the forms of docs/uninstall.md, and Azure stays. */
@OneTry
class UninstallIT {
    private static final Path PAGE = Path.of("docs/uninstall.md");
    private static final String SYSTEM = "dragoman-system";
    private static final String SECRET = "orders-storage";
    private static ControlPlane plane;

    @TempDir private Path directory;
    private Path checkout;
    private Road road;

    @BeforeAll
    static void startPlane() {
        plane = ControlPlane.start(Options.defaults());
    }

    @AfterAll
    static void stopPlane() {
        plane.close();
    }

    @BeforeEach
    void installed() throws IOException {
        // the test before has removed them
        await().until(() -> !ending(SYSTEM));
        new Install(plane).kindsAndRights(Install.sampleKinds());
        road = new Road("uninstall", plane);
        road.kindsServed();
        checkout = Files.createDirectories(directory.resolve("dragoman-checkout"));
        var ours = Files.createDirectories(directory.resolve("ours"));
        Files.writeString(
                ours.resolve("kustomization.yaml"),
                "resources: ['%s']%n"
                        .formatted(
                                ours.toRealPath()
                                        .relativize(
                                                Path.of("kubernetes/base")
                                                        .toAbsolutePath()
                                                        .toRealPath())));
    }

    private static boolean ending(String namespace) {
        var present = plane.client().namespaces().withName(namespace).get();
        return present != null && present.getMetadata().getDeletionTimestamp() != null;
    }

    @AfterEach
    void close() {
        road.close();
        // the next one begins without the operator
        var _ =
                plane.client()
                        .apps()
                        .deployments()
                        .inNamespace(SYSTEM)
                        .withName("dragoman")
                        .delete();
        await().until(() -> pods().isEmpty());
    }

    private void documented(String from, String to) throws Exception {
        var commands = DocumentedCommands.of(PAGE, from, to);
        assertThat(commands).isNotBlank();
        DocumentedCommands.run(plane, checkout, commands);
    }

    /** The Deployment, whose pods no node runs; the operator itself runs in this JVM. */
    private void deployed() throws Exception {
        DocumentedCommands.run(plane, checkout, "kubectl apply -k ../ours");
        await().until(() -> !pods().isEmpty());
    }

    private static List<String> pods() {
        return plane.client().pods().inNamespace(SYSTEM).list().getItems().stream()
                .map(each -> each.getMetadata().getName())
                .toList();
    }

    private static String said(int code, String... more) {
        var arguments =
                new ArrayList<>(
                        List.of("uninstall", "--kubeconfig", plane.adminKubeconfig().toString()));
        arguments.addAll(List.of(more));
        var said = new StringWriter();
        assertThat(
                        Commands.line()
                                .setOut(new PrintWriter(said))
                                .setErr(new PrintWriter(said))
                                .execute(arguments.toArray(String[]::new)))
                .as(said.toString())
                .isEqualTo(code);
        return said.toString();
    }

    private Secret secret() {
        return plane.client().secrets().inNamespace(road.namespace).withName(SECRET).get();
    }

    private void allInAzure(List<String> ids) {
        assertThat(ids).hasSizeGreaterThanOrEqualTo(SampleObjects.kinds().size());
        for (var id : ids) {
            assertThat(road.azure.control().get(id)).as(id).isPresent();
        }
    }

    private static void kindsAreGone() {
        assertThat(
                        plane
                                .client()
                                .apiextensions()
                                .v1()
                                .customResourceDefinitions()
                                .list()
                                .getItems()
                                .stream()
                                .map(each -> each.getMetadata().getName())
                                .filter(each -> each.endsWith(".azure.com")))
                .isEmpty();
        assertThat(
                        plane.client().rbac().clusterRoles().list().getItems().stream()
                                .map(each -> each.getMetadata().getName())
                                .filter(each -> each.endsWith(".azure.com")))
                .isEmpty();
        assertThat(
                        plane.client()
                                .admissionRegistration()
                                .v1()
                                .validatingAdmissionPolicies()
                                .withName("objects.dragoman.dev")
                                .get())
                .isNull();
    }

    private void namespaceGoes() {
        var _ =
                road.install.kubectl(
                        List.of("delete", "namespace", road.namespace, Patience.timeout()));
    }

    @Full
    @Test
    void allButWhatIsInAzureByTheCommandsOfThePage() throws Exception {
        deployed();
        road.start();
        SampleObjects.apply(road);
        var ids = SampleObjects.ids(road);
        var keys = secret().getData();
        road.stop();
        // deleted while nobody is there: an operator that started now would delete it in Azure
        var _ = road.kubectl("delete", "namespacesqueue", "incoming", "--wait=false");
        int requests = road.azure.control().exchanges().size();

        assertThat(said(1, "--yes"))
                .contains(
                        "In the way: the operator is running. To stop it: kubectl scale deployment");
        assertThat(SampleObjects.all(road))
                .allSatisfy(
                        each ->
                                assertThat(each.getMetadata().getFinalizers())
                                        .contains("serviceoperator.azure.com/finalizer"));
        documented("Stop the operator first", "See what would be done");
        assertThat(said(0))
                .contains(
                        "incoming is being deleted already",
                        "/secrets/" + SECRET + ", without the reference to its owner",
                        "Nothing was changed. With --yes these changes are made.");
        assertThat(secret().getMetadata().getOwnerReferences()).isNotEmpty();
        documented("See what would be done", "`uninstall` needs no credential");

        kindsAreGone();
        allInAzure(ids);
        assertThat(road.azure.control().exchanges()).hasSize(requests);
        assertThat(secret().getData()).isEqualTo(keys);
        assertThat(secret().getMetadata().getOwnerReferences()).isEmpty();
        namespaceGoes();
        assertThat(said(0))
                .contains("There is nothing to do")
                .doesNotContain("With --yes these changes are made");
        assertThat(said(0, "--operator-namespace", "nobody", "--yes"))
                .contains("There is nothing to do", "There is no namespace nobody");
    }

    @Full
    @Test
    void exportsGoWhereTheyAreToldTo() {
        road.start();
        SampleObjects.apply(road);
        road.stop();
        assertThat(said(0, "--yes", "--delete-exports"))
                .contains("/secrets/" + SECRET + " is deleted.", "The kinds are deleted");
        assertThat(secret()).isNull();
        assertThat(road.azure.control().count("DELETE")).isZero();
    }

    @Test
    @Campaign
    void aRunMayEndAfterAnyOfItsWrites() {
        road.start();
        SampleObjects.apply(road);
        var ids = SampleObjects.ids(road);
        var keys = secret().getData();
        road.stop();
        int requests = road.azure.control().exchanges().size();
        int killed = 0;
        while (KilledUninstall.dies(plane.client(), 1)) {
            killed++;
            assertThat(killed).as("runs").isLessThan(150);
        }
        // two writes for each object, one for each definition, and more
        assertThat(killed).isGreaterThan(3 * SampleObjects.kinds().size());
        kindsAreGone();
        allInAzure(ids);
        assertThat(road.azure.control().exchanges()).hasSize(requests);
        assertThat(secret().getData()).isEqualTo(keys);
        namespaceGoes();
    }

    @Full
    @Test
    void anOperatorThatStartsInTheMiddleDeletesNothingAndMayStay() {
        road.start();
        SampleObjects.apply(road);
        var ids = SampleObjects.ids(road);
        var keys = secret().getData();
        road.stop();
        int objects = SampleObjects.all(road).size();
        // all are detached, the Secret has no owner, and two have no finalizer
        assertThat(KilledUninstall.dies(plane.client(), objects + 3)).isTrue();
        var writes = SampleObjects.writes(road);
        road.start();
        // deleted by a person this time: the group first, with what the garbage collector takes
        var _ = road.kubectl("delete", "resourcegroup", "orders", Patience.timeout());
        await().until(() -> SampleObjects.all(road).isEmpty());
        allInAzure(ids);
        assertThat(SampleObjects.writes(road)).isEqualTo(writes);
        // and who wants the operator back gets all of it, the Secret too
        SampleObjects.apply(road);
        assertThat(SampleObjects.writes(road)).isEqualTo(writes);
        await().untilAsserted(
                        () ->
                                assertThat(secret().getMetadata().getOwnerReferences())
                                        .extracting(each -> each.getKind())
                                        .containsExactly("StorageAccount"));
        assertThat(secret().getData()).isEqualTo(keys);
        road.stop();
        assertThat(said(0, "--yes")).contains("The kinds are deleted");
        allInAzure(ids);
    }

    @Full
    @Test
    void aLeaseThatIsHeldAndWhatBelongsToOthersAreInTheWay() {
        road.environment.put("DRAGOMAN_LEADER_ELECTION", "true");
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        assertThat(said(1, "--yes")).contains("In the way: an operator runs: ", "holds Lease");
        road.stop();
        var _ =
                road.kubectl(
                        "patch",
                        "resourcegroup",
                        "orders",
                        "--type=json",
                        "-p",
                        "[{\"op\":\"add\",\"path\":\"/metadata/finalizers/-\",\"value\":\"example.com/x\"}]");
        var _ =
                road.kubectl(
                        "annotate",
                        "resourcegroup",
                        "orders",
                        "--overwrite",
                        "serviceoperator.azure.com/operator-namespace=theirs");
        assertThat(said(1, "--yes"))
                .contains(
                        "orders has the finalizer example.com/x, which is not the operator's",
                        "orders is reconciled by the operator in namespace theirs",
                        "Nothing was changed.");
        assertThat(road.kubectl("get", "resourcegroup", "orders", "-o", "yaml"))
                .contains("serviceoperator.azure.com/finalizer")
                .doesNotContain("detach-on-delete");
        var _ =
                road.kubectl(
                        "patch",
                        "resourcegroup",
                        "orders",
                        "--type=json",
                        "-p",
                        "[{\"op\":\"replace\",\"path\":\"/metadata/finalizers\",\"value\":[\"serviceoperator.azure.com/finalizer\"]}]");
        // a Lease that could not be given back ends by itself
        await().untilAsserted(
                        () ->
                                assertThat(
                                                said(
                                                        0,
                                                        "--yes",
                                                        "--operator-namespace=dragoman-system,theirs"))
                                        .contains("The kinds are deleted"));
        assertThat(road.azure.control().get(road.group("orders"))).isPresent();
    }

    @Full
    @Test
    void buildAgentsStayAndAreReleasedWhereItIsAsked() {
        road.install.cdtargets();
        road.applyServed(
                Install.manifest("samples/build-agents.yaml")
                        .replace(
                                "  name: agents\n",
                                "  name: agents\n  finalizers: [dragoman.dev/agents]\n"));
        assertThat(said(0, "--yes"))
                .contains("Stays: 1 CDTargets", "--release-components removes the finalizer");
        assertThat(road.kubectl("get", "cdtarget", "agents", "-o", "yaml"))
                .contains("dragoman.dev/agents");
        assertThat(said(0, "--yes", "--release-components")).contains("finalizer is removed");
        assertThat(road.kubectl("get", "cdtarget", "agents", "-o", "yaml"))
                .doesNotContain("dragoman.dev/agents");
        namespaceGoes();
    }

    @Full
    @Test
    void theOperatorAloneGoesAndObjectsStay() throws Exception {
        deployed();
        road.start();
        SampleObjects.apply(road);
        var ids = SampleObjects.ids(road);
        var key =
                plane.client().secrets().inNamespace(SYSTEM).withName("dragoman-status-key").get();
        road.stop();
        int requests = road.azure.control().exchanges().size();
        documented("## The operator alone", "Objects stay as they are");
        await().until(() -> plane.client().namespaces().withName(SYSTEM).get() == null);
        assertThat(SampleObjects.ids(road)).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(road.azure.control().exchanges()).hasSize(requests);
        allInAzure(ids);

        // and comes again, with the key that was saved: what is in Azure is as it was sent
        deployed();
        key.getMetadata().setResourceVersion(null);
        key.getMetadata().setUid(null);
        key.getMetadata().setManagedFields(null);
        var _ = plane.client().resource(key).create();
        var writes = SampleObjects.writes(road);
        road.environment.put("AZURE_SYNC_PERIOD", "4s");
        var again = new Road(road, plane);
        again.start();
        SampleObjects.lookedAt(again, ids, requests);
        SampleObjects.ready(again);
        assertThat(SampleObjects.writes(again)).isEqualTo(writes);
        // the next test begins without them
        var _ = again.kubectl("delete", "azure", "--all", Patience.timeout());
        again.close();
    }

    @Full
    @Test
    void whatIsDeletedOnPurposeGoesInAzureToo() throws Exception {
        road.start();
        SampleObjects.apply(road);
        var ids = SampleObjects.ids(road);
        var _ = road.kubectl("delete", "azure", "--all", Patience.timeout());
        assertThat(SampleObjects.all(road)).isEmpty();
        for (var id : ids) {
            assertThat(road.azure.control().get(id)).as(id).isEmpty();
        }
        road.stop();
        assertThat(said(0, "--yes")).contains("0 objects are released", "The kinds are deleted");
        kindsAreGone();
        namespaceGoes();
    }
}
