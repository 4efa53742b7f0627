package dev.dragoman.discovery;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A discovery service with its certificates, both controllers in one operator. */
@Full
@ResourceLock("discovery")
class DiscoveryRotationIT {
    private static final String CA = "marin3r-ca-cert-xds";
    private static final String SERVER_HASH = "marin3r.3scale.net/server-certificate-hash";
    private static final String BUNDLE_HASH = "dragoman.dev/ca-bundle-hash";

    private DiscoveryCluster cluster;

    @BeforeEach
    void start() {
        cluster = new DiscoveryCluster();
        cluster.environment.put("DRAGOMAN_CERTIFICATES_PROPAGATION", "1s");
        cluster.start();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private String status(String certificate, String field) {
        return cluster.certificate(cluster.namespace, certificate)
                .map(each -> each.<Object>get("status", field))
                .map(String::valueOf)
                .orElse("");
    }

    private String label(String name) {
        return cluster.deployment("marin3r-xds")
                .map(
                        each ->
                                each.<Map<String, String>>get(
                                        "spec", "template", "metadata", "labels"))
                .map(each -> each.getOrDefault(name, ""))
                .orElse("");
    }

    private Secret secret(String name) {
        return cluster.client().secrets().inNamespace(cluster.namespace).withName(name).get();
    }

    /** Pods become ready meanwhile, as kubelets have them. */
    private void until(Callable<Boolean> condition) {
        await(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(300))
                // a pod may go while it is made ready
                .ignoreExceptions()
                .until(
                        () -> {
                            cluster.ready();
                            return condition.call();
                        });
    }

    @Test
    void theNextCaSignsOnlyWhenThePodsTrustIt() {
        cluster.apply(DiscoveryCluster.SERVICE);
        cluster.runs("xds");
        var first = secret(CA).getData();
        var bundle = status(CA, "trustBundleHash");
        assertThat(label(BUNDLE_HASH)).isEqualTo(bundle).isNotEmpty();
        assertThat(label(SERVER_HASH))
                .isEqualTo(status("marin3r-server-cert-xds", "certificateHash"))
                .isNotEmpty();
        for (var each : new String[] {"marin3r-server-cert-xds", "envoy-sidecar-client-cert"}) {
            assertThat(secret(each).getData().get("ca.crt")).isEqualTo(first.get("ca.crt"));
        }

        cluster.kubectl("annotate", "discoveryservicecertificate", CA, "dragoman.dev/renew=1");
        // nobody makes the new pods ready
        await().until(
                        () ->
                                label(BUNDLE_HASH).equals(status(CA, "trustBundleHash"))
                                        && !label(BUNDLE_HASH).equals(bundle));
        await().until(() -> status(CA, "rotation").contains("consumers"));
        assertThat(secret(CA).getData())
                .as("the former one signs, as the pods do not trust the next one yet")
                .containsEntry("tls.crt", first.get("tls.crt"));

        until(() -> !secret(CA).getData().get("tls.crt").equals(first.get("tls.crt")));
        until(() -> status(CA, "rotation").contains("Overlapping"));
        until(
                () ->
                        label(SERVER_HASH)
                                .equals(status("marin3r-server-cert-xds", "certificateHash")));
        cluster.runs("xds");
        assertThat(label(BUNDLE_HASH))
                .as("another one signs, whom all trusted before")
                .isEqualTo(status(CA, "trustBundleHash"));
    }
}
