package dev.dragoman.camel.confine;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.engine.DefaultClassResolver;
import org.apache.camel.impl.engine.DefaultFactoryFinderResolver;
import org.apache.camel.spi.ClassResolver;
import org.apache.camel.spi.FactoryFinder;

/**
 * Finds Camel's own parts by the files in its jars that name their classes. Such a class no text
 * names: what is asked for is the name of a part, and {@link KnownClasses} does not know it.
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
