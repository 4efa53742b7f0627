package dev.dragoman.capability;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Operator;
import dev.dragoman.cluster.OwnCounts;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the core gives a capability that has nothing but its own five things. */
@OwnCounts(by = "an API server")
@Full
class CopiedConfigIT {
    private static final String OPERATOR = AuditLog.serviceAccount("dragoman-system", "dragoman");

    /** Of its own, since the operator has more rights on it than it is given elsewhere. */
    private static ControlPlane plane;

    private final KubernetesClient client = plane.client();
    private final String mark = Long.toString(System.nanoTime() / 1_000_000 % 46_656, 36);
    private final String home = "copied-home-" + mark;
    private final String one = "copied-one-" + mark;
    private final String two = "copied-two-" + mark;
    private Operator operator;

    @BeforeAll
    static void up() {
        plane = ControlPlane.start(Options.defaults());
    }

    @AfterAll
    static void down() {
        plane.close();
    }

    @BeforeEach
    void start() {
        var install = new Install(plane);
        var _ = install.kindsAndRightsOnce(Install.sampleKinds());
        CopiedConfigs.install(plane);
        for (var name : List.of(home, one, two)) {
            client.resource(
                            new NamespaceBuilder()
                                    .withNewMetadata()
                                    .withName(name)
                                    .endMetadata()
                                    .build())
                    .create();
        }
        source(Map.of("key", "value"));
        var environment = new HashMap<String, String>();
        environment.put("DRAGOMAN_LEADER_ELECTION", "false");
        environment.put("DRAGOMAN_MANAGEMENT_PORT", "0");
        environment.put("AZURE_TARGET_NAMESPACES", home);
        operator =
                CopiedConfigs.start(
                        Config.fromKubeconfig(install.operatorKubeconfig().toFile()), environment);
    }

    @AfterEach
    void stop() {
        client.genericKubernetesResources(CopiedConfigs.API_VERSION, CopiedConfigs.KIND)
                .inNamespace(home)
                .delete();
        await().until(() -> CopiedConfigs.read(client, home, "settings").isEmpty());
        operator.stop(Duration.ZERO);
        List.of(home, one, two).forEach(name -> client.namespaces().withName(name).delete());
    }

    private void source(Map<String, String> data) {
        client.resource(
                        new ConfigMapBuilder()
                                .withNewMetadata()
                                .withName("settings")
                                .withNamespace(home)
                                .endMetadata()
                                .withData(data)
                                .build())
                .forceConflicts()
                .serverSideApply();
    }

    private void wanted(List<String> namespaces) {
        var object = CopiedConfigs.object("settings", "settings", namespaces);
        object.getMetadata().setNamespace(home);
        client.resource(object).forceConflicts().serverSideApply();
    }

    private ConfigMap copy(String namespace) {
        return client.configMaps().inNamespace(namespace).withName("settings").get();
    }

    private void untilReason(String reason) {
        await().until(() -> CopiedConfigs.reason(client, home, "settings").equals(reason));
    }

    private List<String> events() {
        return client.events().v1().events().inNamespace(home).list().getItems().stream()
                .filter(each -> each.getRegarding().getKind().equals(CopiedConfigs.KIND))
                .map(each -> each.getReason())
                .toList();
    }

    @Test
    void isClaimedCopiedAndShownWithNoWriteTooMany() {
        var before = plane.audit().mark();
        wanted(List.of(one, two));
        untilReason("Copied");
        await().until(() -> events().equals(List.of("Copied")));
        assertThat(copy(one).getData()).isEqualTo(Map.of("key", "value"));
        assertThat(copy(two).getData()).isEqualTo(Map.of("key", "value"));
        var object = CopiedConfigs.read(client, home, "settings").orElseThrow();
        assertThat(object.getMetadata().getFinalizers())
                .containsExactly("copied.example.com/copies");
        assertThat(object.<Integer>get("status", "copies")).isEqualTo(2);
        var writes =
                plane.audit()
                        .since(
                                before,
                                each ->
                                        each.user().equals(OPERATOR)
                                                && !each.resource().equals("leases")
                                                && !List.of("get", "list", "watch")
                                                        .contains(each.verb()));
        assertThat(writes).as("finalizer, two copies, status, Event").hasSize(5);
    }

    @Test
    void followsTheSourceHealsCopiesAndTakesThemAway() {
        wanted(List.of(one, two));
        untilReason("Copied");
        source(Map.of("key", "newer"));
        await().until(() -> copy(two).getData().get("key").equals("newer"));
        client.configMaps()
                .inNamespace(two)
                .withName("settings")
                .edit(map -> new ConfigMapBuilder(map).addToData("key", "edited").build());
        await().until(() -> copy(two).getData().get("key").equals("newer"));
        client.configMaps().inNamespace(one).withName("settings").delete();
        await().until(() -> copy(one) != null);
        wanted(List.of(two));
        await().until(() -> copy(one) == null);
        assertThat(copy(two)).isNotNull();
        client.resource(CopiedConfigs.read(client, home, "settings").orElseThrow()).delete();
        await().until(() -> CopiedConfigs.read(client, home, "settings").isEmpty());
        assertThat(copy(two)).isNull();
    }

    @Test
    void leavesWhatIsNotItsOwnAndGoesOnWhenThatIsGone() {
        client.resource(
                        new ConfigMapBuilder()
                                .withNewMetadata()
                                .withName("settings")
                                .withNamespace(one)
                                .endMetadata()
                                .withData(Map.of("key", "foreign"))
                                .build())
                .create();
        wanted(List.of(one));
        untilReason("NotOurs");
        assertThat(copy(one).getData()).isEqualTo(Map.of("key", "foreign"));
        client.configMaps().inNamespace(one).withName("settings").delete();
        untilReason("Copied");
        assertThat(copy(one).getData()).isEqualTo(Map.of("key", "value"));
    }
}
