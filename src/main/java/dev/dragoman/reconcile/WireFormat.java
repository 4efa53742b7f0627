package dev.dragoman.reconcile;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/**
 * How clients of the API server read JSON: into the type that was asked for, and into generic
 * objects where none was. Finding a type for every kind there is would load the classes of all of
 * them, some six hundred, at the first request.
 */
public final class WireFormat {
    private WireFormat() {}

    /**
     * @param mapper read with by this client alone, which configures it further
     */
    public static KubernetesSerialization with(ObjectMapper mapper) {
        var format = new KubernetesSerialization(mapper, false);
        // an error in a watch is told from an object by its type
        format.registerKubernetesResource(Status.class);
        return format;
    }
}
