package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.CapturedLog;
import dev.dragoman.azure.identity.GlobalIdentity;
import dev.dragoman.cluster.Account;
import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is taken out of the settings Secret counts at once, and so does what is put in. */
@Landing
class CredentialIT {
    private static final String GROUPS = "resources.azure.com/v1api20200601";

    @TempDir private Path directory;
    private Road road;
    private Map<String, String> settings;

    @BeforeEach
    void prepare() {
        road = new Road("credential", Account.CREDENTIAL);
        settings = new HashMap<>(road.environment);
        settings.keySet().removeIf(key -> key.startsWith("DRAGOMAN_SANDBOX"));
        write(settings);
        // as a pod of the installation has it: nothing but what the Deployment says
        road.environment.clear();
        road.environment.putAll(PodEnvironment.of(road.client(), settings));
        road.environment.put("POD_NAMESPACE", Account.CREDENTIAL.namespace());
        road.environment.put("AZURE_FEDERATED_TOKEN_FILE", token().toString());
    }

    @AfterEach
    void stop() {
        road.close();
        delete();
    }

    @Test
    void withoutTheSecretNothingIsSentAndWithItAllHeals() {
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");

        delete();
        var condition = road.reason(GROUPS, "ResourceGroup", "orders", "CredentialNotFound");
        assertThat(condition.get("message").toString())
                .startsWith(
                        "AZURE_SUBSCRIPTION_ID is not set; set it in Secret dragoman-credential/aso-controller-settings");
        int sent = road.azure.control().exchanges().size();
        road.apply(Samples.group("orders", "payments"));
        road.apply(Samples.group("bills", "bills"));
        road.reason(GROUPS, "ResourceGroup", "bills", "CredentialNotFound");
        await().untilAsserted(
                        () ->
                                assertThat(
                                                Road.condition(
                                                        road.get(
                                                                GROUPS, "ResourceGroup", "orders")))
                                        .containsEntry("observedGeneration", 2));
        assertThat(road.azure.control().exchanges()).hasSize(sent);

        write(settings);
        road.ready("resourcegroup/bills");
        road.ready("resourcegroup/orders");
        assertThat(road.azure(road.group("orders"), "/tags/team")).isEqualTo("payments");
    }

    /** Its deletion waits for a credential, which may never come; only who owns it can give up. */
    @Test
    void anObjectWhoseCredentialIsGoneIsReleasedOnRequest() {
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        delete();
        road.reason(GROUPS, "ResourceGroup", "orders", "CredentialNotFound");
        int sent = road.azure.control().exchanges().size();

        var _ = road.kubectl("delete", "resourcegroup/orders", "--wait=false");
        await().until(() -> road.kubectl("get", "events").contains("DetermineDeleteActionError"));
        assertThat(road.get(GROUPS, "ResourceGroup", "orders")).isNotNull();

        var _ =
                road.kubectl(
                        "annotate",
                        "resourcegroup/orders",
                        "serviceoperator.azure.com/reconcile-policy=detach-on-delete");
        await().until(() -> road.get(GROUPS, "ResourceGroup", "orders") == null);
        await().until(
                        () ->
                                road.kubectl("get", "events")
                                        .contains(
                                                road.group("orders")
                                                        + " stays in Azure: the reconcile policy is detach-on-delete"));
        assertThat(road.azure.control().exchanges()).hasSize(sent);
        assertThat(road.azure.control().get(road.group("orders"))).isPresent();
    }

    /** It would become part of claims and of paths. */
    @ParameterizedTest
    @ValueSource(strings = {"..", "x?y#z", "ünï"})
    void aSubscriptionThatIsNoneIsNamedAndItsCorrectionHeals(String written) {
        var wrong = new HashMap<>(settings);
        wrong.put("AZURE_SUBSCRIPTION_ID", written);
        write(wrong);
        road.start();
        road.apply(Samples.group("orders", "orders"));
        var condition = road.reason(GROUPS, "ResourceGroup", "orders", "CredentialNotFound");
        assertThat(condition.get("message").toString())
                .startsWith("AZURE_SUBSCRIPTION_ID is no id of a subscription")
                .contains("correct it in Secret dragoman-credential/aso-controller-settings");
        assertThat(road.get(GROUPS, "ResourceGroup", "orders").getMetadata().getAnnotations())
                .doesNotContainKey("serviceoperator.azure.com/resource-id");
        assertThat(road.azure.control().exchanges()).isEmpty();

        write(settings);
        road.ready("resourcegroup/orders");
    }

