package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.Patience;
import dev.dragoman.camel.StartRefused;
import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is wrong is named, and correcting it is enough. */
@Full
class BadInputIT {
    private static final String GROUPS = "resources.azure.com/v1api20200601";
    private static final String STORAGE = "storage.azure.com/v20230101";

    /** Of its own: the settings Secret is that of all operators of a cluster. */
    private static ControlPlane plane;

    private Road road;

    @BeforeAll
    static void up() {
        plane = ControlPlane.start(Options.defaults());
    }

    @AfterAll
    static void down() {
        plane.close();
    }

    @BeforeEach
    void prepare() {
        road = new Road("bad", plane);
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void aWrongSecretIsNamedAndTheSettingsSecretHealsWithoutRestart() {
        road.environment.put("AZURE_CLIENT_SECRET", "mistyped-value");
        road.start();
        road.apply(Samples.group("orders", "orders"));
        var condition = road.reason(GROUPS, "ResourceGroup", "orders", "AuthenticationFailed");
        assertThat(condition).containsEntry("severity", "Warning").containsEntry("status", "False");
        assertThat(condition.get("message").toString())
                .contains("AADSTS7000215")
                .doesNotContain("mistyped-value");

        var settings =
                new SecretBuilder()
                        .withNewMetadata()
                        .withName("aso-controller-settings")
                        .withNamespace("dragoman-system")
                        .endMetadata()
                        .withStringData(
                                Map.of(
                                        "AZURE_SUBSCRIPTION_ID",
                                        road.azure.subscriptionId(),
                                        "AZURE_TENANT_ID",
                                        road.azure.tenantId(),
                                        "AZURE_CLIENT_ID",
                                        AzurePart.CLIENT,
                                        "AZURE_CLIENT_SECRET",
                                        AzurePart.SECRET))
                        .build();
        try {
            var _ = road.client().resource(settings).create();
            var _ =
                    road.kubectl(
                            "wait",
                            "--for=condition=Ready",
                            "resourcegroup/orders",
                            Patience.timeout());
        } finally {
            var _ = road.client().resource(settings).delete();
        }
    }

    @Test
    void aNameThatAzureRefusesIsShownInAzuresWordsAndAnEditHeals() {
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.apply(Samples.account("not-allowed"));
        var condition = road.reason(STORAGE, "StorageAccount", "not-allowed", "AccountNameInvalid");
        assertThat(condition.get("message").toString())
                .contains("lower-case letters", "storageAccounts not-allowed");
        await().untilAsserted(
                        () ->
                                assertThat(
                                                road.kubectl(
                                                        "get",
                                                        "events",
                                                        "--field-selector=involvedObject.name=not-allowed,type=Warning"))
                                        .contains("CreateOrUpdateActionError")
                                        .contains("AccountNameInvalid"));

        road.apply(Samples.account("not-allowed") + "  azureName: allowed\n");
        road.ready("storageaccount/not-allowed");
        assertThat(road.puts("/storageAccounts/allowed")).hasSize(1);
    }

    @Test
    void azureAwayIsNamedAndItsReturnHeals() {
        road.start();
        road.azure.control().down();
        road.apply(Samples.group("orders", "orders"));
        var condition = road.reason(GROUPS, "ResourceGroup", "orders", "AzureUnreachable");
        assertThat(condition).containsEntry("severity", "Warning");
        road.azure.control().up();
        road.ready("resourcegroup/orders");
        assertThat(road.puts("/orders")).hasSize(1);
    }

    @Test
    void aSecretOfSomebodyElseIsLeftAloneUntilItIsGone() {
        road.start();
        road.apply(Samples.group("orders", "orders"));
        var _ = road.kubectl("create", "secret", "generic", "taken", "--from-literal=key=theirs");
        road.apply(Samples.exporting("exporting", "taken"));
        var condition =
                road.reason(
                        STORAGE,
                        "StorageAccount",
                        "exporting",
                        "FailedWritingAdditionalKubernetesObjects");
        assertThat(condition.get("message").toString()).contains("taken");
        assertThat(road.kubectl("get", "secret/taken", "-o", "jsonpath={.data.key}"))
                .isEqualTo("dGhlaXJz");

        var _ = road.kubectl("delete", "secret/taken");
        var _ =
                road.kubectl(
                        "wait",
                        "--for=condition=Ready",
                        "storageaccount/exporting",
                        Patience.timeout());
        assertThat(road.kubectl("get", "secret/taken", "-o", "jsonpath={.data.key}"))
                .isNotEmpty()
                .isNotEqualTo("dGhlaXJz");
        assertThat(road.puts("/exporting")).hasSize(1);
    }

    @Test
    void aSettingThatCannotBeReadIsRefusedInOneLine() {
        road.environment.put("AZURE_SYNC_PERIOD", "hourly");
        assertThatThrownBy(() -> road.start())
                .isInstanceOf(StartRefused.class)
                .hasMessageStartingWith("AZURE_SYNC_PERIOD: ")
                .hasMessageContaining("hourly")
                .hasMessageNotContaining("\n");
    }

    @Test
    void aThrottledRequestIsRepeatedNoEarlierThanAzureSays() {
        road.start();
        road.apply(Samples.group("first", "orders"));
        road.ready("resourcegroup/first");
        road.azure.control().throttle(1, 4, "PUT ");
        road.apply(Samples.group("orders", "orders"));
        var condition = road.reason(GROUPS, "ResourceGroup", "orders", "TooManyRequests");
        assertThat(condition).containsEntry("severity", "Warning");
        // another object does not get around it
        road.apply(Samples.group("other", "orders"));
        road.ready("resourcegroup/orders");
        road.ready("resourcegroup/other");

        var refused =
                road.puts("").stream().filter(e -> e.status() == 429).findFirst().orElseThrow();
        var over = refused.time().plus(Duration.ofMillis(3900));
        assertThat(road.puts(""))
                .filteredOn(e -> e.time().isAfter(refused.time()))
                .hasSize(2)
                .allSatisfy(e -> assertThat(e.time()).isAfter(over));
    }

    @Test
    void aFailedOperationIsShownWithItsCodeAndAnEditHeals() {
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        road.azure
                .control()
                .failOperation("storageAccounts/failing", "InvalidParameter", "no such tier here");
        road.apply(Samples.account("failing"));
        var condition = road.reason(STORAGE, "StorageAccount", "failing", "InvalidParameter");
        assertThat(condition.get("message").toString()).contains("no such tier here");

        road.apply(Samples.account("v20230101", "failing", "Cool"));
        road.ready("storageaccount/failing");
        assertThat(road.puts("/failing")).hasSize(2);
    }

    @Test
    void withoutAnApiServerTheOperatorStaysUpAndWorksOnceItIsThere() {
        try (var away = new Road("away", plane)) {
            plane.stopApiServer();
            away.start();
            await().during(Duration.ofSeconds(3)).until(() -> !away.health().watching());
            plane.startApiServer();
            away.kindsServed();
            away.apply(Samples.group("orders", "orders"));
            away.ready("resourcegroup/orders");
            await().until(() -> away.health().synced() && away.health().watching());

            // and once more, while it runs
            plane.stopApiServer();
            await().until(() -> !away.health().watching());
            plane.startApiServer();
            away.kindsServed();
            away.apply(Samples.group("orders", "payments"));
            away.ready("resourcegroup/orders");
            assertThat(away.azure(away.group("orders"), "/tags/team")).isEqualTo("payments");
        }
    }
}
