package dev.dragoman.road;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.DocumentedCommands;
import dev.dragoman.Patience;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Campaign;
import dev.dragoman.witness.Evidence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An upgrade from an earlier commit to this one, and the way back, with objects that are stored:
 * definitions, rights and operator of each. The earlier commit is built from its sources; which one
 * it is says the system property {@code it.earlier}, by default the one before this.
 */
@Campaign
class EarlierCommitIT {
    private static final String EARLIER = System.getProperty("it.earlier", "HEAD~1");

    @TempDir private Path directory;
    private ControlPlane plane;
    private Road road;

    @BeforeEach
    void start() throws Exception {
        shell(
                Path.of(""),
                "git archive %s | tar -x -C '%s' && '%s/dragoman' --version"
                        .formatted(EARLIER, directory, directory));
        plane = ControlPlane.start(Options.defaults());
        road = new Road("earlier", plane);
        road.environment.put("AZURE_SYNC_PERIOD", "4s");
    }

    @AfterEach
    void stop() {
        road.close();
        plane.close();
    }

    @Test
    void upAndDownSendsNothingAndLosesNothing() throws Exception {
        earlierKinds();
        var before = earlier(1);
        SampleObjects.apply(road);
        var ids = SampleObjects.ids(road);
        var uids = uids();
        ended(before);
        var writes = SampleObjects.writes(road);

        road.install.kindsAndRights(Install.sampleKinds());
        int since = seen();
        road.start();
        SampleObjects.lookedAt(road, ids, since);
        SampleObjects.ready(road);
        road.stop();
        assertThat(SampleObjects.writes(road)).isEqualTo(writes);
        assertThat(uids()).isEqualTo(uids);

        // the operator first, as the page says
        var again = earlier(2);
        earlierKinds();
        since = seen();
        SampleObjects.lookedAt(road, ids, since);
        SampleObjects.ready(road);
        ended(again);
        assertThat(SampleObjects.writes(road)).isEqualTo(writes);
        assertThat(uids()).isEqualTo(uids);
    }

    private int seen() {
        return road.azure.control().exchanges().size();
    }

    private List<String> uids() {
        return SampleObjects.all(road).stream()
                .map(each -> each.getMetadata().getUid())
                .sorted()
                .toList();
    }

    /** As an administrator installs them from the earlier checkout. */
    private void earlierKinds() throws Exception {
        var printed = directory.resolve("printed.yaml");
        shell(
                directory,
                "./dragoman crds --rbac --kinds '%s' > '%s'"
                        .formatted(String.join(",", Install.sampleKinds()), printed));
        DocumentedCommands.run(
                plane,
                directory.resolve("kubernetes"),
                """
                kubectl apply --server-side --force-conflicts -f '%s'
                kubectl apply -f base/rbac.yaml
                """
                        .formatted(printed));
        road.kindsServed();
    }

    private Process earlier(int number) throws IOException {
        var log = directory.resolve("operator-%d.log".formatted(number));
        Evidence.ofProcess(log);
        var builder =
                new ProcessBuilder(
                                directory.resolve("dragoman").toString(),
                                "run",
                                "--kubeconfig",
                                road.kubeconfig().toString())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        builder.environment().putAll(road.environment);
        return builder.start();
    }

    private static void ended(Process operator) throws InterruptedException {
        operator.destroy();
        assertThat(Patience.ends(operator)).isTrue();
    }

    private static void shell(Path where, String commands)
            throws IOException, InterruptedException {
        var process =
                new ProcessBuilder("bash", "-euo", "pipefail", "-c", commands)
                        .directory(where.toAbsolutePath().toFile())
                        .redirectErrorStream(true)
                        .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor())
                .as(said.lines().limit(40).collect(Collectors.joining("\n")))
                .isZero();
    }
}
