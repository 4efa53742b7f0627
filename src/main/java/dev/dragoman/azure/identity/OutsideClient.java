package dev.dragoman.azure.identity;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.jdk.httpclient.implementation.JdkHttpResponseSync;
import com.azure.core.util.Context;
import dev.dragoman.capability.Outside;
import java.net.URI;
import java.util.LinkedHashMap;
import reactor.core.publisher.Mono;

/** Hands requests to Azure to what answers in a dry run. Thread-safe. */
record OutsideClient(Outside outside) implements HttpClient {
    @Override
    public Mono<HttpResponse> send(HttpRequest request) {
        return Mono.fromCallable(() -> sendSync(request, Context.NONE));
    }

    @Override
    public HttpResponse sendSync(HttpRequest request, Context context) {
        var headers = new LinkedHashMap<String, String>();
        request.getHeaders().stream()
                .filter(each -> !each.getName().equalsIgnoreCase("Authorization"))
                .forEach(each -> headers.put(each.getName(), each.getValue()));
        var body = request.getBodyAsBinaryData();
        var reply =
                outside.send(
                        new Outside.Request(
                                request.getHttpMethod().toString(),
                                URI.create(request.getUrl().toString()),
                                headers,
                                body == null ? new byte[0] : body.toBytes()));
        var answer = new HttpHeaders();
        reply.headers()
                .forEach((name, value) -> answer.set(HttpHeaderName.fromString(name), value));
        return new JdkHttpResponseSync(request, reply.status(), answer, reply.body());
    }
}
