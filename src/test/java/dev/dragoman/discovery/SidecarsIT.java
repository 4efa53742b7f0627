package dev.dragoman.discovery;

import static dev.dragoman.Patience.await;
import static dev.dragoman.Patience.settled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.cluster.OperatorCluster;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Sidecars on the real API server, which asks the webhook of an operator in this JVM. */
@Landing
@ResourceLock("discovery")
class SidecarsIT {
    private SidecarCluster cluster;

    @BeforeEach
    void start() {
        cluster = new SidecarCluster();
        cluster.start();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void labelledPodsGetTheirSidecarAndOthersAreNotAsked() {
        assertThat(SidecarCluster.containers(cluster.dryRun("tried", Map.of())))
                .containsExactly("app", "envoy-sidecar");
        var made = cluster.client().resource(cluster.pod("one", Map.of())).create();
        assertThat(SidecarCluster.containers(made)).containsExactly("app", "envoy-sidecar");
        assertThat(made.getSpec().getInitContainers().getFirst().getArgs())
                .contains("marin3r-xds.%s.svc".formatted(cluster.namespace));
        assertThat(made.getSpec().getVolumes().getLast().getName())
                .isEqualTo("envoy-sidecar-bootstrap");

        var copy = new PodBuilder(cluster.pod("copy", Map.of())).withSpec(made.getSpec()).build();
        assertThat(SidecarCluster.containers(cluster.client().resource(copy).create()))
                .containsExactly("app", "envoy-sidecar");

        assertThatThrownBy(
                        () ->
                                cluster.client()
                                        .resource(
                                                cluster.pod(
                                                        "bad",
                                                        Map.of(
                                                                "marin3r.3scale.net/ports",
                                                                "http:80")))
                                        .create())
                .hasMessageContaining("annotation marin3r.3scale.net/ports: 'http:80'")
                .hasMessageContaining("PORT from 1024 to 65535");
        assertThat(
                        SidecarCluster.containers(
                                cluster.dryRun(
                                        "drained",
                                        Map.of(
                                                "marin3r.3scale.net/shutdown-manager.enabled",
                                                "true"))))
                .containsExactly("app", "envoy-sidecar", "envoy-shtdn-mgr");

        // once the operator rests, nothing is asked while nothing changes
        var before = cluster.plane.audit().mark();
        var _ = settled(Duration.ofSeconds(3), () -> asked(before).size());
        var mark = cluster.plane.audit().mark();
        assertThat(settled(Duration.ofSeconds(3), () -> asked(mark))).isEmpty();

        cluster.stop();
        var unlabelled = cluster.pod("unlabelled", Map.of());
        unlabelled.getMetadata().getLabels().clear();
        assertThat(SidecarCluster.containers(cluster.client().resource(unlabelled).create()))
                .containsExactly("app");
        assertThatThrownBy(() -> cluster.client().resource(cluster.pod("two", Map.of())).create())
                .hasMessageContaining(SidecarCluster.WEBHOOK);
    }

    private List<?> asked(AuditLog.Mark mark) {
        return cluster.requests(mark).stream()
                .filter(each -> !each.verb().equals("watch"))
                .filter(each -> each.namespace().equals(cluster.account.namespace()))
                .toList();
    }

    @Test
    void aPodThatWasMadeWithoutASidecarIsTold() {
        var _ = cluster.client().resource(cluster.pod("whole", Map.of())).create();
        cluster.stop();
        cluster.environment.put("DRAGOMAN_WEBHOOK_FAILURE_POLICY", "Ignore");
        cluster.start();
        await().until(() -> cluster.webhook().orElseThrow().getFailurePolicy().equals("Ignore"));
        cluster.stop();
        var bare = cluster.client().resource(cluster.pod("bare", Map.of())).create();
        assertThat(SidecarCluster.containers(bare)).containsExactly("app");
        cluster.start();
        await().until(() -> events().contains("pod/bare"));
        assertThat(events()).containsOnlyOnce("pod/bare").doesNotContain("pod/whole");
        assertThat(cluster.metrics()).containsPattern("(?m)^dragoman_sidecars_missing [1-9]");
    }

    private String events() {
        return cluster.kubectl(
                "get",
                "events",
                "--field-selector=reason=SidecarMissing",
                "--output=jsonpath={range .items[*]}pod/{.involvedObject.name} {end}");
    }

    @Test
    void theConfigurationStaysAsItIsMeant() {
        var kept = cluster.webhook().orElseThrow();
        assertThat(kept.getFailurePolicy()).isEqualTo("Fail");
        cluster.kubectl(
                "patch",
                "mutatingwebhookconfiguration",
                SidecarCluster.WEBHOOK,
                "--type=json",
                "-p",
                "[{\"op\":\"replace\",\"path\":\"/webhooks/0/failurePolicy\",\"value\":\"Ignore\"}]");
        await().until(() -> cluster.webhook().orElseThrow().equals(kept));

        var account = Config.fromKubeconfig(cluster.kubeconfig().toFile());
        try (var operator = new KubernetesClientBuilder().withConfig(account).build()) {
            for (var change :
                    List.of(
                            "{\"op\":\"remove\",\"path\":\"/webhooks/0/objectSelector/matchLabels\"}",
                            "{\"op\":\"remove\",\"path\":\"/webhooks/0/namespaceSelector/matchExpressions\"}",
                            "{\"op\":\"replace\",\"path\":\"/webhooks/0/rules/0/resources\",\"value\":[\"*\"]}",
                            "{\"op\":\"replace\",\"path\":\"/webhooks/0/clientConfig/url\",\"value\":\"https://example.com/\"}",
                            "{\"op\":\"replace\",\"path\":\"/webhooks/0/name\",\"value\":\"other.dragoman.dev\"}")) {
                assertThatThrownBy(
                                () ->
                                        operator.admissionRegistration()
                                                .v1()
                                                .mutatingWebhookConfigurations()
                                                .withName(SidecarCluster.WEBHOOK)
                                                .patch(
                                                        PatchContext.of(PatchType.JSON),
                                                        "[" + change + "]"))
                        .as(change)
                        .hasMessageContaining("dragoman-sidecars")
                        .hasMessageContaining("Dragoman");
            }
        }
    }

    @Test
    void theCertificateAndItsRootAreReplacedUnderTheServer() {
        var bundle = cluster.webhook().orElseThrow().getClientConfig().getCaBundle();
        var hash = cluster.hash();
        cluster.renew("dragoman-webhook");
        await().until(() -> !cluster.hash().equals(hash));
        cluster.registered();
        cluster.renew("dragoman-webhook-ca");
        await().until(
                        () ->
                                !bundle.equals(
                                        cluster.webhook()
                                                .orElseThrow()
                                                .getClientConfig()
                                                .getCaBundle()));
        await().untilAsserted(
                        () ->
                                assertThat(
                                                OperatorCluster.condition(
                                                        cluster.find(
                                                                "operator.marin3r.3scale.net/v1alpha1",
                                                                "DiscoveryServiceCertificate",
                                                                cluster.account.namespace(),
                                                                "dragoman-webhook-ca"),
                                                        "Ready"))
                                        .containsEntry("status", "True"));
        cluster.registered();
    }
}
