package dev.dragoman.cli.plan;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.azure.arm.ArmClient;
import dev.dragoman.azure.arm.ArmClients;
import dev.dragoman.azure.arm.ArmMetrics;
import dev.dragoman.azure.arm.ArmRequest;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.Proofs;
import dev.dragoman.azure.identity.Source;
import dev.dragoman.cli.AsoCluster;
import dev.dragoman.cli.PlanProcess;
import dev.dragoman.cli.PlanProcess.Said;
import dev.dragoman.cli.TakeOverScenario;
import dev.dragoman.cluster.OwnCounts;
import dev.dragoman.kube.object.Json;
import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Full;
import dev.dragoman.tools.catalog.TestArchives;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@code dragoman plan} says of objects as Azure Service Operator stores them, beside a local
 * Azure that has some of their resources; and that it writes nothing.
 */
@Tag(TestArchives.TAG)
@OwnCounts(by = "an API server")
@Full
class PlanCommandIT {
    private static final AzureKind GROUPS =
            TakeOverScenario.kind("resources.azure.com", "ResourceGroup");
    private static final AzureKind ACCOUNTS =
            TakeOverScenario.kind("storage.azure.com", "StorageAccount");
    private static final String RESOURCE_ID = "serviceoperator.azure.com/resource-id";
    private static final String AGENT = "dragoman/0.1.0 (plan)";

    private static ControlPlane plane;
    private static AsoCluster aso;
    private static AzurePart.RunningAzure azure;
    private static ArmClient arm;
    private static Map<String, String> environment;

    @BeforeAll
    static void start() {
        plane = ControlPlane.start(Options.defaults());
        aso = new AsoCluster(plane);
        azure = new AzurePart().start(plane);
        azure.azure().control().operationDuration(".*", Duration.ofMillis(100));
        environment = new HashMap<>(azure.environment());
        var settings = AzureSettings.from(environment);
        arm =
                new ArmClients(
                                settings,
                                Clock.systemUTC(),
                                new ArmMetrics(new SimpleMeterRegistry()),
                                Proofs.none(),
                                () -> true)
                        .of(
                                AzureIdentity.from(
                                        environment,
                                        new Source.Global(
                                                "the test",
                                                settings.identityRules(),
                                                true,
                                                false)));
        namespace("team");
        namespace("own");
        namespace("guest");
        secret("own", "aso-credential");
        aso.install(GROUPS);
        aso.install(ACCOUNTS);
        later();
        inAzure();
        inTheCluster();
        await().until(() -> aso.requests().find(where("team/sample")).size() > 0);
    }

    @AfterAll
    static void stop() {
        azure.close();
        plane.close();
    }

    private static String where(String account) {
        return AsoCluster.path(ACCOUNTS, "v20250601storage", account);
    }

    private static void namespace(String name) {
        var _ =
                plane.client()
                        .resource(
                                new NamespaceBuilder()
                                        .withNewMetadata()
                                        .withName(name)
                                        // of namespace team: what lies below its resources
                                        .addToAnnotations("dragoman.dev/allow-children-from", "own")
                                        .endMetadata()
                                        .build())
                        .create();
    }

    private static void secret(String namespace, String name) {
        var _ =
                plane.client()
                        .resource(
                                new SecretBuilder()
                                        .withNewMetadata()
                                        .withName(name)
                                        .withNamespace(namespace)
                                        .endMetadata()
                                        .addToStringData("AZURE_CLIENT_SECRET", "not-to-be-shown")
                                        .build())
                        .create();
    }

    /** A kind of a later version of Azure Service Operator, and one that is none of its own. */
    private static void later() {
        for (var each : List.of("later", "foreign")) {
            var _ =
                    plane.client()
                            .resource(
                                    """
                                    apiVersion: apiextensions.k8s.io/v1
                                    kind: CustomResourceDefinition
                                    metadata:
                                      name: things.%1$s.azure.com
                                      labels: {app.kubernetes.io/name: %2$s}
                                    spec:
                                      group: %1$s.azure.com
                                      names: {kind: Thing, listKind: ThingList, plural: things, singular: thing}
                                      scope: Namespaced
                                      versions:
                                      - name: v20990101
                                        served: true
                                        storage: true
                                        schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
                                    """
                                            .formatted(
                                                    each,
                                                    each.equals("later")
                                                            ? "azure-service-operator"
                                                            : "another"))
                            .create();
            await().ignoreExceptionsInstanceOf(KubernetesClientException.class)
                    .until(
                            () ->
                                    plane.client()
                                                    .resource(
                                                            """
                                                            apiVersion: %s.azure.com/v20990101
                                                            kind: Thing
                                                            metadata: {name: %s, namespace: team}
                                                            """
                                                                    .formatted(each, each))
                                                    .create()
                                            != null);
        }
    }

