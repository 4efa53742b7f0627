package dev.dragoman.camel.confine;

import org.apache.camel.impl.engine.DefaultBeanIntrospection;

/**
 * Sets options of endpoints, but no nested options: {@code component.x} would lead from an endpoint
 * to all of Camel.
 */
final class KnownOptions extends DefaultBeanIntrospection {
    @Override
    public Object getOrElseProperty(
            Object target, String property, Object otherwise, boolean ignoreCase) {
        throw new IllegalArgumentException(
                "'%s' is an option within an option, which is not for routes".formatted(property));
    }
}
