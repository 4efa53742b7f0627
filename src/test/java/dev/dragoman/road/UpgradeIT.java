package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.DocumentedCommands;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Definitions get more versions and lose them again, under an operator that starts anew. */
@Full
class UpgradeIT {
    private static final Path PAGE = Path.of("docs/upgrade.md");

    @TempDir private Path directory;
    private ControlPlane plane;
    private Road road;

    @BeforeEach
    void start() {
        plane = ControlPlane.start(Options.defaults());
        road = new Road("upgrade", plane);
        road.environment.put("AZURE_SYNC_PERIOD", "4s");
    }

    @AfterEach
    void stop() {
        road.close();
        plane.close();
    }

    @Test
    void moreVersionsAndFewerAgainSendNothingAndLoseNothing() throws Exception {
        road.start();
        // in versions that the newest alone does not have
        SampleObjects.apply(road);
        road.stop();
        var ids = SampleObjects.ids(road);
        var uids = uids();
        var writes = SampleObjects.writes(road);

        newestAlone();
        goesOn(ids, uids, writes);

        DocumentedCommands.run(plane, directory, upgrade());
        assertThat(versions()).allSatisfy((kind, served) -> assertThat(served).isPositive());
        assertThat(versions().values().stream().mapToInt(each -> each).sum())
                .isGreaterThan(2 * SampleObjects.kinds().size());
        goesOn(ids, uids, writes);
        // what the user has applied before means the same
        for (var file : SampleObjects.FILES) {
            road.applyServed(Install.manifest("samples/%s.yaml".formatted(file)));
        }
        goesOn(ids, uids, writes);

        newestAlone();
        goesOn(ids, uids, writes);
    }

    /** The line of the page for definitions; the operator is in this JVM. */
    private static String upgrade() throws Exception {
        return DocumentedCommands.of(PAGE, "## Upgrade", "`--installed` prints")
                .lines()
                .filter(line -> line.contains("crds --rbac"))
                .collect(Collectors.joining("\n"));
    }

    private void newestAlone() {
        road.install.kindsAndRights(Install.sampleKinds(), "newest");
        await().until(() -> versions().values().stream().allMatch(served -> served == 1));
    }

    /** The operator starts, looks at everything, and stops. */
    private void goesOn(List<String> ids, Map<String, String> uids, List<String> writes) {
        int since = road.azure.control().exchanges().size();
        road.start();
        SampleObjects.lookedAt(road, ids, since);
        SampleObjects.ready(road);
        road.stop();
        assertThat(SampleObjects.writes(road)).isEqualTo(writes);
        assertThat(uids()).isEqualTo(uids);
        for (var definition : definitions()) {
            assertThat(definition.getStatus().getStoredVersions())
                    .as(definition.getMetadata().getName())
                    .hasSize(1);
        }
    }

    private Map<String, String> uids() {
        return SampleObjects.all(road).stream()
                .collect(
                        Collectors.toMap(
                                each -> each.getKind() + " " + each.getMetadata().getName(),
                                each -> each.getMetadata().getUid()));
    }

    private Map<String, Integer> versions() {
        return definitions().stream()
                .collect(
                        Collectors.toMap(
                                each -> each.getMetadata().getName(),
                                each -> each.getSpec().getVersions().size()));
    }

    private List<CustomResourceDefinition> definitions() {
        var names = SampleObjects.kinds().stream().map(UpgradeIT::name).toList();
        return plane
                .client()
                .apiextensions()
                .v1()
                .customResourceDefinitions()
                .list()
                .getItems()
                .stream()
                .filter(each -> names.contains(each.getMetadata().getName()))
                .toList();
    }

    private static String name(AzureKind kind) {
        return kind.plural() + "." + kind.group();
    }
}
