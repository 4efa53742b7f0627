package dev.dragoman.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.cluster.Account;
import dev.dragoman.composition.Bundles;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import io.fabric8.kubernetes.api.model.StatusDetails;
import java.util.List;
import java.util.Map;

/** An object of a composition with nine lines: created, edited, and deleted. */
final class BundleScenario implements Scenario {
    private final boolean whole;

    private BundleScenario(boolean whole) {
        this.whole = whole;
        Account.AZURE.install(SharedControlPlane.shared());
        Bundles.install(SharedControlPlane.shared(), Account.AZURE.namespace());
    }

    /** Created until it is Ready. */
    static BundleScenario create() {
        return new BundleScenario(false);
    }

    /** Created, edited so that objects go, and deleted. */
    static BundleScenario wholeLife() {
        return new BundleScenario(true);
    }

    @Override
    public String name() {
        return whole ? "bundle-whole-life" : "bundle-create";
    }

    @Override
    public Map<String, String> environment() {
        return Bundles.environment();
    }

    @Override
    public List<String> namespaces(String run) {
        return List.of(run);
    }

    @Override
    public List<Kind> kinds() {
        return List.of(new Kind(Bundles.API_VERSION, Bundles.KIND), new Kind("v1", "Service"));
    }

    @Override
    public void play(Stage stage) {
        stage.namespace(stage.run);
        apply(stage, "first", 2, 80, 81);
        stage.until("the bundle is Ready", () -> ready(stage, "True 1"));
        stage.checkpoint("made");
        if (!whole) {
            return;
        }
        apply(stage, "second", 1, 80, 82);
        stage.until("the bundle is as edited", () -> ready(stage, "True 2"));
        stage.until("what is not wanted has gone", () -> services(stage) == 2);
        stage.checkpoint("edited");
        withdraw(stage);
        stage.until("the bundle is gone", () -> withdrawn(stage));
        assertThat(services(stage)).isZero();
        assertThat(stage.client().resourceQuotas().inNamespace(stage.run).list().getItems())
                .as("what is kept")
                .hasSize(1);
        stage.checkpoint("deleted");
    }

    private static void apply(Stage stage, String value, int pods, Integer... ports) {
        var _ =
                stage.client()
                        .resource(Bundles.object(stage.run, value, pods, ports))
                        .fieldManager("user")
                        .forceConflicts()
                        .serverSideApply();
    }

    private static boolean ready(Stage stage, String status) {
        return Bundles.ready(stage.client(), stage.run).equals(status);
    }

    private static int services(Stage stage) {
        return stage.client().services().inNamespace(stage.run).list().getItems().size();
    }

    @Override
    public void withdraw(Stage stage) {
        List<StatusDetails> _ =
                stage.client()
                        .genericKubernetesResources(Bundles.API_VERSION, Bundles.KIND)
                        .inNamespace(stage.run)
                        .withName("shop")
                        .delete();
    }

    @Override
    public boolean withdrawn(Stage stage) {
        return Bundles.read(stage.client(), stage.run).isEmpty();
    }
}
