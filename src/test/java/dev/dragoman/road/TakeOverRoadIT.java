package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.DocumentedCommands;
import dev.dragoman.DocumentedRun;
import dev.dragoman.Patience;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.cli.AsoCluster;
import dev.dragoman.cli.Commands;
import dev.dragoman.cli.PlanProcess;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Full;
import dev.dragoman.tier.OneTry;
import dev.dragoman.tools.catalog.TestArchives;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The samples of all kinds, as Azure Service Operator would have left them, are taken over. */
@Tag(TestArchives.TAG)
@Full
@OneTry
class TakeOverRoadIT {
    private static final Map<String, String> APPLIED =
            Map.of("storage.azure.com", "v20230101", "resources.azure.com", "v1api20200601");
    private static ControlPlane plane;
    private static Road road;
    private static AsoCluster aso;

    /**
     * What both operators have in their namespaces, beside objects: a Deployment, and a webhook.
     */
    private static final String OPERATORS =
            """
            apiVersion: v1
            kind: Namespace
            metadata: { name: azureserviceoperator-system }
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata: { name: azureserviceoperator-controller-manager, namespace: azureserviceoperator-system }
            spec:
              replicas: 1
              selector: { matchLabels: { app: aso } }
              template:
                metadata: { labels: { app: aso } }
                spec: { containers: [ { name: manager, image: "mcr.microsoft.com/k8s/azureserviceoperator:v2.20.0" } ] }
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata: { name: dragoman, namespace: dragoman-system }
            spec:
              replicas: 1
              selector: { matchLabels: { app.kubernetes.io/name: dragoman } }
              template:
                metadata: { labels: { app.kubernetes.io/name: dragoman } }
                spec: { containers: [ { name: dragoman, image: example.com/dragoman } ] }
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingWebhookConfiguration
            metadata: { name: azureserviceoperator-validating-webhook-configuration }
            webhooks:
            - name: x.storage.azure.com
              sideEffects: None
              admissionReviewVersions: [ v1 ]
              clientConfig: { service: { name: azureserviceoperator-webhook-service, namespace: azureserviceoperator-system } }
              rules:
              - { apiGroups: [ storage.azure.com ], apiVersions: [ v20230101 ], resources: [ storageaccounts ], operations: [ UPDATE ] }
            """;

    private static final Set<String> CREDENTIAL =
            Set.of(
                    "AZURE_SUBSCRIPTION_ID",
                    "AZURE_TENANT_ID",
                    "AZURE_CLIENT_ID",
                    "AZURE_CLIENT_SECRET");

    private static final Pattern COMMAND = Pattern.compile("kubectl delete [^,;:]+");

    @TempDir private Path backup;
    @TempDir private Path directory;
    private DocumentedRun page;

    @BeforeAll
    static void start() {
        plane = ControlPlane.start(Options.defaults());
        road = new Road("takeover", plane);
        aso = new AsoCluster(plane);
    }

    @BeforeEach
    void read() throws IOException {
        page =
                new DocumentedRun(
                                Path.of("docs/migrate/azure-service-operator.md"),
                                plane,
                                directory,
                                Map.of())
                        .where("DIR", backup.toString());
    }

    @AfterAll
    static void stop() {
        road.close();
        plane.close();
    }

    private static List<AzureKind> kinds() {
        return Install.sampleKinds().stream()
                .map(
                        id ->
                                Catalog.load()
                                        .find(
                                                id.replaceFirst("/.*", ""),
                                                id.replaceFirst(".*/", "")))
                .map(Optional::orElseThrow)
                .toList();
    }

    private static void samplesAreReady() {
        for (var sample : List.of("resource-group", "storage-account", "identity", "servicebus")) {
            road.apply(Install.manifest("samples/%s.yaml".formatted(sample)));
        }
        allReady();
    }

    private static void allReady() {
        for (var kind : kinds()) {
            var _ =
                    road.kubectl(
                            "wait",
                            "--for=condition=Ready",
                            kind.plural() + "." + kind.group(),
                            "--all",
                            Patience.timeout());
        }
    }

    /** Puts their definitions, and each object as they store it, in place of ours. */
    private static void asTheyLeaveIt() {
        for (var kind : kinds()) {
            aso.replace(aso.definition(kind));
            for (var name : names(kind)) {
                var object = aso.read(kind, name).orElseThrow();
                var applied = APPLIED.getOrDefault(kind.group(), kind.newest().names().getFirst());
                aso.store(kind, aso.asStored(kind, object, applied));
            }
            aso.storedVersions(kind, List.of(aso.stored(kind)));
        }
        for (var secret : secrets().values()) {
            var owners =
                    secret.getMetadata().getOwnerReferences().stream()
                            .peek(
                                    o ->
                                            o.setApiVersion(
                                                    aso.storedVersion(
                                                            new LinkedHashMap<>(
                                                                    Map.of(
                                                                            "apiVersion",
                                                                            o.getApiVersion(),
                                                                            "kind",
                                                                            o.getKind())))))
                            .toList();
            secret.getMetadata().setOwnerReferences(owners);
            var _ = plane.client().resource(secret).update();
        }
    }

