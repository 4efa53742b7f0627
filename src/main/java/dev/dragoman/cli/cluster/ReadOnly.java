package dev.dragoman.cli.cluster;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;

/** Keeps a client from writing, for commands that only read. Thread-safe. */
public final class ReadOnly implements Interceptor {
    /** Name of this interceptor in a client. */
    public static final String NAME = "read-only";

    /**
     * Lets GET requests pass.
     *
     * @throws IllegalStateException before any other request is sent
     */
    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        if (!"GET".equals(request.method())) {
            throw new IllegalStateException(
                    "this command only reads: the request %s %s was not sent"
                            .formatted(request.method(), request.uri().getPath()));
        }
    }
}
