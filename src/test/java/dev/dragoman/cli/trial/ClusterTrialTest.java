package dev.dragoman.cli.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.trial.Forecast;
import dev.dragoman.azure.trial.Forecast.Change;
import dev.dragoman.azure.trial.Forecast.Plan;
import dev.dragoman.azure.trial.Forecasts;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.Redactor;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.azure.SdkClient;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.sandbox.cli.AzurePart;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the operator would do next with objects of a cluster in memory, beside a local Azure. */
class ClusterTrialTest {
    private static final String TEAM = "team-a";
    private static final String UUID = "00000000-0000-0000-0000-000000000000";
    private static final String GROUP = "/subscriptions/%s/resourceGroups/orders".formatted(UUID);

    private static AzureSandbox azure;

    @TempDir Path overlays;
    private final List<Map<String, Object>> objects = new ArrayList<>();
    private final List<Map<String, Object>> others = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private final TrialRecord written = new TrialRecord();

    @BeforeAll
    static void start() {
        azure =
                AzureSandbox.start(
                        Options.of(Catalog.load())
                                .client(Client.secret(AzurePart.CLIENT, AzurePart.SECRET)));
        azure.control().operationDuration(".*", Duration.ZERO);
    }

    @AfterAll
    static void stop() {
        azure.close();
    }

    @BeforeEach
    void prepare() {
        environment.put("DRAGOMAN_OVERLAYS", overlays.toString());
        objects.add(object("v1", "Namespace", Map.of("name", TEAM), Map.of()));
    }

    private static Map<String, Object> object(
            String apiVersion,
            String kind,
            Map<String, Object> metadata,
            Map<String, Object> more) {
        var all = Json.object("apiVersion", apiVersion, "kind", kind, "metadata", metadata);
        all.putAll(more);
        return all;
    }

    /** A cluster with the objects that the operator reads when it needs them. */
    private KubernetesClient cluster() {
        var store = new MemoryStore(Clock.systemUTC());
        others.forEach(store::put);
        var api = new MemoryApi(store, new MemoryKinds(Set.of()), written);
        return new KubernetesClientBuilder()
                .withHttpClientFactory(new MemoryHttp(api::answer))
                .build();
    }