    private static String group() {
        return "/subscriptions/" + azure.azure().subscriptionId() + "/resourceGroups/orders";
    }

    private static String account(String name) {
        return group() + "/providers/Microsoft.Storage/storageAccounts/" + name;
    }

    private static Answer send(String method, String id, String version, Object body) {
        var url = URI.create(azure.azure().armEndpoint() + id + "?api-version=" + version);
        return arm.send(new ArmRequest(method, url, Optional.ofNullable(object(body))));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object body) {
        return (Map<String, Object>) body;
    }

    private static void inAzure() {
        var groups = "2020-06-01";
        assertThat(send("PUT", group(), groups, Map.of("location", "westeurope")).ok()).isTrue();
        for (var name : List.of("sample", "drifted")) {
            var body =
                    Map.of(
                            "location",
                            "westeurope",
                            "kind",
                            "StorageV2",
                            "sku",
                            Map.of("name", "Standard_LRS", "tier", "Standard"),
                            "properties",
                            Map.of("accessTier", name.equals("drifted") ? "Cool" : "Hot"));
            var version = "2023-01-01";
            var sent = send("PUT", account(name), version, body);
            assertThat(sent.ok()).as(sent.toString()).isTrue();
            await().until(
                            () ->
                                    send("GET", account(name), version, null)
                                            .provisioningState()
                                            .equals("Succeeded"));
        }
    }

    private static void inTheCluster() {
        store(GROUPS, "v1api20200601", "orders", group(), object -> {});
        accountStored("sample", object -> {});
        accountStored(
                "drifted",
                object -> {
                    at(object, "spec", "sku").put("tier", "Premium");
                    at(object, "spec").put("tags", new LinkedHashMap<>(Map.of("a.b", "c")));
                });
        accountStored("missing", object -> {});
        accountStored(
                "fresh",
                object -> {
                    at(object, "metadata", "annotations").remove(RESOURCE_ID);
                    at(object, "status").remove("id");
                });
        accountStored(
                "credential",
                object ->
                        at(object, "metadata", "annotations")
                                .put("serviceoperator.azure.com/credential-from", "theirs"));
        accountStored(
                "expressive",
                object ->
                        at(object, "spec")
                                .put(
                                        "operatorSpec",
                                        Map.of(
                                                "secretExpressions",
                                                List.of(
                                                        Map.of(
                                                                "name", "a", "key", "b", "value",
                                                                "1 +")))));
        accountStored(
                "exporting",
                object ->
                        at(object, "spec")
                                .put(
                                        "operatorSpec",
                                        Map.of(
                                                "secrets",
                                                Map.of(
                                                        "key1",
                                                        Map.of(
                                                                "name",
                                                                "aso-credential",
                                                                "key",
                                                                "key")))));
        store(ACCOUNTS, "v1alpha1", "ancient", account("ancient"), TakeOverScenario::accountSpec);
        for (var namespace : List.of("own", "guest")) {
            store(
                    ACCOUNTS,
                    "v20230101",
                    "elsewhere" + namespace,
                    account("elsewhere" + namespace),
                    object -> {
                        TakeOverScenario.accountSpec(object);
                        at(object, "metadata").put("namespace", namespace);
                        at(object, "spec").put("owner", Map.of("armId", group()));
                    });
        }
    }

    private static void accountStored(String name, Consumer<Map<String, Object>> change) {
        store(
                ACCOUNTS,
                "v20230101",
                name,
                account(name),
                object -> {
                    TakeOverScenario.accountSpec(object);
                    change.accept(object);
                });
    }