    /** The API server serves a changed definition a moment later. */
    private static void readableAsStored(AzureKind kind) {
        var path = AsoCluster.path(kind, aso.stored(kind), "");
        await().ignoreExceptionsInstanceOf(KubernetesClientException.class)
                .until(() -> plane.client().raw(path).contains("originalVersion"));
    }

    private static List<String> names(AzureKind kind) {
        var newest = kind.group() + "/" + kind.newest().names().getFirst();
        return plane
                .client()
                .genericKubernetesResources(newest, kind.kind())
                .inNamespace(road.namespace)
                .list()
                .getItems()
                .stream()
                .map(o -> road.namespace + "/" + o.getMetadata().getName())
                .toList();
    }

    private static Map<String, Secret> secrets() {
        var out = new TreeMap<String, Secret>();
        plane.client().secrets().inNamespace(road.namespace).list().getItems().stream()
                .filter(s -> !s.getMetadata().getOwnerReferences().isEmpty())
                .forEach(s -> out.put(s.getMetadata().getName(), s));
        return out;
    }

    @Test
    void objectsStayReadyAndAzureIsSentNothing() throws Exception {
        road.start();
        samplesAreReady();
        road.stop();
        var exported = secrets();
        assertThat(exported).isNotEmpty();
        var objects = kinds().stream().mapToInt(kind -> names(kind).size()).sum();
        assertThat(objects).isEqualTo(kinds().size());
        asTheyLeaveIt();
        kinds().forEach(TakeOverRoadIT::readableAsStored);
        plannedUnchanged();
        theyArePlanned();
        long puts = road.azure.control().count("PUT");
        long deletes = road.azure.control().count("DELETE");
        // it runs while the definitions change, and must leave alone what is not its own yet
        road.start();
        takeOver();
        page.run("5. Install", "## Identities");
        assertThat(installed().split("kind: \"CustomResourceDefinition\"", -1))
                .hasSize(kinds().size() + 1);
        allReady();
        for (var kind : kinds()) {
            for (var name : names(kind)) {
                await().untilAsserted(
                                () ->
                                        assertThat(aso.read(kind, name).orElseThrow().toString())
                                                .as(name)
                                                .contains("dragoman.dev/claimed-by", "acceptedHash")
                                                .doesNotContain("$propertyBag"));
            }
        }
        allReady();
        plannedUnchanged();
        assertThat(road.azure.control().count("PUT")).as("PUTs").isEqualTo(puts);
        assertThat(road.azure.control().count("DELETE")).as("DELETEs").isEqualTo(deletes);
        assertThat(kinds().stream().mapToInt(kind -> names(kind).size()).sum()).isEqualTo(objects);
        assertThat(secrets().keySet()).isEqualTo(exported.keySet());
        secrets()
                .forEach(
                        (name, secret) ->
                                assertThat(secret.getData())
                                        .as(name)
                                        .isEqualTo(exported.get(name).getData()));
        var account = "ordersdragoman";
        var id = road.group("orders") + "/providers/Microsoft.Storage/storageAccounts/" + account;
        assertThat(road.azure(id, "/location")).isEqualTo("westeurope");
        var _ = road.kubectl("delete", "storageaccount/" + account, Patience.timeout());
        assertThat(road.azure(id, "/location")).isEmpty();
        theWayBack();
        page.nothingIsLeft("Identities of namespaces");
    }

    /** With the settings where the page says they are. */
    private void theyArePlanned() throws Exception {
        var _ = road.install.apply(OPERATORS, "operators.yaml");
        var credential = new TreeMap<>(road.environment);
        credential.keySet().retainAll(CREDENTIAL);
        assertThat(credential).hasSameSizeAs(CREDENTIAL);
        for (var namespace : List.of("dragoman-system", "azureserviceoperator-system")) {
            var _ =
                    plane.client()
                            .resource(
                                    new SecretBuilder()
                                            .withNewMetadata()
                                            .withName("aso-controller-settings")
                                            .withNamespace(namespace)
                                            .endMetadata()
                                            .withStringData(credential)
                                            .build())
                            .create();
        }
        // another cloud is named in the environment of who asks
        var cloud =
                road.environment.entrySet().stream()
                        .filter(each -> !CREDENTIAL.contains(each.getKey()))
                        .map(each -> each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining(" ", "env ", " ./dragoman plan"));
        page.where("./dragoman plan", cloud);
        var compared = "%d objects: %<d unchanged".formatted(kinds().size());
        assertThat(page.run("1. See", "2. Stop")).contains("not-compared", compared);
        assertThat(page.aside("## The plan", "## What")).contains(compared);
        page.run("2. Stop", "3. See");
        assertThat(
                        replicas(
                                "azureserviceoperator-system",
                                "azureserviceoperator-controller-manager"))
                .isZero();
    }

