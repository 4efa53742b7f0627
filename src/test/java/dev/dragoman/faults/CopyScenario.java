package dev.dragoman.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.capability.CopiedConfigs;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.StatusDetails;
import java.util.List;
import java.util.Map;

/**
 * A copied ConfigMap of the test's own capability: what holds for it holds for each that is built
 * on the core, without a line of its own.
 */
final class CopyScenario implements Scenario {
    private static final String NAME = "settings";

    private final boolean whole;

    private CopyScenario(boolean whole) {
        this.whole = whole;
        CopiedConfigs.install(SharedControlPlane.shared());
    }

    /** Created until the copy is there. */
    static CopyScenario create() {
        return new CopyScenario(false);
    }

    /** Created, edited, and deleted. */
    static CopyScenario wholeLife() {
        return new CopyScenario(true);
    }

    @Override
    public String name() {
        return whole ? "copy-whole-life" : "copy-create";
    }

    @Override
    public Map<String, String> environment() {
        return Map.of();
    }

    @Override
    public Replica.Maker operator() {
        return (cluster, environment) -> Replica.of(CopiedConfigs.start(cluster, environment));
    }

    @Override
    public List<String> namespaces(String run) {
        return List.of(run, target(run));
    }

    @Override
    public List<Kind> kinds() {
        return List.of(new Kind(CopiedConfigs.API_VERSION, CopiedConfigs.KIND));
    }

    private static String target(String run) {
        return run + "-copy";
    }

    @Override
    public void play(Stage stage) {
        stage.namespace(stage.run);
        stage.namespace(target(stage.run));
        source(stage, "first");
        var object = CopiedConfigs.object(NAME, NAME, List.of(target(stage.run)));
        object.getMetadata().setNamespace(stage.run);
        var _ = stage.client().resource(object).create();
        stage.until("the copy is there", () -> copied(stage, "first"));
        stage.checkpoint("copied");
        if (!whole) {
            return;
        }
        source(stage, "second");
        stage.until("the copy is as the source", () -> copied(stage, "second"));
        stage.checkpoint("edited");
        withdraw(stage);
        stage.until("object and copy are gone", () -> withdrawn(stage));
        assertThat(copy(stage)).as("the copy").isNull();
        stage.checkpoint("deleted");
    }

    private static void source(Stage stage, String value) {
        var _ =
                stage.client()
                        .resource(
                                new ConfigMapBuilder()
                                        .withNewMetadata()
                                        .withName(NAME)
                                        .withNamespace(stage.run)
                                        .endMetadata()
                                        .withData(Map.of("key", value))
                                        .build())
                        .fieldManager("user")
                        .serverSideApply();
    }

    private static ConfigMap copy(Stage stage) {
        return stage.client().configMaps().inNamespace(target(stage.run)).withName(NAME).get();
    }

    private static boolean copied(Stage stage, String value) {
        var copy = copy(stage);
        return copy != null
                && value.equals(copy.getData().get("key"))
                && CopiedConfigs.reason(stage.client(), stage.run, NAME).equals("Copied");
    }

    @Override
    public void withdraw(Stage stage) {
        List<StatusDetails> _ =
                stage.client()
                        .genericKubernetesResources(CopiedConfigs.API_VERSION, CopiedConfigs.KIND)
                        .inNamespace(stage.run)
                        .withName(NAME)
                        .delete();
    }

    @Override
    public boolean withdrawn(Stage stage) {
        return CopiedConfigs.read(stage.client(), stage.run, NAME).isEmpty();
    }
}
