package dev.dragoman.camel.confine;

import org.apache.camel.impl.engine.DefaultBeanIntrospection;

/**
 * Lets routes set options of endpoints, but no nested options. With {@code component.x}, a route
 * could reach all of Camel from an endpoint.
 */
final class KnownOptions extends DefaultBeanIntrospection {
    @Override
    public Object getOrElseProperty(
            Object target, String property, Object otherwise, boolean ignoreCase) {
        throw new IllegalArgumentException(
                "'%s' is a nested option, which is not for routes".formatted(property));
    }
}
