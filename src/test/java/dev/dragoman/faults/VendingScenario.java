package dev.dragoman.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.cluster.Account;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.List;
import java.util.Map;

/** A request for a namespace, until it is served, and until its namespace has gone again. */
final class VendingScenario implements Scenario {
    private static final String REQUESTS = "requests-faults";

    private final boolean whole;

    private VendingScenario(boolean whole) {
        this.whole = whole;
        account().install(SharedControlPlane.shared());
        account().installRequests(SharedControlPlane.shared(), REQUESTS);
    }

    /** Requested until Ready. */
    static VendingScenario create() {
        return new VendingScenario(false);
    }

    /** Requested, served, and the namespace deleted. */
    static VendingScenario wholeLife() {
        return new VendingScenario(true);
    }

    @Override
    public String name() {
        return whole ? "vending-whole-life" : "vending-create";
    }

    @Override
    public Account account() {
        return Account.VENDING;
    }

    @Override
    public Map<String, String> environment() {
        return Map.of("DRAGOMAN_NAMESPACES", "on", "REQUESTS_NAMESPACE", REQUESTS);
    }

    @Override
    public List<String> namespaces(String run) {
        return List.of(REQUESTS, vended(run));
    }

    @Override
    public List<String> given(String run) {
        return List.of(REQUESTS);
    }

    private static String vended(String run) {
        return "nsp-" + run;
    }

    @Override
    public void play(Stage stage) {
        var name = vended(stage.run);
        var _ =
                stage.client()
                        .resource(
                                new ConfigMapBuilder()
                                        .withNewMetadata()
                                        .withName(name)
                                        .withNamespace(REQUESTS)
                                        .endMetadata()
                                        .build())
                        .create();
        stage.until("the request is served", () -> served(stage, name));
        stage.checkpoint("served");
        assertThat(stage.client().secrets().inNamespace(REQUESTS).withName(name).get())
                .as("the published Secret")
                .satisfies(secret -> assertThat(secret.getData()).containsKey("kubeconfig"));
        if (!whole) {
            return;
        }
        withdraw(stage);
        stage.until("request, Secret and namespace are gone", () -> withdrawn(stage));
        stage.checkpoint("deleted");
    }

    private static boolean served(Stage stage, String name) {
        var request = stage.client().configMaps().inNamespace(REQUESTS).withName(name).get();
        var annotations = request == null ? null : request.getMetadata().getAnnotations();
        return annotations != null
                && "CredentialsReady".equals(annotations.get("dragoman.dev/reason"));
    }

    @Override
    public void withdraw(Stage stage) {
        var _ = stage.client().namespaces().withName(vended(stage.run)).delete();
    }

    @Override
    public boolean withdrawn(Stage stage) {
        var name = vended(stage.run);
        var client = stage.client();
        return client.namespaces().withName(name).get() == null
                && client.configMaps().inNamespace(REQUESTS).withName(name).get() == null
                && client.secrets().inNamespace(REQUESTS).withName(name).get() == null;
    }
}
