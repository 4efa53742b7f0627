package dev.dragoman.cli;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;

/** Keeps a command that only looks from writing: to be put into its client. Thread-safe. */
final class ReadOnly implements Interceptor {
    /** Name under which clients know it. */
    static final String NAME = "read-only";

    /**
     * @throws IllegalStateException instead of any request but GET
     */
    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        if (!"GET".equals(request.method())) {
            throw new IllegalStateException(
                    "this command only reads, %s %s was not sent"
                            .formatted(request.method(), request.uri().getPath()));
        }
    }
}
