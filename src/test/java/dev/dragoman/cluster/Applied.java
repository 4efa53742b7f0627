package dev.dragoman.cluster;

import dev.dragoman.sandbox.controlplane.ControlPlaneException;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.regex.Pattern;

/**
 * What {@code kubectl apply --server-side} does, without a process: the same requests, under the
 * same field manager. For tests of which kubectl is not the subject.
 */
final class Applied {
    private static final Pattern DOCUMENTS = Pattern.compile("(?m)^---\\s*$");
    private static final PatchContext AS_KUBECTL =
            new PatchContext.Builder()
                    .withPatchType(PatchType.SERVER_SIDE_APPLY)
                    .withFieldManager("kubectl")
                    .withForce(false)
                    .withFieldValidation("Strict")
                    .build();

    private Applied() {}

    /**
     * Applies each document.
     *
     * @param namespace of those that name none
     * @throws ControlPlaneException with what the API server said when it refuses one
     */
    static void apply(KubernetesClient client, String namespace, String yaml) {
        for (var document : DOCUMENTS.split(yaml, -1)) {
            if (document.isBlank()) {
                continue;
            }
            // what begins with a brace would be taken for JSON
            var object =
                    Serialization.unmarshal("---\n" + document, GenericKubernetesResource.class);
            var in = object.getMetadata().getNamespace();
            try {
                var _ =
                        client.resource(object)
                                .inNamespace(in == null ? namespace : in)
                                .patch(AS_KUBECTL);
            } catch (RuntimeException e) {
                throw new ControlPlaneException(
                        "apply %s %s: %s"
                                .formatted(
                                        object.getKind(),
                                        object.getMetadata().getName(),
                                        e.getMessage()),
                        e);
            }
        }
    }
}
