package dev.dragoman.reconcile.watch;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.List;

/**
 * Requests metadata instead of whole objects: the content of Secrets that are only watched for
 * changes never reaches this process.
 */
public final class MetadataOnly implements Interceptor {

    private static final String AS = "application/json;as=%s;g=meta.k8s.io;v=v1";
    private static final String LIST = AS.formatted("PartialObjectMetadataList");
    private static final String WATCH = AS.formatted("PartialObjectMetadata");

    private MetadataOnly() {}

    /**
     * A client for lists and watches of metadata. It uses the connections of {@code client} until
     * that is closed, and need not be closed itself.
     */
    public static KubernetesClient over(KubernetesClient client) {
        var http =
                client.getHttpClient()
                        .newBuilder()
                        .addOrReplaceInterceptor("metadata-only", new MetadataOnly())
                        .addOrReplaceInterceptor(PageBound.NAME, new PageBound())
                        .build();
        return ListClients.of(client, http, nullIsEmpty());
    }

    /** An empty metadata list has {@code "items": null}, which the client's informers reject. */
    private static ObjectMapper nullIsEmpty() {
        var mapper = BoundedJson.mapper();
        mapper.configOverride(List.class)
                .setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY));
        return mapper;
    }

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        var query = request.uri().getQuery();
        boolean watch = query != null && query.contains("watch=true");
        builder.setHeader("Accept", watch ? WATCH : LIST);
    }
}
