package dev.dragoman.faults;

import dev.dragoman.cluster.Account;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.StatusDetails;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Map;

/** A discovery service that serves another namespace too, then that one no more, then deleted. */
final class DiscoveryScenario implements Scenario {
    private static final String API_VERSION = "operator.marin3r.3scale.net/v1alpha1";
    private static final String KIND = "DiscoveryService";
    private static final String CERTIFICATE = "DiscoveryServiceCertificate";
    private static final String NAME = "xds";
    private static final String CLIENT = "envoy-sidecar-client-cert";
    private static final String BOOTSTRAP = "envoy-sidecar-bootstrap";

    @Override
    public String name() {
        return "discovery-whole-life";
    }

    @Override
    public Account account() {
        return Account.DISCOVERY;
    }

    @Override
    public Map<String, String> environment() {
        return Map.of(
                "DRAGOMAN_DISCOVERY",
                "on",
                "DRAGOMAN_DISCOVERY_NAMESPACES",
                "*",
                "DRAGOMAN_CERTIFICATES_PROPAGATION",
                "100ms");
    }

    @Override
    public List<String> namespaces(String run) {
        return List.of(run, other(run));
    }

    private static String other(String run) {
        return run + "-other";
    }

    @Override
    public List<Kind> kinds() {
        return List.of(new Kind(API_VERSION, KIND), new Kind(API_VERSION, CERTIFICATE));
    }

    @Override
    public void play(Stage stage) {
        namespaces(stage.run).forEach(stage::namespace);
        apply(stage, List.of(other(stage.run)));
        stage.until("it serves both", () -> settled(stage) && bootstrap(stage));
        stage.checkpoint("served");
        apply(stage, List.of());
        stage.until(
                "it serves its own",
                () -> settled(stage) && !bootstrap(stage) && !credential(stage));
        stage.checkpoint("left");
        withdraw(stage);
        stage.until("all is gone", () -> withdrawn(stage) && certificates(stage) == 0);
    }

    private static void apply(Stage stage, List<String> namespaces) {
        var object = new GenericKubernetesResource();
        object.setApiVersion(API_VERSION);
        object.setKind(KIND);
        object.setMetadata(new ObjectMetaBuilder().withName(NAME).withNamespace(stage.run).build());
        object.setAdditionalProperty(
                "spec", Map.of("image", "example.com/xds:1", "enabledNamespaces", namespaces));
        var _ = stage.client().resource(object).fieldManager("user").serverSideApply();
    }

    private static boolean bootstrap(Stage stage) {
        return stage.client().configMaps().inNamespace(other(stage.run)).withName(BOOTSTRAP).get()
                != null;
    }

    /** What the garbage collector takes away when it comes to it. */
    private static boolean credential(Stage stage) {
        return stage.client().secrets().inNamespace(other(stage.run)).withName(CLIENT).get()
                != null;
    }

    private static int certificates(Stage stage) {
        return stage.client()
                .genericKubernetesResources(API_VERSION, CERTIFICATE)
                .inNamespace(stage.run)
                .list()
                .getItems()
                .size();
    }

    private static boolean settled(Stage stage) {
        start(stage);
        return ready(get(stage));
    }

    /** Whether it is Ready, for the spec as it is. */
    static boolean ready(GenericKubernetesResource service) {
        List<Map<String, Object>> conditions = service.get("status", "conditions");
        return conditions != null
                && conditions.stream()
                        .filter(each -> "Ready".equals(each.get("type")))
                        .filter(each -> "True".equals(each.get("status")))
                        .map(each -> ((Number) each.get("observedGeneration")).longValue())
                        .anyMatch(service.getMetadata().getGeneration()::equals);
    }

    /** All pods become ready, as nobody else does that here. */
    static void start(Stage stage) {
        var pods = stage.client().pods().inNamespace(stage.run);
        for (var pod : pods.list().getItems()) {
            if (pod.getStatus().getConditions().stream()
                    .anyMatch(each -> "Ready".equals(each.getType()))) {
                continue;
            }
            pod.getStatus().setPhase("Running");
            pod.getStatus()
                    .getConditions()
                    .add(new PodConditionBuilder().withType("Ready").withStatus("True").build());
            try {
                var _ = stage.client().resource(pod).patchStatus();
            } catch (KubernetesClientException gone) {
                // the next look sees those that are there then
                return;
            }
        }
    }

    private static GenericKubernetesResource get(Stage stage) {
        return stage.client()
                .genericKubernetesResources(API_VERSION, KIND)
                .inNamespace(stage.run)
                .withName(NAME)
                .get();
    }

    @Override
    public void withdraw(Stage stage) {
        List<StatusDetails> _ =
                stage.client()
                        .genericKubernetesResources(API_VERSION, KIND)
                        .inNamespace(stage.run)
                        .withName(NAME)
                        .delete();
    }

    @Override
    public boolean withdrawn(Stage stage) {
        return get(stage) == null;
    }
}