    private static void store(
            AzureKind kind,
            String original,
            String name,
            String id,
            Consumer<Map<String, Object>> change) {
        var object = TakeOverScenario.object(kind, name, UUID.randomUUID().toString());
        at(object, "metadata").put("namespace", "team");
        at(object, "metadata", "annotations").put(RESOURCE_ID, id);
        at(object, "status").put("id", id);
        at(object, "status").put("conditions", List.of(Map.of("type", "Ready", "status", "True")));
        change.accept(object);
        aso.store(kind, aso.asStored(kind, object, original));
    }

    private static Map<String, Object> at(Map<String, Object> object, String... path) {
        return Json.map(object, path);
    }

    private static Said plan(Map<String, String> settings, String... options) throws Exception {
        return PlanProcess.run(plane.adminKubeconfig(), settings, options);
    }

    @Test
    void eachObjectIsToldWhatWouldBecomeOfIt() throws Exception {
        var mark = plane.audit().mark();
        var before = azure.azure().control().exchanges().size();
        var stored = aso.read(ACCOUNTS, "team/sample");

        var said = plan(environment, "--azure", "--output", "json");

        assertThat(said.plans())
                .as(said.toString())
                .isEqualTo(
                        Map.ofEntries(
                                Map.entry("ResourceGroup team/orders", "unchanged"),
                                Map.entry("StorageAccount team/sample", "unchanged"),
                                Map.entry("StorageAccount team/drifted", "change"),
                                Map.entry("StorageAccount team/missing", "create"),
                                Map.entry("StorageAccount team/fresh", "create"),
                                Map.entry("StorageAccount team/credential", "refused"),
                                Map.entry("StorageAccount team/expressive", "refused"),
                                Map.entry("StorageAccount team/exporting", "refused"),
                                Map.entry("StorageAccount team/ancient", "refused"),
                                Map.entry("Thing team/later", "refused"),
                                Map.entry("StorageAccount own/elsewhereown", "refused"),
                                Map.entry("StorageAccount guest/elsewhereguest", "refused")));
        assertThat(said.code()).isOne();
        assertThat(said.object("StorageAccount team/sample").get("adopted").asText())
                .isEqualTo(account("sample"));
        assertThat(said.object("StorageAccount team/fresh").has("adopted")).isFalse();
        assertThat(said.object("StorageAccount team/drifted").get("changes"))
                .isEqualTo(
                        new ObjectMapper()
                                .readTree(
                                        """
                                        [
                                          {"path": "properties.accessTier", "azure": "\\"Cool\\"", "wanted": "\\"Hot\\""},
                                          {"path": "sku.tier", "azure": "\\"Standard\\"", "wanted": "\\"Premium\\""},
                                          {"path": "tags.a.b", "azure": "nothing", "wanted": "\\"c\\""}
                                        ]
                                        """));
        because(
                said,
                "StorageAccount team/credential",
                "CredentialNotFound",
                "Secret team/theirs does not exist");
        because(
                said,
                "StorageAccount own/elsewhereown",
                "CredentialNotFound",
                "AZURE_SUBSCRIPTION_ID is not set; set it in Secret own/aso-credential");
        because(said, "StorageAccount guest/elsewhereguest", "ConsentRequired");
        because(
                said,
                "StorageAccount team/expressive",
                "spec.operatorSpec.secretExpressions[0].value: line 1, column 4: mismatched input");
        because(said, "StorageAccount team/exporting", "the name aso-credential is reserved");
        because(
                said,
                "StorageAccount team/ancient",
                "the object was applied as version v1alpha1, which Dragoman does not serve");
        because(said, "Thing team/later", "NotServed");
        because(said, "StorageAccount team/missing", "the resource does not exist in Azure");
        assertThat(said.out() + said.err()).doesNotContain("not-to-be-shown", AzurePart.SECRET);

        // nothing was written
        var seen = plane.audit().since(mark, event -> event.userAgent().equals(AGENT));
        assertThat(seen).isNotEmpty().noneMatch(event -> event.write());
        assertThat(
                        plane.audit()
                                .since(
                                        mark,
                                        event ->
                                                event.write()
                                                        && event.group().endsWith("azure.com")))
                .isEmpty();
        assertThat(aso.read(ACCOUNTS, "team/sample")).isEqualTo(stored);
        var asked =
                azure.azure().control().exchanges().stream()
                        .skip(before)
                        .filter(each -> each.path().startsWith("/subscriptions"))
                        .toList();
        assertThat(asked).isNotEmpty().allMatch(each -> each.method().equals("GET"));
    }

