package dev.dragoman.camel.confine;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.engine.DefaultClassResolver;
import org.apache.camel.impl.engine.DefaultFactoryFinderResolver;
import org.apache.camel.spi.ClassResolver;
import org.apache.camel.spi.FactoryFinder;

/**
 * Finds Camel's own parts, whose classes are named by files in its jars. It may resolve any class,
 * since a route can only give the name of a part, and not of a class; {@link KnownClasses} would
 * refuse these classes.
 */
final class OwnParts extends DefaultFactoryFinderResolver {
    private final ClassResolver all;

    OwnParts(CamelContext context) {
        all = new DefaultClassResolver(context);
    }

    @Override
    public FactoryFinder resolveFactoryFinder(ClassResolver known, String path) {
        return super.resolveFactoryFinder(all, path);
    }

    @Override
    public FactoryFinder resolveBootstrapFactoryFinder(ClassResolver known, String path) {
        return super.resolveBootstrapFactoryFinder(all, path);
    }
}
