package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.cluster.OwnCounts;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where admission asks for rights on changes of owners, as in OpenShift. */
@OwnCounts(by = "an API server")
@Full
class OwnerReferencesIT {
    private static final String STORAGE = "storage.azure.com/v20230101";
    private static final String SECRETS = "dragoman-secrets";

    private static ControlPlane plane;
    private Road road;

    @BeforeAll
    static void cluster() {
        plane =
                ControlPlane.start(
                        Options.defaults()
                                .withApiServerFlags(
                                        "--enable-admission-plugins=OwnerReferencesPermissionEnforcement"));
    }

    @AfterAll
    static void stopped() {
        plane.close();
    }

    @BeforeEach
    void exported() {
        road = new Road("owners", plane).start();
        road.apply(Samples.group("orders", "orders"));
        road.apply(Samples.exporting("owners", "keys"));
        road.ready("storageaccount/owners");
    }

    @AfterEach
    void close() {
        may("delete", true);
        road.close();
    }

    private Secret keys() {
        return road.client().secrets().inNamespace(road.namespace).withName("keys").get();
    }

    private void may(String verb, boolean allowed) {
        road.client()
                .rbac()
                .clusterRoles()
                .withName(SECRETS)
                .edit(
                        (ClusterRole role) -> {
                            var verbs = role.getRules().getFirst().getVerbs();
                            verbs.remove(verb);
                            if (allowed) {
                                verbs.add(verb);
                            }
                            return role;
                        });
    }

    private void theirs() {
        road.client()
                .resource(
                        new SecretBuilder()
                                .withNewMetadata()
                                .withName("keys")
                                .withNamespace(road.namespace)
                                .endMetadata()
                                .addToData("theirs", "aGVycw==")
                                .build())
                .fieldManager("somebody")
                .serverSideApply();
    }

    @Test
    void anExportedSecretThatLostItsOwnerIsTakenBack() {
        road.client()
                .secrets()
                .inNamespace(road.namespace)
                .withName("keys")
                .edit(
                        secret -> {
                            secret.getMetadata().setOwnerReferences(List.of());
                            return secret;
                        });
        var _ = road.kubectl("annotate", "storageaccount/owners", "looked=again");
        await().until(() -> !keys().getMetadata().getOwnerReferences().isEmpty());
    }

    @Test
    void anEndingWaitsUntilTheKeysOfOthersAreSpared() {
        theirs();
        may("delete", false);
        var _ = road.kubectl("delete", "storageaccount/owners", "--wait=false");
        var told = road.reason(STORAGE, "StorageAccount", "owners", "ExportNotLeft");
        assertThat(told.get("message"))
                .asString()
                .contains("Secret keys", "cannot set an ownerRef on a resource you can't delete");
        assertThat(keys().getData()).containsKeys("theirs", "key");

        may("delete", true);
        var _ = road.kubectl("annotate", "storageaccount/owners", "looked=again");
        var _ = road.kubectl("wait", "--for=delete", "storageaccount/owners", Patience.timeout());
        assertThat(keys().getData()).isEqualTo(Map.of("theirs", "aGVycw=="));
    }

    @Test
    void aNamespaceThatIsBeingDeletedEnds() {
        theirs();
        may("delete", false);
        var _ = road.kubectl("delete", "namespace", road.namespace, Patience.timeout());
        assertThat(road.client().namespaces().withName(road.namespace).get()).isNull();
        assertThat(road.azure.control().resources()).noneMatch(id -> id.contains("owners"));
    }
}
