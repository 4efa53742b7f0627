package dev.dragoman.hostile;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.cluster.OwnCounts;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.tier.Campaign;
import dev.dragoman.tier.Full;
import dev.dragoman.tier.OneTry;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever one team makes the operator do, another team's objects are served, and the operator
 * lives with the memory that it has in the image: keys of RSA 4096 without end, pods of a megabyte,
 * thousands of namespaces that are not there.
 */
@OwnCounts(by = "an API server")
@OneTry
class FairShareIT {
    private static final String CERTIFICATES =
            "/apis/operator.marin3r.3scale.net/v1alpha1/namespaces/mean/discoveryservicecertificates";

    @TempDir private Path directory;

    private Everything all;

    @BeforeEach
    void start() {
        all = Everything.on(directory);
        all.begin();
        all.want("before");
        all.served("before");
    }

    @AfterEach
    void stop() {
        all.close();
    }

    @Test
    @Full
    void keysThatOneTeamWantsLeaveTheOthersTheirTurn() {
        keys();
    }

    private void keys() {
        var mark = all.plane.audit().mark();
        for (int i = 0; i < 12; i++) {
            certificate("rsa-" + i, "{ algorithm: RSA, size: 4096 }", "selfSigned: {}");
        }
        for (int i = 0; i < 150; i++) {
            certificate("ecdsa-" + i, "{ algorithm: ECDSA }", "selfSigned: {}");
        }
        all.want("during");
        all.served("during");
        await("that all have their certificate")
                .until(
                        () ->
                                all.client()
                                                .secrets()
                                                .inNamespace(Everything.MEAN)
                                                .list()
                                                .getItems()
                                                .size()
                                        >= 162);
        // each lives for five seconds, and is not made anew before the eighth minute
        all.want("later");
        all.served("later");
        assertThat(writes(mark, "secrets")).isBetween(162L, 2 * 162L);
        assertThat(all.alive()).isTrue();
    }

    @Test
    @Full
    void podsAsLargeAsTheyMayBe() {
        pods(150, 1_300_000);
        withNames(600);
        othersAreServed();
    }

    /**
     * The others do not wait until all of them are served. All are there when the operator starts,
     * and theirs come first in the list, so that without turns the others would be the last.
     */
    @Test
    @Full
    void objectsThatOneTeamHasLeaveTheOthersTheirTurn() {
        int number = 300;
        all.end();
        all.apply(Everything.CROWD, many(number, FairShareIT::ofEachKind));
        all.want("among");
        var mark = all.plane.audit().mark();
        all.begin();
        all.served("among");
        for (var resource : List.of("cdtargets", "resourcegroups")) {
            await("that all %s are served".formatted(resource))
                    .until(() -> servedOnes(mark, resource).size() > number);
            assertThat(servedOnes(mark, resource).indexOf("among"))
                    .as("%s of the one team that were served before the other's", resource)
                    .isLessThan(number / 2);
        }
    }

    /** The objects of the crowd, and the one among them, in the order of their first status. */
    private List<String> servedOnes(AuditLog.Mark since, String resource) {
        return all
                .plane
                .audit()
                .since(since, each -> each.user().equals(all.account.user()))
                .stream()
                .filter(each -> each.write() && each.subresource().equals("status"))
                .filter(each -> each.resource().equals(resource) && each.code() == 200)
                .map(AuditLog.Event::name)
                .filter(name -> name.equals("among") || name.startsWith("many-"))
                .distinct()
                .toList();
    }

    private static String many(int number, IntFunction<String> object) {
        return IntStream.range(0, number).mapToObj(object).collect(Collectors.joining("---\n"));
    }

    private static String ofEachKind(int number) {
        return """
               apiVersion: resources.azure.com/v1api20200601
               kind: ResourceGroup
               metadata: { name: many-%1$d }
               spec: { location: westeurope }
               ---
               apiVersion: cnad.gofound.nl/v1alpha1
               kind: CDTarget
               metadata: { name: many-%1$d }
               spec:
                 additionalSelector: { app: many-%1$d }
                 agentImage: example.com/agent:1
                 config: { url: "https://dev.azure.com/contoso", poolName: pool }
                 tokenRef: token
                 ip: [ 10.20.0.1 ]
               """
                .formatted(number);
    }

