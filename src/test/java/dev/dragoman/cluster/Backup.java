package dev.dragoman.cluster;

import static dev.dragoman.Patience.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Objects as Velero brings them back: without uid, status and owner references. Velero creates an
 * object, and then patches its former managedFields.
 */
public final class Backup {
    private final KubernetesClient client;
    private final List<GenericKubernetesResource> saved = new ArrayList<>();

    public Backup(KubernetesClient client) {
        this.client = client;
    }

    /** Saves what is in the namespace, in the order in which it is restored. */
    public Backup save(String namespace, String apiVersion, String... kinds) {
        for (var kind : kinds) {
            client
                    .genericKubernetesResources(apiVersion, kind)
                    .inNamespace(namespace)
                    .list()
                    .getItems()
                    .stream()
                    .filter(each -> !List.of("kube-root-ca.crt", "default").contains(name(each)))
                    .forEach(saved::add);
        }
        return this;
    }

    private static String name(GenericKubernetesResource object) {
        return object.getMetadata().getName();
    }

    /** Takes them all away, as if they had never been. */
    public void lose() {
        for (var each : saved.reversed()) {
            try {
                client.resource(each)
                        .patch(
                                PatchContext.of(PatchType.JSON_MERGE),
                                "{\"metadata\":{\"finalizers\":null}}");
                client.resource(each).delete();
            } catch (KubernetesClientException e) {
                // the garbage collector may be faster
                if (e.getCode() != 404) {
                    throw e;
                }
            }
        }
        saved.forEach(each -> await().until(() -> client.resource(each).get() == null));
    }

    /**
     * @param managed whether managedFields come back too
     */
    public void restore(boolean managed) {
        for (var each : saved) {
            var copy = Serialization.clone(each);
            var metadata = copy.getMetadata();
            metadata.setUid(null);
            metadata.setResourceVersion(null);
            metadata.setGeneration(null);
            metadata.setCreationTimestamp(null);
            metadata.setOwnerReferences(List.of());
            metadata.setManagedFields(List.of());
            copy.getAdditionalProperties().remove("status");
            var _ = client.resource(copy).create();
            if (managed) {
                var fields =
                        Serialization.asJson(
                                Map.of(
                                        "metadata",
                                        Map.of(
                                                "managedFields",
                                                each.getMetadata().getManagedFields())));
                client.resource(copy).patch(PatchContext.of(PatchType.JSON_MERGE), fields);
            }
        }
    }
}
