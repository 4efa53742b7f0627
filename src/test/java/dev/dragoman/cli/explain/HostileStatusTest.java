package dev.dragoman.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.ObjectKey;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What users write, and answers that are none, deceive nobody. */
class HostileStatusTest extends StatusFixture {
    private static final String ID = "/subscriptions/1/resourceGroups/victim";

    /** A right that is missing is usual; a kind that could not be read is no success. */
    @ParameterizedTest
    @CsvSource({"200, 0", "403, 0", "429, 1", "500, 1"})
    void aKindThatWasNotReadIsNoSuccess(int answer, int code) throws IOException {
        lease("dragoman-1", Instant.now());
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

    /** The schema of a team's own kind may allow it. */
    @Test
    void aConditionMayBeNull() throws IOException {
        lease("dragoman-1", Instant.now());
        var key = new ObjectKey("resources.azure.com", "ResourceGroup", "team-a", "odd");
        var object = FakeCluster.object(GROUPS, key, Map.of(), "Succeeded", "");
        Json.map(object, "status").put("conditions", Arrays.asList(null, "x", 1));
        cluster.add("/apis/" + GROUPS + "/resourcegroups", object);
        assertThat(run("status")).as("%s", err).isEqualTo(1);
        assertThat(out.toString()).contains("NotReconciled");
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

    /** The status of a composition is a text; whoever may write it may name any object. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "none",
                "uid",
                "dragoman.dev/made-for",
                "dragoman.dev/kept-for",
                "dragoman.dev/filled-for"
            })
    void aLineOfACompositionIsOneThatItOwns(String mark) throws IOException {
        cluster.kind("other.example.org/v1", ACCOUNT, "storageaccounts");
        var key = new ObjectKey("resources.azure.com", "ResourceGroup", "team-a", "shop");
        var shop = FakeCluster.object(GROUPS, key, Map.of(), "Waiting", "waits");
        Json.map(shop, "metadata").put("uid", "1-2-3");
        var row = Json.object("kind", ACCOUNT, "namespace", "team-b", "name", "theirs");
        Json.map(shop, "status").put("objects", List.of(row));
        cluster.add("/apis/" + GROUPS + "/resourcegroups", shop);
        var theirs = new ObjectKey("storage.azure.com", ACCOUNT, "team-b", "theirs");
        var account = FakeCluster.object(ACCOUNTS, theirs, Map.of(), "ScopeLocked", "locked");
        if (mark.equals("uid")) {
            Json.map(account, "metadata")
                    .put("labels", Json.object("dragoman.dev/owner-uid", "1-2-3"));
        } else {
            Json.map(account, "metadata").put("annotations", Json.object(mark, "team-a/shop"));
        }
        cluster.add(OF_ACCOUNTS, account);
        assertThat(run("explain", "resourcegroup/shop")).as("%s", err).isZero();
        assertThat(out.toString().contains("waits for StorageAccount team-b/theirs: ScopeLocked"))
                .as("%s", out)
                .isEqualTo(!mark.equals("none"));
        assertThat(out.toString().contains("theirs")).isEqualTo(!mark.equals("none"));
        var _ = run("status");
        assertThat(out.toString().contains("theirs")).isEqualTo(!mark.equals("none"));
    }

    /** Whoever may edit a ConfigMap writes any annotation: a request is one by its namespace. */
    @Test
    void anAnnotationMakesNoRequest() throws IOException {
        for (var namespace : List.of("team-a", "nsplease-requests")) {
            var marks =
                    Json.object("dragoman.dev/reason", "InvalidName", "dragoman.dev/message", "no");
            var metadata =
                    Json.object("name", "forged", "namespace", namespace, "annotations", marks);
            cluster.add("/api/v1/configmaps", Json.object("metadata", metadata));
        }
        lease("dragoman-1", Instant.now());
        assertThat(run("status", "-n", "team-a")).as("%s", out).isZero();
        assertThat(out.toString()).doesNotContain("InvalidName");
        assertThat(run("status", "-n", "nsplease-requests")).isEqualTo(1);
        assertThat(out.toString())
                .contains("ConfigMap nsplease-requests/forged: InvalidName", "Do: another name");
        assertThat(run("status", "-A")).isEqualTo(1);
        assertThat(out.toString()).doesNotContain("team-a/forged");
    }

    @Test
    void aLongMessageIsCutInTheTextAndWholeInJson() throws IOException {
        group("orders", "Bad", "begin" + "x".repeat(30_000) + "end");
        var _ = run("explain", "resourcegroup/orders");
        assertThat(out.toString().lines()).allMatch(line -> line.length() < 1_200);
        assertThat(out.toString()).contains("begin", "end");
        var _ = run("status");
        assertThat(out.toString().lines()).allMatch(line -> line.length() < 1_200);
        var _ = run("status", "-o", "json");
        assertThat(out.toString()).hasSizeGreaterThan(30_000);
    }

    /**
     * One line of ASCII controls, line ends and letters that nobody sees; programs read it back.
     */
    @Test
    void jsonIsSafeOnATerminalAndSaysTheSame() throws IOException {
        var text = "\u001b[2J \u2028 \u202e \u0085 \u007f " + Character.toString(0xe0041) + " end";
        group("orders", "Bad", text);
        var _ = run("explain", "resourcegroup/orders", "-o", "json");
        assertThat(out.toString().strip().codePoints())
                .noneMatch(
                        each ->
                                Character.getType(each) == Character.FORMAT
                                        || Character.isISOControl(each)
                                        || each == 0x2028);
        assertThat(Json.literal(out.toString())).containsEntry("message", text);
    }
}
