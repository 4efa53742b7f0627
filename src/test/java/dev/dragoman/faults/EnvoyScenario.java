package dev.dragoman.faults;

import dev.dragoman.cluster.Account;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.StatusDetails;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Envoys that an autoscaler scales, then of a fixed number, then deleted with their service. */
final class EnvoyScenario implements Scenario {
    private static final String OPERATOR = "operator.marin3r.3scale.net/v1alpha1";
    private static final Kind CONFIG = new Kind("marin3r.3scale.net/v1alpha1", "EnvoyConfig");
    private static final Kind SERVICE = new Kind(OPERATOR, "DiscoveryService");
    private static final Kind CERTIFICATE = new Kind(OPERATOR, "DiscoveryServiceCertificate");
    private static final Kind ENVOYS = new Kind(OPERATOR, "EnvoyDeployment");
    private static final String NAME = "xds";
    private static final String MADE = "marin3r-envoydeployment-xds";

    @Override
    public String name() {
        return "envoys-whole-life";
    }

    @Override
    public Account account() {
        return Account.DISCOVERY;
    }

    @Override
    public Map<String, String> environment() {
        return Map.of("DRAGOMAN_DISCOVERY", "on", "DRAGOMAN_CERTIFICATES_PROPAGATION", "100ms");
    }

    @Override
    public List<String> namespaces(String run) {
        return List.of(run);
    }

    @Override
    public List<Kind> kinds() {
        return List.of(SERVICE, CERTIFICATE, ENVOYS);
    }

    @Override
    public void play(Stage stage) {
        stage.namespace(stage.run);
        apply(stage, CONFIG, Map.of("nodeID", "edge", "resources", List.of()));
        apply(stage, SERVICE, Map.of("image", "example.com/xds:1"));
        stage.until("the service runs", () -> settled(stage, SERVICE));
        envoys(stage, Map.of("dynamic", Map.of("maxReplicas", 3)), Map.of("maxUnavailable", 1));
        stage.until("they are scaled", () -> settled(stage, ENVOYS) && scaled(stage));
        stage.checkpoint("scaled");
        envoys(stage, Map.of("static", 2), Map.of());
        stage.until(
                "their number is fixed",
                () -> settled(stage, ENVOYS) && !scaled(stage) && replicas(stage) == 2);
        stage.checkpoint("fixed");
        withdraw(stage);
        stage.until("all is gone", () -> withdrawn(stage) && gone(stage));
    }

    private static void envoys(
            Stage stage, Map<String, Object> replicas, Map<String, Object> budget) {
        var spec = new HashMap<String, Object>();
        spec.put("discoveryServiceRef", NAME);
        spec.put("envoyConfigRef", NAME);
        spec.put("replicas", replicas);
        if (!budget.isEmpty()) {
            spec.put("podDisruptionBudget", budget);
        }
        apply(stage, ENVOYS, spec);
    }

    private static void apply(Stage stage, Kind kind, Map<String, Object> spec) {
        var object = new GenericKubernetesResource();
        object.setApiVersion(kind.apiVersion());
        object.setKind(kind.kind());
        object.setMetadata(new ObjectMetaBuilder().withName(NAME).withNamespace(stage.run).build());
        object.setAdditionalProperty("spec", spec);
        var _ = stage.client().resource(object).fieldManager("user").serverSideApply();
    }

    private static boolean settled(Stage stage, Kind kind) {
        DiscoveryScenario.start(stage);
        return DiscoveryScenario.ready(get(stage, kind));
    }

    /** Whether both are there that a fixed number has not. */
    private static boolean scaled(Stage stage) {
        return stage.client()
                                .autoscaling()
                                .v2()
                                .horizontalPodAutoscalers()
                                .inNamespace(stage.run)
                                .withName(MADE)
                                .get()
                        != null
                || stage.client()
                                .policy()
                                .v1()
                                .podDisruptionBudget()
                                .inNamespace(stage.run)
                                .withName(MADE)
                                .get()
                        != null;
    }

    private static int replicas(Stage stage) {
        return stage.client()
                .apps()
                .deployments()
                .inNamespace(stage.run)
                .withName(MADE)
                .get()
                .getSpec()
                .getReplicas();
    }

    private static boolean gone(Stage stage) {
        return stage.client()
                        .genericKubernetesResources(OPERATOR, CERTIFICATE.kind())
                        .inNamespace(stage.run)
                        .list()
                        .getItems()
                        .isEmpty()
                && stage.client().apps().deployments().inNamespace(stage.run).withName(MADE).get()
                        == null;
    }

    private static GenericKubernetesResource get(Stage stage, Kind kind) {
        return stage.client()
                .genericKubernetesResources(kind.apiVersion(), kind.kind())
                .inNamespace(stage.run)
                .withName(NAME)
                .get();
    }

    @Override
    public void withdraw(Stage stage) {
        for (var kind : List.of(ENVOYS, SERVICE, CONFIG)) {
            List<StatusDetails> _ =
                    stage.client()
                            .genericKubernetesResources(kind.apiVersion(), kind.kind())
                            .inNamespace(stage.run)
                            .withName(NAME)
                            .delete();
        }
    }

    @Override
    public boolean withdrawn(Stage stage) {
        return get(stage, ENVOYS) == null && get(stage, SERVICE) == null;
    }
}
