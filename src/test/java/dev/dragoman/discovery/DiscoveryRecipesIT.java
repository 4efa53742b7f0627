package dev.dragoman.discovery;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Recipe;
import dev.dragoman.tier.Full;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The recipe for discovery services, as it stands in docs/recipes. */
@Full
@ResourceLock("discovery")
class DiscoveryRecipesIT {
    private static final String POLICIES = "networking.k8s.io/v1";

    @TempDir private Path directory;
    private DiscoveryCluster cluster;

    @BeforeEach
    void prepare() {
        cluster = new DiscoveryCluster();
        cluster.environment.put("DRAGOMAN_OVERLAYS", directory.toString());
    }

    @AfterEach
    void stop() {
        cluster.close();
        cluster.revoke();
    }

    @Test
    void aPolicyIsAroundItsPodsAndGoesWithItsFile() throws IOException {
        var files = Recipe.of("discovery-network").into(directory, cluster::grant);
        cluster.kubectl(
                "label", "namespace", cluster.namespace, "dragoman.dev/allow-networkpolicies=true");
        cluster.apply(DiscoveryCluster.SERVICE);
        cluster.start();
        cluster.runs("xds");
        var policy = cluster.get(POLICIES, "NetworkPolicy", cluster.namespace, "xds").orElseThrow();
        assertThat(
                        policy.<String>get(
                                "spec", "podSelector", "matchLabels", "app.kubernetes.io/instance"))
                .isEqualTo("xds");
        assertThat(policy.<Integer>get("spec", "ingress", 0, "ports", 0, "port")).isEqualTo(18000);
        assertThat(policy.getMetadata().getOwnerReferences()).hasSize(1);
        var before = cluster.deployment("marin3r-xds").orElseThrow();
        cluster.stop();

        Files.delete(files.getFirst());
        cluster.start();
        await().until(
                        () ->
                                cluster.get(POLICIES, "NetworkPolicy", cluster.namespace, "xds")
                                        .isEmpty());
        var after = cluster.deployment("marin3r-xds").orElseThrow();
        assertThat(after.getMetadata().getUid()).isEqualTo(before.getMetadata().getUid());
        assertThat(after.<Object>get("spec")).isEqualTo(before.<Object>get("spec"));
    }
}
