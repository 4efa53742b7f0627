package dev.dragoman.reconcile.watch;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.impl.BaseClient;
import io.fabric8.kubernetes.client.impl.KubernetesClientImpl;

/** Clients for lists and watches, whose responses may be many and large. */
public final class ListClients {
    private ListClients() {}

    /**
     * A client that reads only those parts of managedFields that are kept. It uses the connections
     * of {@code client} until that is closed, and need not be closed itself.
     */
    public static KubernetesClient over(KubernetesClient client) {
        var http =
                client.getHttpClient()
                        .newBuilder()
                        .addOrReplaceInterceptor(PageBound.NAME, new PageBound())
                        .build();
        return of(client, http, BoundedJson.mapper());
    }

    /** As {@link #over}, with the given HTTP client and mapper. */
    static KubernetesClient of(KubernetesClient client, HttpClient http, ObjectMapper mapper) {
        return new KubernetesClientImpl(
                http,
                client.getConfiguration(),
                BaseClient.DEFAULT_EXECUTOR_SUPPLIER,
                WireFormat.lean(mapper));
    }
}