    @Test
    void aClientSecretThatIsRemovedIsNotUsedAgain() {
        // as a process that was started by hand has it
        road.environment.putAll(settings);
        try (var log = new CapturedLog(road, GlobalIdentity.class.getName())) {
            road.start();
            road.apply(Samples.group("orders", "orders"));
            road.ready("resourcegroup/orders");

            var less = new HashMap<>(settings);
            less.remove("AZURE_CLIENT_SECRET");
            write(less);
            var condition = road.reason(GROUPS, "ResourceGroup", "orders", "CredentialNotFound");
            assertThat(condition.get("message").toString())
                    .startsWith(
                            "AZURE_CLIENT_SECRET is not set, and there is no federated token: cannot read ");
            assertThat(log.lines())
                    .anyMatch(
                            line ->
                                    line.startsWith(
                                            "WARN AZURE_CLIENT_SECRET was removed from Secret dragoman-credential/aso-controller-settings; the value in the environment is used only after a restart of the operator"));
            write(settings);
            road.ready("resourcegroup/orders");
            assertThat(log.lines()).noneMatch(line -> line.contains(AzurePart.SECRET));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "AZURE_USER_ASSIGNED_IDENTITY_CREDENTIALS, AZURE_USER_ASSIGNED_IDENTITY_CREDENTIALS of Secret dragoman-credential/aso-controller-settings or the operator's environment is no absolute path without '..'",
        "AUTH_MODE, AUTH_MODE in Secret dragoman-credential/aso-controller-settings or the operator's environment is neither podidentity nor workloadidentity",
        "AZURE_OPERATOR_MODE, AZURE_OPERATOR_MODE is not supported"
    })
    void whatCannotBeDoneIsNotPassedOver(String key, String says) {
        var more = new HashMap<>(settings);
        if (key.startsWith("AZURE_USER")) {
            // a client secret comes before it
            more.remove("AZURE_CLIENT_SECRET");
        }
        more.put(key, "not-to-be-shown");
        write(more);
        road.start();
        road.apply(Samples.group("orders", "orders"));
        var condition = road.reason(GROUPS, "ResourceGroup", "orders", "CredentialNotFound");
        assertThat(condition.get("message").toString())
                .contains(says.replace("''", "'"))
                .doesNotContain("not-to-be-shown");
        assertThat(road.azure.control().exchanges()).isEmpty();

        write(settings);
        road.ready("resourcegroup/orders");
    }

    @Test
    void aFederatedTokenIsUsedWhereItIsAskedForWhateverSecretIsLeft() throws IOException {
        Files.writeString(
                token(),
                road.plane.serviceAccountToken(
                        Account.CREDENTIAL.namespace(), "dragoman", "api://AzureADTokenExchange"));
        settings.put("AZURE_CLIENT_ID", AzurePart.FEDERATED_CLIENT);
        settings.put("USE_WORKLOAD_IDENTITY_AUTH", "true");
        settings.put("AZURE_SYNC_PERIOD", "20s");
        settings.put("RATE_LIMIT_QPS", "5");
        write(settings);
        try (var log = new CapturedLog(road, GlobalIdentity.class.getName())) {
            road.start();
            road.apply(Samples.group("orders", "orders"));
            road.ready("resourcegroup/orders");

            assertThat(log.lines())
                    .containsOnlyOnce(
                            "WARN AZURE_CLIENT_SECRET is set in Secret dragoman-credential/aso-controller-settings and not used, because USE_WORKLOAD_IDENTITY_AUTH is true; remove the unused key")
                    .containsOnlyOnce(
                            "WARN Secret dragoman-credential/aso-controller-settings: RATE_LIMIT_QPS is not used: requests wait as long as Azure's answers ask, for each subscription and identity")
                    .filteredOn(line -> line.contains("AZURE_SYNC_PERIOD is read only when"))
                    .hasSize(1);
            assertThat(log.lines())
                    .filteredOn(
                            line ->
                                    line.startsWith("INFO the credential is a federated token (")
                                            && line.contains(
                                                    "for client "
                                                            + AzurePart.FEDERATED_CLIENT
                                                            + " (from Secret dragoman-credential/aso-controller-settings), tenant "
                                                            + road.azure.tenantId()))
                    .hasSize(1);
        }
    }

    private Path token() {
        return directory.resolve("token");
    }

    private void write(Map<String, String> values) {
        delete();
        var _ = road.client().resource(secret(values)).create();
    }

    private void delete() {
        var _ = road.client().resource(secret(Map.of())).delete();
    }

    private static Secret secret(Map<String, String> values) {
        return new SecretBuilder()
                .withNewMetadata()
                .withName(GlobalIdentity.SECRET)
                .withNamespace(Account.CREDENTIAL.namespace())
                .endMetadata()
                .withStringData(values)
                .build();
    }
}