    private Forecast forecast(boolean asks, Map<String, Object> object) {
        objects.add(object);
        if (asks) {
            environment.putAll(new AzurePart.RunningAzure(azure).environment());
        }
        var forecasts = new Forecasts(asks, Redactor::redact);
        try (var client = cluster();
                var trial =
                        new ClusterTrial(
                                client,
                                environment,
                                Overlays.of(environment),
                                forecasts,
                                objects)) {
            return forecasts.of(object, () -> trial.reconcile(Fields.key(object)));
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The credential of the namespace, which a plan without one of Azure must not use either. */
    private void ownCredential() {
        objects.add(
                object(
                        "v1",
                        "Secret",
                        Map.of("name", "aso-credential", "namespace", TEAM),
                        Map.of(
                                "data",
                                Map.of(
                                        "AZURE_SUBSCRIPTION_ID", base64(UUID),
                                        "AZURE_TENANT_ID", base64(UUID),
                                        "AZURE_CLIENT_ID", base64(UUID),
                                        "AZURE_CLIENT_SECRET", base64("s")))));
    }

    /** A value that is not known may have changed or not. */
    @ParameterizedTest(name = "with a credential of the namespace: {0}")
    @ValueSource(booleans = {false, true})
    void whatAKeyVaultHasIsNotComparedWithoutACredential(boolean own) {
        if (own) {
            ownCredential();
        }
        var found =
                forecast(
                        false,
                        object(
                                "dbforpostgresql.azure.com/v1api20230601preview",
                                "FlexibleServer",
                                Map.of("namespace", TEAM, "name", "db", "uid", "u"),
                                Map.of(
                                        "spec",
                                        Map.of(
                                                "owner",
                                                Map.of("armId", GROUP),
                                                "location",
                                                "westeurope",
                                                "administratorLoginPassword",
                                                Map.of(
                                                        "name",
                                                        "keyvault://team-vault/entry",
                                                        "key",
                                                        "")))));
        assertThat(found.plan()).isEqualTo(Plan.NOT_COMPARED);
        assertThat(found.reasons().getFirst())
                .startsWith("KeyVaultNotRead: spec.administratorLoginPassword: ")
                .contains("is not read, because there is no credential for Azure");
    }

    /** An account that is being deleted and has an entry in a Key Vault. */
    private static Map<String, Object> deleted() {
        return object(
                "storage.azure.com/v20230101",
                "StorageAccount",
                Map.of(
                        "namespace",
                        TEAM,
                        "name",
                        "acc",
                        "uid",
                        "u",
                        "deletionTimestamp",
                        "2026-11-01T00:00:00Z",
                        "finalizers",
                        List.of("serviceoperator.azure.com/finalizer")),
                Map.of(
                        "spec",
                        Map.of("owner", Map.of("armId", GROUP)),
                        "status",
                        Map.of(
                                "id",
                                GROUP + "/providers/Microsoft.Storage/storageAccounts/acc",
                                "dragoman",
                                Map.of(
                                        "keyVault",
                                        Map.of(
                                                "entries",
                                                List.of("team-vault.vault.azure.net/e"))))));
    }

    private void definition(Map<String, Object> more) {
        var metadata = new HashMap<String, Object>(more);
        metadata.put("name", "storageaccounts.storage.azure.com");
        metadata.put("finalizers", List.of("customresourcecleanup.apiextensions.k8s.io"));
        others.add(
                object("apiextensions.k8s.io/v1", "CustomResourceDefinition", metadata, Map.of()));
    }

    /** With a definition go its objects: that deletes nothing outside of the cluster. */
    @Test
    void whatIsInAKeyVaultStaysWithTheResourceWhenTheDefinitionGoes() {
        definition(Map.of("deletionTimestamp", "2026-11-01T00:00:00Z"));
        var found = forecast(true, deleted());
        assertThat(found.plan()).isEqualTo(Plan.RELEASE);
        assertThat(found.reasons().getFirst())
                .isEqualTo("the object is being deleted; nothing is deleted in Azure");
    }

    @Test
    void anObjectThatAloneIsDeletedTakesItsResourceWithIt() {
        definition(Map.of());
        assertThat(forecast(true, deleted()).plan()).isEqualTo(Plan.DELETE);
    }

    @Test
    void anObjectOfAnotherNamespaceIsLeftAlone() {
        environment.put("AZURE_TARGET_NAMESPACES", "another");
        var found = forecast(false, group("orders"));
        assertThat(found.plan()).isEqualTo(Plan.LEFT_ALONE);
        assertThat(found.reasons().getFirst())
                .startsWith("AZURE_TARGET_NAMESPACES does not name the namespace team-a");
    }

    private static Map<String, Object> group(String name) {
        return object(
                "resources.azure.com/v1api20200601",
                "ResourceGroup",
                Map.of("namespace", TEAM, "name", name, "uid", "u-" + name, "resourceVersion", "7"),
                Map.of("spec", Map.of("location", "westeurope")));
    }

    private void overlay(String name, String text) throws IOException {
        Files.writeString(overlays.resolve(name), text);
    }

    /** What a team's steps do to an object shows, and nothing is written. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    azure-desired       | bean:verdict?method=refuse(NoGroups, 'ask us for one')       | REFUSED      | NoGroups: ask us for one
                    azure-before-create | bean:verdict?method=hold(Frozen, 'after the holidays', 1h)   | WAIT         | Frozen: after the holidays
                    azure-before-create | https://policy.example.com/groups                            | NOT_COMPARED | asks for a POST to policy.example.com, which a plan does not send
                    azure-before-create | azure-arm:post?path=/subscriptions/s/x&apiVersion=2020-06-01 | NOT_COMPARED | which a plan does not send
                    azure-transition    | https://chat.example.com/hook                                | CREATE       | the resource does not exist in Azure
                    """)
    void stepsOfTeamsArePartOfIt(String point, String step, Plan plan, String reason)
            throws IOException {
        var body = step.startsWith("https") ? "- setBody: { constant: made }\n" : "";
        overlay(point + ".team.steps.yaml", body + "- to: \"%s\"\n".formatted(step));
        environment.put("DRAGOMAN_HTTPS_HOSTS", "policy.example.com,chat.example.com");
        int before = azure.control().exchanges().size();
        var found = forecast(true, group("made"));
        assertThat(found.plan()).as(found.toString()).isEqualTo(plan);
        assertThat(found.reasons().toString()).contains(reason);
        assertThat(found.adopted()).isEmpty();
        assertThat(written.drain()).isEmpty();
        assertThat(azure.control().exchanges().stream().skip(before))
                .allMatch(each -> each.method().equals("GET") || each.path().contains("oauth2"));
    }

    @Test
    void whatTheyChangeIsAmongTheChangesWithoutHiddenValues() throws IOException {
        overlay(
                "azure-desired.tags.steps.yaml",
                """
                - to: "bean:body?method=tag(team, orders)"
                - to: "bean:body?method=tag(key, {{secret:platform/key}})"
                """);
        others.add(object("v1", "Namespace", Map.of("name", "dragoman-system"), Map.of()));
        others.add(
                object(
                        "v1",
                        "Secret",
                        Map.of("name", "platform", "namespace", "dragoman-system"),
                        Map.of("data", Map.of("key", base64("not-to-be-shown".repeat(20))))));
        var admin =
                new SdkClient(azure, SdkClient.secret(azure, AzurePart.CLIENT, AzurePart.SECRET));
        var body = "{\"location\": \"westeurope\", \"tags\": {\"team\": \"sales\"}}";
        assertThat(admin.send("PUT", "/resourceGroups/kept", "2020-06-01", body).status())
                .isEqualTo(201);
        var object = Json.copyMap(group("kept"));
        var id = "/subscriptions/%s/resourceGroups/kept".formatted(azure.subscriptionId());
        object.put("status", Map.of("id", id));

        var found = forecast(true, object);

        assertThat(found)
                .as(found.toString())
                .isEqualTo(
                        new Forecast(
                                Plan.CHANGE,
                                Optional.of(id),
                                List.of(),
                                List.of(
                                        new Change("tags.team", "\"sales\"", "\"orders\""),
                                        new Change("tags.key", "nothing", "\"***\""))));
    }

    @Test
    void eachOfManyObjectsIsReconciled() {
        IntStream.range(0, 1_000).forEach(each -> objects.add(group("group-" + each)));
        var forecasts = new Forecasts(false, Redactor::redact);
        try (var client = cluster();
                var trial =
                        new ClusterTrial(
                                client,
                                environment,
                                Overlays.of(environment),
                                forecasts,
                                objects)) {
            for (var each : objects.subList(1, objects.size())) {
                var found = forecasts.of(each, () -> trial.reconcile(Fields.key(each)));
                assertThat(found.plan()).isEqualTo(Plan.NOT_COMPARED);
            }
            assertThat(trial.reconcile(new ObjectKey("", "Pod", TEAM, "p"))).isEmpty();
        }
    }
}
