package dev.dragoman.camel.confine;

import java.util.Set;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.engine.DefaultVariableRepositoryFactory;
import org.apache.camel.spi.VariableRepository;

/**
 * Finds no variables but those of the exchange. Others would be shared by all objects, and would
 * stay for as long as the operator runs.
 */
public final class KnownVariables extends DefaultVariableRepositoryFactory {
    /** Beginnings of names of variables that are not those of the exchange. */
    public static final Set<String> SHARED = Set.of("global", "route");

    KnownVariables(CamelContext context) {
        super(context);
    }

    @Override
    public VariableRepository getVariableRepository(String id) {
        return SHARED.contains(id) ? null : super.getVariableRepository(id);
    }
}
