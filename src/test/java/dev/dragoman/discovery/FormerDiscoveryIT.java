package dev.dragoman.discovery;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.tier.Full;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A discovery service of MARIN3R's operator, taken over while it runs. */
@Full
@ResourceLock("discovery")
class FormerDiscoveryIT {
    private static final String NAME = "xds";
    private static final String MADE = "marin3r-xds";
    private static final String SERVER = "marin3r-server-cert-xds";

    @TempDir private Path directory;
    private DiscoveryCluster cluster;

    @BeforeEach
    void install() {
        cluster = new DiscoveryCluster().withoutCertificates();
        new FormerDiscovery(cluster, directory).make();
        cluster.issued(NAME, "h1", "b1");
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private Map<String, String> uids() {
        var uids = new TreeMap<String, String>();
        for (var each :
                List.of(
                        cluster.certificate(cluster.namespace, "marin3r-ca-cert-xds"),
                        cluster.certificate(cluster.namespace, SERVER),
                        cluster.get("v1", "Service", cluster.namespace, MADE),
                        cluster.deployment(MADE))) {
            uids.put(
                    each.orElseThrow().getKind() + each.orElseThrow().getMetadata().getName(),
                    each.orElseThrow().getMetadata().getUid());
        }
        return uids;
    }

    private Object template() {
        return cluster.deployment(MADE).orElseThrow().get("spec", "template");
    }

    private List<String> hosts() {
        return cluster.certificate(cluster.namespace, SERVER).orElseThrow().get("spec", "hosts");
    }

    @Test
    void itsPodsGoOnAndItsFinalizerIsGone() {
        var before = uids();
        var template = template();
        cluster.start();
        cluster.runs(NAME);
        assertThat(uids()).isEqualTo(before);
        assertThat(template()).as("the pods go on").isEqualTo(template);
        assertThat(hosts()).as("the certificate stays").containsExactly("marin3r-server-xds");
        assertThat(String.valueOf(cluster.condition(NAME, "RolledOut").get("message")))
                .contains("dragoman.dev/roll-out", SERVER);
        assertThat(cluster.condition(NAME, "RolledOut"))
                .containsEntry("status", "False")
                .containsEntry("reason", "RolloutWaits");
        assertThat(cluster.service(NAME).orElseThrow().getMetadata().getFinalizers())
                .containsExactly("dragoman.dev/discovery");
        assertThat(cluster.deployment(MADE).orElseThrow().<String>get("spec", "strategy", "type"))
                .isEqualTo("Recreate");
        assertThat(
                        cluster.certificate(cluster.namespace, "marin3r-ca-cert-xds")
                                .orElseThrow()
                                .getMetadata()
                                .getAnnotations())
                .as("its pods have no bundle")
                .containsEntry("dragoman.dev/trusted-by-consumers", "");

        var begin = cluster.plane.audit().mark();
        // the Event follows the status
        var _ = Patience.settled(Duration.ofSeconds(3), () -> cluster.writesAnywhere(begin));
        cluster.stop();
        var mark = cluster.plane.audit().mark();
        cluster.start();
        await().during(Duration.ofSeconds(5)).until(() -> cluster.writesAnywhere(mark).isEmpty());

        cluster.kubectl("annotate", "discoveryservice", NAME, "dragoman.dev/roll-out=now");
        rolledOut();
    }

    private void rolledOut() {
        await().until(() -> String.valueOf(template()).contains("dragoman.dev/ca-bundle-hash"));
        assertThat(String.valueOf(template())).doesNotContain("--of-the-predecessor");
        assertThat(hosts()).contains("marin3r-xds." + cluster.namespace + ".svc");
        await().until(() -> cluster.condition(NAME, "RolledOut").isEmpty());
    }

    @Test
    void anotherCertificateRollsOut() {
        cluster.start();
        cluster.runs(NAME);
        cluster.issue(SERVER, "certificateHash", "h2");
        rolledOut();
    }

    @Test
    void aChangeOfTheSpecRollsOut() {
        cluster.start();
        cluster.runs(NAME);
        cluster.apply(DiscoveryCluster.SERVICE + "  debug: true\n");
        rolledOut();
    }

    @Test
    void oneThatIsBeingDeletedIsNotHeldByItsFinalizer() {
        cluster.kubectl("delete", "discoveryservice", NAME, "--wait=false");
        assertThat(cluster.service(NAME)).isPresent();
        cluster.start();
        await().until(() -> cluster.service(NAME).isEmpty() && cluster.deployment(MADE).isEmpty());
    }
}
