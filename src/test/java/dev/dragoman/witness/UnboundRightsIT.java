package dev.dragoman.witness;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.cluster.Account;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Full;
import dev.dragoman.tier.OneTry;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Each try of {@link BoundRightsIT} succeeds where the policies are not there. */
@Full
@OneTry
@ResourceLock("agents")
@ResourceLock("discovery")
class UnboundRightsIT {
    private static final Account ACCOUNT = Account.ALL_WITHOUT_POLICY;

    @Test
    void withoutThePoliciesTheSameIsAccepted() {
        try (var cluster = new TryCluster(ACCOUNT)) {
            for (var policy :
                    List.of("dragoman-cdtargets", "dragoman-discovery", "dragoman-namespaces")) {
                SharedControlPlane.shared()
                        .client()
                        .genericKubernetesResources(
                                "admissionregistration.k8s.io/v1",
                                "ValidatingAdmissionPolicyBinding")
                        .withName(ACCOUNT.policy(policy))
                        .delete();
            }
            var tries = new Tries(cluster).all();
            // admission learns of it a moment later
            await().untilAsserted(
                            () ->
                                    assertThat(
                                                    tries.stream()
                                                            .map(
                                                                    each ->
                                                                            each.by(
                                                                                    cluster
                                                                                            .operator()))
                                                            .filter(
                                                                    said ->
                                                                            said.contains(
                                                                                    "AdmissionPolicy")))
                                            .isEmpty());
            var refused = new TreeMap<String, String>();
            for (var each : tries) {
                refused.put(each.toString(), each.by(cluster.operator()));
            }
            refused.values().removeIf(String::isEmpty);
            assertThat(refused).isEmpty();
        }
    }
}