    /** In the full tier there are fewer. */
    @Test
    @Campaign
    void allAtOnce() {
        pods(150, 1_300_000);
        pods(5_000, 50_000);
        withNames(3_000);
        keys();
        othersAreServed();
    }

    private void othersAreServed() {
        all.want("large");
        all.served("large");
        all.putRight("before");
        all.end();
        all.begin();
        all.want("again");
        all.served("again");
        assertThat(all.alive()).isTrue();
    }

    private long writes(AuditLog.Mark since, String resource) {
        return all
                .plane
                .audit()
                .since(since, each -> each.user().equals(all.account.user()))
                .stream()
                .filter(each -> each.write() && each.namespace().equals(Everything.MEAN))
                .filter(each -> each.resource().equals(resource))
                .count();
    }

    private void certificate(String name, String key, String signer) {
        all.apply(
                Everything.MEAN,
                """
                apiVersion: operator.marin3r.3scale.net/v1alpha1
                kind: DiscoveryServiceCertificate
                metadata: { name: %1$s }
                spec:
                  commonName: %1$s
                  validFor: 5
                  privateKey: %2$s
                  signer: { %3$s }
                  secretRef: { name: %1$s }
                """
                        .formatted(name, key, signer));
    }

    /** Agents that were never scheduled, by the labels of the Deployment of a CDTarget. */
    private void pods(int number, int size) {
        all.apply(
                Everything.MEAN,
                """
                apiVersion: v1
                kind: Secret
                metadata: { name: token }
                stringData: { AZP_TOKEN: x }
                ---
                apiVersion: cnad.gofound.nl/v1alpha1
                kind: CDTarget
                metadata: { name: large }
                spec:
                  additionalSelector: { app: large }
                  agentImage: example.com/agent:1
                  config: { url: "https://dev.azure.com/contoso", poolName: pool }
                  tokenRef: token
                  minReplicaCount: 1
                """);
        await("that there is a Deployment that has replicas")
                .until(
                        () ->
                                deployment() != null
                                        && deployment().getStatus().getReplicas() != null);
        var labels = deployment().getSpec().getSelector().getMatchLabels();
        var value = "v".repeat(size);
        for (int i = 0; i < number; i++) {
            var pod =
                    Map.of(
                            "apiVersion",
                            "v1",
                            "kind",
                            "Pod",
                            "metadata",
                            Map.of("name", "p-%d-%d".formatted(size, i), "labels", labels),
                            "spec",
                            Map.of(
                                    "containers",
                                    List.of(
                                            Map.of(
                                                    "name", "a",
                                                    "image", "a",
                                                    "env",
                                                            List.of(
                                                                    Map.of(
                                                                            "name", "A", "value",
                                                                            value))))));
            var _ = all.client().raw("/api/v1/namespaces/mean/pods", "POST", Json.write(pod));
        }
    }

    private Deployment deployment() {
        return all.client()
                .apps()
                .deployments()
                .inNamespace(Everything.MEAN)
                .withName("large")
                .get();
    }

    /** Certificates that name namespaces which nobody has. */
    private void withNames(int number) {
        for (int i = 0; i < number; i++) {
            var name = "named-" + i;
            var certificate =
                    Map.of(
                            "apiVersion",
                            "operator.marin3r.3scale.net/v1alpha1",
                            "kind",
                            "DiscoveryServiceCertificate",
                            "metadata",
                            Map.of("name", name),
                            "spec",
                            Map.of(
                                    "commonName",
                                    name,
                                    "validFor",
                                    86_400,
                                    "signer",
                                    Map.of(
                                            "caSigned",
                                            Map.of(
                                                    "caSecretRef",
                                                    Map.of(
                                                            "name",
                                                            "ca",
                                                            "namespace",
                                                            "nobody-" + i))),
                                    "secretRef",
                                    Map.of("name", name)));
            var _ = all.client().raw(CERTIFICATES, "POST", Json.write(certificate));
        }
    }
}
