package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.health.HealthChecks;
import dev.dragoman.health.Judge;
import dev.dragoman.health.Revisions;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How kstatus, Flux and Argo CD read Azure objects at every revision (docs/aks-flux.md). */
@Full
class AzureHealthIT {
    private static final String GROUPS = "resources.azure.com/v1api20200601";
    private static final String GROUP = "ResourceGroup";
    private static final String ACCOUNTS = "storage.azure.com/v20230101";
    private static final String ACCOUNT = "StorageAccount";

    @TempDir private Path directory;
    private Road road;
    private Revisions revisions;
    private Judge judge;

    @BeforeEach
    void watch() throws Exception {
        road = new Road("health");
        String[] kinds = {GROUPS + "/" + GROUP, ACCOUNTS + "/" + ACCOUNT};
        revisions = new Revisions(road.client(), road.namespace, kinds);
        judge = new Judge(directory, kinds);
    }

    @AfterEach
    void stop() {
        revisions.close();
        road.close();
    }

    /** Deletes it, and returns all that the watch told of it. */
    private List<GenericKubernetesResource> deleted(String api, String kind, String name) {
        var _ = road.kubectl("delete", kind.toLowerCase(Locale.ROOT), name);
        await().until(() -> road.get(api, kind, name) == null);
        await().until(
                        () ->
                                revisions
                                                .of(kind, name)
                                                .getLast()
                                                .getMetadata()
                                                .getDeletionTimestamp()
                                        != null);
        return revisions.of(kind, name);
    }

    @Test
    void fromCreationOverAnEditToDeletion() throws Exception {
        road.apply(Samples.group("orders", "a") + "---\n" + Samples.account("ledger"));
        // its first revision is there before anybody looks
        await().until(() -> !revisions.of(ACCOUNT, "ledger").isEmpty());
        road.start();
        road.ready("resourcegroup/orders");
        road.ready("storageaccount/ledger");
        road.apply(
                Samples.group("orders", "b")
                        + "---\n"
                        + Samples.account("v20230101", "ledger", "Cool"));
        settled(GROUPS, GROUP, "orders", 2);
        settled(ACCOUNTS, ACCOUNT, "ledger", 2);

        var account = deleted(ACCOUNTS, ACCOUNT, "ledger");
        assertThat(HealthChecks.read(judge, account))
                .containsExactly(
                        "InProgress Current InProgress Current Terminating",
                        "InProgress Current InProgress Current",
                        "Progressing Healthy Progressing Healthy Progressing");
        HealthChecks.withoutTheField(judge, account);
        var group = deleted(GROUPS, GROUP, "orders");
        assertThat(HealthChecks.read(judge, group))
                .first()
                .isEqualTo("InProgress Current InProgress Current Terminating");
        HealthChecks.withoutTheField(judge, group);
    }

    @Test
    void whatFailsAndIsTriedAgainIsUnderWayAndWhatIsRefusedHasFailed() throws Exception {
        road.azure.control().fail(1, "PUT .*/busy$", 409, "Conflict", "another change is at work");
        road.azure.control().fail(1, "PUT .*/nowhere$", 400, "LocationRequired", "a place");
        road.start();
        road.apply(Samples.group("busy", "a") + "---\n" + Samples.group("nowhere", "a"));
        assertThat(road.reason(GROUPS, GROUP, "nowhere", "LocationRequired"))
                .containsEntry("severity", "Error");
        // by itself
        road.ready("resourcegroup/busy");
        // the watch may tell of it later than kubectl
        await().untilAsserted(
                        () ->
                                assertThat(revisions.of(GROUP, "busy"))
                                        .anyMatch(
                                                each ->
                                                        "Warning"
                                                                .equals(
                                                                        Road.condition(each)
                                                                                .get("severity"))));
        road.apply(Samples.group("nowhere", "b"));
        settled(GROUPS, GROUP, "nowhere", 2);

        assertThat(HealthChecks.read(judge, deleted(GROUPS, GROUP, "busy")))
                .containsExactly(
                        "InProgress Current Terminating",
                        "InProgress Current",
                        "Progressing Healthy Progressing");
        assertThat(HealthChecks.read(judge, deleted(GROUPS, GROUP, "nowhere")))
                .containsExactly(
                        "InProgress Current Terminating",
                        "InProgress Failed InProgress Current",
                        "Progressing Degraded Progressing Healthy Progressing");
    }

    /** What the page says of objects that were Ready before there was the field. */
    @Test
    void anObjectOfAnOlderOperatorIsReadByTheExpressionsAlone() throws Exception {
        var object =
                Map.of(
                        "apiVersion",
                        GROUPS,
                        "kind",
                        GROUP,
                        "metadata",
                        Map.of("name", "old", "generation", 2),
                        "status",
                        Map.of(
                                "conditions",
                                List.of(
                                        Map.of(
                                                "type", "Ready",
                                                "status", "True",
                                                "observedGeneration", 1))));
        assertThat(judge.of(List.of(object)))
                .singleElement()
                .satisfies(
                        said -> {
                            assertThat(said.kstatus()).isEqualTo("Current");
                            assertThat(said.flux()).isEqualTo("InProgress");
                            assertThat(said.argocd()).isEqualTo("Progressing");
                        });
    }

    private void settled(String api, String kind, String name, int generation) {
        await().untilAsserted(
                        () ->
                                assertThat(Road.condition(road.get(api, kind, name)))
                                        .containsEntry("status", "True")
                                        .containsEntry("observedGeneration", generation));
    }
}
