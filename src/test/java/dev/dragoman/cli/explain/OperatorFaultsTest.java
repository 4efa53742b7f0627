package dev.dragoman.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.ObjectKey;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A table of faults of the operator itself and of its surroundings: {@code status} and the first
 * line of {@code explain} name each, and what to do.
 */
class OperatorFaultsTest extends StatusFixture {
    private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");
    private static final String START = "Start the operator (docs/operations.md#dragomandown)";

    /**
     * A row.
     *
     * @param cause makes the fault
     * @param status what the output of status has, in this order
     * @param line what the first line of explain has, in this order
     */
    record Row(
            String name,
            Consumer<OperatorFaultsTest> cause,
            List<String> status,
            List<String> line) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                down(
                        "nobody leads",
                        test -> test.lease("", LONG_AGO),
                        "nobody holds the Lease dragoman-system/dragoman"),
                down(
                        "the Lease was lost and nobody took it",
                        test -> {
                            test.lease("dragoman-1", LONG_AGO);
                            test.pod("dragoman-1", Json.object());
                        },
                        "dragoman-1 held the Lease, and last renewed it at 2020"),
                down(
                        "the leader is dead",
                        test -> test.lease("dragoman-1", LONG_AGO),
                        "dragoman-1 held the Lease, and last renewed it at 2020"),
                down(
                        "an overlay is broken, and nothing starts",
                        test -> test.pod("dragoman-1", crash("/overlays/a.camel.yaml:3: no step")),
                        "there is no Lease",
                        "pod dragoman-1: CrashLoopBackOff: dragoman: /overlays/a.camel.yaml:3: no step"),
                new Row(
                        "an overlay is broken, and the last version leads",
                        test -> {
                            test.leads("");
                            test.pod("dragoman-2", crash("/overlays/a.camel.yaml:3: no step"));
                            test.group("late", "ScopeLocked", "locked");
                        },
                        List.of(
                                "runs: dragoman-1 leads",
                                "pod dragoman-2: CrashLoopBackOff: dragoman: /overlays/a.camel.yaml:3"),
                        List.of("ScopeLocked")),
                new Row(
                        "the operator may not watch the kind",
                        test -> {
                            test.leads(
                                    "not watched: storage.azure.com/StorageAccount (Gone), resources.azure.com/ResourceGroup (Forbidden)");
                            test.unhandled();
                        },
                        List.of("runs: dragoman-1 leads", "not watched", "NotWatched", "Do: Grant"),
                        List.of(
                                "NotWatched",
                                "cannot watch its kind (Forbidden)",
                                "Do: Grant the right that the operator lacks")),
                new Row(
                        "the operator may not watch another kind",
                        test -> {
                            test.leads("not watched: x.resources.azure.com/ResourceGroup (Gone)");
                            test.unhandled();
                        },
                        List.of("not watched", "NotReconciled"),
                        List.of("NotReconciled", "Do: Wait a minute")),
                handled(
                        "the operator lacks a right to write",
                        "Forbidden",
                        "secrets \"keys\" is forbidden: cannot patch resource",
                        "Do: Grant the right that the message names"),
                handled(
                        "the operator may not read a Secret",
                        "ReadRefused",
                        "no right to read Secret team-a/keys",
                        "Do: Bind ClusterRole dragoman-secrets"),
                handled(
                        "no name of Azure resolves",
                        "AzureUnreachable",
                        "management.azure.com did not answer GET (UnknownHostException)",
                        "Do: The operator tries again after a pause; look at the network"),
                handled(
                        "a network policy drops what goes to Azure",
                        "AzureUnreachable",
                        "management.azure.com did not answer PUT (ConnectTimeoutException)",
                        "Do: The operator tries again after a pause; look at the network"));
    }

    /** A fault with which no operator runs; the object was never handled. */
    private static Row down(String name, Consumer<OperatorFaultsTest> cause, String... texts) {
        return new Row(
                name,
                cause.andThen(OperatorFaultsTest::unhandled),
                Stream.concat(
                                Stream.of("Operator in dragoman-system does not run: "),
                                Stream.concat(Stream.of(texts), Stream.of(START)))
                        .toList(),
                Stream.concat(
                                Stream.of("is not Ready: OperatorDown: "),
                                Stream.concat(Stream.of(texts), Stream.of("Do: " + START)))
                        .toList());
    }

    /** A fault that the operator itself shows in the object. */
    private static Row handled(String name, String reason, String message, String next) {
        return new Row(
                name,
                test -> {
                    test.leads("");
                    test.group("late", reason, message);
                },
                List.of("runs: dragoman-1 leads", "team-a/late: " + reason, message, next),
                List.of("is not Ready: " + reason, message, next));
    }

    @BeforeEach
    void pods() {
        cluster.kind("v1", "Pod", "pods");
    }

    private static Map<String, Object> crash(String said) {
        return Json.object(
                "state",
                Json.object("waiting", Json.object("reason", "CrashLoopBackOff")),
                "lastState",
                Json.object(
                        "terminated", Json.object("message", "{log}\ndragoman: " + said + "\n")));
    }

    private void pod(String name, Map<String, Object> container) {
        var metadata = Json.object("name", name, "namespace", "dragoman-system");
        var status = Json.object("containerStatuses", List.of(container));
        cluster.add("/api/v1/pods", Json.object("metadata", metadata, "status", status));
    }

    /** A leader whose health says this. */
    private void leads(String health) {
        lease("dragoman-1", Instant.now());
        pod("dragoman-1", Json.object());
        var check = Json.object("name", "subscription-azure", "message", health);
        cluster.answers.put(
                "/api/v1/namespaces/dragoman-system/pods/dragoman-1:8081/proxy/observe/health",
                Json.object("checks", List.of(check)));
    }

    private void unhandled() {
        var key = new ObjectKey("resources.azure.com", "ResourceGroup", "team-a", "late");
        var object = FakeCluster.object(GROUPS, key, Map.of(), "x", "");
        object.remove("status");
        cluster.add("/apis/" + GROUPS + "/resourcegroups", object);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void itIsNamedWithWhatToDo(Row row) throws IOException {
        row.cause().accept(this);
        assertThat(run("status")).as("%s", err).isEqualTo(1);
        assertThat(out.toString()).containsSubsequence(row.status());
        assertThat(run("explain", "resourcegroup/late")).as("%s", err).isZero();
        assertThat(out.toString().lines().findFirst().orElseThrow())
                .containsSubsequence(row.line());
    }
}
