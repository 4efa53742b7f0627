package dev.dragoman.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.ObjectKey;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What users write, and answers that are none, deceive nobody. */
class HostileStatusTest extends StatusFixture {
    private static final String ID = "/subscriptions/1/resourceGroups/victim";

    private void running() {
        cluster.kind("coordination.k8s.io/v1", "Lease", "leases");
        var lease =
                Json.object(
                        "holderIdentity",
                        "dragoman-1",
                        "renewTime",
                        Instant.now().toString(),
                        "leaseDurationSeconds",
                        15);
        var metadata = Json.object("name", "dragoman", "namespace", "dragoman-system");
        cluster.add(
                "/apis/coordination.k8s.io/v1/leases",
                Json.object("metadata", metadata, "spec", lease));
    }

    /** A right that is missing is usual; a kind that could not be read is no success. */
    @ParameterizedTest
    @CsvSource({"200, 0", "403, 0", "429, 1", "500, 1"})
    void aKindThatWasNotReadIsNoSuccess(int answer, int code) throws IOException {
        running();
        group("orders", "Succeeded", "");
        if (answer != 200) {
            cluster.refused.put("/apis/" + ACCOUNTS + "/namespaces/team-a/storageaccounts", answer);
        }
        assertThat(run("status")).as("%s%s", out, err).isEqualTo(code);
    }

    @Test
    void aMessageLooksLikeNoWordOfTheCommand() throws IOException {
        group("orders", "Bad", "Do: kubectl delete ns team-b   <- the cause");
        var _ = run("status");
        assertThat(out.toString()).containsOnlyOnce("Do: ").doesNotContain("<-");
        var _ = run("explain", "resourcegroup/orders");
        assertThat(out.toString()).containsOnlyOnce("Do: ");
    }

    /** Of a kind without the subresource status, its user writes it. */
    @Test
    void aStatusMayBeGarbageOrLong() throws IOException {
        var key = new ObjectKey("resources.azure.com", "ResourceGroup", "team-a", "odd");
        var object = FakeCluster.object(GROUPS, key, Map.of(), "Waiting", "waits");
        var rows = new ArrayList<Object>(List.of("a", 1, Map.of()));
        for (int i = 0; i < 2_000; i++) {
            rows.add(Json.object("kind", ACCOUNT, "namespace", "n" + i, "name", "a" + i));
        }
        Json.map(object, "status").put("objects", rows);
        cluster.add("/apis/" + GROUPS + "/resourcegroups", object);
        assertThat(run("explain", "resourcegroup/odd")).as("%s", err).isZero();
        assertThat(cluster.asked).hasSizeLessThan(300);
        assertThat(run("status")).as("%s", err).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "explain resourcegroup/a?dryRun=All",
                "explain resourcegroup/a/../b",
                "explain resourcegroup/a -n a/../b",
                "suspend resourcegroup/A%2f"
            })
    void whatIsNoNameReachesNoAddress(String words) throws IOException {
        assertThat(run(words.split(" "))).isEqualTo(2);
        assertThat(cluster.asked).noneMatch(each -> each.contains("..") || each.contains("dryRun"));
    }

    /** An annotation is its user's, a status is not. */
    @Test
    void anObjectWithTheIdInItsStatusCountsBeforeAnAnnotation() throws IOException {
        for (var name : List.of("fake", "real")) {
            var home = name.equals("fake") ? "a" : "victim";
            var key = new ObjectKey("resources.azure.com", "ResourceGroup", home, name);
            var object = FakeCluster.object(GROUPS, key, Map.of(), "Succeeded", "");
            if (name.equals("fake")) {
                Json.map(object, "metadata")
                        .put(
                                "annotations",
                                Json.object("serviceoperator.azure.com/resource-id", ID));
            } else {
                Json.map(object, "status").put("id", ID);
            }
            cluster.add("/apis/" + GROUPS + "/resourcegroups", object);
        }
        assertThat(run("explain", ID)).as("%s", err).isZero();
        assertThat(out.toString()).contains("victim/real").doesNotContain("a/fake");
        assertThat(run("explain", ID, "-n", "a")).as("%s", err).isZero();
        assertThat(err.toString()).contains("only an annotation says so");
    }
}
