package dev.dragoman.certificates;

import static dev.dragoman.Patience.await;
import static dev.dragoman.certificates.CertificateCluster.ca;
import static dev.dragoman.certificates.CertificateCluster.leaf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Operator;
import dev.dragoman.Patience;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.certificates.KubeletPlayed.Volume;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.faults.Fault;
import dev.dragoman.sandbox.faults.FaultProxies;
import dev.dragoman.sandbox.faults.Passing;
import dev.dragoman.tier.Campaign;
import dev.dragoman.tier.Full;
import dev.dragoman.tier.OneTry;
import io.fabric8.kubernetes.client.Config;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Twenty clients and a server of xDS, each asking for the other's certificate, through whole
 * replacements of their CA.
 */
@ResourceLock("discovery")
@OneTry
class RotationIT {
    private static final String HOST = "xds.example.com";
    private static final Duration LONG = Duration.ofMinutes(5);

    /** In which an operator makes its first write, where it has one to make. */
    private static final Duration LIFE = Duration.ofSeconds(10);

    private CertificateCluster cluster;
    private KubeletPlayed kubelet;

    @BeforeEach
    void start() {
        cluster = new CertificateCluster();
        // longer than the slowest volume
        cluster.environment.put("DRAGOMAN_CERTIFICATES_PROPAGATION", "4s");
        kubelet =
                new KubeletPlayed(
                        cluster.client(),
                        cluster.namespace,
                        Map.of(
                                "server",
                                Volume.of("server", "tls.crt", "tls.key"),
                                // where MARIN3R's image looks for whom to trust
                                "ca",
                                new Volume("ca", Map.of("ca.crt", "tls.crt")),
                                "client",
                                Volume.of("client", "tls.crt", "tls.key", "ca.crt")));
        kubelet.delay("server", Duration.ofMillis(300));
        kubelet.delay("ca", Duration.ofMillis(900));
        kubelet.delay("client", Duration.ofMillis(1700));
    }

    @AfterEach
    void stop() {
        kubelet.close();
        cluster.close();
    }

    private void certificates(int caLife, int leafLife) {
        cluster.apply(ca("ca", caLife));
        cluster.apply(
                leaf("server", "ca", leafLife, "server: true", "hosts: [ %s ]".formatted(HOST)));
        cluster.apply(leaf("client", "ca", leafLife, "client: true"));
    }

    private XdsLoad load() {
        cluster.reason("server", "Issued");
        cluster.reason("client", "Issued");
        await().until(kubelet::complete);
        return XdsLoad.start(kubelet.root(), HOST);
    }

    private static String fingerprint(X509Certificate certificate) throws Exception {
        return XdsLoad.digest(certificate.getEncoded());
    }

    private void unnoticed(XdsLoad load, X509Certificate last) throws Exception {
        var begun = load.clients().of(fingerprint(last));
        var counts = load.further(200);
        assertThat(counts.of(fingerprint(last)) - begun).isGreaterThan(150);
        assertThat(load.endClients()).as(load.clients().texts().toString()).isZero();
        assertThat(load.clients().failures()).isZero();
        assertThat(load.server().failures()).isZero();
        assertThat(load.clients().issuers()).hasSizeGreaterThan(1);
        assertThat(cluster.trust("client")).containsExactly(last);
    }

    /** The operator makes one write in its life, and never learns what came of it. */
    @Full
    @Test
    void noHandshakeFailsThoughTheOperatorIsKilledAfterEachWrite() throws Exception {
        try (var azure = AzureSandbox.start(Options.of(Catalog.load()));
                var proxies = new FaultProxies(cluster.plane, azure)) {
            // one write in each life of the operator: half of a certificate's life for all
            cluster.environment.put("DRAGOMAN_CERTIFICATES_RENEW_AT", "0.5");
            cluster.start();
            certificates(3600, 60);
            try (var load = load()) {
                var first = cluster.certificateOf("ca");
                cluster.stop();
                var _ =
                        cluster.kubectl(
                                "annotate",
                                "discoveryservicecertificate",
                                "ca",
                                "dragoman.dev/renew=1");
                int lives = 0;
                int killed = 0;
                var end = Instant.now().plus(Patience.of(LONG));
                while (cluster.certificateOf("ca").equals(first)
                        || List.of("ca", "server", "client").stream()
                                .anyMatch(each -> cluster.trust(each).size() > 1)
                        || !cluster.phase("ca").isEmpty()) {
                    assertThat(Instant.now()).as("until it has ended").isBefore(end);
                    if (life(proxies, "life-%d.".formatted(++lives))) {
                        killed++;
                    }
                }
                assertThat(killed).as("writes of a rotation").isGreaterThan(10);
                unnoticed(load, cluster.certificateOf("ca"));
            }
        }
    }

    /** Whether it came to a write; a life without any ends after some seconds. */
    private boolean life(FaultProxies proxies, String agent) throws InterruptedException {
        var written = new CountDownLatch(1);
        var planned =
                proxies.faults()
                        .request(
                                request ->
                                        request.target() == Passing.Target.KUBERNETES
                                                && agent.equals(request.headers().get("User-Agent"))
                                                && request.write(),
                                1,
                                new Fault.LoseReply(
                                        () -> {
                                            proxies.kill(agent);
                                            written.countDown();
                                        }));
        var settings = new HashMap<>(cluster.environment);
        settings.put("AZURE_USER_AGENT_SUFFIX", agent);
        var operator =
                Operator.start(
                        proxies.cluster(
                                Config.fromKubeconfig(
                                        cluster.install.operatorKubeconfig().toFile()),
                                agent),
                        settings,
                        Clock.systemUTC(),
                        () -> {});
        try {
            return written.await(Patience.of(LIFE).toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            planned.forget();
            operator.stop(Duration.ZERO);
        }
    }

    @Test
    @Campaign
    void norThroughThreeLivesOfACa() throws Exception {
        cluster.start();
        // each is over before the next one is due
        certificates(90, 40);
        try (var load = load()) {
            var seen = new ArrayList<X509Certificate>(List.of(cluster.certificateOf("ca")));
            while (seen.size() < 4) {
                await(LONG).until(() -> !seen.contains(cluster.certificateOf("ca")));
                seen.add(cluster.certificateOf("ca"));
            }
            await(LONG).until(() -> cluster.trust("client").size() == 1);
            unnoticed(load, cluster.certificateOf("ca"));
        }
    }
}