    private static int replicas(String namespace, String name) {
        return plane.client()
                .apps()
                .deployments()
                .inNamespace(namespace)
                .withName(name)
                .get()
                .getSpec()
                .getReplicas();
    }

    /** What the account owned goes after it, once the garbage collector has seen that. */
    private boolean nothingIsToGo() {
        var all =
                kinds().stream()
                        .flatMap(kind -> names(kind).stream().map(name -> aso.read(kind, name)))
                        .flatMap(Optional::stream)
                        .toList();
        var uids = all.stream().map(o -> Fields.metadata(o, "uid")).collect(Collectors.toSet());
        return all.stream()
                .allMatch(
                        o ->
                                !Fields.deleting(o)
                                        && (!(Fields.map(o, "metadata").get("ownerReferences")
                                                        instanceof List<?> owners)
                                                || owners.stream()
                                                        .map(Map.class::cast)
                                                        .allMatch(
                                                                owner ->
                                                                        uids.contains(
                                                                                owner.get(
                                                                                        "uid")))));
    }

    /** The commands of the page, up to the definitions of Azure Service Operator. */
    private void theWayBack() throws Exception {
        await().until(this::nothingIsToGo);
        road.stop();
        long requests = road.azure.control().exchanges().size();
        var exported = secrets();
        var given = new TreeMap<String, AzureKind>();
        for (var kind : kinds()) {
            names(kind).forEach(name -> given.put(kind.kind() + " " + name, kind));
        }
        assertThat(given).isNotEmpty();
        page.run("1. Stop Dragoman", "2. Install");
        assertThat(replicas("dragoman-system", "dragoman")).isZero();
        for (var kind : kinds()) {
            aso.replace(aso.definition(kind));
        }
        given.forEach(
                (title, kind) -> {
                    var name = title.substring(title.indexOf(' ') + 1);
                    assertThat(aso.read(kind, name).orElseThrow().toString())
                            .as(title)
                            .contains(
                                    "serviceoperator.azure.com/finalizer",
                                    "serviceoperator.azure.com/resource-id",
                                    "operator-namespace=azureserviceoperator-system")
                            .doesNotContain("claimed-by", "deletionTimestamp");
                });
        assertThat(secrets()).isEqualTo(exported);
        assertThat(road.azure.control().exchanges()).hasSize((int) requests);
        // the webhooks that convert their versions are not there, so it is not sent
        page.where(
                        "kubectl apply --server-side --force-conflicts -f -",
                        "kubectl create --dry-run=client --validate=false -o json -f -")
                .where("NAMESPACE", road.namespace)
                .where("KIND", "resourcegroups.resources.azure.com")
                .where("NAME", "orders");
        assertThat(page.run("3. Apply each", "4. Set"))
                .contains("\"name\": \"orders\"", "\"location\"")
                .doesNotContain("managedFields", "resourceVersion", "\"status\"");
    }

    /** What the plan says is what happens: each object stays as it is in Azure. */
    private static void plannedUnchanged() throws Exception {
        var said =
                PlanProcess.run(
                        plane.adminKubeconfig(), road.environment, "--azure", "--output", "json");
        assertThat(said.code()).as(said.toString()).isZero();
        assertThat(said.plans().values())
                .as(said.toString())
                .hasSize(kinds().size())
                .containsOnly("unchanged");
    }

    private static String installed() {
        var printed = new StringWriter();
        int code =
                Commands.line()
                        .setOut(new PrintWriter(printed))
                        .execute(
                                "crds",
                                "--rbac",
                                "--installed",
                                "--kubeconfig",
                                plane.adminKubeconfig().toString());
        assertThat(code).isZero();
        return printed.toString();
    }

    /** What is in the way is named with the command that takes it away. */
    private void takeOver() throws Exception {
        page.mayEnd("./dragoman take-over --backup " + backup, 1);
        var obstacles =
                page.run("3. See", "4. Do")
                        .lines()
                        .filter(line -> line.startsWith("In the way: "))
                        .toList();
        assertThat(obstacles).isNotEmpty().allMatch(line -> COMMAND.matcher(line).find());
        assertThat(backup).isEmptyDirectory();
        for (var line : obstacles) {
            var command = COMMAND.matcher(line);
            if (command.find()) {
                DocumentedCommands.run(plane, directory, command.group());
            }
        }
        page.run("4. Do", "5. Install");
        assertThat(backup).isNotEmptyDirectory();
    }
}
