package dev.dragoman.camel.confine;

import org.apache.camel.impl.engine.DefaultBeanIntrospection;

/**
 * Sets options of endpoints, and no options of what these have: {@code component.x} would lead from
 * an endpoint to all of Camel.
 */
final class KnownOptions extends DefaultBeanIntrospection {
    @Override
    public Object getOrElseProperty(
            Object target, String property, Object otherwise, boolean ignoreCase) {
        throw new IllegalArgumentException(
                "'%s' is no option of its own: options of options are not for routes"
                        .formatted(property));
    }
}
