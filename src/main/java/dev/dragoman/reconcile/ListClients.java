package dev.dragoman.reconcile;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.impl.BaseClient;
import io.fabric8.kubernetes.client.impl.KubernetesClientImpl;

/** Clients for lists and watches, whose answers may be many and large. */
final class ListClients {
    private ListClients() {}

    /**
     * A client that reads of managedFields no more than is kept, over the connections of the other
     * one, with which it ends; it need not be closed.
     */
    static KubernetesClient over(KubernetesClient client) {
        var http =
                client.getHttpClient()
                        .newBuilder()
                        .addOrReplaceInterceptor(PageBound.NAME, new PageBound())
                        .build();
        return of(client, http, BoundedJson.mapper());
    }

    /** The same by another way to the server. */
    static KubernetesClient of(KubernetesClient client, HttpClient http, ObjectMapper mapper) {
        return new KubernetesClientImpl(
                http,
                client.getConfiguration(),
                BaseClient.DEFAULT_EXECUTOR_SUPPLIER,
                WireFormat.lean(mapper));
    }
}
