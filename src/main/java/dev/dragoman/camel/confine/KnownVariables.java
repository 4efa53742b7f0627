package dev.dragoman.camel.confine;

import java.util.Set;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.engine.DefaultVariableRepositoryFactory;
import org.apache.camel.spi.VariableRepository;

/**
 * Resolves only variables of the exchange. Camel's other variables would be shared by the
 * reconciliations of all objects, and kept for as long as the operator runs.
 */
public final class KnownVariables extends DefaultVariableRepositoryFactory {
    /** Prefixes of the names of variables that are not of the exchange. */
    public static final Set<String> SHARED = Set.of("global", "route");

    KnownVariables(CamelContext context) {
        super(context);
    }

    @Override
    public VariableRepository getVariableRepository(String id) {
        return SHARED.contains(id) ? null : super.getVariableRepository(id);
    }
}
