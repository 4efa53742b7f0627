package dev.dragoman.road;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.cli.PlanProcess;
import dev.dragoman.cluster.OwnCounts;
import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code dragoman diff} of objects that an operator keeps: what somebody changed in Azure, what was
 * edited while no operator runs, and what cannot be compared. It writes nothing.
 */
@Full
@OwnCounts(by = "a user agent")
class DiffIT {
    private static final String PASSWORD = "a-password-of-the-database-1";
    private static final String POLICY = "serviceoperator.azure.com/reconcile-policy";
    private static final String AGENT = "(diff)";

    @TempDir private Path overlays;
    private Road road;
    private String account;

    @BeforeEach
    void start() {
        road = new Road("diff");
        account = road.namespace.replace("-", "");
        var _ =
                road.install.kindsAndRightsOnce(
                        List.of("dbforpostgresql.azure.com/FlexibleServer"));
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.apply(Samples.account(account));
        road.ready("storageaccount/" + account);
    }

    @AfterEach
    void stop() {
        road.close();
    }

    private PlanProcess.Said diff(Map<String, String> environment, String... words)
            throws Exception {
        var all = new ArrayList<>(List.of(words));
        all.addAll(List.of("-n", road.namespace, "--operator-namespace=" + home()));
        return PlanProcess.run(
                "diff", road.plane.adminKubeconfig(), environment, all.toArray(String[]::new));
    }

    private String home() {
        return road.account.namespace();
    }

    private String id() {
        return road.group("orders") + "/providers/Microsoft.Storage/storageAccounts/" + account;
    }

    @Test
    void whatSomebodyChangedInAzureIsSaidFieldByFieldAndNothingIsWritten() throws Exception {
        var mark = road.plane.audit().mark();
        var same = diff(road.environment, "storageaccount/" + account);
        assertThat(same)
                .isEqualTo(
                        new PlanProcess.Said(
                                0,
                                """
                                StorageAccount.storage.azure.com %s/%s: unchanged
                                  credential: the operator's own, of the environment and Secret %s/aso-controller-settings
                                """
                                        .formatted(road.namespace, account, home()),
                                ""));

        var change = new ObjectMapper().readTree("{\"properties\": {\"accessTier\": \"Cool\"}}");
        var _ = road.azure.control().mutate(id(), change);
        int before = road.azure.control().exchanges().size();
        var text = "properties.accessTier: Azure shows \"Cool\", the operator sends \"Hot\"";
        for (var named : List.of("storageaccount/" + account, id())) {
            var changed = diff(road.environment, named);
            assertThat(changed.code()).as(changed.toString()).isOne();
            assertThat(changed.out()).contains(": change\n", "\n  " + text + "\n");
        }
        var json = diff(road.environment, "storageaccount/" + account, "-o", "json");
        var one = json.object("StorageAccount %s/%s".formatted(road.namespace, account));
        assertThat(one.at("/changes/0/azure").asText()).isEqualTo("\"Cool\"");

        // it is compared as if it were not suspended
        var _ = road.kubectl("annotate", "storageaccount/" + account, POLICY + "=skip");
        var suspended = diff(road.environment, "storageaccount/" + account);
        assertThat(suspended.code()).as(suspended.toString()).isOne();
        assertThat(suspended.out())
                .contains(text, "is suspended: nothing is sent until 'dragoman resume'");

        assertThat(
                        road.azure.control().exchanges().stream()
                                .skip(before)
                                .filter(each -> each.path().startsWith("/subscriptions")))
                .isNotEmpty()
                .allMatch(each -> each.method().equals("GET"));
        assertThat(road.plane.audit().since(mark, event -> event.userAgent().endsWith(AGENT)))
                .isNotEmpty()
                .noneMatch(event -> event.write());
    }

    @Test
    void noValueOfASecretIsShown() throws Exception {
        secret("db", "password", road.namespace);
        secret("shared", "key", home());
        road.applyServed(
                """
                apiVersion: dbforpostgresql.azure.com/v1api20230601preview
                kind: FlexibleServer
                metadata: {name: %s}
                spec:
                  owner: {name: orders}
                  location: westeurope
                  administratorLogin: admin
                  administratorLoginPassword: {name: db, key: password}
                  version: "14"
                  sku: {name: Standard_D4s_v3, tier: GeneralPurpose}
                  storage: {storageSizeGB: 128}
                """
                        .formatted(account));
        road.ready("flexibleserver.dbforpostgresql.azure.com/" + account);
        road.stop();
        var _ =
                road.kubectl(
                        "patch",
                        "flexibleserver.dbforpostgresql.azure.com/" + account,
                        "--type=merge",
                        "-p",
                        "{\"spec\": {\"storage\": {\"storageSizeGB\": 256}}}");
        Files.writeString(
                overlays.resolve("azure-desired.tags.steps.yaml"),
                "- to: \"bean:body?method=tag(key, {{secret:shared/key}})\"\n");
        var settings = new HashMap<>(road.environment);
        settings.put("DRAGOMAN_OVERLAYS", overlays.toString());
        var changed = diff(settings, "flexibleservers.dbforpostgresql.azure.com/" + account);
        assertThat(changed.code()).as(changed.toString()).isOne();
        assertThat(changed.out())
                .contains(
                        "storage.storageSizeGB: Azure shows 128, the operator sends 256",
                        "tags.key: Azure shows nothing, the operator sends \"***\"");
        assertThat(changed.out() + changed.err())
                .doesNotContain(PASSWORD, AzurePart.SECRET, "administratorLoginPassword:");
    }

    private void secret(String name, String key, String namespace) {
        var _ =
                road.plane
                        .client()
                        .resource(
                                new SecretBuilder()
                                        .withNewMetadata()
                                        .withName(name)
                                        .withNamespace(namespace)
                                        .endMetadata()
                                        .addToStringData(key, PASSWORD)
                                        .build())
                        .serverSideApply();
    }

    @Test
    void whatCannotBeComparedIsTroubleWithWhatToDo() throws Exception {
        trouble(
                Map.of(),
                "storageaccount/" + account,
                "AZURE_SUBSCRIPTION_ID is not set; set it in Secret " + home());
        trouble(road.environment, "storageaccount/none", "does not exist");
        trouble(road.environment, "serviceaccount/default", "of no Azure kind", "dragoman explain");
        trouble(road.environment, "nosuch/none", "serves no kind 'nosuch'");
        var named = "serviceoperator.azure.com/credential-from=own";
        var _ = road.kubectl("annotate", "storageaccount/" + account, named);
        trouble(
                road.environment,
                "storageaccount/" + account,
                "CredentialNotFound",
                "Secret %s/own does not exist".formatted(road.namespace),
                "create it");
    }

    private void trouble(Map<String, String> environment, String object, String... words)
            throws Exception {
        var said = diff(environment, object);
        assertThat(said.code()).as(said.toString()).isEqualTo(2);
        assertThat(said.out() + said.err()).contains(words);
    }
}
