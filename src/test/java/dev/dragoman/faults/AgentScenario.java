package dev.dragoman.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.cluster.Account;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.StatusDetails;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Build agents of a CDTarget, until they are scaled; edited, run as jobs, and deleted. */
final class AgentScenario implements Scenario {
    private static final String API_VERSION = "cnad.gofound.nl/v1alpha1";
    private static final String KIND = "CDTarget";
    private static final String KEDA = "keda.sh/v1alpha1";
    private static final String NAME = "agents";
    private static final String TOKEN = "agents-token";

    private final boolean whole;

    private AgentScenario(boolean whole) {
        this.whole = whole;
        new Install(SharedControlPlane.shared()).kindsOfKeda();
    }

    /** Created until they are scaled. */
    static AgentScenario create() {
        return new AgentScenario(false);
    }

    /** Created, edited, run as jobs, and deleted. */
    static AgentScenario wholeLife() {
        return new AgentScenario(true);
    }

    @Override
    public String name() {
        return whole ? "agents-whole-life" : "agents-create";
    }

    @Override
    public Account account() {
        return Account.AGENTS;
    }

    @Override
    public Map<String, String> environment() {
        return Map.of("DRAGOMAN_CDTARGETS", "on", "DRAGOMAN_CDTARGETS_HOSTS", "none");
    }

    @Override
    public List<String> namespaces(String run) {
        return List.of(run);
    }

    @Override
    public List<Kind> kinds() {
        return List.of(
                new Kind(API_VERSION, KIND),
                new Kind(KEDA, "ScaledObject"),
                new Kind(KEDA, "ScaledJob"),
                new Kind(KEDA, "TriggerAuthentication"));
    }

    @Override
    public void play(Stage stage) {
        stage.namespace(stage.run);
        var client = stage.client();
        client.resource(
                        new SecretBuilder()
                                .withNewMetadata()
                                .withName(TOKEN)
                                .withNamespace(stage.run)
                                .endMetadata()
                                .withStringData(Map.of("AZP_TOKEN", "hunter2"))
                                .build())
                .create();
        apply(stage, "10.20.0.1", "ScaledObject");
        stage.until("agents are scaled", () -> settled(stage) && there(stage, "ScaledObject"));
        assertThat(deployment(stage)).as("the Deployment").isNotNull();
        stage.checkpoint("scaled");
        if (!whole) {
            return;
        }
        apply(stage, "10.20.0.2", "ScaledObject");
        stage.until("the other target is open", () -> settled(stage) && open(stage, "10.20.0.2"));
        stage.checkpoint("edited");
        apply(stage, "10.20.0.2", "ScaledJob");
        stage.until(
                "jobs took the place of the Deployment",
                () ->
                        settled(stage)
                                && there(stage, "ScaledJob")
                                && deployment(stage) == null
                                && !there(stage, "ScaledObject"));
        stage.checkpoint("jobs");
        withdraw(stage);
        stage.until(
                "all is gone",
                () -> withdrawn(stage) && !there(stage, "ScaledJob") && !open(stage, "10.20.0.2"));
    }

    private static void apply(Stage stage, String ip, String scaling) {
        var object = new GenericKubernetesResource();
        object.setApiVersion(API_VERSION);
        object.setKind(KIND);
        object.setMetadata(new ObjectMetaBuilder().withName(NAME).withNamespace(stage.run).build());
        var spec = new HashMap<String, Object>();
        spec.put("additionalSelector", Map.of("app", "agents"));
        spec.put("agentImage", "example.com/agent:1");
        spec.put("tokenRef", TOKEN);
        spec.put("config", Map.of("url", "https://dev.azure.com/contoso", "poolName", "pool"));
        spec.put("ip", List.of(ip));
        spec.put("minReplicaCount", 1);
        spec.put("scaling", scaling);
        object.setAdditionalProperty("spec", spec);
        var _ = stage.client().resource(object).fieldManager("user").serverSideApply();
    }

    private static GenericKubernetesResource deployment(Stage stage) {
        return get(stage, "apps/v1", "Deployment");
    }

    private static boolean there(Stage stage, String kind) {
        return get(stage, KEDA, kind) != null;
    }

    private static boolean open(Stage stage, String ip) {
        var policy = get(stage, "networking.k8s.io/v1", "NetworkPolicy");
        return policy != null && String.valueOf(policy.<Object>get("spec")).contains(ip);
    }

    private static GenericKubernetesResource get(Stage stage, String apiVersion, String kind) {
        return stage.client()
                .genericKubernetesResources(apiVersion, kind)
                .inNamespace(stage.run)
                .withName(NAME)
                .get();
    }

    /** Ready, for the spec as it is. */
    private static boolean settled(Stage stage) {
        var target = get(stage, API_VERSION, KIND);
        var generation = target.<Object>get("status", "observedGeneration");
        List<Map<String, Object>> conditions = target.get("status", "conditions");
        return conditions != null
                && conditions.stream()
                        .anyMatch(
                                each ->
                                        "Ready".equals(each.get("type"))
                                                && "True".equals(each.get("status")))
                && generation instanceof Number seen
                && seen.longValue() == target.getMetadata().getGeneration();
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
        return get(stage, API_VERSION, KIND) == null;
    }
}
