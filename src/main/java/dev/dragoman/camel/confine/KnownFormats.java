package dev.dragoman.camel.confine;

import java.util.Set;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.engine.DefaultDataFormatResolver;
import org.apache.camel.spi.DataFormat;

/** The data formats that routes may use: JSON. Immutable. */
final class KnownFormats extends DefaultDataFormatResolver {
    private static final Set<String> NAMES = Set.of("jackson");

    @Override
    public DataFormat createDataFormat(String name, CamelContext context) {
        return NAMES.contains(name) ? super.createDataFormat(name, context) : null;
    }
}
