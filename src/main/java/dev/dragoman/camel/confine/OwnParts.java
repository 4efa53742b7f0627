package dev.dragoman.camel.confine;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.engine.DefaultClassResolver;
import org.apache.camel.impl.engine.DefaultFactoryFinderResolver;
import org.apache.camel.spi.ClassResolver;
import org.apache.camel.spi.FactoryFinder;

/**
 * Finds Camel's own parts, whose class names are in files of its jars. Uses a resolver for all
 * classes, because {@link KnownClasses} would refuse these classes. A route can name only a part
 * and not its class.
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
