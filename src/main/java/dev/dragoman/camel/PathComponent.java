package dev.dragoman.camel;

import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.apache.camel.Component;
import org.apache.camel.Endpoint;
import org.apache.camel.support.DefaultComponent;

/** Base class of components whose path is one text, which an endpoint has beside its options. */
public abstract class PathComponent<E extends Endpoint> extends DefaultComponent {
    private final BiFunction<String, Component, E> endpoints;
    private final BiConsumer<E, String> path;

    /**
     * @param endpoints makes an endpoint of a URI, with this component
     * @param path gives the path of the URI to an endpoint
     */
    protected PathComponent(
            BiFunction<String, Component, E> endpoints, BiConsumer<E, String> path) {
        this.endpoints = endpoints;
        this.path = path;
    }

    @Override
    protected final Endpoint createEndpoint(
            String uri, String remaining, Map<String, Object> parameters) throws Exception {
        var endpoint = endpoints.apply(uri, this);
        path.accept(endpoint, remaining);
        setProperties(endpoint, parameters);
        return endpoint;
    }
}