    @Test
    void overlaysArePartOfIt(@TempDir Path overlays) throws Exception {
        var tags = overlays.resolve("azure-desired.tags.steps.yaml");
        Files.writeString(tags, "- to: \"bean:body?method=tag(team, orders)\"\n");
        var verdicts = overlays.resolve("azure-before-create.frozen.steps.yaml");
        Files.writeString(
                verdicts, "- to: \"bean:verdict?method=refuse(Frozen, 'after the holidays')\"\n");
        var settings = new HashMap<>(environment);
        settings.put("DRAGOMAN_OVERLAYS", overlays.toString());
        var said = plan(settings, "--azure", "--output", "json");
        assertThat(said.plans())
                .as(said.toString())
                .containsEntry("StorageAccount team/sample", "change")
                .containsEntry("StorageAccount team/missing", "refused")
                .containsEntry("StorageAccount team/credential", "refused");
        assertThat(said.object("StorageAccount team/sample").get("changes").toString())
                .contains("\"azure\":\"nothing\"")
                .contains("tags");
        because(said, "StorageAccount team/missing", "Frozen: after the holidays");

        Files.writeString(tags, "- to: \"exec:sh\"\n");
        var wrong = plan(settings);
        assertThat(wrong.code()).as(wrong.toString()).isEqualTo(2);
        assertThat(wrong.err()).contains("azure-desired.tags.steps.yaml");
    }

    private static void because(Said said, String name, String... words) throws IOException {
        assertThat(said.object(name).get("reasons").toString()).as(name).contains(words);
    }

    @Test
    void kindsWithNothingInTheWayEndWithZero() throws Exception {
        var said = plan(environment, "--azure", "--kinds", "resources.azure.com/*");
        assertThat(said)
                .isEqualTo(
                        new Said(
                                0,
                                """
                                NAMESPACE  KIND                               NAME    ADOPTED  PLAN
                                team       ResourceGroup.resources.azure.com  orders  yes      unchanged

                                1 object: 1 unchanged. There is no obstacle.
                                """,
                                ""));
    }

    @Test
    void withoutAzureNothingIsCompared() throws Exception {
        int before = azure.azure().control().exchanges().size();
        var said = plan(Map.of(), "--output", "json");
        assertThat(said.plans())
                .as(said.toString())
                .containsEntry("ResourceGroup team/orders", "not-compared")
                .containsEntry("StorageAccount team/drifted", "not-compared")
                .containsEntry("StorageAccount team/credential", "refused")
                .containsEntry("StorageAccount team/ancient", "refused");
        assertThat(said.object("StorageAccount team/sample").get("adopted").asText())
                .isEqualTo(account("sample"));
        assertThat(said.code()).isOne();
        var groups = plan(Map.of(), "--kinds", "resources.azure.com/*");
        assertThat(groups.code()).isZero();
        assertThat(groups.out()).contains("Fields were not compared: run with --azure.");
        assertThat(azure.azure().control().exchanges()).hasSize(before);
    }

    @Test
    void azureThatRefusesToAnswerIsInTheWay() throws Exception {
        azure.azure().control().fail(5, "GET .*/orders$", 403, "AuthorizationFailed", "no right");
        try {
            var said = plan(environment, "--azure", "--kinds", "resources.azure.com/*");
            assertThat(said.code()).isOne();
            assertThat(said.out()).contains("refused", "AuthorizationFailed", "no right");
        } finally {
            azure.azure().control().clearFaults();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--kinds=no.azure.com/Thing", "--output=xml", "--azure", "--unheard"})
    void wrongUsageEndsWithTwo(String option) throws Exception {
        var said = plan(Map.of(), option);
        assertThat(said.code()).as(said.toString()).isEqualTo(2);
        assertThat(said.out()).isEmpty();
        assertThat(said.err()).isNotEmpty();
    }
}
