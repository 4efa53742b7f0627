package dev.dragoman.cli.explain;

import dev.dragoman.cli.Commands;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.ObjectKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The commands over a cluster that a test answers for. */
abstract class StatusFixture {
    static final String GROUPS = "resources.azure.com/v1api20200601";
    static final String ACCOUNTS = "storage.azure.com/v1api20230101";
    static final String ACCOUNT = "StorageAccount";
    static final String OF_ACCOUNTS = "/apis/" + ACCOUNTS + "/storageaccounts";

    @TempDir Path directory;
    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();
    FakeCluster cluster;
    boolean terminal;

    @BeforeEach
    void start() throws IOException {
        cluster = new FakeCluster();
        cluster.kind("v1", "Secret", "secrets");
        cluster.kind("v1", "ConfigMap", "configmaps");
        cluster.kind(GROUPS, "ResourceGroup", "resourcegroups");
        cluster.kind(ACCOUNTS, ACCOUNT, "storageaccounts");
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    int run(String... words) throws IOException {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        var all = new ArrayList<>(List.of(words));
        all.add("--kubeconfig=" + cluster.kubeconfig(directory));
        var ansi = terminal ? Ansi.ON : Ansi.OFF;
        return Commands.line()
                .setColorScheme(CommandLine.Help.defaultColorScheme(ansi))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all.toArray(String[]::new));
    }

    /** A Lease of this holder. */
    void lease(String holder, Instant renewed) {
        var lease =
                Json.object(
                        "holderIdentity",
                        holder,
                        "renewTime",
                        renewed.toString(),
                        "leaseDurationSeconds",
                        15);
        var metadata = Json.object("name", "dragoman", "namespace", "dragoman-system");
        cluster.kind("coordination.k8s.io/v1", "Lease", "leases");
        cluster.add(
                "/apis/coordination.k8s.io/v1/leases",
                Json.object("metadata", metadata, "spec", lease));
    }

    void account(String name, String owner, String reason, String message) {
        var spec =
                Json.object(
                        "owner", Json.object("name", owner),
                        "operatorSpec",
                                Json.object(
                                        "secrets", Json.object("key1", Json.object("name", "s"))));
        var key = new ObjectKey("storage.azure.com", ACCOUNT, "team-a", name);
        cluster.add(OF_ACCOUNTS, FakeCluster.object(ACCOUNTS, key, spec, reason, message));
    }

    void group(String name, String reason, String message) {
        var key = new ObjectKey("resources.azure.com", "ResourceGroup", "team-a", name);
        cluster.add(
                "/apis/" + GROUPS + "/resourcegroups",
                FakeCluster.object(GROUPS, key, Map.of("location", "x"), reason, message));
    }
}
